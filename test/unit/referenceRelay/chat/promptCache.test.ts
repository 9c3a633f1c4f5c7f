import { deepStrictEqual } from 'node:assert/strict';
import { startReferenceRelay } from '../../../relay/referenceRelay.ts';
import { askOf, callRelay } from '../callRelay.ts';

/** A block of the given number of tokens. */
const block = (tokens: number, more = {}) => ({ type: 'text', text: 'abc '.repeat(tokens), ...more });
const marked = { cache_control: { type: 'ephemeral' } };

describe('reference relay: prompt caching', () => {
  // What is read and written otherwise, contract/promptCaching.test.ts counts over an agent's rounds.
  it('looks back twenty blocks from a mark', async () => {
    const relay = await startReferenceRelay();
    const ask = async (...content: readonly object[]) => {
      const body = askOf('', { messages: [{ role: 'user', content }] });
      const reply = await (await callRelay(relay, '/v1/messages', { body })).json();
      const { usage } = reply as { readonly usage: Readonly<Record<string, number>> };
      return [usage['cache_creation_input_tokens'], usage['cache_read_input_tokens']];
    };
    const behind = (count: number) => [
      block(2000),
      ...Array.from({ length: count - 1 }, () => block(1)),
      block(1, marked),
    ];
    deepStrictEqual(
      [await ask(block(2000, marked)), await ask(...behind(21)), await ask(...behind(20))],
      [
        [2000, 0],
        [2021, 0],
        [20, 2000],
      ],
    );
    await relay.close();
  });
});
