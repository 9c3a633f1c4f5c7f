import { turnAt } from '../../e2e/harness/relayEditor.ts';
import { type Load, pause } from '../load.ts';

/** How long it looks on between its own messages. */
const lookingMs = 15_000;

/** The same conversation in another window, where every message's response is stopped with the chat's Stop. */
export const secondWindow: Load =
  async ({ chat, otherChat, conversation, signal }) =>
  async () => {
    let stopped = 0;
    const wrong: string[] = [];
    while (!signal.aborted) {
      await conversation.send(otherChat, 'long 40 slow', async (place) => {
        // The response itself is not there before the relay says something.
        await turnAt(chat, place).locator('.prompt').waitFor();
        const stop = otherChat.locator('.send-button.stop');
        const ended = turnAt(otherChat, place).locator('.answer[aria-busy="false"]');
        await stop.or(ended).first().waitFor();
        // The relay may fail before, or while it is clicked: then there is nothing to stop.
        const isStopped = stop.click().then(() => true);
        const hasEnded = ended.waitFor().then(() => false);
        if (!(await Promise.any([isStopped, hasEnded]))) return;
        stopped += 1;
        for (const [name, page] of [
          ['its own window', otherChat],
          ['the other window', chat],
        ] as const)
          await turnAt(page, place)
            .locator('.answer[aria-busy="false"]')
            .waitFor()
            .catch(() => wrong.push(`message ${place + 1} was stopped and runs on in ${name}`));
      });
      await pause(lookingMs, signal);
    }
    return { did: `${stopped} messages stopped`, wrong };
  };
