import { deepStrictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn, makeTurnMessage } from './chatFacts.ts';
import { hostConversation } from './chatHost.ts';
import { describeLooks } from './chatLooking.ts';
import { type ChatPage, useChatPage } from './chatPage.ts';

const longText = 'Read it with `readFile`, which gives a promise of all of the text. '.repeat(6);
const turns = Array.from({ length: 60 }, (_, place) =>
  makeTurn({
    id: `t${place}`,
    prompt: place % 7 === 3 ? 'Where does it read a needle? The **needle** of a compass, say.' : 'And then?',
    text: place % 5 === 0 ? `The needle, and ${longText}` : longText,
  }),
);
const prompt = `Answer briefly, and with code that runs.\n\n${'Keep to the style of the files around. '.repeat(6)}`;

async function find(chat: ChatPage, text: string): Promise<void> {
  await hostConversation(chat, turns);
  await chat.page.focus('chat-composer textarea');
  await chat.tell({ type: 'openFind' });
  await chat.page.fill('.find-bar input', text);
  await chat.page.locator('.find-count', { hasText: /\S/ }).waitFor();
  await chat.page.waitForFunction(
    (isFound) => (CSS.highlights.get('chat-current-match')?.size === 1) === isFound,
    text === 'needle',
  );
  await chat.drawn();
}

const showSystem =
  (text: string, isOwn: boolean, isOpen = false) =>
  async (chat: ChatPage) => {
    await chat.tell({ ...makeSnapshot(makeTurn({ id: 'a' })), system: { text, isOwn } });
    if (isOpen) await chat.page.click('.system-line');
  };

const scenes: Readonly<Record<string, (chat: ChatPage) => Promise<unknown>>> = {
  found: async (chat) => {
    await find(chat, 'needle');
    await chat.press('Shift+Enter', 'Shift+Enter', 'Shift+Enter');
  },
  'nothing-found': (chat) => find(chat, 'nowhere'),
  'system-default': showSystem(prompt, false),
  'system-open': showSystem(prompt, true, true),
  middle: async (chat) => {
    await hostConversation(chat, turns);
    await chat.page.focus('.conversation');
    await chat.press('Home');
    await chat.page.locator('chat-turn[data-place="0"]').waitFor();
    await chat.press('PageDown');
    await chat.tell(
      ...Array.from({ length: 12 }, (_, place) => makeTurnMessage(makeTurn({ id: `n${place}` }), 61 + place)),
    );
    await chat.page.locator('.unseen').waitFor();
  },
};

describeLooks('the chat’s conversation', {
  height: 640,
  prefix: 'conversation-',
  widths: () => [280, 900],
  scenes: Object.fromEntries(
    Object.entries(scenes).map(([name, show]) => [
      name,
      // Each scene plays its own host, and leaves a page with open editors.
      async (chat) => {
        await chat.reload();
        await show(chat);
      },
    ]),
  ),
});

describe('the find bar of the chat', () => {
  const chat = useChatPage({ height: 640, reducedMotion: true });

  for (const width of [280, 900]) {
    it(`scrolls every match into view, with a line before it and nothing over it, at ${width} pixels`, async () => {
      await chat.page.setViewportSize({ width, height: 640 });
      await find(chat, 'needle');
      const hidden: string[] = [];
      for (let step = 0; step < 10; step += 1) {
        await chat.press('Enter');
        await chat.drawn();
        const how = await chat.page.evaluate(async () => {
          // A visit is over when the turn has been drawn, which takes a few frames.
          for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
          const [range] = CSS.highlights.get('chat-current-match') ?? [];
          if (!(range instanceof Range)) return 'no match';
          const { left, right, top, bottom } = range.getBoundingClientRect();
          const view = document.querySelector('.conversation')?.getBoundingClientRect() ?? new DOMRect();
          if (top < view.top + 16 || bottom > view.bottom - 16) return `at ${top} to ${bottom}`;
          const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return over && range.startContainer.parentElement?.contains(over) ? '' : `under ${over?.className}`;
        });
        if (how !== '') hidden.push(`${step}: ${how}`);
      }
      deepStrictEqual(hidden, []);
    });
  }
});
