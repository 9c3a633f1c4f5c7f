import { NotReadyError } from '../../messages/ownErrors.ts';
import type { ChatEvent, Usage } from '../../relay/chat/chatEvent.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { defined, nonEmpty } from '../../relay/json.ts';
import type { EndRecord, JournalRecord, PictureRecord, ToolResultRecord } from './records.ts';

/** How long deltas are gathered after the first one before they are saved and shown: about two frames. */
const gatherMs = 30;

/** The outcome of a tool call. */
export interface ToolOutcome {
  readonly status: ToolResultRecord['status'];
  /** As the model gets it. */
  readonly text: string;
  readonly pictures?: readonly Uint8Array[];
  /** In a few words, for the person: how much was read, or how a command ended. */
  readonly summary?: string;
}

type Finish = Extract<ChatEvent, { readonly type: 'finish' }>;
type DrawnImage = Extract<ChatEvent, { readonly type: 'image' }>;

/** Events of a response that may call tools. */
export type AnswerEvent =
  | Exclude<ChatEvent, Finish | DrawnImage>
  | (DrawnImage & { readonly revisedPrompt?: string })
  /** An image that was withheld, with the relay's reason. */
  | { readonly type: 'withheld'; readonly reason?: string }
  /** `lastUsage`: of the last round only, which tells how full the context is; the `usage` events are sums. */
  | (Finish & Pick<EndRecord, 'lastUsage' | 'endedBy'>)
  | ({ readonly type: 'toolResult'; readonly callId: string } & ToolOutcome);

interface ResponseRecording {
  readonly answerId: string;
  /** Opens the stream; called once. */
  readonly open: () => AsyncIterable<AnswerEvent>;
  readonly signal: AbortSignal;
  /** Saves an image; undefined on failure. Never rejects. */
  readonly keepPicture: (bytes: Uint8Array, isDrawn: boolean) => Promise<PictureRecord | undefined>;
  /** Receives each part of the response, in order. */
  readonly record: (record: JournalRecord) => void;
}

/**
 * Runs one response to its end and returns how it ended: complete, stopped, interrupted, or failed before any output.
 * Never throws.
 */
export async function recordResponse({
  answerId,
  open,
  signal,
  record,
  keepPicture,
}: ResponseRecording): Promise<EndRecord & { readonly durationMs: number }> {
  const pieces = gatherPieces(answerId, record);
  const startedAt = Date.now();
  let firstTokenMs: number | undefined;
  let usage: Usage | undefined;
  /** Number of images that could not be saved. */
  let pictures = 0;
  const withheld: string[] = [];
  let isAnything = false;
  let servedModel: string | undefined;
  let requestId: string | undefined;
  let outcome:
    | Pick<EndRecord, 'status' | 'failure' | 'cause' | 'finishReason' | 'lastUsage' | 'endedBy'>
    | undefined;
  /** Adds a record other than text, after the text that was gathered before it. */
  const add = (piece: JournalRecord) => {
    pieces.flush();
    firstTokenMs ??= Date.now() - startedAt;
    isAnything = true;
    record(piece);
  };
  try {
    for await (const event of open()) {
      switch (event.type) {
        case 'start':
          servedModel = event.model;
          requestId = event.requestId;
          break;
        case 'text':
        case 'thinking':
          firstTokenMs ??= Date.now() - startedAt;
          isAnything = true;
          pieces.add(event.type, event.text);
          break;
        case 'signature':
        case 'redactedThinking':
          add({ ...event, id: answerId });
          break;
        case 'image': {
          const picture = await keepPicture(event.bytes, true);
          const { revisedPrompt } = event;
          if (picture)
            add({ type: 'picture', id: answerId, picture, ...(revisedPrompt && { revisedPrompt }) });
          else pictures += 1;
          break;
        }
        case 'withheld':
          withheld.push(event.reason ?? '');
          break;
        case 'toolCall': {
          const { id: callId, ...call } = event;
          add({ ...call, id: answerId, callId });
          break;
        }
        case 'toolResult': {
          const { pictures: given = [], ...result } = event;
          const kept = await Promise.all(given.map((bytes) => keepPicture(bytes, false)));
          const shown = kept.flatMap((picture) => picture ?? []);
          add({ ...result, id: answerId, ...(shown.length > 0 && { pictures: shown }) });
          break;
        }
        case 'usage':
          usage = { ...usage, ...event.usage };
          break;
        case 'finish':
          outcome = defined({
            status: event.verdict,
            cause: event.cause,
            finishReason: event.reason || undefined,
            endedBy: event.endedBy,
            lastUsage: event.lastUsage,
            failure:
              event.verdict === 'interrupted'
                ? toFailure(event.error ?? new RelayError('interrupted'))
                : undefined,
          });
      }
    }
    outcome ??= { status: 'interrupted', failure: toFailure(new RelayError('interrupted')) };
  } catch (error) {
    const isStopped = signal.aborted || (error instanceof RelayError && error.kind === 'cancelled');
    outcome = isStopped
      ? { status: 'stopped' }
      : { status: isAnything ? 'interrupted' : 'failed', failure: toFailure(error) };
  }
  pieces.end();
  const at = Date.now();
  return defined({
    type: 'end' as const,
    id: answerId,
    at,
    durationMs: at - startedAt,
    ...outcome,
    firstTokenMs,
    usage,
    pictures: pictures || undefined,
    withheld: nonEmpty(withheld),
    servedModel: servedModel || undefined,
    requestId: requestId || undefined,
  });
}

/** A failure as the journal stores it; the message is made when it is shown. */
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
    if (gathered.length === 0) return;
    record({ type: 'delta', id: answerId, kind, text: gathered.join('') });
    gathered = [];
  };
  /** Deltas that arrive faster than this are gathered; the first one after a pause is not delayed. */
  const rest = () => {
    timer = undefined;
    if (gathered.length === 0) return;
    flush();
    timer = setTimeout(rest, gatherMs);
  };
  return {
    add(newKind: 'text' | 'thinking', text: string) {
      if (newKind !== kind) flush();
      kind = newKind;
      gathered.push(text);
      if (timer === undefined) {
        timer = setTimeout(rest, gatherMs);
        flush();
      }
    },
    flush,
    end() {
      clearTimeout(timer);
      flush();
    },
  };
}
