import * as z from 'zod/mini';
import { describeFailure, type FailureContext, NotReadyError } from '../failures.ts';
import { RelayError, type RelayErrorDetails, type RelayErrorKind } from '../relay/relayError.ts';
import type { ReceiptView, TurnView, VersionView } from '../webview/protocol.ts';
import {
  type Answer,
  type Conversation,
  type EndRecord,
  type Prompt,
  type Turn,
  versionsOf,
} from './conversation.ts';

/** What is known of the answer that runs, beside its records. */
export type RunningView = Pick<TurnView, 'phase' | 'retryWait'>;

/** A turn as the view shows it. `running` is given for the one turn whose answer is being written. */
export function toTurnView(
  conversation: Conversation,
  { prompt, answer }: Turn,
  context: FailureContext,
  running: RunningView | undefined,
): TurnView {
  const { id, model, thinking, text, end } = answer;
  const promptVersion = versionOf(conversation, prompt.id);
  const answerVersion = versionOf(conversation, id);
  return {
    id,
    prompt: prompt.text,
    model,
    thinking,
    text,
    ...(prompt.kind === 'continue' && { isContinuation: true }),
    ...(promptVersion && { promptVersion }),
    ...(answerVersion && { answerVersion }),
    ...(end ? toEndView(end, answer, context) : toUnendedView(answer, context, running)),
  };
}

/** How an answer ended. */
export function toEndView(end: EndRecord, answer: Answer, context: FailureContext) {
  const failure = end.failure && describeFailure(reviveFailure(end.failure), contextOf(answer, context));
  const receipt = toReceipt(end, answer);
  return {
    status: end.status,
    ...(failure && { failure }),
    ...(end.usage && { usage: end.usage }),
    ...(end.cause && { cause: end.cause }),
    ...(end.pictures && { pictures: end.pictures }),
    ...(Object.keys(receipt).length > 0 && { receipt }),
  };
}

/** An answer without an end is either the one that runs, or one that was cut off with the editor. */
function toUnendedView(answer: Answer, context: FailureContext, running: RunningView | undefined) {
  if (!running) {
    return {
      status: 'interrupted' as const,
      failure: describeFailure(new RelayError('interrupted'), context),
    };
  }
  return { status: answer.text || answer.thinking ? ('running' as const) : ('waiting' as const), ...running };
}

function toReceipt(end: EndRecord, { model }: Answer): ReceiptView {
  const { servedModel, requestId, firstTokenMs, durationMs, retries, finishReason } = end;
  return {
    ...(servedModel && servedModel !== model && { servedModel }),
    ...(requestId && { requestId }),
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(durationMs !== undefined && { durationMs }),
    ...(retries && { retries }),
    ...(finishReason && { finishReason }),
  };
}

function versionOf(conversation: Conversation, id: string): VersionView | undefined {
  const versions = versionsOf(conversation, id);
  return versions.length < 2 ? undefined : { place: versions.indexOf(id) + 1, count: versions.length };
}

/** A failure is about the model that was asked, where that is known. */
export function contextOf(message: Answer | Prompt | undefined, context: FailureContext): FailureContext {
  return message?.type === 'answer' && message.model ? { ...context, model: message.model } : context;
}

const errorKinds = [
  'authentication',
  'tokenUnavailable',
  'insufficientBalance',
  'modelNotAllowed',
  'refused',
  'wrongAddress',
  'invalidRequest',
  'betaFieldRejected',
  'requestTooLarge',
  'timeout',
  'rateLimit',
  'server',
  'connection',
  'interrupted',
  'invalidResponse',
  'cancelled',
] as const satisfies readonly RelayErrorKind[];

const text = z.catch(z.optional(z.string()), undefined);
const count = z.catch(z.optional(z.number()), undefined);

/** Journals come from other versions and other people: what is not known of a failure is left out. */
const relayFailure = z.object({
  kind: z.catch(z.enum(errorKinds), 'interrupted'),
  details: z.object({
    status: count,
    relayMessage: text,
    code: text,
    requestId: text,
    retryAfterMs: count,
    phase: z.catch(z.optional(z.enum(['connect', 'upload', 'firstByte', 'idle', 'relay'])), undefined),
    timeoutMs: count,
    systemCode: text,
    proxy: text,
    proxyStatus: count,
    retries: count,
    field: text,
    redirectOrigin: text,
  }),
});

/** The error that a journal's failure was, so that it can be put into words of today's language. */
export function reviveFailure(failure: NonNullable<EndRecord['failure']>): unknown {
  const { kind, details } = failure;
  if (kind === 'internal') return new Error(String(details['message']));
  if (kind === 'notReady') {
    const missing = details['missing'];
    return new NotReadyError(missing === 'connection' || missing === 'profile' ? missing : 'model');
  }
  const known = relayFailure.parse(failure);
  return new RelayError(known.kind, known.details as RelayErrorDetails);
}
