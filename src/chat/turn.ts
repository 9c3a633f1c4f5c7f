import { NotReadyError } from '../failures.ts';
import type { ChatEvent, Usage } from '../relay/chat/chatEvent.ts';
import { RelayError } from '../relay/relayError.ts';
import type { EndRecord, JournalRecord } from './conversation.ts';

/** How long pieces of an answer are gathered before they are written and shown: about two frames. */
const gatherMs = 30;

export interface TurnOptions {
  readonly answerId: string;
  /** Opens the stream; called once. */
  readonly open: () => AsyncIterable<ChatEvent>;
  readonly signal: AbortSignal;
  /** Gets each piece of the answer, and at the end the `end` record, in order. */
  readonly record: (record: JournalRecord) => void;
  /** How often the question was sent again so far. */
  readonly retries?: () => number;
  readonly now?: () => number;
}

/**
 * Runs one answer to its end, and always ends it: complete, stopped by the person, interrupted, or failed
 * before anything came. Never throws.
 */
export async function runTurn({
  answerId,
  open,
  signal,
  record,
  retries = () => 0,
  now = Date.now,
}: TurnOptions): Promise<EndRecord> {
  const pieces = gatherPieces(answerId, record);
  const startedAt = now();
  let firstTokenMs: number | undefined;
  let usage: Usage | undefined;
  let pictures = 0;
  let servedModel: string | undefined;
  let requestId: string | undefined;
  let outcome: Pick<EndRecord, 'status' | 'failure' | 'cause' | 'finishReason'> | undefined;
  try {
    for await (const event of open()) {
      switch (event.type) {
        case 'start':
          servedModel = event.model;
          requestId = event.requestId;
          break;
        case 'text':
        case 'thinking':
          firstTokenMs ??= now() - startedAt;
          pieces.add(event.type, event.text);
          break;
        case 'image':
          pictures += 1;
          break;
        case 'usage':
          usage = { ...usage, ...event.usage };
          break;
        case 'finish':
          outcome = {
            status: event.verdict,
            ...(event.cause && { cause: event.cause }),
            ...(event.reason && { finishReason: event.reason }),
            ...(event.verdict === 'interrupted' && {
              failure: toFailure(event.error ?? new RelayError('interrupted')),
            }),
          };
      }
    }
    outcome ??= { status: 'interrupted', failure: toFailure(new RelayError('interrupted')) };
  } catch (error) {
    const isStopped = signal.aborted || (error instanceof RelayError && error.kind === 'cancelled');
    outcome = isStopped
      ? { status: 'stopped' }
      : { status: pieces.any ? 'interrupted' : 'failed', failure: toFailure(error) };
  }
  pieces.flush();
  const at = now();
  const sentAgain = retries();
  const end: EndRecord = {
    type: 'end',
    id: answerId,
    at,
    durationMs: at - startedAt,
    ...outcome,
    ...(firstTokenMs !== undefined && { firstTokenMs }),
    ...(sentAgain > 0 && { retries: sentAgain }),
    ...(usage && { usage }),
    ...(pictures > 0 && { pictures }),
    ...(servedModel && { servedModel }),
    ...(requestId && { requestId }),
  };
  record(end);
  return end;
}

/** A failure as it is kept in the journal; words are found when it is shown. */
function toFailure(error: unknown): NonNullable<EndRecord['failure']> {
  if (error instanceof NotReadyError) return { kind: 'notReady', details: { missing: error.missing } };
  if (error instanceof RelayError) return { kind: error.kind, details: { ...error.details } };
  return { kind: 'internal', details: { message: error instanceof Error ? error.message : String(error) } };
}

function gatherPieces(answerId: string, record: (record: JournalRecord) => void) {
  let kind: 'text' | 'thinking' = 'text';
  let gathered: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (gathered.length === 0) return;
    record({ type: 'delta', id: answerId, kind, text: gathered.join('') });
    gathered = [];
  };
  return {
    any: false,
    add(newKind: 'text' | 'thinking', text: string) {
      if (newKind !== kind) flush();
      kind = newKind;
      gathered.push(text);
      this.any = true;
      timer ??= setTimeout(flush, gatherMs);
    },
    flush,
  };
}
