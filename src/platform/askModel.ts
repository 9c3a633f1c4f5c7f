import * as vscode from 'vscode';
import { describeFailure, summariseWhole } from '../messages/failures.ts';
import { CutAnswerError } from '../messages/ownErrors.ts';
import type { FailureAction } from '../protocol/protocolViews.ts';
import type { ChatRequest, UserPart } from '../relay/chat/chatRequest.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import { raceAbort } from '../relay/raceAbort.ts';
import { type ConnectedModelPorts, findConnectedModel } from './connectedModel.ts';
import { notify } from './notifications.ts';
import type { RetryCountdown } from './retryCountdown.ts';
import { runAction } from './runAction.ts';
import { readMaxOutputTokens } from './settings/settings.ts';

/** A request of an editor command to the selected chat model. */
interface ModelQuestion {
  readonly system: string;
  readonly content: string | readonly UserPart[];
}

interface AskModelCall {
  readonly signal: AbortSignal;
  /** Called before the wait for a retry, with the reason as a message. */
  readonly onWait?: (words: string) => void;
}

/**
 * The deltas of the response's text, without thinking. Throws a RelayError or a NotReadyError; an
 * interrupted response throws after its text: a RelayError, or a CutAnswerError if the model itself ended it.
 * Aborting closes the socket and throws a RelayError of kind `cancelled`.
 */
export type AskModel = (question: ModelQuestion, call: AskModelCall) => AsyncIterable<string>;

/** Why a request failed, and what to do about it. */
export interface AskFailure {
  readonly words: string;
  /** The action that fixes it, as a button. */
  readonly mending?: FailureAction | undefined;
}

export interface AskModelPorts extends ConnectedModelPorts {
  readonly waits: RetryCountdown;
}

/** Asks the selected chat model, and describes why it failed. */
export interface AskedChatModel {
  readonly ask: AskModel;
  /** For a notification; undefined if the person canceled the request. */
  readonly describeFailure: (error: unknown) => AskFailure | undefined;
}

/** Requests of editor commands to the selected chat model. */
export function createAskModel(ports: AskModelPorts): AskedChatModel {
  const { t } = vscode.l10n;
  /** The host and the model of failed requests, by their errors. */
  const askedOf = new WeakMap<object, { readonly host: string; readonly model: string }>();

  async function* ask({ system, content }: ModelQuestion, { signal, onWait }: AskModelCall) {
    const { client, account, model, protocol } = await raceAbort(findConnectedModel(ports), signal);
    const host = new URL(account.base).host;
    const request: ChatRequest = {
      model,
      system,
      messages: [{ role: 'user', content }],
      maxTokens: readMaxOutputTokens(account.profile),
      isOneOff: true,
      ...(protocol && { protocol }),
    };
    const events = client.streamChat(request, {
      signal,
      // Without something to display the wait, the request does not wait for a retry.
      ...(onWait && {
        onRetryWait: (wait) => {
          const { title } = describeFailure(wait.error, { t, host, model });
          onWait(title);
          ports.waits.show(wait, title, signal);
        },
      }),
    });
    try {
      for await (const event of events) {
        if (event.type === 'text') yield event.text;
        if (event.type !== 'finish') continue;
        if (event.verdict === 'interrupted') throw event.error ?? new RelayError('interrupted');
        if (event.cause === 'length' || event.cause === 'refusal')
          throw new CutAnswerError(event.cause, 'modelRelay.chat.maxOutputTokens');
      }
    } catch (error) {
      if (error instanceof Error) askedOf.set(error, { host, model });
      throw error;
    }
  }

  return {
    ask,
    describeFailure(error) {
      if (error instanceof RelayError && error.kind === 'cancelled') return undefined;
      const asked = error instanceof Error ? askedOf.get(error) : undefined;
      const failure = describeFailure(error, { t, ...asked });
      return {
        words: summariseWhole(failure, t),
        mending: failure.actions.find(({ id }) => id !== 'tryAgain'),
      };
    },
  };
}

/**
 * Shows what failed, with buttons to try again and, if there is one, to fix it. Returns whether to try
 * again; `label` is the button's label, if it opens something first.
 */
export async function offerRetry(
  { words, mending }: AskFailure,
  label = vscode.l10n.t('Try Again'),
): Promise<boolean> {
  const answer = await notify('warning', words, label, ...(mending ? [mending.label] : []));
  if (mending && answer === mending.label) await runAction(mending.id);
  return answer === label;
}
