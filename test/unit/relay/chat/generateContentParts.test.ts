import { deepStrictEqual } from 'node:assert/strict';
import { createJpeg, createPng } from '../images/pictureSamples.ts';
import { reply } from '../misbehavingServer.ts';
import { type Heard, interrupted } from './askChat.ts';
import { answerTo, data, finishPiece, opening, piece, question, textPiece } from './generateContentPieces.ts';

const png = createPng();
const jpeg = createJpeg();
const base64 = (bytes: Buffer) => bytes.toString('base64');
const image = (mediaType: string, bytes: Buffer): Heard => ({
  type: 'image',
  mediaType,
  bytes: new Uint8Array(bytes),
});
const text = (words: string): Heard => ({ type: 'text', text: words });
const toolCall = (name: string, input: object, others: object = {}): Heard => ({
  type: 'toolCall',
  id: 'made',
  name,
  input,
  ...others,
});

/** What a relay that converts makes of a call: pieces of its arguments' text, the first with the name. */
const callPieces = (name: string, ...fragments: readonly string[]) =>
  fragments.map((fragment, index) => [
    {
      functionCall: {
        name: index === 0 ? name : '',
        args: fragment === '' ? {} : { arguments: fragment },
      },
    },
  ]);

/** Deeper than what reads it allows, and shallow enough for the test to write it. */
const nested: object = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);

interface Case {
  readonly name: string;
  /** The parts of each piece of the stream, up to the finish mark. */
  readonly parts: readonly (readonly object[])[];
  readonly events: readonly Heard[];
}

describe('Generate-content parts', () => {
  const cases: readonly Case[] = [
    {
      name: 'several parts of one piece',
      parts: [
        [{ text: 'Hm', thought: true }, { text: 'A', thought: false }, { text: 'B' }],
        [{ text: 'C' }, { text: 'D' }],
      ],
      events: [{ type: 'thinking', text: 'Hm' }, text('ABCD')],
    },
    {
      name: 'thoughts after text',
      parts: [[{ text: 'A' }], [{ text: 'Hm', thought: true }], [{ text: 'B' }]],
      events: [text('A'), { type: 'thinking', text: 'Hm' }, text('B')],
    },
    {
      name: 'signatures of a thought, of a text, and of a text that is empty',
      parts: [
        [{ text: 'Hm', thought: true, thoughtSignature: 's1' }],
        [{ text: 'A', thought_signature: 's2' }],
        [{ text: 'B' }],
        [{ text: '', thoughtSignature: 's3' }],
      ],
      events: [
        { type: 'thinking', text: 'Hm' },
        { type: 'signature', signature: 's1' },
        text('A'),
        { type: 'signature', signature: 's2' },
        text('B'),
        { type: 'signature', signature: 's3' },
      ],
    },
    {
      name: 'parts that are none, or of another kind',
      parts: [
        [{}, { text: 7 }, { fileData: { fileUri: 'https://example.com/a' } }, { text: 'A' }],
        [{ functionResponse: { name: 'f' } }, { somethingNew: { a: 1 } }],
      ],
      events: [text('A')],
    },
    {
      name: 'several calls in one piece, two of one tool, with the service’s ids and without',
      parts: [
        [
          { functionCall: { name: 'f', args: { a_b: 1 }, id: 'x1' }, thoughtSignature: 's1' },
          { functionCall: { name: 'f', args: { a_b: 2 } } },
          { function_call: { name: 'g' } },
        ],
      ],
      events: [
        { type: 'toolCall', id: 'x1', name: 'f', input: { a_b: 1 }, signature: 's1' },
        toolCall('f', { a_b: 2 }),
        toolCall('g', {}),
      ],
    },
    {
      name: 'calls before, between and after text',
      parts: [
        [{ functionCall: { name: 'f', args: {} } }],
        [{ text: 'A' }],
        [{ functionCall: { name: 'g', args: { a: 1 } } }, { text: 'B' }],
        [{ functionCall: { name: 'h', args: null } }],
      ],
      events: [toolCall('f', {}), text('A'), toolCall('g', { a: 1 }), text('B'), toolCall('h', {})],
    },
    {
      name: 'arguments as JSON text, and as no object',
      parts: [
        [
          { functionCall: { name: 'f', args: '{"a":1}' } },
          { functionCall: { name: 'g', args: '{"a"' } },
          { functionCall: { name: 'h', args: [1] } },
        ],
      ],
      events: [
        toolCall('f', { a: 1 }),
        toolCall('g', {}, { invalidInput: '{"a"' }),
        toolCall('h', {}, { invalidInput: '[1]' }),
      ],
    },
    {
      name: 'calls that a relay passes on in pieces',
      parts: [
        ...callPieces('f', '', '{"a":', '1}', ''),
        ...callPieces('g', '{"arguments"', ':"x"}'),
        ...callPieces('h', ''),
        [{ functionCall: { name: 'i', args: {} } }],
        [{ functionCall: { name: '', args: { a: 1, b: 2 } } }],
        ...callPieces('j', '', '{"a":'),
      ],
      events: [
        toolCall('f', { a: 1 }),
        toolCall('g', { arguments: 'x' }),
        toolCall('h', {}),
        toolCall('i', { a: 1, b: 2 }),
        toolCall('j', {}, { invalidInput: '{"a":' }),
      ],
    },
    {
      name: 'arguments that are nested too deep to be written again',
      parts: [
        [{ functionCall: { name: 'f', args: nested } }],
        ...callPieces('g', ''),
        [{ functionCall: { name: '', args: nested } }],
      ],
      events: [toolCall('f', {}, { invalidInput: '{…' }), toolCall('g', {}, { invalidInput: '{…' })],
    },
    {
      name: 'a call whose only argument has the name that relays use for pieces',
      parts: [[{ functionCall: { name: 'f', args: { arguments: 'x' } } }]],
      events: [toolCall('f', { arguments: 'x' })],
    },
    {
      name: 'pieces of a call without its name',
      parts: [[{ text: 'A' }], [{ functionCall: { args: { a: 1 } } }, { functionCall: { name: null } }]],
      events: [text('A')],
    },
    {
      name: 'pictures by their bytes, and no other media',
      parts: [
        [{ text: 'A' }, { inlineData: { mimeType: 'image/png', data: base64(png) } }],
        [{ inline_data: { mime_type: 'image/png', data: `data:image/png;base64,${base64(jpeg)}` } }],
        [{ inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } }],
        [{ inlineData: { mimeType: 'image/png', data: 'no base64!' } }],
        [{ inlineData: { mimeType: 'image/png' } }, { inlineData: null }, { text: 'B' }],
      ],
      events: [text('A'), image('image/png', png), image('image/jpeg', jpeg), text('B')],
    },
    {
      name: 'no pictures of a thought',
      parts: [[{ thought: true, inlineData: { mimeType: 'image/png', data: base64(png) } }], [{ text: 'A' }]],
      events: [text('A')],
    },
    {
      name: 'code that was run',
      parts: [
        [{ executableCode: { language: 'PYTHON', code: 'print("```")\n' } }],
        [{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '```\n' } }],
        [{ executable_code: { language: 'LANGUAGE_UNSPECIFIED', code: '1' } }, { text: 'A' }],
      ],
      events: [
        text(
          [
            '\n\n````python\nprint("```")\n````\n\n',
            '\n\n````\n```\n````\n\n',
            '\n\n```\n1\n```\n\n',
            'A',
          ].join(''),
        ),
      ],
    },
  ];
  for (const { name, parts, events } of cases) {
    const pieces = [...parts.map((one) => piece(one)), finishPiece('STOP')];
    const cause = events.some(({ type }) => type === 'toolCall') ? 'toolCalls' : 'stop';
    const expected = [...opening, ...events, { type: 'finish', verdict: 'complete', cause, reason: 'STOP' }];

    it(`reads ${name}`, async () => {
      const body = pieces.map(data).join('');
      deepStrictEqual(await answerTo(question, (call) => reply(call, 200, body)), expected);
    });

    it(`reads ${name}, in one array`, async () => {
      const body = JSON.stringify(pieces);
      deepStrictEqual(await answerTo(question, (call) => reply(call, 200, body)), expected);
    });
  }

  it('hands out a call that came whole before the stream broke off', async () => {
    const body = data(piece([{ functionCall: { name: 'f', args: { a: 1 } } }]));
    deepStrictEqual(await answerTo(question, (call) => reply(call, 200, body)), [
      ...opening,
      toolCall('f', { a: 1 }),
      interrupted({ status: 200 }),
    ]);
  });

  it('hands out no call that may not have come whole', async () => {
    const body =
      data(textPiece('A')) +
      callPieces('f', '', '{"a":1}')
        .map((one) => data(piece(one)))
        .join('');
    const heard = await answerTo(question, (call) => reply(call, 200, body));
    deepStrictEqual(
      heard.map(({ type }) => type),
      ['start', 'usage', 'text', 'finish'],
    );
  });
});
