/**
 * Which columns a table asks in each of its rows. Every row in every column says the same thing many times over: rows
 * that differ go through one piece of code, and so do columns. So each row is asked in one column of each group, and
 * the rows take turns at the columns of a group, always the same ones.
 */
export class Turns<Column> {
  readonly #groups: readonly (readonly Column[])[];
  readonly #taken: number[];

  constructor(...groups: readonly (readonly Column[])[]) {
    this.#groups = groups;
    this.#taken = groups.map(() => 0);
  }

  /** The columns of the next row, which may be for some of them only. */
  next(isFor: (column: Column) => boolean = () => true): readonly Column[] {
    return this.#groups.flatMap((columns, group) => this.#choose(group, columns, isFor) ?? []);
  }

  #choose(group: number, columns: readonly Column[], isFor: (column: Column) => boolean): Column | undefined {
    if (!columns.some(isFor)) return undefined;
    for (;;) {
      const taken = this.#taken[group] ?? 0;
      this.#taken[group] = taken + 1;
      // Each lap starts one further: else rows that come in twos would meet the same columns each time.
      const column = columns[(taken + Math.floor(taken / columns.length)) % columns.length];
      if (column !== undefined && isFor(column)) return column;
    }
  }
}
