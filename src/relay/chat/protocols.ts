import { chatCompletionsProtocol } from './chatCompletions/chatCompletionsProtocol.ts';
import type { ChatProtocol } from './chatProtocol.ts';
import { generateContentProtocol } from './generateContent/generateContentProtocol.ts';
import { messagesProtocol } from './messages/messagesProtocol.ts';
import type { Protocol } from './protocolNames.ts';

/** The chat protocols of the contract's section 4. */
export const chatProtocols: Readonly<Record<Protocol, ChatProtocol>> = {
  messages: messagesProtocol,
  chatCompletions: chatCompletionsProtocol,
  generateContent: generateContentProtocol,
};
