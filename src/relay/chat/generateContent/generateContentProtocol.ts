import type { ChatProtocol } from '../chatProtocol.ts';
import { createGenerateContentReader } from './reader.ts';
import { createGenerateContentRequest } from './request.ts';

/** The generate-content protocol: POST /v1beta/models/{model}:generateContent (contract 4). */
export const generateContentProtocol: ChatProtocol = {
  createRequest: createGenerateContentRequest,
  createReader: createGenerateContentReader,
};
