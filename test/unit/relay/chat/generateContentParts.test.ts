import { deepStrictEqual } from 'node:assert/strict';
import { createJpeg, createPng } from '../images/pictureSamples.ts';
import { reply } from '../misbehavingServer.ts';
import {
  type AnswerCase,
  answerTo,
  data,
  finished,
  type Heard,
  interrupted,
  testAnswers,
  text,
} from './askChat.ts';
import { finishPiece, opening, piece, question, textPiece } from './generateContentPieces.ts';

const png = createPng();
const jpeg = createJpeg();
const base64 = (bytes: Buffer) => bytes.toString('base64');
const image = (mediaType: string, bytes: Buffer): Heard => ({
  type: 'image',
  mediaType,
  bytes: new Uint8Array(bytes),
});
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

describe('Generate-content parts', () => {
  /** The parts of each piece of the stream, up to the finish mark, and what is heard of them. */
  const cases: readonly (readonly [
    name: string,
    parts: readonly (readonly object[])[],
    heard: readonly Heard[],
  ])[] = [
    [
      'several parts of one piece',
      [
        [{ text: 'Hm', thought: true }, { text: 'A', thought: false }, { text: 'B' }],
        [{ text: 'C' }, { text: 'D' }],
      ],
      [{ type: 'thinking', text: 'Hm' }, text('ABCD')],
    ],
    [
      'thoughts after text',
      [[{ text: 'A' }], [{ text: 'Hm', thought: true }], [{ text: 'B' }]],
      [text('A'), { type: 'thinking', text: 'Hm' }, text('B')],
    ],
    [
      'signatures of a thought, of a text, and of a text that is empty',
      [
        [{ text: 'Hm', thought: true, thoughtSignature: 's1' }],
        [{ text: 'A', thought_signature: 's2' }],
        [{ text: 'B' }],
        [{ text: '', thoughtSignature: 's3' }],
      ],
      [
        { type: 'thinking', text: 'Hm' },
        { type: 'signature', signature: 's1' },
        text('A'),
        { type: 'signature', signature: 's2' },
        text('B'),
        { type: 'signature', signature: 's3' },
      ],
    ],
    [
      'parts that are none, or of another kind',
      [
        [{}, { text: 7 }, { fileData: { fileUri: 'https://example.com/a' } }, { text: 'A' }],
        [{ functionResponse: { name: 'f' } }, { somethingNew: { a: 1 } }],
      ],
      [text('A')],
    ],
    [
      'parts that are none, each in a piece of its own',
      [[{}], [{ text: 7 }], [{ text: null }], [{ thought: true }], [{ text: 'A' }]],
      [text('A')],
    ],
    [
      'several calls in one piece, two of one tool, with the service’s ids and without',
      [
        [
          { functionCall: { name: 'f', args: { a_b: 1 }, id: 'x1' }, thoughtSignature: 's1' },
          { functionCall: { name: 'f', args: { a_b: 2 } } },
          { function_call: { name: 'g' } },
        ],
      ],
      [
        { type: 'toolCall', id: 'x1', name: 'f', input: { a_b: 1 }, signature: 's1' },
        toolCall('f', { a_b: 2 }),
        toolCall('g', {}),
      ],
    ],
    [
      'calls before, between and after text',
      [
        [{ functionCall: { name: 'f', args: {} } }],
        [{ text: 'A' }],
        [{ functionCall: { name: 'g', args: { a: 1 } } }, { text: 'B' }],
        [{ functionCall: { name: 'h', args: null } }],
      ],
      [toolCall('f', {}), text('A'), toolCall('g', { a: 1 }), text('B'), toolCall('h', {})],
    ],
    [
      'arguments as JSON text, and as no object',
      [
        [
          { functionCall: { name: 'f', args: '{"a":1}' } },
          { functionCall: { name: 'g', args: '{"a"' } },
          { functionCall: { name: 'h', args: [1] } },
        ],
      ],
      [
        toolCall('f', { a: 1 }),
        toolCall('g', {}, { invalidInput: '{"a"' }),
        toolCall('h', {}, { invalidInput: '[1]' }),
      ],
    ],
    [
      'calls that a relay passes on in pieces',
      [
        ...callPieces('f', '', '{"a":', '1}', ''),
        ...callPieces('g', '{"arguments"', ':"x"}'),
        ...callPieces('h', ''),
        [{ functionCall: { name: 'i', args: {} } }],
        [{ functionCall: { name: '', args: { a: 1, b: 2 } } }],
        ...callPieces('j', '', '{"a":'),
      ],
      [
        toolCall('f', { a: 1 }),
        toolCall('g', { arguments: 'x' }),
        toolCall('h', {}),
        toolCall('i', { a: 1, b: 2 }),
        toolCall('j', {}, { invalidInput: '{"a":' }),
      ],
    ],
    [
      'arguments that are nested too deep to be written again',
      [
        [{ functionCall: { name: 'f', args: nested } }],
        ...callPieces('g', ''),
        [{ functionCall: { name: '', args: nested } }],
      ],
      [toolCall('f', {}, { invalidInput: '{…' }), toolCall('g', {}, { invalidInput: '{…' })],
    ],
    [
      'a call whose only argument has the name that relays use for pieces',
      [[{ functionCall: { name: 'f', args: { arguments: 'x' } } }]],
      [toolCall('f', { arguments: 'x' })],
    ],
    [
      'pieces of a call without its name',
      [[{ text: 'A' }], [{ functionCall: { args: { a: 1 } } }, { functionCall: { name: null } }]],
      [text('A')],
    ],
    [
      'pictures by their bytes, and no other media',
      [
        [{ text: 'A' }, { inlineData: { mimeType: 'image/png', data: base64(png) } }],
        [{ inline_data: { mime_type: 'image/png', data: `data:image/png;base64,${base64(jpeg)}` } }],
        [{ inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } }],
        [{ inlineData: { mimeType: 'image/png', data: 'no base64!' } }],
        [{ inlineData: { mimeType: 'image/png' } }, { inlineData: null }, { text: 'B' }],
      ],
      [text('A'), image('image/png', png), image('image/jpeg', jpeg), text('B')],
    ],
    [
      'no pictures of a thought',
      [[{ thought: true, inlineData: { mimeType: 'image/png', data: base64(png) } }], [{ text: 'A' }]],
      [text('A')],
    ],
    [
      'code that was run',
      [
        [{ executableCode: { language: 'PYTHON', code: 'print("```")\n' } }],
        [{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '```\n' } }],
        [{ executable_code: { language: 'LANGUAGE_UNSPECIFIED', code: '1' } }, { text: 'A' }],
      ],
      [
        text(
          [
            '\n\n````python\nprint("```")\n````\n\n',
            '\n\n````\n```\n````\n\n',
            '\n\n```\n1\n```\n\n',
            'A',
          ].join(''),
        ),
      ],
    ],
  ];
  testAnswers(
    question,
    cases.flatMap(([name, parts, heard]): AnswerCase[] => {
      const pieces = [...parts.map((one) => piece(one)), finishPiece('STOP')];
      const cause = heard.some(({ type }) => type === 'toolCall') ? 'toolCalls' : 'stop';
      const all = [...opening, ...heard, finished('STOP', cause)];
      return [
        [name, pieces.map(data).join(''), all],
        [`${name}, in one array`, JSON.stringify(pieces), all],
      ];
    }),
  );

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
