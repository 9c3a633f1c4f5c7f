import { isErrorJson } from '../../errors/errorBody.ts';
import { endOfObject } from '../../json.ts';
import { readImage } from '../../media/imageFormat.ts';
import { type AnswerSink, causeOfReason } from '../answerSink.ts';
import type { FinishCause } from '../chatEvent.ts';
import type { ChatReader } from '../chatProtocol.ts';
import { createThinkTags } from '../thinkTags.ts';
import {
  type Chunk,
  type ContentPart,
  chunkSchema,
  type Message,
  readImageAddress,
  readUsage,
  type ToolCall,
} from './chunkSchema.ts';
import { createInlineImages } from './inlineImages.ts';

/** A chunk that is only text, as nearly all are: checked by hand, because that costs a tenth of parsing. */
interface PlainChunk {
  readonly choices: readonly {
    readonly index?: unknown;
    readonly delta?: { readonly content?: unknown } & Readonly<Record<string, unknown>>;
    readonly finish_reason?: unknown;
  }[];
  readonly usage?: unknown;
  readonly error?: unknown;
}

/** What is known of the last call under a key. */
interface KnownCall {
  id: string | undefined;
  name: string | undefined;
  /** The input received so far. */
  input: string;
}

/** Reads responses in the chat-completions protocol (contract 4), streamed and whole. */
export function createChatCompletionsReader(sink: AnswerSink): ChatReader {
  const images = createInlineImages({
    text: (text) => sink.text(text),
    image: (image) => sink.event({ type: 'image', ...image }),
  });
  const content = createThinkTags({
    text: images.add,
    thinking: (text) => sink.thinking(text),
  });
  const callsByKey = new Map<number | string, KnownCall>();
  let lastKey: number | string = 0;
  let hasStarted = false;
  let hasDeltas = false;
  let hasFinished = false;
  let hasCalls = false;
  let hasRefused = false;
  /** An empty finish reason, from a chunk that has nothing else. */
  let emptyReason: string | undefined;

  function readChunk({ id, model, choices, usage: rawUsage }: Chunk): void {
    // If a filter checked the prompt, a chunk without choices comes first, which may lack the id.
    if (!hasStarted && choices && (choices.length > 0 || id)) {
      hasStarted = true;
      sink.start(id, model);
    }
    const choice = firstChoice(choices);
    // Some relays repeat the whole message after streaming it.
    const message = choice?.delta ?? (hasDeltas ? undefined : choice?.message);
    if (message) readMessage(message);
    const usage = readUsage(rawUsage);
    if (usage) sink.event({ type: 'usage', usage });
    const reason = choice?.finish_reason;
    const isEmpty = Object.values(message ?? {}).every(isNothing);
    hasDeltas ||= Boolean(choice?.delta) && !isEmpty;
    emptyReason = isEmpty ? (reason ?? (choice ? undefined : emptyReason)) : undefined;
    readFinish(reason);
  }

  function readMessage(message: Message): void {
    tellThought(message.reasoning_content || message.reasoning || joinThoughts(message.content_blocks));
    if (typeof message.content === 'string') content.add(message.content);
    else for (const part of message.content ?? []) readPart(part);
    readRefusal(message.refusal);
    for (const image of message.images ?? []) tellImage(image);
    for (const piece of message.tool_calls ?? []) if (piece) addToCall(piece);
  }

  function readPart(part: ContentPart): void {
    if (typeof part === 'string') return content.add(part);
    const { thinking, text, refusal } = part;
    tellThought(typeof thinking === 'string' ? thinking : joinTexts(thinking));
    if (text) content.add(text);
    readRefusal(refusal);
    if (part.image_url) tellImage(part);
  }

  function tellThought(thought: string | null | undefined): void {
    if (!thought) return;
    settle();
    sink.thinking(thought);
  }

  function readRefusal(refusal: string | null | undefined): void {
    if (!refusal) return;
    hasRefused = true;
    content.add(refusal);
  }

  /** A remote image is emitted as Markdown, as other relays write it: nothing is fetched unasked. */
  function tellImage(json: unknown): void {
    const address = readImageAddress(json);
    if (!address) return;
    settle();
    if (/^https?:\/\/[^\s()<>]+$/i.test(address)) return sink.text(`![image](${address})`);
    const image = readImage(address);
    if (image) sink.event({ type: 'image', ...image });
  }

  function addToCall(piece: ToolCall): void {
    const { name, arguments: input } = piece.function ?? {};
    hasCalls ||= Boolean(name);
    sink.addToCall(keyOf(piece), {
      id: piece.id,
      name,
      signature: piece.extra_content?.google?.thought_signature,
      ...(typeof input === 'string' ? { fragment: input } : { input }),
    });
  }

  /**
   * The call that a piece belongs to: by its index, else its id, else it goes on with the call before it. Relays leave
   * out any of them. Services that give every call the same index replace a call by another one.
   */
  function keyOf(piece: ToolCall): number | string {
    const { index, id, function: called } = piece;
    const goesOn = !id || id === callsByKey.get(lastKey)?.id;
    const key = index ?? (goesOn ? lastKey : id);
    lastKey = key;
    let call = callsByKey.get(key);
    if (call && isAnother(call, piece)) {
      sink.closeCall(key);
      call = undefined;
    }
    if (!call) {
      call = { id: undefined, name: undefined, input: '' };
      callsByKey.set(key, call);
    }
    call.id = id || call.id;
    call.name ||= called?.name ?? undefined;
    const input = called?.arguments ?? '';
    call.input += typeof input === 'string' ? input : JSON.stringify(input);
    return key;
  }

  function readFinish(reason: string | null | undefined): void {
    const word = reason?.trim().toLowerCase();
    if (!reason || !word || word === 'null') return;
    end();
    const isStop = causeOfReason(word) === 'stop';
    // Relays that convert may send `stop` in a separate chunk after the real reason.
    if (isStop && hasFinished) return sink.stop({});
    hasFinished = true;
    sink.stop({ reason, ...(isStop && { cause: causeOfStop() }) });
  }

  /** Services also send `stop` for refusals, and for calls, which the sink knows. */
  function causeOfStop(): FinishCause {
    return hasRefused && !hasCalls ? 'refusal' : 'stop';
  }

  function settle(): void {
    content.settle();
    images.settle();
  }

  function end(): void {
    content.settle();
    images.end();
  }

  return {
    readEvent(name, json) {
      const text = hasStarted && name !== 'error' ? plainTextOf(json) : undefined;
      if (text !== undefined) {
        emptyReason = undefined;
        hasDeltas = true;
        content.add(text);
      } else if (name === 'error' || isErrorJson(json)) {
        end();
        sink.fail(json);
      } else {
        const chunk = chunkSchema.safeParse(json).data;
        if (chunk) readChunk(chunk);
      }
    },

    readWhole(json) {
      const chunk = isErrorJson(json) ? undefined : chunkSchema.safeParse(json).data;
      const choice = firstChoice(chunk?.choices);
      if (!chunk || !(choice?.message ?? choice?.delta)) return false;
      readChunk(chunk);
      end();
      return true;
    },

    readSentinel() {
      // Some relays send '' or 'null' as the reason: meaningless mid-stream, but a stop before the sentinel.
      if (hasFinished || emptyReason === undefined) return;
      end();
      hasFinished = true;
      sink.stop({ reason: emptyReason, cause: causeOfStop() });
    },

    end,
  };
}

/** Whether a field has no content, other than the role of the assistant. */
function isNothing(value: unknown): boolean {
  return !value || value === 'assistant' || (Array.isArray(value) && value.length === 0);
}

/** Only one response was requested; if a relay sends several, it comes first. */
function firstChoice(choices: Chunk['choices']) {
  return choices?.find((choice) => choice && !choice.index);
}

/** In a stream, a block is within a delta. The text of blocks is skipped: `content` has it, too. */
function joinThoughts(blocks: Message['content_blocks']): string {
  return (blocks ?? []).map((block) => block?.thinking || block?.delta?.thinking || '').join('');
}

function joinTexts(
  parts: readonly { readonly text?: string | null | undefined }[] | null | undefined,
): string {
  return (parts ?? []).map(({ text }) => text ?? '').join('');
}

function plainTextOf(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null) return undefined;
  const { choices, usage, error } = json as Partial<PlainChunk>;
  if (usage || error || !Array.isArray(choices) || choices.length !== 1) return undefined;
  const choice = (choices as PlainChunk['choices'])[0];
  const delta = choice?.delta;
  if (!delta?.content || typeof delta.content !== 'string' || choice?.index || choice?.finish_reason)
    return undefined;
  const isMore =
    delta['reasoning_content'] ||
    delta['reasoning'] ||
    delta['content_blocks'] ||
    delta['refusal'] ||
    delta['images'] ||
    delta['tool_calls'];
  return isMore ? undefined : delta.content;
}

/** Whether a piece belongs to another call than the known one. Services repeat a name, some with every piece. */
function isAnother(known: KnownCall, { id, function: called }: ToolCall): boolean {
  const name = called?.name;
  if (!name) return false;
  if (id && known.id) return id !== known.id;
  return known.name !== undefined && (name !== known.name || isWhole(known.input));
}

/** Scanned only if it may end here, because every piece of a long input may repeat the name. */
function isWhole(input: string): boolean {
  return input.trimEnd().endsWith('}') && endOfObject(input, input.indexOf('{')) !== -1;
}
