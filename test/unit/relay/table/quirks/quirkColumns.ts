import type { ChatRequest } from '../../../../../src/relay/chat/chatRequest.ts';
import type { Protocol } from '../../../../../src/relay/chat/protocolNames.ts';
import type { RelayClient } from '../../../../../src/relay/client.ts';
import { RelayError } from '../../../../../src/relay/errors/relayError.ts';
import { taskPaths } from '../../../../../src/relay/tasks/taskPaths.ts';
import { type Heard, hear } from '../../chat/askChat.ts';
import { openError } from '../../clientCalls.ts';
import { createPng } from '../../images/pictureSamples.ts';
import { thrown } from '../column.ts';

/** Asks for thinking, text, an image and two tool calls, as far as the protocol has them. */
const question: Omit<ChatRequest, 'model'> = {
  messages: [{ role: 'user', content: 'thinking picture\ncall getWeather {"city":"Paris"}\ncall getTime' }],
  maxTokens: 1000,
  tools: [
    { name: 'getWeather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } } },
    { name: 'getTime' },
  ],
};

/** A response by its content, since protocols differ in when they report usage and how they split text. */
export interface Answer {
  readonly start: Heard | undefined;
  readonly parts: readonly Heard[];
  readonly usage: object;
  readonly finish: Heard | undefined;
}

async function readAnswer(client: RelayClient, model: string, protocol: Protocol): Promise<Answer> {
  const heard = await hear(client.streamChat({ ...question, model, protocol }));
  const parts: Heard[] = [];
  let usage = {};
  for (const event of heard.slice(1, -1)) {
    const last = parts.at(-1);
    if (event['type'] === 'usage') usage = { ...usage, ...Object(event['usage']) };
    else if ('text' in event && last && last['type'] === event['type'])
      parts[parts.length - 1] = { ...event, text: `${last['text']}${event['text']}` };
    else parts.push(event);
  }
  return { start: heard[0], parts, usage, finish: heard.at(-1) };
}

/** What the client asks of the reference relay, and how the response is compared. */
export const quirkColumns = {
  lists: async (client: RelayClient) => {
    const { models, incomplete } = await client.listModels();
    return { models, incomplete: incomplete.map(({ path, error }) => [path, openError(error)]) };
  },
  messages: (client: RelayClient) => readAnswer(client, 'msg-opus-4-7', 'messages'),
  chatCompletions: (client: RelayClient) => readAnswer(client, 'oa-mini', 'chatCompletions'),
  generateContent: (client: RelayClient) => readAnswer(client, 'gx-2.5-flash', 'generateContent'),
  speech: async (client: RelayClient) => {
    const audio = await client.speak({
      model: 'seed-tts-2.0',
      input: 'Hi.',
      voice: 'zh_female_vv_uranus_bigtts',
    });
    // The synthesizer's breathing sounds differ each time, but not the length.
    return { ...audio, bytes: audio.bytes.length };
  },
  createImages: (client: RelayClient) =>
    client.createImages({ model: 'imagen-4.0-generate-001', prompt: 'red', count: 1 }),
  editImages: (client: RelayClient) =>
    client.editImages({ model: 'oa-image-1', prompt: 'red', images: [{ bytes: createPng() }] }),
  task: async (client: RelayClient) => {
    const paths = taskPaths.videoGenerations;
    const submitted = await client.submitTask({ paths, body: { model: 'oa-video-1', prompt: 'red' } });
    // The third query finds the task finished; a query that is cut off or redirected counts, too.
    await client.queryTask({ paths, id: submitted.id });
    await client.queryTask({ paths, id: submitted.id });
    const task = await client.queryTask({ paths, id: submitted.id });
    return { submitted, task };
  },
} as const;

export type QuirkColumnName = keyof typeof quirkColumns;

/** Calls the relay, and unpacks the result, with placeholders for values that differ each time. */
export async function askColumn(name: QuirkColumnName, client: RelayClient): Promise<unknown> {
  try {
    return maskChance(await quirkColumns[name](client));
  } catch (error) {
    if (error instanceof RelayError) return maskChance(thrown(openError(error)));
    throw error;
  }
}

function maskText(text: string): string {
  return text
    .replaceAll(/\d{17}[\da-f]{8}/g, '<id>')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<made>')
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1');
}

function maskChance(value: unknown): unknown {
  if (typeof value === 'string') {
    return maskText(value);
  }
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(maskChance);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      name === 'signature' ? '<signature>' : maskChance(inner),
    ]),
  );
}

/** What the relay sent over one connection, without values that differ each time. */
export function maskWire(sent: Buffer): string {
  const text = maskText(sent.toString('latin1')).replaceAll(/^Date: .*$/gm, 'Date: <now>');
  // The synthesizer's breathing sounds differ each time, but not the length.
  if (/^content-type: audio/im.test(text)) return `${text.split('\r\n\r\n', 1)[0]} and ${sent.length} bytes`;
  return text.replaceAll(/("(?:created|created_at|createTime|submit_time)":)\d+/g, '$1<now>');
}
