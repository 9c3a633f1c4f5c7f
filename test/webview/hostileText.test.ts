import { deepStrictEqual } from 'node:assert/strict';
import { makeReading, makeSnapshot, makeTurn } from './chatFacts.ts';
import { openChatPage } from './chatPage.ts';
import { makeTool } from './chatScenes.ts';
import { file } from './composerFacts.ts';
import { markup } from './hostileMarkdown.ts';

/** Each element with the names of its attributes; not those of drawn Markdown, announcements, and marks of a text. */
function readShape(): string[] {
  const others = '.markdown *, .announcements *, .attachment-folder, .invisible-character';
  return [...document.querySelectorAll(`relay-chat *:not(${others})`)].map(
    (element) =>
      `${element.localName} ${element
        .getAttributeNames()
        .filter((name) => name !== 'lang')
        .sort()}`,
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
    const call = makeTool({ callId: '1', title: text, input: JSON.stringify({ path: text }), summary: text });
    const turn = makeTurn({ id: 'turn', prompt: text, model: text, text, status: 'failed', failure });
    await chat.tell(
      {
        ...makeSnapshot({ ...turn, attachments: [{ ...file, name: text }], parts: [...turn.parts, call] }),
        title: text,
        model: { id: text, label: text },
        others: [{ id: text, label: text }],
        attachments: [{ ...file, name: text, warning: text }],
        queue: [{ id: text, text }],
        system: { text, isOwn: true },
        reading: makeReading({ title: text }),
      },
      { type: 'state', model: { id: text, label: text } },
    );
    await chat.page.fill('.composer textarea', '');
    await chat.type('#');
    const requestId = chat.sent('suggest').at(-1)?.requestId ?? -1;
    const suggestions = [{ value: text, label: text, detail: text }];
    await chat.tell({ type: 'suggestions', requestId, suggestions });
    return chat.page.evaluate(readShape);
  };
  const expected = await showIn('Harmless words, and so many of them.');
  const strange: unknown[] = [];
  for (const text of markup) {
    const shape = await showIn(text);
    const place = shape.findIndex((element, at) => element !== expected[at]);
    if (place !== -1 || shape.length < expected.length) strange.push([text, shape[place], expected[place]]);
  }
  deepStrictEqual([strange, chat.foreignRequests, chat.problems], [[], [], []]);
  await chat.close();
});
