import { type Load, pause } from '../load.ts';

const abortsPerMinute = 2000 / 30;
/** At once: some wait for a relay that is away. */
const lanes = 6;
/** A busy machine may be slower, but not by much. */
const leastShare = 0.5;

/** Requests through VS Code's language model API that are cancelled: some at once, some in the middle. */
export const abortedRequests: Load =
  async ({ editor, relay, minutes, random, signal }) =>
  async () => {
    const wanted = Math.round(abortsPerMinute * minutes);
    const begunAt = performance.now();
    let begun = 0;
    let aborts = 0;
    const runLane = async () => {
      while (begun < wanted && !signal.aborted) {
        const dueAt = begunAt + (begun * 60_000) / abortsPerMinute;
        begun += 1;
        await pause(Math.max(0, dueAt - performance.now()), signal);
        await editor.execute('endToEndTests.abortRequest', 'msg-sonnet-4-6', 'long 200', random() < 0.3);
        aborts += 1;
      }
    };
    await Promise.all(Array.from({ length: lanes }, runLane));
    return {
      did: `${aborts} of ${wanted}; with the chat's, the relay saw ${relay.countAborted()} closed`,
      wrong: aborts < wanted * leastShare ? [`only ${aborts} of ${wanted} requests were aborted`] : [],
    };
  };
