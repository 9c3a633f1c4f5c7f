import { speechKey } from '../../../../src/readAloud/speech/cachedSpeech.ts';
import { createSpeechCache } from '../../../../src/readAloud/speech/speechCache.ts';
import { silentLogger } from '../../../../src/relay/logger.ts';

// A child process of speechCache.test.ts: one of several windows that cache the same audio at once.
const [folder = '', number = '', limit = ''] = process.argv.slice(2);
const cache = createSpeechCache({ folder, limitBytes: () => Number(limit), logger: silentLogger });
// The first window writes until it is killed.
const count = number === '1' ? Number.POSITIVE_INFINITY : 60;
for (let index = 0; index < count; index += 1) {
  const key = speechKey('https://relay.example', { model: 'm', voice: 'v', input: `text ${index % 60}` });
  const kept = cache.keep(key, { bytes: new Uint8Array(20_000).fill(Number(number)), format: 'mp3' });
  if (index === 20) process.send?.('writing');
  await kept;
}
process.disconnect?.();
