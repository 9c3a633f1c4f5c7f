import { takeIdApart } from '../../relay/models/modelId.ts';

/** By which makers call their small and quick models. */
const smallWords = ['mini', 'flash', 'haiku', 'lite', 'nano', 'small', 'air', 'turbo'];

/** Quick at something else than answering in words, or slow in spite of the name. */
const otherWords = new Set([
  'audio',
  'deep',
  'guard',
  'image',
  'live',
  'ocr',
  'realtime',
  'research',
  'search',
  'thinking',
  'transcribe',
  'tts',
  'vision',
  'vl',
]);
const largeTurbo = /^gpt-4-turbo/;

/** Whether a model is small and quick, as far as its name tells. */
export function isSmallModel(model: string): boolean {
  const { bare } = takeIdApart(model);
  const words = bare.split(/[^a-z0-9]+/);
  return (
    words.some((word) => smallWords.includes(word)) &&
    !words.some((word) => otherWords.has(word)) &&
    !largeTurbo.test(bare)
  );
}
