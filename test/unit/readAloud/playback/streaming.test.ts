import { deepStrictEqual } from 'node:assert/strict';
import { createParts, createStreamingSource, type PlaybackParts, utterancesOf } from './playbackParts.ts';

describe('reading a text that is still being written', () => {
  let parts: PlaybackParts;
  beforeEach(() => {
    parts = createParts();
  });

  it('is read as it comes, and waited for where all that came was heard', async () => {
    const source = createStreamingSource();
    const { playback, speaker, player, now } = parts;
    const seen: string[] = [];
    const [first, ...others] = utterancesOf(3);
    if (!first) throw new Error('There is one.');
    playback.playerReady();
    deepStrictEqual(playback.start({ title: 'Answer', source, speech: speaker.speech }), true);
    seen.push(now());
    await source.grow([first]);
    await speaker.answerAll();
    seen.push(now());
    await player.hearOut();
    seen.push(now());
    await source.grow(others);
    await speaker.answerAll();
    seen.push(now());
    await player.hearOut();
    await player.hearOut();
    seen.push(now());
    await source.complete();
    seen.push(now());
    deepStrictEqual(seen, ['loading 0', 'playing 0', 'loading 1', 'playing 1', 'loading 3', 'finished 2']);
    deepStrictEqual(player.told, [
      'begin reading-1 at 0 of 0+',
      '1 sentences more',
      'audio 0',
      '2 sentences more',
      'audio 1',
      'audio 2',
      '0 sentences more, all',
      'end',
    ]);
    deepStrictEqual(source.listenerCount, 0);
  });

  it('is not listened to after a stop', () => {
    const source = createStreamingSource();
    const { playback, speaker } = parts;
    playback.start({ title: 'Answer', source, speech: speaker.speech });
    deepStrictEqual(source.listenerCount, 1);
    playback.stop();
    deepStrictEqual(source.listenerCount, 0);
  });

  it('is not finished before it is complete, whatever the view says', async () => {
    const source = createStreamingSource();
    const { playback, speaker, now } = parts;
    playback.playerReady();
    playback.start({ title: 'Answer', source, speech: speaker.speech });
    await source.grow(utterancesOf(1));
    await speaker.answerAll();
    playback.session?.playerState({ readingId: 'reading-1', status: 'finished', index: 0, seconds: 2 });
    deepStrictEqual(now(), 'loading 0');
  });

  it('is finished where nothing came, and where all was heard before the view went', async () => {
    const { playback, speaker, player, now } = parts;
    playback.playerReady();
    const empty = createStreamingSource();
    playback.start({ title: 'Answer', source: empty, speech: speaker.speech });
    await empty.complete();
    deepStrictEqual(now(), 'finished 0');
    const source = createStreamingSource();
    playback.start({ title: 'Answer', source, speech: speaker.speech });
    await source.grow(utterancesOf(1));
    await speaker.answerAll();
    await player.hearOut();
    playback.playerGone();
    await source.complete();
    deepStrictEqual(now(), 'finished 0');
  });
});
