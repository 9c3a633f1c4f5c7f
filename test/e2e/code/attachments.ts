import { deepStrictEqual, match, ok } from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { driveChat } from '../harness/drivers/chatDriver.ts';
import { openChat, type UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

/** In two pieces, because secret scanners would report the whole. */
const secret = ['sk', 'f3Kq9Zt2Lw8Xv5Rb1Ny7Hd4Gs6Jm0PcA'].join('-');

export const attachedFiles = {
  'src/plain.py': 'print("plain")\n',
  'src/other.py': 'print("other")\n',
  'src/service.py': `\nkey = "${secret}"\n`,
};

/** Attachments of a prompt. */
export function describeAttachments({ editor, relay }: UsedEditor): void {
  let chat: Frame;
  before(async () => {
    chat = await openChat(editor);
  });

  const driver = () => driveChat(chat);

  /** Goes through the command as a person does, and ticks these files. One is taken by its name and Enter. */
  async function attachFiles(...names: readonly string[]): Promise<void> {
    const { quickInput, runCommand } = editor;
    await runCommand('Model Relay: Attach to Chat…');
    await quickInput.waitFor('Select context to attach');
    await quickInput.pick('Files…');
    await quickInput.waitFor('Attach Files');
    for (const name of names) {
      await quickInput.type(name);
      await quickInput.row(name).first().waitFor();
      if (names.length > 1) await quickInput.row(name).first().click();
    }
    if (names.length > 1) await quickInput.type('');
    await quickInput.accept();
  }

  const attachedNames = (names: readonly string[]) =>
    waitUntil(`${names.join(', ')} to be attached`, async () => {
      const text = (await chat.locator('.composer').innerText()).replaceAll('\u200b', '');
      return names.every((name) => text.includes(name));
    });

  async function send(text: string): Promise<string> {
    const before = relay.requests.length;
    await driver().send(text);
    const request = await waitUntil('the question to be sent', async () =>
      relay.requests.slice(before).find(({ bodyText }) => bodyText?.includes(text)),
    );
    return request.bodyText ?? '';
  }

  /** The texts that go to the model: the attachments, then the prompt. */
  function textsOf(body: string): string[] {
    const { messages } = JSON.parse(body);
    const { content } = messages.at(-1);
    return Array.isArray(content) ? content.map(({ text }: { text: string }) => text) : [content];
  }

  it('are picked from all files, need confirmation if they seem to contain secrets, and are sent with the prompt', async () => {
    const { dialog, readLogs } = editor;
    await attachFiles('plain.py', 'other.py');
    await attachedNames(['plain.py', 'other.py']);
    const texts = textsOf(await send('What do these print?'));
    deepStrictEqual(texts.toSorted(), [
      'What do these print?',
      'src/other.py:\n```py\nprint("other")\n```',
      'src/plain.py:\n```py\nprint("plain")\n```',
    ]);

    await attachFiles('service.py');
    const question = dialog('Attach this to your message?');
    await question.waitFor();
    const words = await question.innerText();
    match(words, /src\/service\.py, line 2: AI provider key/);
    ok(!words.includes(secret));
    await question.getByRole('button', { name: 'Attach with Secrets Masked' }).click();
    await attachedNames(['service (masked).py']);
    deepStrictEqual(textsOf(await send('Is this safe?')), [
      'src/service (masked).py:\n```py\n\nkey = "[masked]"\n```',
      'Is this safe?',
    ]);
    ok(!(await readLogs()).includes(secret));
  });
}
