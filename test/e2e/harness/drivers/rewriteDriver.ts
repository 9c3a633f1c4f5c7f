import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { RelayEditor } from '../relayEditor.ts';

/** What a person does and sees when code is rewritten. */
export interface RewriteDriver {
  /** The side of the new code. */
  readonly newCode: Locator;
  readonly oldCode: Locator;
  /** The diff's tab. */
  readonly tab: Locator;
  press(key: string): Promise<void>;
  /** Puts the cursor behind a text of a file, selecting nothing. */
  goTo(path: string, text: string): Promise<void>;
  /** Requests a rewrite at the cursor, by keyboard alone. */
  askFor(instruction: string): Promise<void>;
  /** Waits for the box that asks for the instruction, types into it, and waits until it is closed. */
  answer(instruction: string): Promise<void>;
  /** Waits until the tab in front has this mark beside its name. */
  waitForBadge(badge: string): Promise<void>;
  /** Waits until the new code is complete. */
  waitUntilReady(): Promise<void>;
  /** Saves the active file, and returns its content on the disk. */
  save(path: string): Promise<string>;
  read(path: string): Promise<string>;
  /** The texts of the requests that the relay received, in order. */
  questions(): string[];
}

export function driveRewrites({ editor, relay }: RelayEditor): RewriteDriver {
  const { page, quickInput } = editor;
  const side = (name: string) => page.locator(`.monaco-diff-editor .editor.${name} .view-lines`);
  const press = (key: string) => page.keyboard.press(key);
  const read = (path: string) => readFile(join(editor.workspaceFolder, path), 'utf8');
  const waitForBadge = async (badge: string) => {
    await page.waitForFunction((wanted) => {
      const label = document.querySelector('.tab.active .monaco-icon-label');
      return label && getComputedStyle(label, '::after').content.includes(wanted);
    }, badge);
  };
  const answer = async (instruction: string) => {
    await quickInput.waitFor('What should the model do with this code?');
    await quickInput.type(instruction);
    await quickInput.accept();
    await quickInput.waitUntilClosed();
  };
  const tab = page.locator('.tab', { hasText: /↔|: new file/ });
  return {
    newCode: side('modified'),
    oldCode: side('original'),
    tab,
    press,
    read,
    async goTo(path, text) {
      await editor.openFile(path);
      await editor.selectText(text);
      // Through the same channel as the selection, so that it runs after that.
      await editor.execute('cursorRight');
    },
    answer,
    async askFor(instruction) {
      await press('Shift+Alt+W');
      await answer(instruction);
    },
    waitForBadge,
    async waitUntilReady() {
      await waitForBadge('✓');
    },
    async save(path) {
      await press('ControlOrMeta+S');
      await page.locator('.tab.active:not(.dirty)').waitFor();
      return read(path);
    },
    questions: () =>
      relay.requests
        .filter(({ path }) => path === '/v1/messages')
        .map(({ bodyText }) => {
          const content = JSON.parse(bodyText ?? '{}').messages.at(-1).content;
          return typeof content === 'string'
            ? content
            : content.map(({ text }: { text: string }) => text).join('');
        }),
  };
}

/** An instruction that makes the scripted model give this response. */
export function answerWith(text: string): string {
  return `answer ${JSON.stringify(text)}`;
}
