import { deepStrictEqual } from 'node:assert/strict';
import { createJpeg, createPng } from '../images/pictureSamples.ts';
import { reply } from '../misbehavingServer.ts';
import {
  answerTo,
  called,
  data,
  finished,
  type Heard,
  interrupted,
  testAnswers,
  text,
  thinking,
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
const toolCall = (name: string, input: object, more: object = {}) => called('made', name, input, more);

/** A call as a converting relay sends it: its arguments' text in fragments, the first with the name. */
const callPieces = (name: string, ...fragments: readonly string[]) =>
  fragments.map((fragment, index) => [
    {
      functionCall: {
        name: index === 0 ? name : '',
        args: fragment === '' ? {} : { arguments: fragment },
      },
    },
  ]);

/** Deeper than the reader allows, but shallow enough for the test to serialize. */
const nested: object = JSON.parse(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`);

describe('Generate-content parts', () => {
  /** The parts of each chunk of the stream, up to the finish reason, and the events read from them. */
  const cases: Record<string, readonly [parts: readonly (readonly object[])[], heard: readonly Heard[]]> = {
    'several parts of one chunk': [
      [
        [{ text: 'Hm', thought: true }, { text: 'A', thought: false }, { text: 'B' }],
        [{ text: 'C' }, { text: 'D' }],
      ],
      [thinking('Hm'), text('ABCD')],
    ],
    'signatures of thinking, of text, and of empty text': [
      [
        [{ text: 'Hm', thought: true, thoughtSignature: 's1' }],
        [{ text: 'A', thought_signature: 's2' }],
        [{ text: 'B' }],
        [{ text: '', thoughtSignature: 's3' }],
      ],
      [
        thinking('Hm'),
        { type: 'signature', signature: 's1' },
        text('A'),
        { type: 'signature', signature: 's2' },
        text('B'),
        { type: 'signature', signature: 's3' },
      ],
    ],
    'invalid parts, and parts of another kind': [
      [
        [{}, { text: 7 }, { fileData: { fileUri: 'https://example.com/a' } }, { text: 'A' }],
        [{ functionResponse: { name: 'f' } }, { somethingNew: { a: 1 } }],
      ],
      [text('A')],
    ],
    'invalid parts, each in its own chunk': [
      [[{}], [{ text: 7 }], [{ text: null }], [{ thought: true }], [{ text: 'A' }]],
      [text('A')],
    ],
    'several calls in one chunk, two of one tool, with IDs of the service and without': [
      [
        [
          { functionCall: { name: 'f', args: { a_b: 1 }, id: 'x1' }, thoughtSignature: 's1' },
          { functionCall: { name: 'f', args: { a_b: 2 } } },
          { function_call: { name: 'g' } },
        ],
      ],
      [called('x1', 'f', { a_b: 1 }, { signature: 's1' }), toolCall('f', { a_b: 2 }), toolCall('g', {})],
    ],
    'calls before, between and after text': [
      [
        [{ functionCall: { name: 'f', args: {} } }],
        [{ text: 'A' }],
        [{ functionCall: { name: 'g', args: { a: 1 } } }, { text: 'B' }],
        [{ functionCall: { name: 'h', args: null } }],
      ],
      [toolCall('f', {}), text('A'), toolCall('g', { a: 1 }), text('B'), toolCall('h', {})],
    ],
    'arguments as JSON text, and arguments that are not an object': [
      [[{ functionCall: { name: 'f', args: '{"a":1}' } }, { functionCall: { name: 'g', args: [1] } }]],
      [toolCall('f', { a: 1 }), toolCall('g', {}, { invalidInput: '[1]' })],
    ],
    'calls that a relay passes on in fragments': [
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
    'arguments that are nested too deeply to be serialized again': [
      [
        [{ functionCall: { name: 'f', args: nested } }],
        ...callPieces('g', ''),
        [{ functionCall: { name: '', args: nested } }],
      ],
      [toolCall('f', {}, { invalidInput: '{…' }), toolCall('g', {}, { invalidInput: '{…' })],
    ],
    'a call whose only argument has the name that relays use for fragments': [
      [[{ functionCall: { name: 'f', args: { arguments: 'x' } } }]],
      [toolCall('f', { arguments: 'x' })],
    ],
    'fragments of a call without its name': [
      [[{ text: 'A' }], [{ functionCall: { args: { a: 1 } } }, { functionCall: { name: null } }]],
      [text('A')],
    ],
    'images from their bytes, and no other media': [
      [
        [{ text: 'A' }, { inlineData: { mimeType: 'image/png', data: base64(png) } }],
        [{ inline_data: { mime_type: 'image/png', data: `data:image/png;base64,${base64(jpeg)}` } }],
        [{ inlineData: { mimeType: 'audio/L16;rate=24000', data: 'AAAA' } }],
        [{ inlineData: { mimeType: 'image/png', data: 'no base64!' } }],
        [{ inlineData: { mimeType: 'image/png' } }, { inlineData: null }, { text: 'B' }],
      ],
      [text('A'), image('image/png', png), image('image/jpeg', jpeg), text('B')],
    ],
    'no images inside thinking': [
      [[{ thought: true, inlineData: { mimeType: 'image/png', data: base64(png) } }], [{ text: 'A' }]],
      [text('A')],
    ],
  };
  for (const [name, [parts, heard]] of Object.entries(cases)) {
    const pieces = [...parts.map((one) => piece(one)), finishPiece('STOP')];
    const cause = heard.some(({ type }) => type === 'toolCall') ? 'toolCalls' : 'stop';
    const all = [...opening, ...heard, finished('STOP', cause)];
    testAnswers(question, {
      [name]: [pieces.map(data).join(''), all],
      [`${name}, in one array`]: [JSON.stringify(pieces), all],
    });
  }

  it('returns a call that was complete before the stream broke off', async () => {
    const body = data(piece([{ functionCall: { name: 'f', args: { a: 1 } } }]));
    deepStrictEqual(await answerTo(question, (call) => reply(call, 200, body)), [
      ...opening,
      toolCall('f', { a: 1 }),
      interrupted({ status: 200 }),
    ]);
  });

  it('returns no call that may be incomplete', async () => {
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
