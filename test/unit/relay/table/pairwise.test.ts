import { deepStrictEqual } from 'node:assert/strict';
import { Turns } from './pairwise.ts';

describe('the columns of a table’s rows', () => {
  it('take turns in each group, and meet rows that come in twos in both ways', () => {
    const turns = new Turns(['a', 'b'], ['1', '2', '3']);
    deepStrictEqual(
      Array.from({ length: 6 }, () => turns.next().join('')),
      ['a1', 'b2', 'b3', 'a2', 'a3', 'b1'],
    );
  });

  it('are only those that a row is for, or none of a group', () => {
    const turns = new Turns(['a', 'b'], ['1', '2']);
    const next = (...columns: readonly string[]) => turns.next((column) => columns.includes(column)).join('');
    deepStrictEqual([next('b', '1'), next('b'), next('a', 'b', '1', '2')], ['b1', 'b', 'a2']);
  });
});
