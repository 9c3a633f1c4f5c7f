import { deepStrictEqual, ok } from 'node:assert/strict';
import { makeTurn } from './chatFacts.ts';
import { hostConversation } from './chatHost.ts';
import { useChatPage } from './chatPage.ts';

const turns = Array.from({ length: 120 }, (_, place) =>
  makeTurn({
    id: `t${place}`,
    prompt: `Question ${place}`,
    text: `Answer ${place}. ${'A few words to be read. '.repeat((place * 7) % 13)}`,
  }),
);

describe('the mouse wheel in a long chat', () => {
  const chat = useChatPage({ width: 300, height: 1_000 });
  /** Whether the conversation is at its first turn, and that one is drawn. */
  const isAtStart = () =>
    chat.page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      const scroller = document.querySelector('.conversation') ?? document.body;
      return scroller.scrollTop < 1 && scroller.querySelector('chat-turn[data-place="0"]') !== null;
    });

  it('scrolls from the end to the beginning, and nothing in view jumps', async () => {
    await hostConversation(chat, turns);
    await chat.drawn();
    await chat.page.mouse.move(150, 200);
    await chat.page.evaluate(watchJumps);
    while (!(await isAtStart())) await chat.page.mouse.wheel(0, -700);
    const { jumps, most, looks } = await chat.page.evaluate<ReturnType<typeof watchJumps>>('watched');
    deepStrictEqual(jumps, []);
    ok(most < 40, `${most} turns were drawn at once`);
    ok(looks > 20, `${looks} moves were looked at`);
  });
});

/**
 * In each frame, checks the turns that were in view in the frame before: all must have moved by the same distance,
 * and no further than the wheel was turned. Also counts the turns in the page.
 */
function watchJumps() {
  const watched = { jumps: [] as string[], most: 0, looks: 0 };
  Object.assign(globalThis, { watched });
  const scroller = document.querySelector('.conversation');
  let due = 0;
  let before = new Map<Element, number>();
  const noteWheel = ({ deltaY }: WheelEvent) => {
    due -= deltaY;
  };
  const look = () => {
    const view = scroller?.getBoundingClientRect() ?? new DOMRect();
    const turns = [...document.querySelectorAll('chat-turn')];
    const tops = turns.map((turn) => [turn, turn.getBoundingClientRect()] as const);
    const moves = tops.flatMap(([turn, { top }]) => {
      const last = before.get(turn);
      return last === undefined ? [] : [top - last];
    });
    const [least, furthest] = [Math.min(...moves), Math.max(...moves)];
    watched.most = Math.max(watched.most, turns.length);
    if (moves.length > 0) {
      watched.looks += least === 0 ? 0 : 1;
      const isTogether = furthest - least < 2;
      const isByWheel = least > Math.min(0, due) - 2 && least < Math.max(0, due) + 2;
      if (!isTogether || !isByWheel) watched.jumps.push(`by ${least} to ${furthest} where ${due} were due`);
      due -= least;
    }
    before = new Map(
      tops.flatMap(([turn, { top, bottom }]) =>
        bottom > view.top && top < view.bottom ? [[turn, top] as const] : [],
      ),
    );
    requestAnimationFrame(look);
  };
  addEventListener('wheel', noteWheel, { capture: true, passive: true });
  requestAnimationFrame(look);
  return watched;
}
