import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { ChatMessage, ChatRequest, ImagePart } from '../../../../src/relay/chat/chatRequest.ts';
import { testUnsent } from '../clientCalls.ts';
import { createPng } from '../images/pictureSamples.ts';
import { ask, data, ownHeaders, sentFor, text, thinking } from './askChat.ts';
import { finishPiece, question } from './generateContentPieces.ts';

const hello = { role: 'user', parts: [{ text: 'Hello' }] };
const generationConfig = { maxOutputTokens: 100 };
const png = createPng();
const image: ImagePart = { type: 'image', mediaType: 'image/png', bytes: new Uint8Array(png) };
const inlineData = { mimeType: 'image/png', data: png.toString('base64') };

async function send(change: Partial<ChatRequest>) {
  const sent = await sentFor({ ...question, ...change }, data(finishPiece('STOP')));
  const { method, url, body } = sent;
  return { method, url, headers: ownHeaders(sent), json: JSON.parse(body) as Record<string, unknown> };
}

const call = (id: string, name: string, others: object = {}) =>
  ({ type: 'toolCall', id, name, input: { a: id }, ...others }) as const;
const result = (callId: string, content: string | readonly ImagePart[] = `of ${callId}`) =>
  ({ type: 'toolResult', callId, content }) as const;
const functionCall = (id: string, name: string) => ({ functionCall: { name, args: { a: id } } });
const functionResponse = (name: string, response: object) => ({ functionResponse: { name, response } });

describe('Generate-content request', () => {
  it('goes to the model’s own path, with the API key in one header only', async () => {
    deepStrictEqual(await send({}), {
      method: 'POST',
      url: '/v1beta/models/gx-2.5-flash:streamGenerateContent?alt=sse',
      headers: { accept: 'text/event-stream, application/json' },
      json: { contents: [hello], generationConfig },
    });
  });

  it('has the encoded model ID in its path', async () => {
    strictEqual(
      (await send({ model: 'vendor/gx:模型 1', protocol: 'generateContent' })).url,
      '/v1beta/models/vendor/gx%3A%E6%A8%A1%E5%9E%8B%201:streamGenerateContent?alt=sse',
    );
  });

  const settings: Record<
    string,
    readonly [change: Partial<ChatRequest>, json: Readonly<Record<string, unknown>>]
  > = {
    'one system prompt': [
      { system: 'Be brief.' },
      { systemInstruction: { parts: [{ text: 'Be brief.' }] }, generationConfig },
    ],
    'several system prompts, without empty ones': [
      { system: ['A', '', 'B'] },
      { systemInstruction: { parts: [{ text: 'A' }, { text: 'B' }] }, generationConfig },
    ],
    'nothing for an empty system prompt': [{ system: '' }, { generationConfig }],
    'the temperature and stop sequences': [
      { temperature: 0, stopSequences: ['END'] },
      { generationConfig: { maxOutputTokens: 100, temperature: 0, stopSequences: ['END'] } },
    ],
    'nothing for empty lists': [{ stopSequences: [], tools: [] }, { generationConfig }],
    tools: [
      {
        tools: [
          { name: 'now' },
          { name: 'nothing', description: '', inputSchema: { type: 'object', properties: {} } },
          {
            name: 'look',
            description: 'Looks.',
            inputSchema: {
              $schema: 'http://json-schema.org/draft-07/schema#',
              type: 'object',
              properties: { at: { type: 'string' } },
              required: ['at'],
              additionalProperties: false,
            },
          },
        ],
        toolChoice: 'required',
      },
      {
        generationConfig,
        toolConfig: { functionCallingConfig: { mode: 'ANY' } },
        tools: [
          {
            functionDeclarations: [
              { name: 'now' },
              { name: 'nothing', description: '' },
              {
                name: 'look',
                description: 'Looks.',
                parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
              },
            ],
          },
        ],
      },
    ],
  };
  for (const [name, [change, json]] of Object.entries(settings)) {
    it(`has ${name}`, async () => {
      deepStrictEqual((await send(change)).json, { contents: [hello], ...json });
    });
  }

  const conversations: Record<
    string,
    readonly [messages: readonly ChatMessage[], contents: readonly object[]]
  > = {
    'consecutive messages of one role as one, and no empty ones': [
      [
        { role: 'user', content: 'A' },
        { role: 'assistant', content: '' },
        { role: 'user', content: [text(''), image, text('B')] },
        { role: 'assistant', content: 'C' },
        { role: 'assistant', content: [{ type: 'text', text: 'D', signature: 's1' }] },
        { role: 'user', content: '' },
      ],
      [
        { role: 'user', parts: [{ text: 'A' }, { inlineData }, { text: 'B' }] },
        { role: 'model', parts: [{ text: 'C' }, { text: 'D', thoughtSignature: 's1' }] },
      ],
    ],
    'thinking only if it is signed': [
      [
        { role: 'user', content: 'A' },
        {
          role: 'assistant',
          content: [
            thinking('unsigned'),
            { type: 'redactedThinking', data: 'x' },
            { type: 'thinking', text: 'signed', signature: 's1' },
            text('B'),
            { type: 'thinking', text: '', signature: 's2' },
            { type: 'text', text: '', signature: 's3' },
          ],
        },
        { role: 'assistant', content: [thinking('unsigned')] },
      ],
      [
        { role: 'user', parts: [{ text: 'A' }] },
        {
          role: 'model',
          parts: [
            { text: 'signed', thought: true, thoughtSignature: 's1' },
            { text: 'B' },
            { text: '', thoughtSignature: 's2' },
            { text: '', thoughtSignature: 's3' },
          ],
        },
      ],
    ],
    'tool results by tool name, first and in the order of the calls': [
      [
        { role: 'user', content: 'A' },
        { role: 'assistant', content: [call('1', 'f', { signature: 's1' }), call('2', 'g'), call('3', 'f')] },
        { role: 'user', content: [text('B'), result('3', [image]), result('1')] },
        {
          role: 'user',
          content: [
            {
              type: 'toolResult',
              callId: '2',
              isError: true,
              content: [text('no'), image, text('way')],
            },
          ],
        },
      ],
      [
        { role: 'user', parts: [{ text: 'A' }] },
        {
          role: 'model',
          parts: [
            { ...functionCall('1', 'f'), thoughtSignature: 's1' },
            functionCall('2', 'g'),
            functionCall('3', 'f'),
          ],
        },
        {
          role: 'user',
          parts: [
            functionResponse('f', { result: 'of 1' }),
            functionResponse('g', { error: 'no\nway' }),
            functionResponse('f', { result: '' }),
            { text: 'B' },
            { inlineData },
            { inlineData },
          ],
        },
      ],
    ],
    'results for call IDs that a relay used twice': [
      [
        { role: 'user', content: 'A' },
        { role: 'assistant', content: [call('1', 'f'), call('2', 'g')] },
        { role: 'user', content: [result('1'), result('2')] },
        { role: 'assistant', content: [call('2', 'h'), call('1', 'i')] },
        { role: 'user', content: [result('1'), result('2')] },
      ],
      [
        { role: 'user', parts: [{ text: 'A' }] },
        { role: 'model', parts: [functionCall('1', 'f'), functionCall('2', 'g')] },
        {
          role: 'user',
          parts: [functionResponse('f', { result: 'of 1' }), functionResponse('g', { result: 'of 2' })],
        },
        { role: 'model', parts: [functionCall('2', 'h'), functionCall('1', 'i')] },
        {
          role: 'user',
          parts: [functionResponse('h', { result: 'of 2' }), functionResponse('i', { result: 'of 1' })],
        },
      ],
    ],
  };
  for (const [name, [messages, contents]] of Object.entries(conversations)) {
    it(`has ${name}`, async () => {
      deepStrictEqual((await send({ messages })).json, { contents, generationConfig });
    });
  }

  const wrong: Readonly<Record<string, readonly [change: Partial<ChatRequest>, field: string]>> = {
    'a model ID that leads to another path': [{ model: 'gx/../b', protocol: 'generateContent' }, 'model'],
    'messages without content': [{ messages: [{ role: 'user', content: '' }] }, 'messages'],
    'the result of an unknown call': [
      {
        messages: [
          { role: 'assistant', content: [call('1', 'f')] },
          { role: 'user', content: [result('1'), result('2')] },
        ],
      },
      'messages.1.content.1.callId',
    ],
    'a result before its call': [
      {
        messages: [
          { role: 'user', content: [result('1')] },
          { role: 'assistant', content: [call('1', 'f')] },
        ],
      },
      'messages.0.content.0.callId',
    ],
  };
  testUnsent(
    ask,
    Object.entries(wrong).map(([name, [change, field]]) => [name, { ...question, ...change }, { field }]),
  );
});
