import type { quirkGroups } from '../../../../relay/quirks/table.ts';
import type { Heard } from '../../chat/askChat.ts';
import { answering, breaking, type Expectations, failing, finishing, same, told } from './effect.ts';
import type { Answer } from './quirkColumns.ts';

type Groups = typeof quirkGroups;

const upstream = { relayMessage: 'upstream error: do request failed', code: 'do_request_failed' };
const overloaded = { relayMessage: 'Overloaded', code: 'overloaded_error' };
const engine = {
  relayMessage: 'The engine is currently overloaded, please try again later',
  code: 'engine_overloaded',
};
const model = { relayMessage: 'The model is overloaded. Please try again later.', code: 'UNAVAILABLE' };
/** Longer than a busy machine pauses between two events. */
const idleMs = 300;

function brokenBy(words: { relayMessage?: string; code?: string } = {}) {
  return breaking('interrupted', { status: 200, ...words });
}

function toldAs200({ relayMessage, code }: typeof upstream) {
  return told(200, 'server', relayMessage, code);
}

/** The usual response with all parts of one type changed. */
function changeParts(type: string, change: (part: Heard) => readonly Heard[]) {
  return answering(({ parts }) => ({
    parts: parts.flatMap((part) => (part['type'] === type ? change(part) : [part])),
  }));
}

function addText(type: string, text: string) {
  return changeParts(type, (part) => [{ ...part, text: `${part['text']}${text}` }]);
}

function withoutUsage(): (usual: Answer) => Partial<Answer> {
  return () => ({ usage: {} });
}

export const streamFailureExpectations: Expectations<Groups['failures of streams']> = {
  'ping-before-error': toldAs200(upstream),
  'json-tail-after-stream': { ...brokenBy(upstream), but: { messages: brokenBy(overloaded).effect } },
  'google-error-tail': brokenBy({ relayMessage: 'Internal error encountered.', code: 'INTERNAL' }),
  'html-tail': brokenBy({ relayMessage: '502 Bad Gateway' }),
  'error-as-data': brokenBy(upstream),
  'error-event': {
    ...brokenBy(overloaded),
    but: { chatCompletions: brokenBy(engine).effect, generateContent: brokenBy(model).effect },
  },
  'error-event-first': {
    ...toldAs200(overloaded),
    but: { chatCompletions: toldAs200(engine).effect, generateContent: toldAs200(model).effect },
  },
  'clean-cut': brokenBy(),
  'clean-cut-inside-event': brokenBy(),
  'socket-cut': breaking('interrupted', { systemCode: 'UND_ERR_SOCKET' }),
  stalled: { ...breaking('timeout', { phase: 'idle', timeoutMs: idleMs }), timeouts: { idleMs } },
  'stalled-after-end': { ...same, timeouts: { idleMs } },
  garbage: breaking('invalidResponse', { status: 200 }),
  'empty-stream': failing('invalidResponse', { status: 200 }),
  'done-only': failing('invalidResponse', { status: 200 }),
  'stream-of-json-error': toldAs200(upstream),
};

export const chatCompletionsExpectations: Expectations<Groups['chat completions']> = {
  'done-without-finish': brokenBy(),
  // The quirk's own numbers; the last ones count.
  'usage-on-every-chunk': answering(() => ({ usage: { inputTokens: 1, outputTokens: 1 } })),
  'usage-missing': answering(withoutUsage()),
  'reasoning-newline': addText('thinking', '\n'),
  'images-as-markdown': addText('text', '\n'),
  'finish-reason-empty': finishing('toolCalls'),
  // Without a finish reason, no call can be trusted to be complete.
  'finish-reason-null': brokenBy(),
  'finish-reason-null-text': finishing('toolCalls', 'null'),
  'finish-reason-eos': finishing('toolCalls', 'eos'),
  'finish-reason-max-tokens': finishing('length', 'max_tokens'),
  'finish-reason-malformed': finishing('other', 'MALFORMED_FUNCTION_CALL'),
  'finish-reason-stop-with-calls': finishing('toolCalls', 'stop'),
  'finish-reason-error-type': brokenBy({ code: 'overloaded_error' }),
  'finish-reason-error': brokenBy({ code: 'error' }),
  'finish-reason-abort': brokenBy({ code: 'abort' }),
  'finish-reason-end-turn': finishing('toolCalls', 'end_turn'),
  'finish-reason-tool-use': finishing('toolCalls', 'tool_use'),
  'finish-reason-capitals': finishing('toolCalls', 'STOP'),
  'finish-reason-capital-length': finishing('length', 'MAX_TOKENS'),
  'usage-estimated': answering(() => ({ usage: { inputTokens: 2016, outputTokens: 7 } })),
};

export const toolCallExpectations: Expectations<Groups['tool calls of chat completions']> = {
  'tool-index-missing': changeParts('toolCall', (call) => [
    { ...call, id: call['name'] === 'getWeather' ? 'call_0' : 'call_1' },
  ]),
  'calls-with-foreign-reason': finishing('toolCalls', 'FUNCTION_CALL'),
};

export const messagesExpectations: Expectations<Groups['messages']> = {
  'no-message-delta': answering(() => ({
    usage: { inputTokens: 56, outputTokens: 1 },
    finish: { type: 'finish', verdict: 'complete', cause: 'toolCalls' },
  })),
  'no-message-start': answering(() => ({ start: { type: 'start', requestId: '<id>' } })),
  // Only a call's start has its name.
  'blocks-without-start': changeParts('toolCall', () => []),
  'thinking-without-signature': changeParts('signature', () => []),
  'string-content': {
    ...answering(({ parts }) => ({ parts: parts.filter(({ type }) => type === 'text') })),
    isWhole: true,
  },
  'text-dropped-with-calls': { ...changeParts('text', () => []), isWhole: true },
  'input-as-string': { ...same, isWhole: true },
  'usage-zero-at-start': answering(() => ({ usage: { inputTokens: 2016, outputTokens: 7 } })),
  'usage-absent': answering(withoutUsage()),
  'message-delta-without-usage': answering(() => ({ usage: { inputTokens: 56, outputTokens: 1 } })),
  'error-event-in-message': breaking('interrupted', {
    status: 200,
    upstreamStatus: 529,
    relayMessage: 'Overloaded in the middle',
    code: 'overloaded_error',
  }),
  'error-chunk-in-messages-stream': brokenBy({
    relayMessage: 'The provider went away',
    code: 'stream_error',
  }),
  // Nothing in it shows that the provider broke off.
  'answer-made-complete': {
    effect: () => ({ type: 'finish', verdict: 'complete', cause: 'stop', reason: 'end_turn' }),
    round: (came) => (came as Answer).finish,
  },
  'thoughts-as-text': answering(({ parts }) => {
    const [thought, , text, ...calls] = parts;
    return { parts: [{ ...text, text: `${thought?.['text']}${text?.['text']}` }, ...calls] };
  }),
  'stop-reason-end-turn-with-calls': finishing('toolCalls', 'end_turn'),
  'stop-reason-error': breaking('interrupted', { status: 200, code: 'overloaded_error' }),
  'model-unknown': answering(({ start }) => ({ start: { ...start, model: 'unknown' } })),
  'stop-reason-null': finishing('toolCalls'),
  'stop-reason-pause-turn': finishing('other', 'pause_turn'),
  'stop-reason-context-exceeded': finishing('length', 'model_context_window_exceeded'),
  'stop-reason-with-details': finishing('refusal', 'refusal'),
};

export const generateContentExpectations: Expectations<Groups['generate content']> = {
  'no-finish-reason': brokenBy(),
  'finish-reason-recitation': finishing('refusal', 'RECITATION'),
  'signature-on-empty-text': answering(({ parts }) => ({
    parts: [...parts, { type: 'signature', signature: '<signature>' }],
  })),
  'finish-reason-other-error': brokenBy({ code: 'error' }),
  'blocked-prompt': answering(() => ({
    start: { type: 'start', requestId: '<id>' },
    parts: [],
    usage: { inputTokens: 1 },
    finish: { type: 'finish', verdict: 'complete', cause: 'refusal', reason: 'PROHIBITED_CONTENT' },
  })),
  'empty-candidates': failing('invalidResponse', { status: 200 }),
  'usage-metadata-missing': answering(withoutUsage()),
};
