import { deepStrictEqual, ok } from 'node:assert/strict';
import { createRelayClient } from '../../../../src/relay/client.ts';
import { apiKey } from '../clientCalls.ts';
import { replyInPieces, startServer } from '../misbehavingServer.ts';
import { samples } from '../table/chatColumns.ts';
import { hear } from './askChat.ts';

/** A finish reason of null does not match. */
const finishMark = /"(finish_reason|stop_reason|finishReason)":"/;

/** Positions around each event's end, where the event may already be complete, and in its middle. */
function* placesOfCuts(events: readonly string[]): Generator<number> {
  let start = 0;
  for (const event of events) {
    const end = start + event.length;
    yield Math.floor((start + end) / 2);
    for (let place = end - 4; place <= end; place += 1) yield place;
    start = end;
  }
}

describe('a stream that is cut anywhere', () => {
  for (const [name, { request, stream }] of Object.entries(samples)) {
    it(`keeps what arrived, and is complete only with its finish reason: ${name}`, async () => {
      const events = [...stream.first, ...stream.rest];
      const body = events.join('');
      const marked = events.findIndex((event) => finishMark.test(event));
      const endOf = (count: number) => events.slice(0, count).join('').trimEnd().length;
      let length = 0;
      await using server = await startServer((call) =>
        replyInPieces(call, [body.slice(0, length)], {}, 'cut'),
      );
      const client = createRelayClient({ baseUrl: server.origin, apiKey });
      for (length of placesOfCuts(events)) {
        const heard = await hear(client.streamChat(request)).catch(() => []);
        const text = heard.map((event) => event['text'] ?? '').join('');
        const words = ['Hello ', 'world.'].filter((word) =>
          events.some((event, place) => event.includes(word) && endOf(place + 1) <= length),
        );
        const verdict = length >= endOf(marked + 1) ? 'complete' : 'interrupted';
        deepStrictEqual(
          [text, heard.at(-1)?.['verdict']],
          [words.join(''), length >= endOf(1) ? verdict : undefined],
          `after ${length} bytes: ${JSON.stringify(heard)}`,
        );
      }
      await client.close();
      ok(marked > 0);
    });
  }
});
