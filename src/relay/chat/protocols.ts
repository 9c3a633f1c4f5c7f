import { createChatCompletionsReader } from './chatCompletions/chatCompletionsReader.ts';
import { createChatCompletionsRequest } from './chatCompletions/chatCompletionsRequest.ts';
import type { ChatProtocol } from './chatProtocol.ts';
import { createGenerateContentReader } from './generateContent/generateContentReader.ts';
import { createGenerateContentRequest } from './generateContent/generateContentRequest.ts';
import { createMessagesReader } from './messages/messagesReader.ts';
import { createMessagesRequest } from './messages/messagesRequest.ts';
import type { Protocol } from './protocolNames.ts';

/** The chat protocols of the contract's section 4. */
export const chatProtocols: Readonly<Record<Protocol, ChatProtocol>> = {
  messages: { createRequest: createMessagesRequest, createReader: createMessagesReader },
  chatCompletions: { createRequest: createChatCompletionsRequest, createReader: createChatCompletionsReader },
  generateContent: { createRequest: createGenerateContentRequest, createReader: createGenerateContentReader },
};
