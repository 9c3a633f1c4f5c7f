/** How a language is written, as far as it takes to tell comments and strings from the rest, and to say it. */
export interface CodeLanguage {
  /** In VS Code's words. */
  readonly id: string;
  /** How its lines are said. */
  readonly form: 'statements' | 'members' | 'settings' | 'commands' | 'styles' | 'markup';
  readonly lineComments: readonly string[];
  readonly blockComments: readonly BlockComment[];
  readonly strings: readonly StringRule[];
  /** One word of it, sticky. */
  readonly word: RegExp;
  /** What ends the condition of an `if`, where no word of its own does. */
  readonly condition?: 'parentheses' | 'colon' | 'brace';
  readonly traits: ReadonlySet<LanguageTrait>;
}

export type LanguageTrait =
  /** Texts at the start of a statement are documentation. */
  | 'docstrings'
  /** `Map<string>` is a type. */
  | 'generics'
  /** `/…/` may be a regular expression. */
  | 'regularExpressions'
  /** `<Tag>` may stand in an expression. */
  | 'tags'
  /** `*` and `&` may belong to a type. */
  | 'pointers'
  /** `<<END` begins a text that goes on to a line with END alone. */
  | 'heredocs'
  /** `->` leads to what a function returns. */
  | 'returnArrow'
  /** `|` stands between alternatives. */
  | 'alternatives'
  /** Slashes twice are a division. */
  | 'floorDivision'
  /** A `#` begins a comment only behind white space. */
  | 'spacedComments';

export interface BlockComment {
  /** Sticky. */
  readonly open: RegExp;
  readonly close: string | ((opening: RegExpExecArray) => string);
  readonly isNested?: boolean;
}

export interface StringRule {
  /** Sticky. */
  readonly open: RegExp;
  /** Undefined where `open` matches all of it. */
  readonly close?: string | ((opening: RegExpExecArray) => string);
  /** How its closing sign can stand inside. */
  readonly escaping: 'backslash' | 'doubled' | 'none';
  readonly isMultiline: boolean;
  /** What brings code into it, and ends the code. */
  readonly holes?: readonly { readonly open: string; readonly close: string }[];
}
