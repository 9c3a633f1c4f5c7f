import { deepStrictEqual, ok, rejects } from 'node:assert/strict';
import {
  ApiError,
  type Content,
  type GenerateContentConfig,
  type GenerateContentResponse,
  GoogleGenAI,
  Type,
} from '@google/genai';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';

const model = 'gx-2.5-flash';
const config: GenerateContentConfig = {
  tools: [
    {
      functionDeclarations: [
        {
          name: 'read_file',
          description: 'Reads a file.',
          parameters: {
            type: Type.OBJECT,
            properties: { path: { type: Type.STRING } },
            required: ['path'],
          },
        },
      ],
    },
  ],
};

describe('the official SDK of the generate-content protocol, on the reference relay', () => {
  const relay = useReferenceRelay();
  let client: GoogleGenAI;
  const clientWith = (key: string) =>
    new GoogleGenAI({
      apiKey: 'the relay asks for the header below',
      httpOptions: {
        baseUrl: relay.baseUrl,
        apiVersion: 'v1beta',
        headers: { authorization: `Bearer ${key}` },
      },
    });

  before(async () => {
    client = clientWith(relay.keys.good);
  });

  it('gets the same response whole and streamed', async () => {
    const limits = { systemInstruction: 'Be brief.', maxOutputTokens: 1000, temperature: 0.5 };
    const request = { model, contents: 'code please', config: limits };
    const whole = await client.models.generateContent(request);
    const pieces: GenerateContentResponse[] = [];
    for await (const piece of await client.models.generateContentStream(request)) pieces.push(piece);
    const ends = [whole, pieces.at(-1)].map((end) => end?.candidates?.[0]?.finishReason);
    deepStrictEqual([pieces.map(({ text = '' }) => text).join(''), ...ends], [whole.text, 'STOP', 'STOP']);
    ok(
      pieces.length > 10 && whole.usageMetadata?.promptTokenCount && whole.usageMetadata.candidatesTokenCount,
    );
  });

  for (const isStreamed of [false, true]) {
    it(`calls tools and returns results with their signatures${isStreamed ? ', streamed' : ''}`, async () => {
      const ask = async (contents: Content[]): Promise<Content> => {
        const request = { model, contents, config };
        if (!isStreamed) return (await client.models.generateContent(request)).candidates?.[0]?.content ?? {};
        const parts: Content['parts'] = [];
        for await (const piece of await client.models.generateContentStream(request))
          parts.push(...(piece.candidates?.[0]?.content?.parts ?? []));
        return { role: 'model', parts };
      };
      const question: Content = { role: 'user', parts: [{ text: 'call read_file {"path":"a b.txt"}' }] };
      const first = await ask([question]);
      const call = first.parts?.find(({ functionCall }) => functionCall)?.functionCall;
      deepStrictEqual([call?.name, call?.args], ['read_file', { path: 'a b.txt' }]);
      const second = await ask([
        question,
        first,
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'read_file', response: { output: 'forty-two' } } }],
        },
      ]);
      ok(second.parts?.some(({ text }) => text?.includes('forty-two')));
    });
  }

  it('lists the models', async () => {
    const names: (string | undefined)[] = [];
    for await (const { name } of await client.models.list()) names.push(name);
    ok(names.some((name) => name?.endsWith(model)));
  });

  it('understands the relay’s errors', async () => {
    const statusOf = (status: number) => (error: unknown) => {
      ok(error instanceof ApiError);
      deepStrictEqual(error.status, status);
      return true;
    };
    const ask = (key: string) => clientWith(key).models.generateContent({ model, contents: 'Hello' });
    await rejects(ask(relay.keys.expired401), statusOf(401));
    await rejects(ask(relay.keys.balanceTooLow), statusOf(403));
    await rejects(client.models.generateContent({ model: 'nobody', contents: 'Hello' }), statusOf(404));
    await rejects(client.models.generateContent({ model, contents: [] }));
    await rejects(async () => {
      for await (const _ of await client.models.generateContentStream({ model, contents: 'error event' }));
    }, ApiError);
  });
});
