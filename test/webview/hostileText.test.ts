import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { openChatPage } from './chatPage.ts';
import { markup } from './hostileMarkdown.ts';

/** Each element of the page, with the names of its attributes; not those of drawn Markdown, and of announcements. */
function readShape(): string[] {
  return [...document.querySelectorAll('relay-chat *:not(.markdown *, .announcements *)')].map(
    (element) => `${element.localName} ${element.getAttributeNames().filter((name) => name !== 'lang')}`,
  );
}

it('text from a model or a relay is shown as text, wherever it stands in the chat', async () => {
  const chat = await openChatPage();
  /** The shape of the page with this text in every part that does not come from us. */
  const showIn = async (text: string) => {
    const failure = {
      title: text,
      advice: [text],
      relayMessage: text,
      requestId: text,
      actions: [{ id: 'tryAgain', label: text } as const],
    };
    await chat.tell(
      makeSnapshot(makeTurn({ id: 'turn', prompt: text, model: text, text, status: 'failed', failure })),
      { type: 'state', model: { id: text, label: text } },
    );
    return chat.page.evaluate(readShape);
  };
  const expected = await showIn('Harmless words, and so many of them.');
  const strange: unknown[] = [];
  for (const text of markup) {
    const shape = await showIn(text);
    if (shape.join() !== expected.join()) strange.push([text, shape]);
  }
  deepStrictEqual([strange, chat.foreignRequests, chat.problems], [[], [], []]);
  await chat.close();
});
