import * as z from 'zod';
import { isErrorJson } from '../../errors/errorBody.ts';
import { readImage } from '../../media/imageFormat.ts';
import { count, flag, maybe, text } from '../../schemas.ts';
import { type AnswerSink, errorOfReason } from '../answerSink.ts';
import type { FinishCause, Usage } from '../chatEvent.ts';
import type { ChatReader } from '../chatProtocol.ts';
import { createInputUsage } from '../inputUsage.ts';
import { createThinkTags } from '../thinkTags.ts';
import { writeJson } from '../toolInput.ts';

/**
 * An object with camelCase fields: relays write names like the protocol, or like its protocol buffers
 * (thought_signature). Names inside of a field stay unchanged, because arguments have their own.
 */
function fields<Shape extends z.ZodRawShape>(shape: Shape) {
  return maybe(z.preprocess(withCamelNames, z.looseObject(shape)));
}

function withCamelNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (!entries.some(([name]) => name.includes('_'))) return value;
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      name.replace(/_+([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      inner,
    ]),
  );
}

const partSchema = fields({
  text,
  thought: flag,
  thoughtSignature: text,
  inlineData: fields({ data: text }),
  functionCall: fields({ name: text, id: text, args: z.unknown().optional() }),
});

const candidateSchema = fields({
  index: count,
  content: fields({ parts: maybe(z.array(partSchema)) }),
  finishReason: text,
});

/** A reply, or a piece of one: both have the same shape. */
const replySchema = fields({
  candidates: maybe(z.array(candidateSchema)),
  promptFeedback: fields({ blockReason: text }),
  usageMetadata: z.unknown().optional(),
  modelVersion: text,
  responseId: text,
});

/** Token counts of a reply so far. */
const usageSchema = fields({
  promptTokenCount: count,
  candidatesTokenCount: count,
  thoughtsTokenCount: count,
  cachedContentTokenCount: count,
  totalTokenCount: count,
});

type Part = z.infer<typeof partSchema>;
type FunctionCall = NonNullable<NonNullable<Part>['functionCall']>;

/** Only one call is open at a time. */
const callKey = 0;

/** Reasons that mean that there is none yet. */
const unfinished = /^\s*(null|(finish_reason|block(ed)?_reason)_unspecified)?\s*$/i;

/** Reads responses in the generate-content protocol (contract 4), streamed and whole. */
export function createGenerateContentReader(sink: AnswerSink): ChatReader {
  const usage = createUsageTeller(sink);
  const content = createThinkTags(sink);
  let hasStarted = false;
  let hasStopped = false;
  let openCall: { readonly args: unknown; readonly fragments: string[] } | undefined;

  /** Reads a reply, and returns whether it is a response, or a piece of one. */
  function readReply(json: unknown): boolean {
    const { candidates, promptFeedback, ...reply } = replySchema.safeParse(json).data ?? {};
    const { responseId: id, modelVersion: model, usageMetadata } = reply;
    usage.remember(usageMetadata);
    const blockReason = promptFeedback?.blockReason ?? '';
    const isBlocked = !unfinished.test(blockReason);
    const isAnswer = isBlocked || candidates?.some(Boolean) === true;
    if (isAnswer && !hasStarted) {
      hasStarted = true;
      sink.start(id, model);
      usage.tell();
    }
    const candidate = candidates?.find((one, place) => (one?.index ?? place) === 0);
    for (const part of candidate?.content?.parts ?? []) readPart(part);
    const reason = candidate?.finishReason ?? '';
    if (!unfinished.test(reason)) stop(reason);
    else if (isBlocked && !candidate) stop(blockReason, 'refusal');
    if (hasStopped) usage.tell();
    return isAnswer;
  }

  function readPart(part: Part): void {
    if (!part) return;
    const { text, thought, thoughtSignature: signature, functionCall, inlineData } = part;
    if (functionCall) {
      content.settle();
      addCall(functionCall, signature);
      return;
    }
    closeCall();
    if (thought) tellThought(text ?? '');
    else {
      content.add(text ?? '');
      // Only outside of thoughts: images in thoughts are drafts of the final image.
      const image = inlineData?.data ? readImage(inlineData.data) : undefined;
      if (image) tellEvent({ type: 'image', ...image });
    }
    if (signature) tellEvent({ type: 'signature', signature });
  }

  /**
   * Calls come whole in this protocol, but relays that convert a stream of chat completions pass on each piece as a
   * separate call: the first has the name and hardly any arguments, the others have no name and a piece of the
   * arguments' JSON text as the only argument, called `arguments`.
   */
  function addCall({ name, id, args }: FunctionCall, signature: string | null | undefined): void {
    const fragment = readFragment(args);
    if (!name) {
      openCall?.fragments.push(fragment ?? writeJson(args));
      return;
    }
    closeCall();
    openCall = { args, fragments: [fragment ?? ''] };
    sink.addToCall(callKey, { id, name, signature });
    // A call with real arguments is complete: close it rather than wait for pieces that may not come.
    if (fragment === undefined) closeCall();
  }

  /** What follows is not a piece of the open call. */
  function closeCall(): void {
    if (!openCall) return;
    const { args, fragments } = openCall;
    openCall = undefined;
    sink.addToCall(callKey, fragments.length > 1 ? { fragment: fragments.join('') } : { input: args });
    sink.closeCall(callKey);
  }

  function tellThought(text: string): void {
    content.settle();
    sink.thinking(text);
  }

  function tellEvent(event: Parameters<AnswerSink['event']>[0]): void {
    content.settle();
    sink.event(event);
  }

  function stop(reason: string, cause?: FinishCause): void {
    content.settle();
    // A call that an error truncated is never emitted.
    if (!errorOfReason(reason)) {
      closeCall();
      hasStopped = true;
    }
    // Not the last event: some relays send the usage later, and others put a finish mark on every piece.
    sink.stop({ reason, ...(cause && { cause }) });
  }

  function readOne(json: unknown): boolean {
    if (hasStarted && isPlainText(json)) {
      const { text, thought } = json.candidates[0].content.parts[0];
      closeCall();
      if (thought) tellThought(text);
      else content.add(text);
      usage.remember(json.usageMetadata ?? json.usage_metadata);
      return true;
    }
    if (Array.isArray(json)) return false;
    const isAnswer = readReply(json);
    if (isErrorJson(json)) {
      end();
      sink.fail(json);
    }
    return isAnswer;
  }

  function end(): void {
    content.settle();
    // A call that came after the finish mark is complete; without the mark, it may be truncated.
    if (hasStopped) closeCall();
    // Report what an interrupted response has cost so far.
    if (hasStarted) usage.tell();
  }

  /** A stream without `alt=sse` is one array of its pieces; some relays wrap each piece in one. */
  function readAll(json: unknown): boolean {
    return Array.isArray(json) ? json.map(readOne).includes(true) : readOne(json);
  }

  return {
    readEvent(_, json) {
      readAll(json);
    },

    readWhole(json) {
      const isAnswer = readAll(json);
      content.settle();
      closeCall();
      usage.tell();
      return isAnswer;
    },

    end,
  };
}

/** A piece that is only text, as nearly all are: checked by hand, because that costs a tenth of parsing. */
interface PlainText {
  readonly candidates: readonly [
    {
      readonly content: { readonly parts: readonly [{ readonly text: string; readonly thought?: boolean }] };
    },
  ];
  readonly usageMetadata?: unknown;
  readonly usage_metadata?: unknown;
}

function isPlainText(json: unknown): json is PlainText {
  if (typeof json !== 'object' || json === null || 'error' in json) return false;
  const candidate = firstOf((json as Partial<PlainText>).candidates);
  if (!candidate || candidate['index'] || candidate['finishReason'] || candidate['finish_reason'])
    return false;
  const parts = (candidate['content'] as Partial<Record<string, unknown>> | null | undefined)?.['parts'];
  const part = firstOf(parts);
  if (!part || (parts as readonly unknown[]).length !== 1) return false;
  for (const name in part) if (name !== 'text' && name !== 'thought') return false;
  const { text, thought } = part;
  return typeof text === 'string' && (typeof thought === 'boolean' || thought === undefined);
}

/** Not by destructuring: that uses the iterator, which is slow if another extension has changed it. */
function firstOf(list: unknown): Partial<Record<string, unknown>> | undefined {
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'object' && first !== null ? first : undefined;
}

/**
 * Reports the usage that comes with every piece of a response. It is cumulative and the last one counts, so only
 * the first and those from the finish mark on are read and reported.
 */
function createUsageTeller(sink: AnswerSink) {
  let latest: unknown;
  let told = '{}';

  return {
    remember(usageMetadata: unknown): void {
      if (typeof usageMetadata === 'object' && usageMetadata !== null) latest = usageMetadata;
    },

    tell(): void {
      const usage = readUsage(latest);
      const text = JSON.stringify(usage);
      if (text === told || text === '{}') return;
      told = text;
      sink.event({ type: 'usage', usage });
    },
  };
}

/** Zero counts are left out: relays fill unknown ones with 0, which would overwrite earlier counts. */
function readUsage(json: unknown): Usage {
  const raw = usageSchema.safeParse(json).data;
  const input = raw?.promptTokenCount ?? 0;
  const answered = raw?.candidatesTokenCount ?? 0;
  const thought = raw?.thoughtsTokenCount ?? 0;
  const cached = raw?.cachedContentTokenCount ?? 0;
  // The service counts thoughts separately; relays that convert include them, as the total shows.
  const isSum = raw?.totalTokenCount === input + answered;
  const output = isSum ? answered : answered + thought;
  return {
    ...createInputUsage({ input, cached, written: 0, isApart: false, output: answered }),
    ...(output && { outputTokens: output }),
  };
}

/** The piece of JSON text in `args`; '' without arguments, undefined for real arguments. */
function readFragment(args: unknown): string | undefined {
  if (args === undefined || args === null) return '';
  if (typeof args !== 'object') return undefined;
  const [first, ...others] = Object.entries(args);
  if (!first) return '';
  const [name, value] = first;
  return others.length === 0 && name === 'arguments' && typeof value === 'string' ? value : undefined;
}
