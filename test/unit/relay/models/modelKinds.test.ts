import { deepStrictEqual } from 'node:assert/strict';
import type { Protocol } from '../../../../src/relay/chat/protocolNames.ts';
import { classifyModel } from '../../../../src/relay/models/modelKinds.ts';
import type { ModelKind } from '../../../../src/relay/models/relayModel.ts';

const byId: readonly (readonly [id: string, kind: ModelKind, ...protocols: Protocol[]])[] = [
  ['msg-haiku-4-5-20251001', 'chat', 'messages', 'chatCompletions'],
  ['claude-sonnet-4-5', 'chat', 'messages', 'chatCompletions'],
  ['anthropic/claude-sonnet-4-5', 'chat', 'messages', 'chatCompletions'],
  ['us.anthropic.claude-sonnet-4-5', 'chat', 'messages', 'chatCompletions'],
  ['gx-2.5-pro', 'chat', 'generateContent', 'chatCompletions'],
  ['google/gemini-2.5-flash', 'chat', 'generateContent', 'chatCompletions'],
  ['gpt-5', 'chat', 'chatCompletions'],
  ['通用模型', 'chat', 'chatCompletions'],
  ['seed-tts-1.0', 'speech'],
  ['gpt-4o-mini-tts', 'speech'],
  ['speech-02-turbo', 'speech'],
  ['seedream-4-0', 'image'],
  ['doubao-seededit-3-0', 'image'],
  ['imagen-4.0-generate', 'image'],
  ['gpt-image-1', 'image'],
  ['dall-e-3', 'image'],
  ['gx-2.5-flash-image', 'image'],
  ['text-embedding-3-large', 'embedding'],
  ['bge-m3', 'embedding'],
  ['jina-rerank-v2', 'rerank'],
  ['whisper-1', 'transcription'],
  ['gpt-4o-transcribe', 'transcription'],
  ['sora-2', 'video'],
  ['veo-3.1', 'video'],
  ['kling-v2', 'video'],
  ['doubao-seedance-1-0', 'video'],
  ['wan-text-to-video', 'video'],
  ['vendor/video-01', 'video'],
  ['cogvideox-3', 'video'],
  ['Qwen3-Embedding-8B', 'embedding'],
  ['ChatTTS', 'speech'],
  ['vendor/FLUX.1-dev', 'image'],
  ['watts-7b', 'chat', 'chatCompletions'],
  ['WATTS-7B', 'chat', 'chatCompletions'],
  ['kimi-embedded', 'chat', 'chatCompletions'],
  ['influx-7b', 'chat', 'chatCompletions'],
];

const byLabel: readonly (readonly [
  id: string,
  endpointTypes: string[],
  generationMethods: string[],
  kind: ModelKind,
  ...protocols: Protocol[],
])[] = [
  ['msg-sonnet-4-6', ['anthropic', 'openai'], [], 'chat', 'messages', 'chatCompletions'],
  ['msg-sonnet-4-6', ['openai'], [], 'chat', 'chatCompletions'],
  ['gx-2.5-pro', ['gemini', 'openai'], [], 'chat', 'generateContent', 'chatCompletions'],
  ['nobody-knows', ['anthropic'], [], 'chat', 'messages'],
  ['nobody-knows', ['openai', 'anthropic'], [], 'chat', 'chatCompletions', 'messages'],
  ['nobody-knows', ['openai-response'], [], 'chat', 'chatCompletions'],
  ['nobody-knows', ['image-generation', 'openai'], [], 'image'],
  ['nobody-knows', ['embeddings'], [], 'embedding'],
  ['nobody-knows', ['jina-rerank'], [], 'rerank'],
  ['nobody-knows', ['openai-video'], [], 'video'],
  ['seed-tts-2.0', ['openai'], [], 'speech'],
  ['gpt-image-1', ['image-generation', 'openai'], [], 'image'],
  ['gpt-5-image', ['image-generation', 'openai'], [], 'image', 'chatCompletions'],
  ['gx-2.5-flash-image', ['openai', 'gemini'], [], 'image', 'generateContent', 'chatCompletions'],
  ['google/gemini-3-pro-image-preview', [], ['generateContent'], 'image', 'generateContent'],
  ['gemini-2.5-flash-image', ['image-generation'], [], 'image'],
  ['video-llava', ['openai', 'gemini'], [], 'chat', 'chatCompletions', 'generateContent'],
  ['wan-text-to-video', ['openai'], [], 'video'],
  ['nobody-knows', [], ['generateContent', 'countTokens'], 'chat', 'generateContent'],
  ['nobody-knows', [], ['embedContent'], 'embedding'],
  ['nobody-knows', [], ['predict'], 'image'],
  ['nobody-knows', [], ['predictLongRunning'], 'video'],
  ['nobody-knows', ['openai'], ['predict'], 'chat', 'chatCompletions'],
  ['nobody-knows', ['gemini', 'anthropic'], [], 'chat', 'messages', 'generateContent'],
  ['msg-sonnet-4-6', ['openai'], ['generateContent'], 'chat', 'chatCompletions', 'generateContent'],
];

/** In the chat-completions list without a type, and in the other one as served by generate content. */
const inBothLists: readonly (readonly [id: string, kind: ModelKind, ...protocols: Protocol[]])[] = [
  ['anthropic/claude-sonnet-4-20250514', 'chat', 'messages', 'chatCompletions', 'generateContent'],
  ['openai/gpt-5.4', 'chat', 'chatCompletions', 'generateContent'],
  ['gemini/gemini-2.5-pro', 'chat', 'generateContent', 'chatCompletions'],
  ['google/gemini-3-pro-image-preview', 'image', 'generateContent', 'chatCompletions'],
  ['openai/gpt-5-image', 'image', 'chatCompletions', 'generateContent'],
  ['openai/gpt-image-1', 'image'],
  ['openai/tts-1', 'speech'],
];

describe('model kinds', () => {
  for (const [id, kind, ...protocols] of byId) {
    it(`${id} is for ${kind} ${protocols.join(', ')}`, () => {
      const labels = { endpointTypes: [], generationMethods: [] };
      for (const isInChatCompletionsList of [true, false]) {
        deepStrictEqual(classifyModel(id, { ...labels, isInChatCompletionsList }), { kind, protocols });
      }
    });
  }

  for (const [id, endpointTypes, generationMethods, kind, ...protocols] of byLabel) {
    it(`${id} labeled ${[...endpointTypes, ...generationMethods].join(', ')} is for ${kind}`, () => {
      const isInChatCompletionsList = endpointTypes.length > 0;
      const labels = { endpointTypes, generationMethods, isInChatCompletionsList };
      deepStrictEqual(classifyModel(id, labels), { kind, protocols });
    });
  }

  for (const [id, kind, ...protocols] of inBothLists) {
    it(`${id} in both lists is for ${kind} ${protocols.join(', ')}`, () => {
      const labels = {
        endpointTypes: [],
        generationMethods: ['generateContent'],
        isInChatCompletionsList: true,
      };
      deepStrictEqual(classifyModel(id, labels), { kind, protocols });
    });
  }
});
