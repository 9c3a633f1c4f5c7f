import type { Frame, Locator } from 'playwright-core';
import { waitUntil } from '../waitUntil.ts';

/** What a person does in the page of a chat. */
export interface ChatDriver {
  readonly input: Locator;
  /** Writes a text into the input and presses Enter. */
  send(text: string): Promise<void>;
  /** Sends a text, and waits until it is in the conversation. */
  ask(text: string): Promise<void>;
  /** Waits until this many responses have ended, or as many as there are questions, and none runs. */
  waitUntilEnded(count?: number): Promise<void>;
  /**
   * Focuses the input, and returns when VS Code knows: the host reports that before it replies to later requests.
   */
  focusInput(): Promise<void>;
  /** Resolves with the host's next message about the focus; call it before the action that causes the message. */
  nextFocus(): Promise<unknown>;
  /** Waits until the input has the focus, which would close anything opened earlier. */
  waitUntilFocused(): Promise<void>;
}

export function driveChat(chat: Frame): ChatDriver {
  const input = chat.locator('.composer textarea');
  const send = async (text: string) => {
    await input.fill(text);
    await input.press('Enter');
  };
  return {
    input,
    send,
    async ask(text) {
      await send(text);
      await chat.locator('.prompt', { hasText: text }).last().waitFor();
    },
    async waitUntilEnded(count) {
      const answers = (isBusy: boolean) => chat.locator(`.answer[aria-busy="${isBusy}"]`).count();
      await waitUntil(
        `${count ?? 'all'} answers have ended`,
        async () =>
          (await answers(false)) === (count ?? (await chat.locator('.prompt').count())) &&
          (await answers(true)) === 0,
      );
    },
    async focusInput() {
      await input.fill('#');
      await chat.locator('.suggestion').first().waitFor();
      await input.fill('');
    },
    nextFocus: () =>
      chat.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener('message', ({ data: { type } }) => {
              if (type === 'focusBack' || type === 'focusInput') resolve(type);
            });
          }),
      ),
    async waitUntilFocused() {
      await waitUntil(
        'the input has the focus',
        async () =>
          (await chat.evaluate(() => document.hasFocus() && document.activeElement?.localName)) ===
          'textarea',
      );
    },
  };
}
