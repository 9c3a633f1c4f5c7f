import * as vscode from 'vscode';
import { describeData, readDataPart, readPartText } from '../../platform/languageModelParts.ts';
import { notify } from '../../platform/notifications.ts';
import type { ChatMode, ToolDecision } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import { detectImageType } from '../../relay/media/imageFormat.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import type { CallContext, ChatTools, WantedCall } from '../model/chatServices.ts';
import type { ToolOutcome } from '../model/recordResponse.ts';
import { findInputProblem, modelWords } from '../model/toolRounds.ts';
import type { ToolQuestion } from './own/ownTool.ts';
import type { OwnTools } from './own/ownTools.ts';
import type { OfferedTool, ToolCatalogue } from './toolCatalogue.ts';
import type { DecidedTool, ToolDecisions } from './toolDecisions.ts';

export interface ToolCallPorts {
  readonly logger: Logger;
  readonly catalogue: ToolCatalogue;
  readonly own: Pick<OwnTools, 'find'>;
  readonly decisions: ToolDecisions;
  /** Whether the tool is sent to the model. */
  readonly isGiven: (tool: OfferedTool, mode: ChatMode) => boolean;
  /** Called when a tool is no longer offered. */
  readonly onLeftOut: () => void;
  /** Whether the chat is visible, which shows the approval. */
  readonly isShown: () => boolean;
  /** Shows the chat. */
  readonly show: () => unknown;
}

/** What the person can decide about a call. */
interface Decidable {
  /** What a decision beyond this call applies to. */
  readonly about?: DecidedTool;
  /** The decisions that can be made; undefined: all. */
  readonly decisions?: readonly ToolDecision[];
}

const onlyThisCall: Decidable = { decisions: ['once', 'refuse'] };

/** A call that needs approval or is running. */
interface OpenCall extends Decidable {
  readonly conversationId: string;
  /** Cancels this call alone. */
  readonly abort: AbortController;
  /** Aborted when the call is canceled or the response is stopped. */
  readonly signal: AbortSignal;
  readonly onStatus: CallContext['onStatus'];
  /** Set while the person is asked. */
  settle?: (isAllowed: boolean) => void;
}

/** Error messages of tools that only VS Code's own chat can call. Some tools return them as a result. */
const chatOnly =
  /toolInvocationToken|invocation context|chat model not found for session|no session resource|unknown chat (?:session|request)|within an editing session/i;
const longestComplaint = 300;

export function createToolCalls(ports: ToolCallPorts) {
  const { catalogue, decisions, logger } = ports;
  const { t } = vscode.l10n;
  /** By response and call, because compared models may give their calls the same IDs. */
  const open = new Map<string, OpenCall>();
  const keyOf = (responseId: string, callId: string) => `${responseId} ${callId}`;

  async function run(...[call, context]: Parameters<ChatTools['run']>): Promise<ToolOutcome> {
    try {
      return await check(call, context);
    } catch (error) {
      if (context.signal.aborted) return { status: 'cancelled', text: modelWords.stopped };
      logger.error(`Tools: a tool call failed: ${String(error)}`);
      return { status: 'failed', text: modelWords.broken };
    }
  }

  async function check(...[call, context]: Parameters<ChatTools['run']>): Promise<ToolOutcome> {
    const { conversationId, responseId, mode, onStatus } = context;
    const tool = catalogue.find(call.name);
    if (!tool || !ports.isGiven(tool, mode)) return { status: 'failed', text: modelWords.unknown(call.name) };
    const problem = findInputProblem(call.input, tool.inputSchema);
    if (problem !== undefined) return { status: 'failed', text: problem };
    const own = ports.own.find(tool.name);
    const refusal = await own?.prepare(call.input);
    if (refusal !== undefined) return { status: 'failed', text: refusal };
    const question = own?.ask(call.input);
    const decidable = own ? decideOwn(tool, question) : { about: tool };
    return whileOpen(call, context, decidable, async (openCall) => {
      const { signal, abort } = openCall;
      try {
        // Our own tools that need no approval have nothing to decide.
        const needsApproval = !own || question !== undefined;
        if (needsApproval && !(await isAllowed(tool, openCall, question?.text ?? questionOf(tool))))
          return { status: 'refused', text: modelWords.refused };
        onStatus({ status: 'running', isAskedByEditor: tool.isAskedByEditor !== 'no' });
        if (!own) return await invoke(tool, call.input, signal);
        const done = own.run(call.input, {
          conversationId,
          responseId,
          signal,
          canceled: abort.signal,
          onOutput: (output) => onStatus({ output }),
          onWaiting: () => onStatus({ summary: t('Waiting for your decision') }),
        });
        // Wait for a tool that changes something, so that it can tell the model how far it got.
        return await (own.isReading ? raceAbort(done, signal) : done);
      } catch (error) {
        if (context.signal.aborted) return { status: 'cancelled', text: modelWords.stopped };
        if (signal.aborted) return { status: 'cancelled', text: modelWords.cancelled };
        return describeError(tool, error);
      }
    });
  }

  /** Lets the person decide about a call and cancel it while the work runs. */
  async function whileOpen<T>(
    { id }: WantedCall,
    { conversationId, responseId, signal, onStatus }: CallContext,
    decidable: Decidable,
    work: (openCall: OpenCall) => Promise<T>,
  ): Promise<T> {
    const abort = new AbortController();
    const either = AbortSignal.any([signal, abort.signal]);
    const openCall: OpenCall = { ...decidable, conversationId, abort, signal: either, onStatus };
    const key = keyOf(responseId, id);
    open.set(key, openCall);
    try {
      return await work(openCall);
    } finally {
      open.delete(key);
    }
  }

  async function isAllowed(tool: OfferedTool, openCall: OpenCall, question: string): Promise<boolean> {
    const known = openCall.about && decisions.read(openCall.about, openCall.conversationId);
    if (known !== undefined) return known === 'allow';
    // VS Code's dialog is the only approval; the call's card shows the tool's input.
    if (tool.isAskedByEditor === 'always') return true;
    return ask(openCall, question, t('The model wants to use “{0}”.', tool.title));
  }

  /** Asks in the next call's card, so that the response can still be stopped, and no dialog is left open. */
  async function mayGoOn(...[rounds, call, context]: Parameters<ChatTools['mayGoOn']>): Promise<boolean> {
    const tool = catalogue.find(call.name);
    const decidable = tool && !ports.own.find(tool.name) ? { about: tool } : onlyThisCall;
    const words = t('The model has called tools {0} times in a row for one response.', rounds);
    const question = `${words} ${t('Let the model continue?')}`;
    try {
      return await whileOpen(call, context, decidable, (openCall) => ask(openCall, question, question));
    } catch (error) {
      // Canceling the call alone does not stop the response.
      if (!context.signal.aborted) return false;
      throw error;
    } finally {
      context.onStatus({ status: 'pending' });
    }
  }

  /** Asks in the call's card; if the chat is not visible, also shows `notice` as a notification. */
  async function ask(openCall: OpenCall, question: string, notice: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    openCall.settle = resolve;
    const decisions = openCall.decisions && { decisions: [...openCall.decisions] };
    openCall.onStatus({ status: 'asking', question, ...decisions });
    if (!ports.isShown()) void notify('info', notice, t('Show')).then((chosen) => chosen && ports.show());
    try {
      return await raceAbort(promise, openCall.signal);
    } finally {
      delete openCall.settle;
    }
  }

  function questionOf({ maker, userDescription, isAskedByEditor }: OfferedTool): string {
    const question = userDescription ? t('From {0}: {1}', maker, userDescription) : t('From {0}', maker);
    if (isAskedByEditor === 'no') return question;
    return `${question}\n${t('VS Code may ask for approval as well. To avoid approving twice, allow the tool in “Chat: Manage Tool Approval”.')}`;
  }

  async function invoke(tool: OfferedTool, input: object, signal: AbortSignal): Promise<ToolOutcome> {
    const source = new vscode.CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // VS Code's own dialogs ignore the token, so don't wait for them after an abort.
      const result = await raceAbort(
        Promise.resolve(
          vscode.lm.invokeTool(tool.name, { input, toolInvocationToken: undefined }, source.token),
        ),
        signal,
      );
      const outcome = readToolResult(result);
      return isChatOnly(outcome.text) ? leaveOut(tool) : outcome;
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  function describeError(tool: OfferedTool, error: unknown): ToolOutcome {
    // VS Code asks about some tools in its own dialog: this error is its “Cancel” button.
    if (error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'Canceled'))
      return { status: 'refused', text: modelWords.refused };
    const message = error instanceof Error ? error.message : String(error);
    if (isChatOnly(message)) return leaveOut(tool);
    return { status: 'failed', text: message || modelWords.failed };
  }

  function isChatOnly(text: string): boolean {
    return text.length <= longestComplaint && chatOnly.test(text);
  }

  function leaveOut(tool: OfferedTool): ToolOutcome {
    logger.info(`Tools: ${tool.name} works only in VS Code’s chat and is no longer offered`);
    catalogue.leaveOut(tool);
    ports.onLeftOut();
    return { status: 'failed', text: modelWords.chatOnly };
  }

  function decide(responseId: string, callId: string, decision: ToolDecision): void {
    const decided = open.get(keyOf(responseId, callId));
    // The page shows only allowed decisions, but never rely on that.
    if (!decided?.settle || decided.decisions?.includes(decision) === false) return;
    if (decided.about) decisions.keep(decided.about, decided.conversationId, decision);
    decided.settle(decision !== 'refuse' && decision !== 'never');
    // The decision may also apply to other calls that are waiting.
    for (const { about, conversationId, settle } of open.values()) {
      const known = settle && about && decisions.read(about, conversationId);
      if (known !== undefined) settle?.(known === 'allow');
    }
  }

  return {
    run,
    mayGoOn,
    decide,
    cancel: (responseId: string, callId: string): void => open.get(keyOf(responseId, callId))?.abort.abort(),
    dispose() {
      for (const { abort } of open.values()) abort.abort();
    },
  };
}

/** What a model does with our own tools is allowed for one chat at most. */
function decideOwn(tool: DecidedTool, { fingerprint }: Partial<ToolQuestion> = {}): Decidable {
  if (fingerprint === undefined) return onlyThisCall;
  return { about: { ...tool, fingerprint }, decisions: ['once', 'conversation', 'refuse'] };
}

/** Limits of a tool's images. Those that are too large for services are scaled down before they are sent. */
const mostPictures = 10;
const mostPictureBytes = 20_000_000;

/** A tool's result for the model: text and images. The text is only data, whatever it says. */
function readToolResult({ content }: vscode.LanguageModelToolResult): ToolOutcome {
  const pictures: Uint8Array[] = [];
  const texts = content.map((part) => {
    const found = readDataPart(part);
    if (!found?.mimeType.startsWith('image/')) return readPartText(part);
    const { data } = found;
    const isTaken =
      pictures.length < mostPictures && data.byteLength <= mostPictureBytes && detectImageType(data);
    if (!isTaken) return describeData(found);
    pictures.push(data);
    return '';
  });
  const text = texts.filter((each) => each !== '').join('\n\n');
  return {
    status: 'done',
    text: text || (pictures.length > 0 ? modelWords.picture : ''),
    ...(pictures.length > 0 && { pictures }),
  };
}
