/** Words of ours in one language of speech. They are heard, never shown. */
export interface Vocabulary {
  /** For a short pause, for the end of a sentence that has no mark, and before what is explained. */
  readonly comma: string;
  readonly stop: string;
  readonly colon: string;

  // In the place of what is written.
  readonly quote: string;
  readonly deleted: string;
  readonly done: string;
  readonly toDo: string;
  readonly yes: string;
  readonly no: string;
  readonly formula: string;
  readonly image: string;
  /** In front of an image's description. */
  readonly imageOf: string;
  /** In front of the names of a table's two columns. */
  readonly table: string;
  linkTo(host: string): string;
  hash(start: string): string;
  /** The line of a file that a path names. */
  line(number: string): string;
  row(number: number): string;
  moreRows(count: number): string;
  footnote(label: string): string;
  codeBlock(language: string | undefined, lines: number): string;
  diff(lines: number): string;
  diagram(lines: number): string;
  /** GitHub's alerts; undefined for a name that a person made up. */
  alert(name: string): string | undefined;
  longText(length: number): string;
  longLine(length: number): string;

  // What signs of code mean where they stand.
  readonly dot: string;
  readonly slash: string;
  readonly dash: string;
  readonly doubleDash: string;
  readonly timesAsMuch: string;
  readonly thenWord: string;
  readonly elseWord: string;
  readonly of: string;
  readonly at: string;
  readonly array: string;
  readonly arrayOf: string;
  readonly not: string;
  readonly minus: string;
  readonly plus: string;
  readonly star: string;
  readonly doubleStar: string;
  readonly pointer: string;
  readonly receives: string;
  readonly errors: string;
  readonly reference: string;
  readonly lifetime: string;
  readonly all: string;
  readonly spread: string;
  readonly through: string;
  readonly or: string;
  readonly returns: string;
  readonly optional: string;
  readonly questionMark: string;
  readonly tag: string;
  readonly inside: string;
  readonly variable: string;
  readonly classSelector: string;
  readonly idSelector: string;
  readonly emptyText: string;
  readonly emptyObject: string;
  readonly emptyArray: string;
  readonly regularExpression: string;
  readonly version: string;
  readonly color: string;
  readonly hex: string;
  readonly binary: string;
  readonly octal: string;
  /** Signs that always mean the same. */
  readonly signs: ReadonlyMap<string, string>;
  readonly shellSigns: ReadonlyMap<string, string>;
  readonly keywords: ReadonlyMap<string, string>;
  /** Tags of documentation, and marks such as TODO. */
  readonly tags: ReadonlyMap<string, string>;
  readonly marks: ReadonlyMap<string, string>;
  readonly units: ReadonlyMap<string, string>;
  /** What a comment can belong to; a kind without an entry is its own name. */
  readonly kinds: ReadonlyMap<string, string>;

  /** Signs between words of a text. */
  readonly prose: {
    readonly to: string;
    readonly by: string;
    readonly times: string;
    readonly about: string;
    /** Keys with arrows on them. */
    readonly keys: Readonly<Record<string, string>>;
    readonly others: Readonly<Record<string, string>>;
  };
  readonly formulas: {
    readonly signs: Readonly<Record<string, string>>;
    readonly squared: string;
    readonly cubed: string;
    power(exponent: string): string;
  };
}

/** A table of words: `px pixels, ms milliseconds`. What has no words behind it is said with silence. */
export function wordMap(table: string): ReadonlyMap<string, string> {
  return new Map(
    table.split(/,\s+/).map((entry): [string, string] => {
      const [word = '', ...said] = entry.trim().split(' ');
      return [word, said.join(' ')];
    }),
  );
}
