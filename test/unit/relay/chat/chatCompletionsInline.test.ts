import { deepStrictEqual } from 'node:assert/strict';
import { replyInPieces, startServer } from '../misbehavingServer.ts';
import {
  ask,
  chunk,
  cutAnywhere,
  data,
  done,
  finishChunk,
  finished,
  type Heard,
  interrupted,
  questionTo,
  testAnswers,
  text,
  textChunk,
  thinking,
} from './askChat.ts';

const question = questionTo('relay-chat');

/** Images: a signature, and filler bytes. */
const png = picture('89504e470d0a1a0a');
const jpeg = picture('ffd8ffe0');
const pngUri = `data:image/png;base64,${base64(png)}`;
const pngMarkdown = `![image](${pngUri})`;
const words = base64(Buffer.from('words '.repeat(40)));

const start: Heard = { type: 'start', id: 'c1', model: 'relay-chat-real' };
const finish = finished('stop');
const image = (bytes: Uint8Array, mediaType = 'image/png'): Heard => ({ type: 'image', mediaType, bytes });

const contents: Record<string, readonly [content: string, heard: readonly Heard[]]> = {
  'thinking between tags': ['<think>\nHm.\nSo\n</think>\nA', [thinking('Hm.\nSo'), text('A')]],
  'thinking between tags on one line': ['<think>Hm</think>A', [thinking('Hm'), text('A')]],
  'thinking after line breaks, and before several': [
    '\n\n<think>\nHm\n\n</think>\n\n\nA\n\nB',
    [thinking('Hm\n'), text('A\n\nB')],
  ],
  'empty thinking between tags': ['<think>\n\n</think>\n\nA', [text('A')]],
  'thinking without an end tag': ['<think>\nHm </thin', [thinking('Hm </thin')]],
  'text that looks like the end of thinking': [
    '<think>a\n<b\n</think</think>\nA',
    [thinking('a\n<b\n</think'), text('A')],
  ],
  'tags that are not at the start': ['A <think>b</think>', [text('A <think>b</think>')]],
  'tags after thinking': [
    '<think>Hm</think>A <think>b</think>',
    [thinking('Hm'), text('A <think>b</think>')],
  ],
  'half a tag': ['<thin', [text('<thin')]],
  'only line breaks': ['\n\n', [text('\n\n')]],
  'many line breaks before a tag': [`${'\n'.repeat(40)}<think>a`, [text(`${'\n'.repeat(40)}<think>a`)]],
  'an image among text': [`A\n\n${pngMarkdown}\n\nB!`, [text('A\n\n'), image(png), text('\n\nB!')]],
  'images one after another': [
    `${pngMarkdown}${pngMarkdown} ![](data:image/webp;base64,${base64(jpeg)})`,
    [image(png), image(png), text(' '), image(jpeg, 'image/jpeg')],
  ],
  'an image after thinking': [`<think>Hm!</think>${pngMarkdown}`, [thinking('Hm!'), image(png)]],
  'image syntax inside thinking tags': [`<think>![a](b)</think>`, [thinking('![a](b)')]],
  'an image with other letter case': [`![A b/c](DATA:image/PNG;BASE64,${base64(png)})`, [image(png)]],
  'an image after half of an image': [
    `![image](data:im${pngMarkdown}`,
    [text('![image](data:im'), image(png)],
  ],
};
for (const content of [
  'Hello! World!! [a](b) ![c',
  '!',
  'A ![image](https://a.example/b.png) B',
  'A ![image](data:image/png;base64,AAAA) B',
  'A ![image](data:image/png;utf8,AAAA) B',
  `A ![a\nb](${pngUri}) B`,
  `A ![${'a'.repeat(201)}](${pngUri}) B`,
  `A ![image](data:image/png;base64,${words}) B`,
  `A ![image](${pngUri} "title") B`,
])
  contents[`text without an image: ${JSON.stringify(content.slice(0, 60))}`] = [content, [text(content)]];

describe('Chat-completions protocol, thinking and images in the text', () => {
  for (const [name, [content, heard]] of Object.entries(contents)) {
    it(`reads ${name}`, async () => {
      const streams = [
        ...allSplits(content),
        [...content],
        ...[1, 2, 3].map((seed) => cutAnywhere(content, seed, 12)),
      ];
      deepStrictEqual(
        await askForEach(
          streams.map((pieces) => pieces.map(textChunk).join('') + finishChunk('stop') + done),
        ),
        streams.map(() => [start, ...heard, finish]),
      );
    });

    it(`reads ${name}, not streamed`, async () => {
      const whole = JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] });
      deepStrictEqual(await askForEach([whole]), [[{ type: 'start' }, ...heard, finish]]);
    });
  }

  testAnswers(question, {
    'held-back text when the stream ends': [
      textChunk('A ![ima'),
      [start, text('A ![ima'), interrupted({ status: 200 })],
    ],
    'held-back text even if nothing else came': [
      textChunk('<thi'),
      [start, text('<thi'), interrupted({ status: 200 })],
    ],
    'held-back text before an error': [
      textChunk('A !') + data({ error: { message: 'boom' } }),
      [start, text('A !'), interrupted({ status: 200, relayMessage: 'boom' })],
    ],
    'held-back text before a truncated event': [
      `${textChunk('A !')}data: {"choices\n\n`,
      [start, text('A !'), interrupted({ status: 200 }, 'invalidResponse')],
    ],
    'held-back text after the finish reason': [
      finishChunk('stop') + textChunk('A !') + done,
      [start, text('A !'), finish],
    ],
    'held-back text before thinking in its own field': [
      textChunk('\n<') +
        chunk({ delta: { reasoning_content: 'Hm' } }) +
        textChunk('think>A') +
        finishChunk('stop'),
      [start, text('\n<'), thinking('Hm'), text('think>A'), finish],
    ],
    'an unfinished image after the thinking that came in between': [
      textChunk(pngMarkdown.slice(0, 150)) +
        chunk({ delta: { reasoning_content: 'Hm' } }) +
        textChunk(pngMarkdown.slice(150)) +
        finishChunk('stop'),
      [start, thinking('Hm'), image(png), finish],
    ],
    'nothing of an image that was never closed': [
      textChunk(`A ${pngMarkdown.slice(0, -1)}`) + finishChunk('stop'),
      [start, text('A '), finish],
    ],
    'images beside the text': [
      textChunk('A!') +
        chunk({
          delta: {
            content: '',
            images: [
              { type: 'image_url', index: 0, image_url: { url: pngUri } },
              null,
              { image_url: `data:image/png;base64,${base64(jpeg)}` },
            ],
          },
        }) +
        chunk({ delta: { images: [{ b64_json: base64(png) }, pngUri, { url: pngUri }] } }) +
        finishChunk('stop'),
      [start, text('A!'), image(png), image(jpeg, 'image/jpeg'), image(png), image(png), image(png), finish],
    ],
    'images among the content parts': [
      chunk({
        delta: {
          content: [text('A'), { type: 'image_url', image_url: { url: pngUri } }, text('B')],
        },
      }) + finishChunk('stop'),
      [start, text('A'), image(png), text('B'), finish],
    ],
    'an image by URL as Markdown': [
      chunk({ delta: { images: [{ image_url: { url: 'https://a.example/b.png?c=d' } }] } }) +
        finishChunk('stop'),
      [start, text('![image](https://a.example/b.png?c=d)'), finish],
    ],
    'nothing of what is not an image': [
      chunk({
        delta: {
          images: [
            { image_url: { url: 'file:///etc/passwd' } },
            { image_url: { url: 'https://a.example/)[b](c' } },
            { image_url: { url: `data:image/png;base64,${words}` } },
            { image_url: { url: '' } },
            { image_url: 7 },
            7,
          ],
          audio: { data: 'AAAA' },
        },
      }) + finishChunk('stop'),
      [start, finish],
    ],
    'images of a whole reply': [
      JSON.stringify({
        id: 'c1',
        model: 'relay-chat-real',
        choices: [
          { message: { content: 'A', images: [{ image_url: { url: pngUri } }] }, finish_reason: 'stop' },
        ],
      }),
      [start, text('A'), image(png), finish],
    ],
  });

  it('handles more images, and more non-images, than the call stack is deep', async () => {
    const many = '![](data:image/a;base64,)'.repeat(60_000);
    const tiny = `![](data:image/png;base64,${base64(png.subarray(0, 9))})`.repeat(20_000);
    const [heard = []] = await askForEach([textChunk(many) + textChunk(tiny) + finishChunk('stop')]);
    deepStrictEqual(
      [heard.length, heard[1], heard[2], heard.at(-1)],
      [20_003, text(many), image(png.subarray(0, 9)), finish],
    );
  });
});

async function askForEach(bodies: readonly string[]): Promise<Heard[][]> {
  const answers: Heard[][] = [];
  await using server = await startServer((call) => replyInPieces(call, [bodies[answers.length] ?? '']));
  for (const _ of bodies) answers.push(await ask(server.origin, question));

  return answers;
}

/** Every way to split a text in two; of a long text, only the splits near its ends. */
function allSplits(content: string): string[][] {
  const positions = Array.from({ length: content.length + 1 }, (_, position) => position);
  return positions
    .filter((position) => position < 80 || content.length - position < 30)
    .map((position) => [content.slice(0, position), content.slice(position)]);
}

function picture(signature: string): Uint8Array {
  const filler = Array.from({ length: 120 }, (_, index) => (index * 37) % 256);
  return Uint8Array.from([...Buffer.from(signature, 'hex'), ...filler]);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
