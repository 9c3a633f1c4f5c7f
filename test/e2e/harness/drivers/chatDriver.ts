import type { Frame } from 'playwright-core';
import { waitUntil } from '../waitUntil.ts';

export type ChatDriver = ReturnType<typeof driveChat>;

/** What a person does in the page of a chat. */
export function driveChat(chat: Frame) {
  const input = chat.locator('.composer textarea');
  /** Writes a text into the input and presses Enter. */
  const send = async (text: string) => {
    await input.fill(text);
    await input.press('Enter');
  };
  return {
    input,
    send,
    /** Sends a text, and waits until it is in the conversation. */
    async ask(text: string): Promise<void> {
      await send(text);
      await chat.locator('.prompt', { hasText: text }).last().waitFor();
    },
    /** Waits until this many responses have ended, or as many as there are questions, and none runs. */
    async waitUntilEnded(count?: number): Promise<void> {
      const answers = (isBusy: boolean) => chat.locator(`.answer[aria-busy="${isBusy}"]`).count();
      await waitUntil(
        `${count ?? 'all'} answers have ended`,
        async () =>
          (await answers(false)) === (count ?? (await chat.locator('.prompt').count())) &&
          (await answers(true)) === 0,
      );
    },
    /** Focuses the input, and returns when VS Code knows: the host reports that before it replies to later requests. */
    async focusInput(): Promise<void> {
      await input.fill('#');
      await chat.locator('.suggestion').first().waitFor();
      await input.fill('');
    },
    /** Resolves with the host's next message about the focus; call it before the action that causes the message. */
    nextFocus: () =>
      chat.evaluate(
        () =>
          new Promise((resolve) => {
            addEventListener('message', ({ data: { type } }) => {
              if (type === 'focusBack' || type === 'focusInput') resolve(type);
            });
          }),
      ),
    /** Waits until the input has the focus, which would close anything opened earlier. */
    async waitUntilFocused(): Promise<void> {
      await waitUntil(
        'the input has the focus',
        async () =>
          (await chat.evaluate(() => document.hasFocus() && document.activeElement?.localName)) ===
          'textarea',
      );
    },
  };
}
