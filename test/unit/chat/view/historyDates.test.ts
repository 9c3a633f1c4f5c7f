import { strictEqual } from 'node:assert/strict';
import { describeAge } from '../../../../src/chat/view/historyDates.ts';

const at = (year: number, month: number, day: number, hour = 12, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime();

const now = at(2026, 3, 10, 1, 30);

describe('the age of a chat', () => {
  const rows: readonly (readonly [at: number, age: string])[] = [
    [now, 'now'],
    // Another computer's clock may be ahead.
    [now + 90_000_000, 'now'],
    [at(2026, 3, 10, 1, 25), '5 minutes ago'],
    [at(2026, 3, 10, 0, 5), '1 hour ago'],
    [at(2026, 3, 9, 23, 50), 'yesterday'],
    [at(2026, 3, 9, 0), 'yesterday'],
    [at(2026, 3, 8, 23), '2 days ago'],
    [at(2026, 3, 3, 0), '7 days ago'],
    [at(2026, 3, 2, 23), 'Mar 2, 2026'],
  ];
  for (const [updatedAt, age] of rows) {
    it(`is told of ${new Date(updatedAt).toString().slice(0, 21)}: ${age}`, () =>
      strictEqual(describeAge(updatedAt, now, 'en'), age));
  }

  it('is told in Chinese', () => strictEqual(describeAge(at(2026, 3, 9), now, 'zh-cn'), '昨天'));
});
