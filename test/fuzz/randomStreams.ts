import type { Protocol } from '../../src/relay/chat/protocolNames.ts';

/** A stream as a relay could send it, with line feeds; and, for a well-formed one, the events that are in it. */
interface RandomStream {
  readonly text: string;
  readonly events?: readonly { readonly event: string | undefined; readonly data: string }[];
}

export type Random = () => number;

function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

function times<T>(random: Random, most: number, make: () => T): T[] {
  return Array.from({ length: Math.floor(random() * (most + 1)) }, make);
}

const words = [
  'a',
  ' word',
  'äöü',
  '你好，世界',
  '😀',
  '👨‍👩‍👧',
  'e\u0301',
  '\u2028',
  '{',
  '}',
  '<p>',
  '"',
  '\\',
  ' ',
] as const;
const wholeTexts = [
  '{"a":1}',
  '[1,2]',
  '7',
  '"text"',
  '[DONE]',
  ' [DONE] ',
  '',
  ' {"a":1}  ',
  'no JSON',
  ': x',
] as const;
const noise = [
  ': PING\n\n',
  ':\n',
  'id: 7\n',
  'retry: 10\n',
  'unknown: x\n',
  'event: lonely\n\n',
  '\n',
  'data\n\n',
] as const;
const rawTails = [
  '{"error":{"message":"x","code":500}}',
  '{"type":"error","error":{"type":"overloaded_error","message":"x"}}\n',
  '{\n  "error": "x"\n}\n',
  '  [{"error":"x"}]',
  '  {"error":"x"}\n',
  '<html><title>502 Bad Gateway</title></html>',
  '<!doctype html>\n<h1>x</h1>\n\n',
] as const;

/** Frames of any kind, which no protocol needs to know. */
export function makeFrames(random: Random): RandomStream {
  let text = random() < 0.1 ? '\ufeff' : '';
  const events: { event: string | undefined; data: string }[] = [];
  for (let count = Math.floor(random() * 12); count > 0; count -= 1) {
    if (random() < 0.3) {
      const line = pick(random, noise);
      text += line;
      if (line === 'data\n\n') events.push({ event: undefined, data: '' });
      // A lonely field would count for the event after it, but ids and unknown ones don't show.
      continue;
    }
    const name = random() < 0.4 ? pick(random, ['message', 'content_block_delta', 'ping']) : undefined;
    const lines = [pick(random, wholeTexts), ...times(random, 1, () => pick(random, wholeTexts))];
    const space = random() < 0.8;
    if (name) text += `event:${space ? ' ' : ''}${name}\n`;
    for (const line of lines) text += `data:${space || line.startsWith(' ') ? ' ' : ''}${line}\n`;
    text += '\n';
    events.push({ event: name, data: lines.join('\n') });
  }
  if (random() < 0.6) return { text, events };
  if (random() < 0.5) return { text: text + pick(random, rawTails) };
  return { text: `${text}data: ${pick(random, wholeTexts)}${pick(random, ['', '\n', 'x', '{"error":1}'])}` };
}

const say = (random: Random) => times(random, 6, () => pick(random, words)).join('');
const frame = (json: object, name?: string) =>
  `${name ? `event: ${name}\n` : ''}data: ${JSON.stringify(json)}\n\n`;

function makeMessages(random: Random): string[] {
  const event = (type: string, fields: object = {}) =>
    frame({ type, ...fields }, random() < 0.8 ? type : undefined);
  const delta = (index: number, fields: object) => event('content_block_delta', { index, delta: fields });
  const block = (index: number): string[] => {
    switch (pick(random, ['text', 'text', 'thinking', 'tool', 'redacted'])) {
      case 'text':
        return [
          event('content_block_start', { index, content_block: { type: 'text', text: '' } }),
          ...times(random, 5, () => delta(index, { type: 'text_delta', text: say(random) })),
        ];
      case 'thinking':
        return [
          event('content_block_start', { index, content_block: { type: 'thinking', thinking: say(random) } }),
          ...times(random, 3, () => delta(index, { type: 'thinking_delta', thinking: say(random) })),
          ...times(random, 1, () => delta(index, { type: 'signature_delta', signature: 'sig' })),
        ];
      case 'tool':
        return [
          event('content_block_start', {
            index,
            content_block: { type: 'tool_use', id: `t${index}`, name: 'n', input: {} },
          }),
          ...['{"a":', JSON.stringify(say(random)), '}'].map((json) =>
            delta(index, { type: 'input_json_delta', partial_json: json }),
          ),
        ];
      default:
        return [
          event('content_block_start', { index, content_block: { type: 'redacted_thinking', data: 'x' } }),
        ];
    }
  };
  return [
    event('message_start', { message: { id: 'm', model: 'x', content: [], usage: { input_tokens: 3 } } }),
    ...[0, 1, 2]
      .slice(0, Math.ceil(random() * 3))
      .flatMap((index) => [...block(index), event('content_block_stop', { index })]),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } }),
    event('message_stop'),
  ];
}

function makeChatCompletions(random: Random): string[] {
  const chunk = (delta: object | null, finish: string | null = null, fields: object = {}) =>
    frame({
      id: 'c',
      model: 'x',
      choices: delta ? [{ index: 0, delta, finish_reason: finish }] : [],
      ...fields,
    });
  return [
    chunk({ role: 'assistant', content: '' }),
    ...times(random, 3, () => chunk({ reasoning_content: say(random) })),
    ...times(random, 6, () => chunk({ content: say(random) })),
    ...times(random, 1, () =>
      chunk({ content: pick(random, ['<think>', 'a<', '![', '![i](data:image/png;base64,iVBO', ')']) }),
    ),
    ...times(random, 2, () => 0).flatMap((_, index) => [
      chunk({ tool_calls: [{ index, id: `t${index}`, function: { name: 'n', arguments: '' } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: '{"a":' } }] }),
      chunk({ tool_calls: [{ index, function: { arguments: `${JSON.stringify(say(random))}}` } }] }),
    ]),
    chunk({}, pick(random, ['stop', 'length', 'tool_calls'])),
    ...times(random, 1, () => chunk(null, null, { usage: { prompt_tokens: 3, completion_tokens: 4 } })),
    'data: [DONE]\n\n',
  ];
}

function makeGenerateContent(random: Random): string[] {
  const piece = (parts: object[], fields: object = {}) =>
    frame({
      candidates: [{ content: { role: 'model', parts }, ...fields }],
      usageMetadata: { promptTokenCount: 3 },
      responseId: 'g',
    });
  return [
    ...times(random, 3, () => piece([{ text: say(random), thought: true }])),
    ...times(random, 6, () => piece([{ text: say(random) }])),
    ...times(random, 1, () =>
      piece([{ functionCall: { name: 'n', args: { a: say(random) } }, thoughtSignature: 'sig' }]),
    ),
    piece([], { finishReason: pick(random, ['STOP', 'MAX_TOKENS', 'SAFETY']) }),
  ];
}

const makers: Readonly<Record<Protocol, (random: Random) => string[]>> = {
  messages: makeMessages,
  chatCompletions: makeChatCompletions,
  generateContent: makeGenerateContent,
};

/** A response in a protocol, with what goes wrong on the way: noise, lost and doubled events, cuts, errors, tails. */
export function makeAnswer(random: Random, protocol: Protocol): string {
  let frames = makers[protocol](random);
  const harm = random();
  const at = Math.floor(random() * frames.length);
  if (harm < 0.1) frames = frames.toSpliced(at, 1);
  else if (harm < 0.2) frames = frames.toSpliced(at, 0, frames[at] ?? '');
  else if (harm < 0.35) frames = frames.toSpliced(at, 0, pick(random, noise));
  else if (harm < 0.45) frames = frames.toSpliced(at, 0, frame({ error: { message: 'x', code: 'y' } }));
  else if (harm < 0.55) frames = [...frames.slice(0, at), pick(random, rawTails)];
  const text = frames.join('');
  return harm < 0.75 ? text : text.slice(0, Math.floor(random() * text.length));
}
