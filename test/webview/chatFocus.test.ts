import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { hostConversation } from './chatHost.ts';
import { useChatPage } from './chatPage.ts';
import { makeTool } from './chatScenes.ts';

const turns = Array.from({ length: 45 }, (_, place) =>
  makeTurn({
    id: `t${place}`,
    prompt: `Question ${place}`,
    text: `Answer ${place}. ${'Words. '.repeat(60)}`,
  }),
);

describe('the focus on the chat’s messages', () => {
  const chat = useChatPage({ isShared: true, width: 300, height: 500 });
  /** What has the focus, in words. */
  const focused = () =>
    chat.page.evaluate(() => {
      const { activeElement } = document;
      const place = activeElement?.closest<HTMLElement>('chat-turn')?.dataset['place'];
      if (activeElement?.matches('article.question')) return `question ${place}`;
      if (activeElement?.matches('article.answer')) return `answer ${place}`;
      if (activeElement?.matches('.tool-call, .tool-call *')) return `call ${place}`;
      return activeElement?.matches('chat-composer textarea') ? 'input' : '';
    });
  /** Waits until this has the focus and can be seen. */
  const reach = async (kind: 'question' | 'answer', place: number) => {
    await chat.page.waitForFunction(
      ([selector, at]) => {
        const { activeElement } = document;
        if (!activeElement?.matches(`chat-turn[data-place="${at}"] ${selector}`)) return false;
        const view = document.querySelector('.conversation')?.getBoundingClientRect();
        const { top, bottom } = activeElement.getBoundingClientRect();
        return view && top >= view.top && Math.min(bottom, top + view.height / 2) <= view.bottom;
      },
      [`article.${kind}`, place] as const,
    );
  };
  const go = (which: 'previous' | 'next' | 'lastResponse') => chat.tell({ type: 'focusMessage', which });

  /** Returns the focus as the workbench does: to the page, but to no element in it. */
  const comeBack = () =>
    chat.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      window.dispatchEvent(new Event('focus'));
    });

  beforeEach(async () => {
    await hostConversation(chat, turns);
    await chat.page.focus('chat-composer textarea');
  });

  it('sends keys of the host’s commands to it until VS Code knows of the focus, and then leaves them to VS Code', async () => {
    const { page } = chat;
    await page.evaluate(() => {
      const { dataset } = document.body;
      window.addEventListener('keydown', ({ key, shiftKey }) => {
        if (/^(?:f|F1)$/i.test(key)) dataset['keys'] = `${dataset['keys'] ?? ''}${key},${shiftKey};`;
      });
    });
    const press = async () => {
      for (const key of ['Control+f', 'Shift+Alt+F1', 'Control+Shift+f', 'f']) await page.keyboard.press(key);
      return page.evaluate(() => document.body.dataset['keys']);
    };
    const early = () => chat.sent('earlyKey');
    const both = [
      { type: 'earlyKey', command: 'find' },
      { type: 'earlyKey', command: 'help' },
    ];
    const others = 'f,true;f,false;';
    deepStrictEqual([await press(), early()], [others, both]);
    const newest = chat.intents.filter((intent) => intent.type === 'focus' && intent.isFocused).length;
    await chat.tell({ type: 'focusKnown', number: newest });
    const all = `${others}f,false;F1,true;${others}`;
    deepStrictEqual([await press(), early()], [all, both]);
    // The focus left the page, and came back.
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    deepStrictEqual([await press(), early()], [`${all}${others}`, [...both, ...both]]);
    // The host's message about the earlier focus arrives late.
    await chat.tell({ type: 'focusKnown', number: newest });
    deepStrictEqual([await press(), early()], [`${all}${others}${others}`, [...both, ...both, ...both]]);
  });

  it('moves message by message with the host’s commands, and from the last one to the input', async () => {
    const way: string[] = [];
    for (const which of ['previous', 'previous', 'previous', 'next'] as const) {
      await comeBack();
      way.push(await focused());
      await go(which);
      way.push(await focused());
    }
    strictEqual(
      way.join(' > '),
      'input > answer 44 > input > question 44 > input > answer 43 > input > question 44',
    );
    await chat.page.locator('.composer textarea').fill('What was that?');
    await go('previous');
    deepStrictEqual(await focused(), 'answer 44');
  });

  it('starts at the newest message again after Focus Chat, even if the input already had the focus', async () => {
    await go('previous');
    await go('previous');
    await comeBack();
    await chat.tell({ type: 'focusInput' });
    await go('previous');
    const newest = await focused();
    await chat.tell({ type: 'focusInput' });
    deepStrictEqual([newest, await focused()], ['answer 44', 'input']);
  });

  it('returns to the button that opened a picker, or to the input if nothing has it', async () => {
    await chat.page.locator('.others').press('Enter');
    // VS Code's list takes the focus from an element in the page, and returns it only to the page.
    await comeBack();
    await chat.tell({ type: 'state', model: { id: 'gpt', label: 'gpt' } }, { type: 'focusBack' });
    const atButton = await chat.page.locator('.others:focus').count();
    await chat.page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    await chat.tell({ type: 'focusBack' });
    deepStrictEqual([atButton, await focused()], [1, 'input']);
  });

  it('stays in the input if the person clicked there while the picker was open', async () => {
    await chat.page.locator('.others').press('Enter');
    await chat.page.locator('.composer textarea').click();
    await chat.tell({ type: 'focusBack' });
    deepStrictEqual(await focused(), 'input');
  });

  it('moves message by message with Ctrl and the arrows, and from prompt to prompt with Alt added', async () => {
    const [up, down] = ['Control+ArrowUp', 'Control+ArrowDown'];
    strictEqual(
      await chat.walk([up, up, 'Control+Alt+ArrowUp', 'Control+Alt+ArrowDown', down, down, down], focused),
      'answer 44 > question 44 > question 43 > question 44 > answer 44 > input > input',
    );
  });

  it('leaves the arrows to a text with a line above the cursor', async () => {
    await chat.type('one');
    await chat.press('Shift+Enter');
    await chat.type('two');
    await chat.press('Control+ArrowUp');
    await chat.drawn();
    strictEqual(await focused(), 'input');
  });

  it('moves through turns that are not in the page, to the first and no further, and some way back', async () => {
    for (let place = 44; place >= 0; place -= 1) {
      await chat.press('Control+Alt+ArrowUp');
      await reach('question', place);
    }
    await chat.press('Control+Alt+ArrowUp');
    await chat.drawn();
    strictEqual(await focused(), 'question 0');
    for (let place = 1; place < 8; place += 1) {
      await chat.press('Control+Alt+ArrowDown');
      await reach('question', place);
    }
  });

  it('moves to the last response from anywhere', async () => {
    await chat.page.focus('.conversation');
    await chat.press('Home');
    await chat.page.locator('chat-turn[data-place="0"]').waitFor();
    await go('lastResponse');
    await reach('answer', 44);
  });

  it('moves to the question of the last response, if it asks one', async () => {
    const parts = [
      { type: 'text', text: 'I look at the file first. '.repeat(200) } as const,
      makeTool({ callId: '1', status: 'asking' }),
    ];
    await chat.tell(makeSnapshot(makeTurn({ id: 'a' }), makeTurn({ id: 'b', status: 'running', parts })));
    await go('lastResponse');
    const isSeen = await chat.page.evaluate(() => {
      const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
      const view = document.querySelector('.conversation')?.getBoundingClientRect() ?? new DOMRect();
      return top >= view.top && bottom <= view.bottom;
    });
    deepStrictEqual([await focused(), isSeen], ['call 1', true]);
  });

  it('does nothing in a conversation without messages', async () => {
    await chat.tell(makeSnapshot());
    await go('previous');
    await go('lastResponse');
    strictEqual(await focused(), 'input');
  });
});
