/**
 * Kills the extension host of a real VS Code in the middle of things, again and again, and looks whether all that was
 * on the screen 100 ms before is there afterwards. `npm run kill`; `--kills N` says how often.
 */
import type { Frame } from 'playwright-core';
import { driveChat } from '../e2e/harness/drivers/chatDriver.ts';
import { openChat, openRelayEditor } from '../e2e/harness/relayEditor.ts';
import { waitUntil } from '../e2e/harness/waitUntil.ts';
import { dueAfterMs, endRun, failures, kills } from './killRun.ts';

const activities = ['streaming', 'editing', 'renaming'] as const;

const started = await openRelayEditor({ connectByEnvironment: true });
const { editor, relay } = started;
relay.settings.chunksPerSecond = 60;
let chat = await openChat(editor);

/** Without spaces, and without signs of Markdown, which are in sight for as long as nobody knows what they mean. */
const readAnswer = (page: Frame): Promise<string> =>
  page
    .locator('.answer')
    .last()
    .evaluate((answer) =>
      [...answer.querySelectorAll('.markdown')].map(({ textContent }) => textContent).join(''),
    )
    .then((text) => text.replaceAll(/[\s*`_#]+/g, ''));

/** Looks at the response until this time, and gives what was due then. */
async function lookUntil(endMs: number): Promise<string> {
  const looks: { readonly at: number; readonly text: string }[] = [];
  while (performance.now() < endMs) {
    const at = performance.now();
    looks.push({ at, text: await readAnswer(chat) });
  }
  return looks.findLast(({ at }) => at <= endMs - dueAfterMs)?.text ?? '';
}

async function beginAnswer(): Promise<void> {
  await waitUntil(
    'some of the answer',
    async () =>
      (await chat.locator('.answer[aria-busy="true"]').count()) > 0 && (await readAnswer(chat)) !== '',
  );
}

for (let kill = 0; kill < kills; kill += 1) {
  const activity = activities[kill % activities.length] ?? 'streaming';
  const question = `long 200 number ${kill}`;
  let title = '';
  await driveChat(chat).ask(question);
  await beginAnswer();
  if (activity === 'editing') {
    await chat.locator('.question').last().hover();
    await chat.getByRole('button', { name: 'Edit your message' }).last().click();
    const box = chat.getByRole('textbox', { name: 'Your message' });
    await box.fill(`${question} again`);
    await box.press('Enter');
    await chat.locator('.prompt', { hasText: `${question} again` }).waitFor();
    await beginAnswer();
  } else if (activity === 'renaming') {
    title = `Title ${kill}`;
    await editor.runCommand('Model Relay: Rename Chat…');
    await editor.quickInput.waitFor('Rename Chat');
    await editor.quickInput.type(title);
    await editor.quickInput.accept();
    await editor.quickInput.waitUntilClosed();
  }
  const due = await lookUntil(performance.now() + dueAfterMs + 20 + Math.random() * 800);
  await editor.killExtensionHost();
  await editor.reload();
  chat = await openChat(editor);
  await chat.getByText('The response was interrupted. The partial response is saved.').last().waitFor();
  const kept = await readAnswer(chat);
  const prompts = await chat.locator('.prompt').allInnerTexts();
  const wanted = activity === 'editing' ? `${question} again` : question;
  if (!kept.startsWith(due))
    failures.push(`${kill} (${activity}): of ${due.length} letters, ${kept.length} are left`);
  if (!prompts.at(-1)?.includes(wanted)) failures.push(`${kill} (${activity}): the question is gone`);
  if (title) {
    await editor.runCommand('Model Relay: Rename Chat…');
    await editor.quickInput.waitFor('Rename Chat');
    if ((await editor.quickInput.value()) !== title) failures.push(`${kill}: the title is gone`);
    await editor.quickInput.dismiss();
    await editor.quickInput.waitUntilClosed();
  }
  console.log(`kill ${kill + 1}, ${activity}: ${due.length} letters were due, ${kept.length} are there`);
  await editor.runCommand('Model Relay: New Chat');
  await chat.locator('.welcome').waitFor();
}
await started.close();
await endRun();
