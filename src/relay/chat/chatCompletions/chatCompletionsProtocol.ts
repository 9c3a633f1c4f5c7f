import type { ChatProtocol } from '../chatProtocol.ts';
import { createChatCompletionsReader } from './reader.ts';
import { createChatCompletionsRequest } from './request.ts';

/** The chat-completions protocol: POST /v1/chat/completions (contract 4). */
export const chatCompletionsProtocol: ChatProtocol = {
  createRequest: createChatCompletionsRequest,
  createReader: createChatCompletionsReader,
};
