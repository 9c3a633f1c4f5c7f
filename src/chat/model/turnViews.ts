import type { FailureContext } from '../../messages/connectionErrors.ts';
import { describeFailure } from '../../messages/failures.ts';
import { describeImageFailureInLine } from '../../messages/imageFailures.ts';
import { NotReadyError } from '../../messages/ownErrors.ts';
import { closedWindowFailure } from '../../messages/ownErrorWords.ts';
import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type {
  AnswerView,
  AttachmentView,
  EndView,
  PartView,
  ReceiptView,
  ToolCallView,
  TurnsWindow,
  TurnView,
  VersionView,
} from '../../protocol/protocolViews.ts';
import { seenParts } from '../../relay/chat/responseParts.ts';
import { relayErrorKinds } from '../../relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../relay/errors/relayError.ts';
import { defined } from '../../relay/json.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import type { CallProgress, ChatTools } from './chatServices.ts';
import type { Conversation } from './conversation.ts';
import type { Answer, AnswerPart, Turn } from './message.ts';
import type { AttachmentRecord, EndRecord, JournalRecord } from './records.ts';

/** The transient state of a streaming response, which its records don't have. */
export interface RunningView extends Pick<TurnView, 'phase' | 'retryWait'> {
  /** Of calls that are asked about or run. */
  readonly calls?: ReadonlyMap<string, CallProgress>;
}

/** What is needed to show a turn. */
export interface TurnViewContext {
  readonly failures: FailureContext;
  /** The state of a response that is streaming, here or in another window; undefined for all others. */
  readonly running: (answerId: string) => RunningView | undefined;
  readonly describeCall: ChatTools['describe'];
}

/** Maximum length of a tool's input or result in the view. */
const mostShownCharacters = 20_000;

/** A turn as the view shows it. */
export function toTurnView(
  conversation: Conversation,
  { prompt, answer }: Turn,
  context: TurnViewContext,
): TurnView {
  const compared = comparedWith(conversation, answer);
  return defined({
    ...toAnswerView(conversation, answer, context),
    promptId: prompt.id,
    prompt: prompt.text,
    sentAt: prompt.at,
    attachments: prompt.attachments.map(toAttachmentView),
    isContinuation: prompt.kind === 'continue' || undefined,
    isCompaction: prompt.kind === 'compact' || undefined,
    promptVersion: versionOf(conversation, prompt.id),
    compared:
      compared.length > 1 ? compared.map((each) => toAnswerView(conversation, each, context)) : undefined,
  });
}

/**
 * The responses that are shown side by side with this one, including itself; empty if there are none. A model that was
 * asked again is listed with its latest response.
 */
export function comparedWith(conversation: Conversation, { id, parentId, isCompared }: Answer): Answer[] {
  if (!isCompared || !conversation.isCompared(parentId)) return [];
  const byModel = new Map<string, Answer>();
  for (const sibling of conversation.versionsOf(id).flatMap((each) => conversation.answer(each) ?? []))
    if (sibling.isCompared) byModel.set(sibling.model || sibling.id, sibling);
  return [...byModel.values()];
}

function toAnswerView(conversation: Conversation, answer: Answer, context: TurnViewContext): AnswerView {
  const { id, model, end } = answer;
  const { failures } = context;
  const running = context.running(id);
  return defined({
    id,
    model,
    isImage: answer.isImage || undefined,
    parts: seenParts(answer.parts).flatMap((part) => toPartView(part, running, context.describeCall)),
    answerVersion: versionOf(conversation, id),
    ...(end ? toEndView(end, answer, failures) : toUnendedView(answer, failures, running)),
  });
}

export function toAttachmentView(record: AttachmentRecord): AttachmentView {
  const { kind, name, tokens = 0, picture, isScaled } = record;
  const { width, height, bytes } = picture ?? {};
  const isKnown = isScaled && width !== undefined && height !== undefined && bytes !== undefined;
  return {
    id: '',
    kind,
    name,
    tokens,
    ...(picture && { picture: { file: picture.file } }),
    ...(isKnown && { scaled: { width, height, bytes } }),
  };
}

/** A part of a response as the view shows it; undefined for a signature. */
function toPartView(
  part: AnswerPart,
  running: RunningView | undefined,
  describeCall: ChatTools['describe'],
): PartView[] {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text ? [{ type: part.type, text: part.text }] : [];
    case 'redactedThinking':
      return [];
    case 'picture':
      return [{ type: 'picture', picture: { file: part.picture.file } }];
    case 'tool': {
      const { callId, name, input, invalidInput } = part.call;
      const { result } = part;
      const described = describeCall({ name, input });
      const pictures = result?.pictures?.map(({ file }) => ({ file }));
      const call: ToolCallView = {
        callId,
        ...described,
        input: ellipsize(
          invalidInput ?? described.input ?? JSON.stringify(input, undefined, 2),
          mostShownCharacters,
        ),
        status: result?.status ?? (running ? 'pending' : 'cancelled'),
        ...(!result && running?.calls?.get(callId)),
        ...(result && { result: ellipsize(result.text, mostShownCharacters) }),
        ...(result?.summary !== undefined && { summary: result.summary }),
        ...(pictures && pictures.length > 0 && { pictures }),
      };
      return [{ type: 'tool', call }];
    }
  }
}

/** How a response ended. */
function toEndView(end: EndRecord, answer: Answer, context: FailureContext): EndView {
  const { status, failure, usage, cause, endedBy, pictures, withheld } = end;
  const receipt = toReceipt(end, answer);
  const view = defined({
    status,
    failure: failure && describeEndFailure(failure, end, answer, context),
    usage,
    cause,
    endedBy: endedBy === 'closing' ? undefined : endedBy,
    pictures: pictures || undefined,
    withheld,
    receipt: Object.keys(receipt).length > 0 ? receipt : undefined,
  });
  return endedBy === 'closing' ? { ...view, ...closedEnd(context) } : view;
}

/** The end of a response whose window was closed. */
function closedEnd(context: FailureContext) {
  return { status: 'interrupted', failure: closedWindowFailure(context) } as const;
}

function describeEndFailure(
  failure: NonNullable<EndRecord['failure']>,
  { durationMs = 0 }: EndRecord,
  answer: Answer,
  context: FailureContext,
) {
  const [error, about] = [reviveFailure(failure), contextOf(answer, context)];
  return answer.isImage
    ? describeImageFailureInLine(error, { ...about, seconds: durationMs / 1000 })
    : describeFailure(error, about);
}

/** A response without an end is either streaming, or was interrupted when the editor closed. */
function toUnendedView(answer: Answer, context: FailureContext, running: RunningView | undefined) {
  if (!running) return closedEnd(context);
  const { phase, retryWait } = running;
  const status = answer.parts.length > 0 ? ('running' as const) : ('waiting' as const);
  return defined({ status, phase, retryWait });
}

function toReceipt(end: EndRecord, { model }: Answer): ReceiptView {
  const { requestId, firstTokenMs, durationMs, retries, finishReason, cost } = end;
  const servedModel = end.servedModel === model ? undefined : end.servedModel;
  return defined({ servedModel, requestId, firstTokenMs, durationMs, retries, finishReason, cost });
}

function versionOf(conversation: Conversation, id: string): VersionView | undefined {
  const versions = conversation.versionsOf(id);
  return versions.length < 2 ? undefined : { place: versions.indexOf(id) + 1, count: versions.length };
}

/** Adds the model of the response, if it is known, to the context of its failure. */
export function contextOf(answer: Answer | undefined, context: FailureContext): FailureContext {
  return answer?.model ? { ...context, model: answer.model } : context;
}

/** The error of a journal's failure, to be described in the current display language. */
export function reviveFailure(failure: NonNullable<EndRecord['failure']>): unknown {
  const { kind, details } = failure;
  if (kind === 'internal') return new Error(String(details['message']));
  if (kind === 'notReady') {
    const missing = details['missing'];
    return new NotReadyError(missing === 'connection' || missing === 'profile' ? missing : 'model');
  }
  // Another version may have other kinds.
  const known = relayErrorKinds.find((each) => each === kind) ?? 'interrupted';
  return new RelayError(known, details as RelayErrorDetails);
}

/** The turns of the current branch from `first` on, `count` at most. */
export function toTurnsWindow(
  conversation: Conversation,
  first: number,
  count: number,
  context: TurnViewContext,
): TurnsWindow {
  const { turns } = conversation;
  const start = Math.min(Math.max(0, first), turns.length);
  const shown = turns.slice(start, start + count);
  return {
    turns: shown.map((turn) => toTurnView(conversation, turn, context)),
    first: start,
    total: turns.length,
  };
}

/** The message with the turn of this response; undefined if that is not enough to show the change. */
export function toTurnMessage(
  conversation: Conversation,
  answerId: string,
  running: readonly string[],
  context: TurnViewContext,
): HostMessage | undefined {
  const { turns } = conversation;
  const turn = turns.find(({ answer }) => answer.id === answerId);
  // With compared responses, another one may now count as the turn's.
  if (!turn || turn.answer.isCompared) return undefined;
  return {
    type: 'turn',
    turn: toTurnView(conversation, turn, context),
    total: turns.length,
    running,
  };
}

/** The messages to a page about a new record of its conversation. */
export function toHostMessages(
  conversation: Conversation,
  record: JournalRecord,
  context: TurnViewContext,
): HostMessage[] {
  switch (record.type) {
    case 'delta':
      return [{ type: 'delta', turnId: record.id, kind: record.kind, text: record.text }];
    case 'picture': {
      const { file } = record.picture;
      return [{ type: 'part', turnId: record.id, part: { type: 'picture', picture: { file } } }];
    }
    case 'toolCall':
    case 'toolResult':
      return toCallMessages(conversation, record.id, record.callId, context);
    case 'end': {
      const answer = conversation.answer(record.id);
      if (!answer) return [];
      // A call that still has no result won't get one.
      const open = answer.parts.flatMap((part) =>
        part.type === 'tool' && !part.result ? part.call.callId : [],
      );
      return [
        ...open.flatMap((callId) => toCallMessages(conversation, record.id, callId, context)),
        { type: 'end', turnId: record.id, ...toEndView(record, answer, context.failures) },
      ];
    }
    case 'title':
      return [{ type: 'state', title: conversation.title ?? null }];
    default:
      return [];
  }
}

/** The messages about the current state of a tool call. */
export function toCallMessages(
  conversation: Conversation,
  answerId: string,
  callId: string,
  { running, describeCall }: TurnViewContext,
): HostMessage[] {
  const call = conversation
    .answer(answerId)
    ?.parts.findLast((part) => part.type === 'tool' && part.call.callId === callId);
  const parts = call ? toPartView(call, running(answerId), describeCall) : [];
  return parts.map((part) => ({ type: 'part', turnId: answerId, part }));
}
