import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { hostConversation } from './chatHost.ts';
import { useChatPage } from './chatPage.ts';

const turns = Array.from({ length: 200 }, (_, place) =>
  makeTurn({
    id: `t${place}`,
    prompt: place === 3 ? 'A Needle early' : `Question ${place}`,
    text:
      place === 199
        ? 'The **nee**dle, and the needle.'
        : place === 50
          ? 'See [it](https://needle.example).'
          : 'Words.',
  }),
);

describe('the chat’s find bar', () => {
  const chat = useChatPage({ isShared: true, width: 300, height: 500 });
  const counted = (text: string) => chat.page.locator('.find-count', { hasText: text }).waitFor();
  /** Waits for the marked match, because the count may come first. */
  const current = async () => {
    const marked = await chat.page.waitForFunction(() =>
      String([...(CSS.highlights.get('chat-current-match') ?? [])]),
    );
    return await marked.jsonValue();
  };

  beforeEach(async () => {
    await hostConversation(chat, turns);
    await chat.page.focus('chat-composer textarea');
    await chat.tell({ type: 'openFind' });
    await chat.page.locator('.find-bar input').waitFor();
  });

  it('searches the whole conversation, across markup, and in turns that are not drawn', async () => {
    await chat.type('NEEDLE');
    // The host counts one in the last turn, where it has a bold part, and one in the address of a link.
    await counted('3 of 4');
    strictEqual((await current()).toLowerCase(), 'needle');
    await chat.press('Shift+Enter');
    await chat.page.locator('chat-turn[data-place="3"]').waitFor();
    await counted('1 of 3');
    strictEqual(await current(), 'Needle');
  });

  it('searches for the text that it is opened with, and marks it', async () => {
    await chat.tell({ type: 'openFind', text: 'a needle EARLY' });
    await counted('1 of 1');
    deepStrictEqual(
      [await current(), await chat.page.inputValue('.find-bar input')],
      ['A Needle early', 'a needle EARLY'],
    );
  });

  it('opens another chat at the match, among turns much lower than those at the end', async () => {
    const others = Array.from({ length: 24 }, (_, place) =>
      makeTurn({
        id: `other${place}`,
        prompt: place === 9 ? 'A Needle early' : `Question ${place}`,
        text: 'Words.\n\n'.repeat(place < 12 ? 1 : 90),
      }),
    );
    await chat.tell(
      { ...makeSnapshot(...others), conversationId: 'conversation-2' },
      { type: 'openFind', text: 'needle' },
    );
    await counted('1 of 1');
    strictEqual(await current(), 'Needle');
    const isInView = await chat.page.evaluate(() => {
      const view = document.querySelector('.conversation')?.getBoundingClientRect();
      const [match] = CSS.highlights.get('chat-current-match') ?? [];
      if (!view || !(match instanceof Range)) return false;
      const { top, bottom } = match.getBoundingClientRect();
      return top >= view.top && bottom <= view.bottom;
    });
    strictEqual(isInView, true);
  });

  it('closes with Escape, which stops no response, and gives the focus back', async () => {
    await chat.type('none of that');
    await counted('No results');
    await chat.press('Escape');
    await chat.page.locator('.find-bar').waitFor({ state: 'detached' });
    deepStrictEqual(
      [
        await chat.page.evaluate(() => document.activeElement?.localName),
        await chat.page.evaluate(() => CSS.highlights.size),
        chat.sent('stop'),
      ],
      ['textarea', 0, []],
    );
  });
});
