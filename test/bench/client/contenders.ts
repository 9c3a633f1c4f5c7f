import { Agent, request } from 'undici';
import type { Protocol } from '../../../src/relay/chat/protocolNames.ts';

/** Reads one streamed response to its end and tells how many characters of text it had. */
export type Read = (model: string) => Promise<number>;

interface Contender {
  readonly name: string;
  readonly create: (baseUrl: string, protocol: Protocol) => Promise<Read>;
}

const apiKey = 'sk-benchmark0000';

function pathOf(protocol: Protocol, model: string): string {
  if (protocol === 'messages') return '/v1/messages';
  if (protocol === 'chatCompletions') return '/v1/chat/completions';
  return `/v1beta/models/${model}:streamGenerateContent`;
}

/** The text of one event's JSON, read as somebody does who trusts it. */
function textOf(protocol: Protocol, json: string): string {
  const event = JSON.parse(json);
  if (protocol === 'messages') return event.delta?.text ?? '';
  if (protocol === 'chatCompletions') return event.choices[0]?.delta?.content ?? '';
  return event.candidates[0].content.parts[0].text;
}

const agent = new Agent();

async function open(baseUrl: string, protocol: Protocol, model: string) {
  const { body } = await request(baseUrl + pathOf(protocol, model), {
    dispatcher: agent,
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model }),
  });
  return body;
}

const bareReader: Contender = {
  name: 'bare reader',
  create: async (baseUrl, protocol) => async (model) => {
    const decoder = new TextDecoder();
    let rest = '';
    let characters = 0;
    for await (const piece of await open(baseUrl, protocol, model)) {
      const parts = (rest + decoder.decode(piece, { stream: true })).split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const data = part.slice(part.indexOf('data: ') + 'data: '.length);
        if (data !== '[DONE]') characters += textOf(protocol, data).length;
      }
    }
    return characters;
  },
};

export const ours: Contender = {
  name: 'this client',
  create: async (baseUrl, protocol) => {
    const { createRelayClient } = await import('../../../src/relay/client.ts');
    const client = createRelayClient({ baseUrl, apiKey });
    return async (model) => {
      let characters = 0;
      const request = {
        model,
        protocol,
        maxTokens: 100,
        messages: [{ role: 'user', content: 'Go' }],
      } as const;
      for await (const event of client.streamChat(request)) {
        if (event.type === 'text') characters += event.text.length;
        if (event.type === 'finish' && event.verdict !== 'complete') throw new Error('incomplete');
      }
      return characters;
    };
  },
};

const anthropicSdk: Contender = {
  name: '@anthropic-ai/sdk',
  create: async (baseURL) => {
    const { default: Anthropic } = await import('@anthropic-ai/sdk');
    const client = new Anthropic({ baseURL, authToken: apiKey, apiKey: null });
    return async (model) => {
      let characters = 0;
      const messages = [{ role: 'user' as const, content: 'Go' }];
      const stream = await client.messages.create({ model, max_tokens: 100, messages, stream: true });
      for await (const event of stream) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta')
          characters += event.delta.text.length;
      }
      return characters;
    };
  },
};

const openaiSdk: Contender = {
  name: 'openai',
  create: async (baseUrl) => {
    const { default: OpenAI } = await import('openai');
    const client = new OpenAI({ baseURL: `${baseUrl}/v1`, apiKey });
    return async (model) => {
      let characters = 0;
      const messages = [{ role: 'user' as const, content: 'Go' }];
      const stream = await client.chat.completions.create({ model, messages, stream: true });
      for await (const { choices } of stream) characters += choices[0]?.delta.content?.length ?? 0;
      return characters;
    };
  },
};

const googleSdk: Contender = {
  name: '@google/genai',
  create: async (baseUrl) => {
    const { GoogleGenAI } = await import('@google/genai');
    const headers = { authorization: `Bearer ${apiKey}` };
    const client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl, headers } });
    return async (model) => {
      let characters = 0;
      for await (const piece of await client.models.generateContentStream({ model, contents: 'Go' }))
        characters += piece.text?.length ?? 0;
      return characters;
    };
  },
};

const officialSdks: Readonly<Record<Protocol, Contender>> = {
  messages: anthropicSdk,
  chatCompletions: openaiSdk,
  generateContent: googleSdk,
};

/** All who read the streams of a protocol; the first is what the others are measured by. */
export function contendersFor(protocol: Protocol): readonly Contender[] {
  return [bareReader, ours, officialSdks[protocol]];
}
