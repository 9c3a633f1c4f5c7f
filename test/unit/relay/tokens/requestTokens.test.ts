import { deepStrictEqual, ok } from 'node:assert/strict';
import type { ChatMessage, ChatRequest, ImagePart } from '../../../../src/relay/chat/chatRequest.ts';
import { estimateTokens } from '../../../../src/relay/tokens/estimateTokens.ts';
import { usualPictureTokens } from '../../../../src/relay/tokens/pictureSize.ts';
import {
  estimateMessageTokens,
  estimateRequestTokens,
  hasPictures,
} from '../../../../src/relay/tokens/requestTokens.ts';

const words = 'Which of these files reads the settings, and when is it called?';
const [said, around, aroundTool] = [estimateTokens(words), 4, 8];
const input = { path: 'src/settings.ts', lines: [1, 20] };
const called = aroundTool + estimateTokens('read_file') + estimateTokens(JSON.stringify(input));
const picture: ImagePart = { type: 'image', mediaType: 'image/png', bytes: new Uint8Array([0]) };
const sealed = 'A'.repeat(1_000);
const schema = { type: 'object', properties: { path: { type: 'string', description: words } } };

function request(given: Partial<ChatRequest>): ChatRequest {
  return { model: 'some-model', maxTokens: 100, messages: [{ role: 'user', content: words }], ...given };
}

describe('the token estimate of a request', () => {
  const messages: Readonly<Record<string, readonly [message: ChatMessage, tokens: number]>> = {
    'a text': [{ role: 'user', content: words }, around + said],
    nothing: [{ role: 'assistant', content: [] }, around],
    'a text and an image': [
      { role: 'user', content: [{ type: 'text', text: words }, picture] },
      around + said + usualPictureTokens,
    ],
    'a call': [
      { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'read_file', input }] },
      around + called,
    ],
    'a signed call': [
      {
        role: 'assistant',
        content: [{ type: 'toolCall', id: 'c1', name: 'read_file', input, signature: sealed }],
      },
      around + called + 200,
    ],
    'a text result': [
      { role: 'user', content: [{ type: 'toolResult', callId: 'c1', content: words }] },
      around + aroundTool + said,
    ],
    'a result with an image': [
      {
        role: 'user',
        content: [{ type: 'toolResult', callId: 'c1', content: [{ type: 'text', text: words }, picture] }],
      },
      around + aroundTool + said + usualPictureTokens,
    ],
    'unsigned thinking, which is not sent': [
      { role: 'assistant', content: [{ type: 'thinking', text: words }] },
      around,
    ],
    'thinking as long as its signature says': [
      { role: 'assistant', content: [{ type: 'thinking', text: words, signature: sealed }] },
      around + 200,
    ],
    'thinking that is longer than its signature': [
      { role: 'assistant', content: [{ type: 'thinking', text: words, signature: 'short' }] },
      around + said,
    ],
    'redacted thinking': [
      { role: 'assistant', content: [{ type: 'redactedThinking', data: sealed }] },
      around + 200,
    ],
  };
  for (const [what, [message, tokens]] of Object.entries(messages)) {
    it(`is right for a message: ${what}`, () => {
      deepStrictEqual(estimateMessageTokens(message), tokens);
    });
  }

  const requests: Readonly<Record<string, readonly [given: Partial<ChatRequest>, tokens: number]>> = {
    'a question': [{}, around + said],
    'a system prompt': [{ system: words }, around + said * 2],
    'a system prompt in blocks': [{ system: [words, words] }, around + said * 3],
    'a tool': [
      { tools: [{ name: 'read_file', description: words, inputSchema: schema }] },
      around + said * 2 + aroundTool + estimateTokens('read_file') + estimateTokens(JSON.stringify(schema)),
    ],
    'a tool without input': [
      { tools: [{ name: 'list' }] },
      around + said + aroundTool + estimateTokens('list') + estimateTokens('{}'),
    ],
  };
  for (const [what, [given, tokens]] of Object.entries(requests)) {
    it(`is right for a request: ${what}`, () => {
      deepStrictEqual(estimateRequestTokens(request(given)), tokens);
    });
  }

  it('does not grow with the bytes of an image', () => {
    const large: ImagePart = { ...picture, bytes: new Uint8Array(20_000_000) };
    ok(estimateMessageTokens({ role: 'user', content: [large] }) <= around + usualPictureTokens);
  });

  const pictured: Readonly<Record<string, readonly [message: ChatMessage, expected: boolean]>> = {
    'a string': [{ role: 'user', content: words }, false],
    'text parts': [{ role: 'user', content: [{ type: 'text', text: words }] }, false],
    'an image': [{ role: 'user', content: [picture] }, true],
    'a result': [{ role: 'user', content: [{ type: 'toolResult', callId: 'c', content: words }] }, false],
    'a result with an image': [
      { role: 'user', content: [{ type: 'toolResult', callId: 'c', content: [picture] }] },
      true,
    ],
  };
  for (const [what, [message, expected]] of Object.entries(pictured)) {
    it(`tells whether there are images: ${what}`, () => {
      deepStrictEqual(
        hasPictures(request({ messages: [{ role: 'user', content: words }, message] })),
        expected,
      );
    });
  }
});
