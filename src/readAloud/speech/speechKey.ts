import { createHash } from 'node:crypto';
import type { SpeechRequest } from '../../relay/speech/speech.ts';

/** Goes up when the same key would have to mean another sound. */
const keyVersion = 1;

/**
 * Names the sound of a request by all that shapes it. The text is in it, but can't be read from it. Playing faster is
 * the player's work and no part of it.
 */
export function speechKey(origin: string, request: SpeechRequest): string {
  const { model, input, voice, format = 'mp3', speed, volumeRatio, pitchRatio, emotion, language } = request;
  const parts = [origin, model, voice, format, speed, volumeRatio, pitchRatio, emotion, language, input];
  return createHash('sha256')
    .update(JSON.stringify([keyVersion, ...parts.map((part) => part ?? null)]))
    .digest('hex');
}
