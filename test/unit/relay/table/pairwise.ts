/**
 * Chooses the columns that a table tests in each of its rows. Testing every row in every column would be redundant,
 * because different rows and columns share code. So each row is tested in one column of each group, and the rows take
 * turns with the columns of a group. The choice is the same in each run.
 */
export class Turns<Column> {
  readonly #groups: readonly (readonly Column[])[];
  readonly #taken: number[];

  constructor(...groups: readonly (readonly Column[])[]) {
    this.#groups = groups;
    this.#taken = groups.map(() => 0);
  }

  /** The columns of the next row, which may apply to only some of them. */
  next(isFor: (column: Column) => boolean = () => true): readonly Column[] {
    return this.#groups.flatMap((columns, group) => this.#choose(group, columns, isFor) ?? []);
  }

  #choose(group: number, columns: readonly Column[], isFor: (column: Column) => boolean): Column | undefined {
    if (!columns.some(isFor)) return undefined;
    for (;;) {
      const taken = this.#taken[group] ?? 0;
      this.#taken[group] = taken + 1;
      // Each lap starts one column further: otherwise rows that come in pairs would always get the same columns.
      const column = columns[(taken + Math.floor(taken / columns.length)) % columns.length];
      if (column !== undefined && isFor(column)) return column;
    }
  }
}
