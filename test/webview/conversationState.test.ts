import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { TurnView } from '../../src/protocol/protocolViews.ts';
import { applyToState, type ChatState, unknownState } from '../../src/webview/chat/chatState.ts';
import { FindWalk } from '../../src/webview/chat/find/matches.ts';
import { type AnswerMessage, applyTurnUpdate, TurnCache } from '../../src/webview/chat/window/turnCache.ts';
import { keyOf, layRows } from '../../src/webview/chat/window/turnRows.ts';
import { TurnHeights } from '../../src/webview/chat/window/turnWindow.ts';
import { delta, end, makeAnswer, makeSnapshot, makeTurn, rateLimitFailure } from './chatFacts.ts';
import { makeCall } from './chatScenes.ts';

const turn = (id: string) => makeTurn({ id });
const turnsOf = (...ids: string[]) => ids.map(turn);

describe('the state of the chat’s page', () => {
  const running: ChatState = { ...unknownState, running: new Set(['a', 'b']) };
  it('is the same object after a message about a response alone', () => {
    strictEqual(applyToState(running, delta('a', 'So')), running);
  });

  it('keeps nothing of the previous conversation after a snapshot', () => {
    const before = applyToState(running, { type: 'rejected', text: '', failure: rateLimitFailure });
    const after = applyToState({ ...before, title: 'Old' }, makeSnapshot());
    deepStrictEqual([after.title, after.rejection, after.running], [null, undefined, new Set()]);
  });

  it('has what a message changes, and the rest as it was', () => {
    const before: ChatState = { ...running, title: 'Old', model: { id: 'm', label: 'm' } };
    const after = applyToState(before, { type: 'state', model: null, isQueueHeld: true });
    deepStrictEqual(after, { ...before, model: null, isQueueHeld: true });
  });
});

describe('the turns that the chat’s page holds', () => {
  const held = new TurnCache();
  const ids = () => held.places.map((place) => `${place} ${held.get(place)?.id}`);

  beforeEach(() => held.take({ turns: turnsOf('a', 'b', 'c'), first: 7, total: 10 }));

  it('are those of the latest window, and of earlier ones only those that are to stay', () => {
    held.take({ turns: turnsOf('d'), first: 2, total: 9 }, (place) => place >= 8);
    deepStrictEqual([held.total, ids()], [9, ['2 d', '8 b']]);
  });

  it('are appended at the end only if the turn before is there', () => {
    deepStrictEqual([held.takeTurn(turn('d'), 11), ids().at(-1)], [10, '10 d']);
    held.take({ turns: turnsOf('x'), first: 0, total: 11 });
    deepStrictEqual([held.takeTurn(turn('e'), 12), held.total, ids()], [undefined, 12, ['0 x']]);
  });

  it('are replaced if they are already known', () => {
    const more = makeTurn({ id: 'b', text: 'More' });
    deepStrictEqual([held.takeTurn(more, 10), held.get(8)], [8, more]);
  });

  it('stay the same objects when they arrive again unchanged', () => {
    const before = held.get(8);
    held.takeTurn(Object.assign(turn('b'), { usage: undefined }), 10);
    strictEqual(held.get(8), before);
  });

  it('include updates of a response, such as added text', () => {
    const change = held.note(delta('b', ' And on.'));
    const unknown = held.note(delta('unknown', '?'));
    deepStrictEqual(
      [change, unknown, held.get(8)?.parts],
      [{ place: 8, turn: held.get(8) }, undefined, [{ type: 'text', text: 'Use `readFile`. And on.' }]],
    );
  });

  it('are forgotten except for those that are needed', () => {
    held.forget((place) => place === 9);
    deepStrictEqual([ids(), held.total, held.placeOf('c'), held.placeOf('a')], [['9 c'], 10, 9, undefined]);
  });
});

describe('a turn with updates', () => {
  const done = makeCall({ callId: '1', status: 'done' });
  const before = makeTurn({
    id: 'a',
    status: 'waiting',
    text: 'So',
    retryWait: { title: 'Busy', remainingMs: 9 },
  });
  const { retryWait: _over, ...rest } = before;
  const cases: readonly [string, AnswerMessage, TurnView][] = [
    [
      'more of the same text',
      delta('a', ' it'),
      { ...rest, status: 'running', parts: [{ type: 'text', text: 'So it' }] },
    ],
    [
      'a thought after a text',
      delta('a', 'Hm', 'thinking'),
      { ...rest, status: 'running', parts: [...before.parts, { type: 'thinking', text: 'Hm' }] },
    ],
    ['a phase', { type: 'phase', turnId: 'a', phase: 'answer' }, { ...before, phase: 'answer' }],
    ['no more wait', { type: 'retryWait', turnId: 'a' }, rest],
    ['an end', end('a', 'stopped'), { ...rest, status: 'stopped' }],
    ['an update of another turn', end('b', 'stopped'), before],
  ];
  for (const [name, fact, after] of cases) {
    it(`is right after ${name}`, () => deepStrictEqual(applyTurnUpdate(before, fact), after));
  }

  it('does not run again when updates arrive after its end', () => {
    const facts: readonly AnswerMessage[] = [
      end('a', 'stopped'),
      delta('a', '!'),
      { type: 'part', turnId: 'a', part: { type: 'tool', call: done } },
    ];
    strictEqual(facts.reduce<TurnView>(applyTurnUpdate, before).status, 'stopped');
  });

  it('applies an update to the compared response that it is about', () => {
    const compared = [makeAnswer({ id: 'a' }), makeAnswer({ id: 'b', status: 'running' })];
    const after = applyTurnUpdate({ ...turn('a'), compared }, end('b'));
    deepStrictEqual(after.compared, [makeAnswer({ id: 'a' }), makeAnswer({ id: 'b' })]);
  });
});

describe('the rows of the chat’s page', () => {
  const cases: readonly [string, readonly number[], total: number, readonly string[]][] = [
    ['only room', [], 9, ['at the end']],
    ['all turns', [0, 1], 2, ['t0', 't1']],
    ['two windows', [0, 8], 10, ['t0', 'before t8', 't8', 'at the end']],
    ['a window in the middle', [7, 8], 9, ['before t7', 't7', 't8']],
  ];
  for (const [name, places, total, keys] of cases) {
    it(`have the same keys when a row before them goes: ${name}`, () => {
      const drawn = places.map((place) => ({ place, turn: turn(`t${place}`) }));
      deepStrictEqual(layRows(drawn, total).map(keyOf), keys);
    });
  }
});

describe('the heights of turns', () => {
  it('are guessed, then averaged, and the average is kept when the view gets wider', () => {
    const heights = new TurnHeights();
    const told = [heights.isKnown, heights.between(0, 10)];
    heights.note(3, 100);
    heights.note(4, 200);
    heights.note(4, 300);
    told.push(heights.isKnown, heights.between(0, 10), heights.between(4, 5), heights.between(4, 4));
    heights.forget();
    told.push(heights.isKnown, heights.between(0, 10));
    deepStrictEqual(told, [false, 2_400, true, 2_000, 300, 0, false, 2_000]);
  });
});

describe('the walk through all matches', () => {
  /** Three in turn a, one in b, two in c. */
  const found = [
    { turnId: 'c', place: 8, count: 2 },
    { turnId: 'a', place: 1, count: 3 },
    { turnId: 'none', place: 2, count: 0 },
    { turnId: 'b', place: 5, count: 1 },
  ];
  const start = (place: number) => {
    const walk = new FindWalk();
    walk.take(found, place);
    return walk;
  };
  const tell = ({ current, number, total }: FindWalk) =>
    current ? `${current.turnId}${current.within}: ${number} of ${total}` : `none of ${total}`;

  const begins: readonly [number, string][] = [
    [0, 'a0: 1 of 6'],
    [2, 'b0: 4 of 6'],
    [9, 'a0: 1 of 6'],
  ];
  for (const [place, expected] of begins) {
    it(`starts at the first match from turn ${place} on`, () => strictEqual(tell(start(place)), expected));
  }

  it('wraps around forward and backward', () => {
    const walk = start(5);
    const way = [1, 1, 1, -1, -1, -1].map((step) => {
      walk.step(step === 1 ? 1 : -1);
      return tell(walk);
    });
    const [first, second, third] = ['c0: 5 of 6', 'c1: 6 of 6', 'a0: 1 of 6'];
    deepStrictEqual(way, [first, second, third, second, first, 'b0: 4 of 6']);
  });

  it('stays at its match when more are found, if that match is still there', () => {
    const walk = start(8);
    walk.step(1);
    walk.take([...found, { turnId: 'd', place: 0, count: 4 }], 0);
    const after = [tell(walk)];
    walk.take([{ turnId: 'c', place: 3, count: 1 }], 0);
    after.push(tell(walk));
    walk.take([], 0);
    after.push(tell(walk));
    deepStrictEqual(after, ['c1: 10 of 10', 'c0: 1 of 1', 'none of 0']);
  });

  const counts: readonly [string, Parameters<FindWalk['count']>, string][] = [
    ['fewer than where one is', ['a', 1, 1, 1], 'a0: 1 of 4'],
    ['none where one is, on the way forth', ['b', 5, 0, 1], 'c0: 4 of 5'],
    ['none where one is, on the way back', ['b', 5, 0, -1], 'a2: 3 of 5'],
    ['some that the host did not know', ['new', 0, 2, 1], 'b0: 6 of 8'],
    ['none where none were', ['new', 0, 0, 1], 'b0: 4 of 6'],
  ];
  for (const [name, count, expected] of counts) {
    it(`is corrected by a turn that has ${name}`, () => {
      const walk = start(count[0] === 'a' ? 0 : 5);
      if (count[0] === 'a') walk.step(1);
      walk.count(...count);
      strictEqual(tell(walk), expected);
    });
  }

  it('has no match for a text that is nowhere, and after the last match is gone', () => {
    const walk = new FindWalk();
    walk.step(1);
    const told = [tell(walk)];
    walk.count('a', 1, 1, 1);
    told.push(tell(walk));
    walk.step(-1);
    told.push(tell(walk));
    walk.count('a', 1, 0, 1);
    told.push(tell(walk));
    walk.take(found, 0);
    walk.clear();
    told.push(tell(walk));
    deepStrictEqual(told, ['none of 0', 'a0: 1 of 1', 'a0: 1 of 1', 'none of 0', 'none of 0']);
  });
});
