import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { describeFailure } from '../messages/failures.ts';
import { CutAnswerError, NotReadyError } from '../messages/ownErrors.ts';
import { toSignal } from '../platform/cancellation.ts';
import type { ConnectedRelay } from '../platform/connectedModel.ts';
import { areFilesLocal } from '../platform/localFiles.ts';
import type { RetryCountdown } from '../platform/retryCountdown.ts';
import type { ChatMessage, ChatRequest } from '../relay/chat/chatRequest.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import type { Logger } from '../relay/logger.ts';
import { estimateTokens } from '../relay/tokens/estimateTokens.ts';
import { estimateRequestTokens, hasPictures } from '../relay/tokens/requestTokens.ts';
import type { TokenCorrection } from '../relay/tokens/tokenCorrection.ts';
import { type AnsweredBy, createCachedAnswers, toMetadata } from './messages/cachedAnswers.ts';
import { countMessage, readMessages } from './messages/readMessages.ts';
import { createThinkingPart } from './messages/thinkingParts.ts';
import { readConfiguration } from './models/configurationSchema.ts';
import type { ModelInformation } from './models/modelInformation.ts';
import { toProviderError } from './providerErrors.ts';
import { createUsagePart, type ReportedAnswer, reportAnswer } from './reportedParts.ts';
import { isEditorsOwn, offerTools, readModelOptions } from './requestOptions.ts';

/** VS Code collects parts for 30 ms, and drops unread ones if a failure follows. */
const settleMs = 250;

/** Of a drawn image's prompt, in characters. */
const longestPrompt = 2_000;

/** A request of VS Code, and the receiver of its response. */
interface Question {
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
  readonly report: (part: object) => void;
  readonly signal: AbortSignal;
}

/** An image that a model drew in VS Code's own chat, which does not show any. */
export interface DrawnInEditor {
  readonly model: string;
  readonly prompt: string;
  /** The time of the request, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly seconds: number;
}

export interface ResponderPorts {
  /** The client of a profile; undefined if nothing is stored for it. */
  readonly connected: (profile: string) => Promise<ConnectedRelay | undefined>;
  readonly tokens: TokenCorrection;
  readonly onTokensLearned: () => void;
  readonly waits: RetryCountdown;
  /** Stores an image of VS Code's chat in the gallery; resolves to the path of its file. */
  readonly saveImage: (bytes: Uint8Array, image: DrawnInEditor) => Promise<string>;
  readonly logger: Logger;
}

type Responder = Pick<
  vscode.LanguageModelChatProvider<ModelInformation>,
  'provideLanguageModelChatResponse' | 'provideTokenCount'
>;

/** Handles VS Code's requests to the relay's models, and counts tokens. */
export function createResponder(ports: ResponderPorts): Responder {
  const { tokens, logger, waits } = ports;
  const { t } = vscode.l10n;
  const kept = createCachedAnswers();

  async function respond(
    information: ModelInformation,
    { client, account: { base } }: ConnectedRelay,
    { messages, options, report, signal }: Question,
  ): Promise<void> {
    const { model, profile, protocol } = information;
    const { host } = new URL(base);
    const by: AnsweredBy = { base, profile, model, protocol };
    const { system, messages: conversation } = readMessages(messages, by, kept);
    const offers = offerTools(options.tools);
    const hasTools = offers.tools.length > 0;
    const isToolRequired = hasTools && options.toolMode === vscode.LanguageModelChatToolMode.Required;
    const request: ChatRequest = {
      model,
      protocol,
      messages: conversation,
      outputLimit: information.maxOutputTokens,
      ...readModelOptions(options.modelOptions, information),
      // Not declared in the API: the options that the person selected for the model in VS Code's picker.
      ...readConfiguration(Reflect.get(options, 'modelConfiguration'), information.configurable),
      ...(system.length > 0 && { system }),
      ...(hasTools && { tools: offers.tools }),
      ...(isToolRequired && { toolChoice: 'required' }),
    };
    const initiator = initiatorOf(options);
    const createdAt = Date.now();
    const answer = await reportAnswer(
      client.streamChat(request, {
        signal,
        onRetryWait: (wait) =>
          waits.show(wait, describeFailure(wait.error, { t, host, model }).title, signal),
      }),
      {
        report,
        ownName: offers.ownName,
        // VS Code's agent validates a call against the tool's schema and tells the model; other callers would run it.
        refusesNoInput: (name) => isEditorsOwn(initiator) && offers.needsInput(name),
        takenCallIds: callIds(conversation),
        describeImage: isEditorsOwn(initiator)
          ? (bytes) => saveDrawnImage(bytes, { model, prompt: promptOf(conversation), createdAt }, ports)
          : undefined,
      },
    );
    const { parts, usage, saysAnything, thoughtId } = answer;
    // Each service counts images differently.
    if (usage.inputTokens !== undefined && !hasPictures(request)) {
      tokens.learn(model, estimateRequestTokens(request), usage.inputTokens);
      ports.onTokensLearned();
    }
    const usagePart = createUsagePart(usage);
    if (usagePart) report(usagePart);
    kept.keep(by, parts);
    if (parts.some(({ type }) => type === 'toolCall')) {
      const metadata = toMetadata(by, parts);
      const part = metadata && createThinkingPart('', thoughtId, metadata);
      if (part) report(part);
    }
    const failure = whyCut(answer, hasTools);
    if (!failure) return;
    // VS Code's agent discards a response that fails. So end it normally, with a note that it is incomplete.
    if (!saysAnything || !hasTools || !isEditorsOwn(initiator)) {
      if (saysAnything) await sleep(settleMs, undefined, { signal });
      throw failure;
    }
    logger.warn(`Language model ${information.id}: ${String(failure)}`);
    const { message } = toProviderError(failure, { t, host, model, isShownByEditor: true });
    report(new vscode.LanguageModelTextPart(`\n\n⚠ ${message}`));
  }

  return {
    async provideLanguageModelChatResponse(information, messages, options, progress, token) {
      const { signal, dispose } = toSignal(token);
      let connected: ConnectedRelay | undefined;
      try {
        connected = await ports.connected(information.profile);
        if (!connected) throw new NotReadyError('connection');
        const report = (part: object) => progress.report(part as vscode.LanguageModelResponsePart);
        await respond(information, connected, { messages, options, report, signal });
      } catch (error) {
        if (!signal.aborted) logger.warn(`Language model ${information.id}: ${String(error)}`);
        throw toProviderError(signal.aborted ? new RelayError('cancelled') : error, {
          t,
          host: connected && new URL(connected.account.base).host,
          model: information.model,
          isShownByEditor: isEditorsOwn(initiatorOf(options)),
        });
      } finally {
        dispose();
      }
    },

    async provideTokenCount({ model }, text) {
      return tokens.count(model, typeof text === 'string' ? estimateTokens(text) : countMessage(text));
    },
  };
}

/** Saves a drawn image and returns Markdown that tells where it is. */
export async function saveDrawnImage(
  bytes: Uint8Array,
  image: Omit<DrawnInEditor, 'seconds'>,
  { saveImage, logger }: Pick<ResponderPorts, 'saveImage' | 'logger'>,
): Promise<string> {
  const { t } = vscode.l10n;
  try {
    const path = await saveImage(bytes, { ...image, seconds: (Date.now() - image.createdAt) / 1000 });
    // In a remote window or a browser, a file URL of the extension's machine does not work.
    const file = areFilesLocal() ? `[${t('Open Image')}](${pathToFileURL(path).href})` : `\`${path}\``;
    return `\n\n${t('This chat can’t show images. The image is saved in Model Relay: Images.')} ${file}\n\n`;
  } catch (error) {
    logger.error(`Images: failed to save an image of VS Code’s chat: ${String(error)}`);
    return `\n\n${t('The model sent an image that this chat can’t show. The image could not be saved.')}\n\n`;
  }
}

/** The person's last prompt. VS Code's chat encloses it in tags and adds more context. */
export function promptOf(messages: readonly ChatMessage[]): string {
  const content = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const text =
    typeof content === 'string'
      ? content
      : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
  const [, own = text] = /<userRequest>\s*([\s\S]*?)\s*<\/userRequest>/.exec(text) ?? [];
  return own.trim().slice(0, longestPrompt);
}

/** Why a response is incomplete. Without an error, an agent would treat it as complete and stop silently. */
function whyCut({ finish, saysAnything, isCallLost }: ReportedAnswer, hasTools: boolean): Error | undefined {
  const { verdict, error, cause, reason = '' } = finish;
  if (verdict === 'interrupted') return error ?? new RelayError('interrupted');
  if (cause === 'length' && (hasTools || isCallLost || !saysAnything)) return new CutAnswerError('length');
  if (cause === 'refusal' && !saysAnything) return new CutAnswerError('refusal');
  const isMalformed = isCallLost || /^malformed_function_call$/i.test(reason);
  return isMalformed ? new CutAnswerError('malformedCall') : undefined;
}

function* callIds(messages: ChatRequest['messages']): Generator<string> {
  for (const { content } of messages) {
    if (typeof content === 'string') continue;
    for (const part of content) if (part.type === 'toolCall') yield part.id;
  }
}

/** The caller, which editors report without declaring it in the API. */
function initiatorOf(options: object): string {
  const initiator: unknown = Reflect.get(options, 'requestInitiator');
  return typeof initiator === 'string' ? initiator : '';
}
