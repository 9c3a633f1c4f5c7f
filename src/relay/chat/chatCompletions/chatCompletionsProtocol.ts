import type { ChatProtocol } from '../chatProtocol.ts';
import { createChatCompletionsReader } from './chatCompletionsReader.ts';
import { createChatCompletionsRequest } from './chatCompletionsRequest.ts';

/** The chat-completions protocol: POST /v1/chat/completions (contract 4). */
export const chatCompletionsProtocol: ChatProtocol = {
  createRequest: createChatCompletionsRequest,
  createReader: createChatCompletionsReader,
};
