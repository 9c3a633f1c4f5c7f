import type { ChatProtocol } from '../chatProtocol.ts';
import { createGenerateContentReader } from './generateContentReader.ts';
import { createGenerateContentRequest } from './generateContentRequest.ts';

/** The generate-content protocol: POST /v1beta/models/{model}:generateContent (contract 4). */
export const generateContentProtocol: ChatProtocol = {
  createRequest: createGenerateContentRequest,
  createReader: createGenerateContentReader,
};
