import { deepStrictEqual } from 'node:assert/strict';
import { describeAge, sectionOf } from '../../../../src/chat/view/historyDates.ts';

const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();

const now = at(2026, 3, 10, 1, 30);

describe('the dates of the history', () => {
  const rows: readonly (readonly [at: number, section: string, age: string])[] = [
    [now, 'today', 'now'],
    // Another computer's clock may be ahead.
    [now + 90_000_000, 'today', 'now'],
    [at(2026, 3, 10, 1, 25), 'today', '5 minutes ago'],
    [at(2026, 3, 10, 0, 5), 'today', '1 hour ago'],
    [at(2026, 3, 9, 23, 50), 'yesterday', 'yesterday'],
    [at(2026, 3, 10, 0, 45), 'today', '45 minutes ago'],
    [at(2026, 3, 9, 0), 'yesterday', 'yesterday'],
    [at(2026, 3, 8, 23), 'lastWeek', '2 days ago'],
    [at(2026, 3, 3, 0), 'lastWeek', '7 days ago'],
    [at(2026, 3, 2, 23), 'older', 'Mar 2, 2026'],
  ];
  for (const [updatedAt, section, age] of rows) {
    it(`has ${new Date(updatedAt).toString().slice(0, 21)} in its section: ${section}, ${age}`, () =>
      deepStrictEqual(
        [sectionOf({ isPinned: false, updatedAt }, now), describeAge(updatedAt, now, 'en')],
        [section, age],
      ));
  }

  it('has pinned chats in a section of their own, and speaks Chinese', () => {
    deepStrictEqual(
      [sectionOf({ isPinned: true, updatedAt: 0 }, now), describeAge(at(2026, 3, 9), now, 'zh-cn')],
      ['pinned', '昨天'],
    );
  });
});
