import type { CodeLanguage } from '../languages/codeLanguage.ts';
import type { Token } from '../lexer/token.ts';
import type { DeclarationKind } from '../words/declarations.ts';
import type { DeclarationRules } from './keywords.ts';

/** What a place in code is directly inside of. */
export type Scope =
  /** A file or a namespace. */
  | 'file'
  /** A class or another type with members. */
  | 'type'
  | 'enum'
  /** Statements, or the values of an object. */
  | 'statements';

/** What a comment belongs to. */
export interface Declaration {
  readonly kind: DeclarationKind;
  readonly name: string;
}

/** Follows code from its start, and knows where its comments stand. */
export interface Scopes {
  take(token: Token): void;
  /** Of what begins at this place. */
  scopeAt(start: number): Scope;
  /** The declaration whose body a docstring at this place begins. */
  documentedFrom(start: number): Declaration | undefined;
}

/** What the body of a declaration is, by its word; of other ones it holds statements. */
const bodies: Readonly<Partial<Record<DeclarationKind, Scope>>> = {
  class: 'type',
  interface: 'type',
  struct: 'type',
  trait: 'type',
  protocol: 'type',
  record: 'type',
  object: 'type',
  union: 'type',
  type: 'type',
  enum: 'enum',
  namespace: 'file',
  module: 'file',
};

export function createScopes(text: string, { id }: CodeLanguage, rules: DeclarationRules): Scopes {
  return rules.hasBraces ? createBraceScopes(text, id, rules) : createIndentedScopes(text, rules);
}

function createBraceScopes(text: string, languageId: string, { keywords }: DeclarationRules): Scopes {
  const open: Scope[] = [];
  /** The body that is to come, at the depth where its word stands. */
  let awaited: { readonly scope: Scope; readonly depth: number; readonly word: string } | undefined;
  let isNamed = true;
  let before = '\n';

  function takeWord(word: string): void {
    if (/^(?:\.|\?\.|->|::)$/.test(before)) return;
    const isExtension =
      (languageId === 'rust' && word === 'impl' && /^(?:\n|unsafe)$/.test(before)) ||
      (languageId === 'swift' && word === 'extension');
    const kind = keywords.get(word);
    const scope = isExtension ? 'type' : kind && bodies[kind];
    if (scope !== undefined) {
      // `type Point struct` and `enum class` have one body.
      if (awaited?.depth !== open.length || before === '\n') {
        awaited = { scope, depth: open.length, word };
        isNamed = false;
      }
    } else if (
      awaited?.depth === open.length &&
      (kind !== undefined || /^(?:export|import|return|if|for|while|switch)$/.test(word))
    ) {
      awaited = undefined;
    }
  }

  function takeSign(sign: string): void {
    if (sign === '{') {
      open.push(awaited?.depth === open.length ? awaited.scope : 'statements');
      awaited = undefined;
    } else if (sign === '(' || sign === '[') {
      if (sign === '(' && /^(?:c|cpp)$/.test(languageId)) awaited = undefined;
      open.push('statements');
    } else if (/^[)\]}]$/.test(sign)) {
      open.pop();
      if (awaited && awaited.depth > open.length) awaited = undefined;
    } else if (sign === ';' || (sign === '=' && awaited?.word !== 'type')) {
      awaited = undefined;
    }
  }

  return {
    take({ kind, start, end }) {
      const written = kind === 'newline' ? '\n' : text.slice(start, Math.min(end, start + 20));
      if (!isNamed && kind !== 'newline') {
        // `class` as the name of something else has no name behind it.
        if (kind !== 'word' && !/^[<{]$/.test(written)) awaited = undefined;
        isNamed = true;
      }
      if (kind === 'word') takeWord(written);
      else if (kind === 'sign') takeSign(written);
      before = written;
    },
    scopeAt: () => open.at(-1) ?? 'file',
    documentedFrom: () => undefined,
  };
}

function createIndentedScopes(text: string, rules: DeclarationRules): Scopes {
  const headers: { readonly column: number; readonly declaration: Declaration }[] = [];
  let keyword: Token | undefined;
  let header: { readonly declaration: Declaration; end?: number } | undefined;
  let depth = 0;
  let before = '\n';

  function enclosing(start: number): Declaration | undefined {
    const column = columnOf(text, start);
    return headers.findLast((candidate) => candidate.column < column)?.declaration;
  }

  function scopeAt(start: number): Scope {
    if (depth > 0) return 'statements';
    const outer = enclosing(start);
    if (!outer) return columnOf(text, start) === 0 ? 'file' : 'statements';
    if (outer.kind === 'module') return 'file';
    return outer.kind === 'class' ? 'type' : 'statements';
  }

  function open(name: string, word: Token): void {
    const kind = rules.keywords.get(text.slice(word.start, word.end)) ?? 'function';
    const declaration = { kind: kindInside(kind, scopeAt(word.start), rules), name };
    headers.push({ column: columnOf(text, word.start), declaration });
    header = { declaration };
  }

  return {
    take(token) {
      const written =
        token.kind === 'newline' ? '\n' : text.slice(token.start, Math.min(token.end, token.start + 200));
      if (before === '\n' && depth === 0 && token.kind !== 'newline') {
        const column = columnOf(text, token.start);
        while ((headers.at(-1)?.column ?? -1) >= column) headers.pop();
      }
      if (token.kind === 'word') {
        if (keyword) {
          open(written, keyword);
          keyword = undefined;
        } else if (rules.keywords.has(written) && before !== '.' && depth === 0) keyword = token;
      } else if (token.kind === 'sign') {
        keyword = undefined;
        if (/^[([{]$/.test(written)) depth += 1;
        else if (/^[)\]}]$/.test(written)) depth = Math.max(0, depth - 1);
        else if (written === ':' && depth === 0 && header && header.end === undefined) header.end = token.end;
      }
      before = written;
    },
    scopeAt,
    documentedFrom(start) {
      if (header?.end === undefined || start - header.end > 2000) return undefined;
      return text.slice(header.end, start).trim() === '' ? header.declaration : undefined;
    },
  };
}

/** What a declaration is called where it stands. */
export function kindInside(
  kind: DeclarationKind,
  scope: Scope,
  { member }: Pick<DeclarationRules, 'member'>,
): DeclarationKind {
  if (scope !== 'type' && scope !== 'enum') return kind;
  if (kind === 'function') return 'method';
  return kind === 'constant' || kind === 'variable' ? member : kind;
}

/** How far a line is indented. */
function columnOf(text: string, at: number): number {
  let start = at;
  while (start > 0 && at - start < 1000 && !/[\r\n]/.test(text.charAt(start - 1))) start -= 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0].length ?? 0;
}
