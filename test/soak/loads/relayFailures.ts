import { type QuirkName, quirkGroups } from '../../relay/quirks/table.ts';
import { consolePage, type Fault } from '../../relay/wire/faults.ts';
import { type Load, pause, pick } from '../load.ts';

const paths = ['/v1/messages', '/v1/messages', '/v1/audio/speech', '/v1/models'];
const faults: readonly Fault[] = [
  { kind: 'dropConnection' },
  { kind: 'stallBeforeHeaders' },
  { kind: 'stallAfterBytes', bytes: 700 },
  { kind: 'reply', status: 200 },
  { kind: 'reply', ...consolePage },
  { kind: 'delay', delayMs: 2_000 },
  ...[429, 500, 502, 503, 529].map((status) => ({
    kind: 'reply' as const,
    status,
    body: { error: { message: `upstream error ${status}` } },
  })),
];
const quirks = [
  ...Object.keys(quirkGroups['framing of streams']),
  ...Object.keys(quirkGroups['failures of streams']),
  ...Object.keys(quirkGroups.transport),
] as readonly QuirkName[];
const longestCalmMs = 6_000;
const longestAwayMs = 4_000;

/** The relay fails in all its ways, now and then, and is restarted. */
export const relayFailures: Load =
  async ({ relay, random, signal }) =>
  async () => {
    let failures = 0;
    while (!signal.aborted) {
      await pause(random() * longestCalmMs, signal);
      const kind = random();
      if (kind < 0.1) await relay.restart(random() * longestAwayMs);
      else if (kind < 0.5) relay.current.failNext(pick(random, paths), pick(random, faults));
      else
        relay.current.with(pick(random, quirks), {
          path: pick(random, paths),
          times: 1 + Math.floor(random() * 3),
        });
      failures += 1;
    }
    relay.current.withNothing();
    return { did: `${failures} failures, ${relay.restarts} of them restarts`, wrong: [] };
  };
