import type { ChatProtocol } from '../chatProtocol.ts';
import { createMessagesReader } from './messagesReader.ts';
import { createMessagesRequest } from './messagesRequest.ts';

/** The Messages protocol: POST /v1/messages (contract 2.4, 2.5, 4). */
export const messagesProtocol: ChatProtocol = {
  createRequest: createMessagesRequest,
  createReader: createMessagesReader,
};
