import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UsedEditor } from '../relayEditor.ts';

export type RewriteDriver = ReturnType<typeof driveRewrites>;

/** What a person does and sees when code is rewritten. */
export function driveRewrites({ editor, relay }: UsedEditor) {
  const { page, quickInput } = editor;
  const side = (name: string) => page.locator(`.monaco-diff-editor .editor.${name} .view-lines`);
  const press = (key: string) => page.keyboard.press(key);
  const read = (path: string) => readFile(join(editor.workspaceFolder, path), 'utf8');
  /** Waits until the tab in front has this mark beside its name. */
  const waitForBadge = async (badge: string) => {
    await page.waitForFunction((wanted) => {
      const label = document.querySelector('.tab.active .monaco-icon-label');
      return label && getComputedStyle(label, '::after').content.includes(wanted);
    }, badge);
  };
  /** Waits for the box that asks for the instruction, types into it, and waits until it is closed. */
  const answer = async (instruction: string) => {
    await quickInput.enter(instruction, 'What should the model do with this code?');
    await quickInput.waitUntilClosed();
  };
  /** The diff's tab. */
  const tab = page.locator('.tab', { hasText: /↔|: new file/ });
  return {
    /** The side of the new code. */
    newCode: side('modified'),
    oldCode: side('original'),
    tab,
    press,
    read,
    /** Puts the cursor behind a text of a file, selecting nothing. */
    async goTo(path: string, text: string): Promise<void> {
      await editor.openFile(path);
      await editor.selectText(text);
      // Through the same channel as the selection, so that it runs after that.
      await editor.execute('cursorRight');
    },
    answer,
    /** Requests a rewrite at the cursor, by keyboard alone. */
    async askFor(instruction: string): Promise<void> {
      await press('Shift+Alt+W');
      await answer(instruction);
    },
    waitForBadge,
    /** Waits until the new code is complete. */
    waitUntilReady: () => waitForBadge('✓'),
    /** Saves the active file, and returns its content on the disk. */
    async save(path: string): Promise<string> {
      await press('ControlOrMeta+S');
      await page.locator('.tab.active:not(.dirty)').waitFor();
      return read(path);
    },
    /** The texts of the requests that the relay received, in order. */
    questions: (): string[] =>
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
