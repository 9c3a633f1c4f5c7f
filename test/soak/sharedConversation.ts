import type { Frame } from 'playwright-core';
import { turnAt } from '../e2e/harness/relayEditor.ts';

/** Retries, time-outs and the relay's absences included. */
const answerLimitMs = 180_000;

/** The one conversation that two windows show: messages are sent one at a time, now from here, now from there. */
export class SharedConversation {
  /** In their order. */
  readonly sent: string[] = [];
  #last: Promise<unknown> = Promise.resolve();

  /** Sends a message when it is this one's turn; `meanwhile` has the number of its turn while the response comes. */
  send(chat: Frame, words: string, meanwhile?: (place: number) => Promise<void>): Promise<void> {
    const done = this.#last.then(async () => {
      const place = this.sent.length;
      const text = `Message ${String(place + 1).padStart(4, '0')}: ${words}`;
      // Neither by keys nor with `fill`, which types where the focus is: other loads move it.
      await chat.locator('.composer textarea').evaluate((input: HTMLTextAreaElement, value) => {
        input.value = value;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }, text);
      await chat.locator('.send-button:not(.stop)').click();
      await turnAt(chat, place).locator('.prompt', { hasText: text }).waitFor();
      this.sent.push(text);
      await meanwhile?.(place);
      await turnAt(chat, place).locator('.answer[aria-busy="false"]').waitFor({ timeout: answerLimitMs });
    });
    this.#last = done.catch(() => {});
    return done;
  }
}
