import type { CommentGroup } from '../comments/commentGroups.ts';
import type { CodeLanguage } from '../languages/codeLanguage.ts';
import { isComment, type Token } from '../lexer/token.ts';
import { tokensFrom } from '../lexer/tokens.ts';
import type { DeclarationKind } from '../words/declarations.ts';
import type { DeclarationRules } from './keywords.ts';
import { type Declaration, kindInside, type Scope } from './scopes.ts';

/** As much of the code behind a comment is looked at. */
const longestHead = 2000;
const mostTokens = 120;

/** Words behind which no name is, or that are none where a type stands first. */
const noTypes =
  /^(?:if|for|while|switch|return|new|throw|else|operator|delete|await|yield|using|import|package|this|where|case|goto|typedef)$/;
const noNames = /^(?:extends|implements|constructor|where)$/;

/** What is declared right below a comment; undefined for anything else, and where another comment stands between. */
export function declarationBehind(
  text: string,
  language: CodeLanguage,
  rules: DeclarationRules,
  { end, isDocumentation }: CommentGroup,
  scope: Scope,
  codeEnd: number,
): Declaration | undefined {
  const part = { start: end, end: Math.min(codeEnd, end + longestHead) };
  const tokens: Token[] = [];
  let isInLineOfComment = false;
  let depth = 0;
  let count = 0;
  for (const token of tokensFrom(text, language, part)) {
    count += 1;
    if (count > mostTokens) break;
    if (isComment(token)) {
      // What is said to a tool may stand between documentation and its subject, but for other comments it is theirs.
      if (!isDocumentation && tokens.every(({ kind }) => kind === 'newline')) return undefined;
      isInLineOfComment = tokens.at(-1)?.kind === 'newline';
    } else {
      if (!isInLineOfComment || token.kind !== 'newline') tokens.push(token);
      isInLineOfComment = false;
      const sign = token.kind === 'sign' ? text.charAt(token.start) : '';
      // A body is no part of the head, but what an annotation holds is.
      if (depth === 0 && /^[{;]$/.test(sign)) break;
      if (/^[([{]$/.test(sign)) depth += 1;
      else if (/^[)\]}]$/.test(sign)) depth -= 1;
    }
  }
  return readDeclaration(createHead(text, tokens), language, rules, scope);
}

/** The tokens of a head one after the other, as they are written; '' behind the last. */
function createHead(text: string, tokens: readonly Token[]) {
  let at = 0;

  function written(ahead: number): string {
    const token = tokens[at + ahead];
    if (!token) return '';
    return token.kind === 'newline' ? '\n' : text.slice(token.start, Math.min(token.end, token.start + 200));
  }

  const head = {
    peek: (ahead = 0) => written(ahead),
    isWord: (ahead = 0) => tokens[at + ahead]?.kind === 'word',
    skip(count = 1) {
      at += count;
    },
    skipNewlines() {
      while (written(0) === '\n') at += 1;
    },
    /** Behind the bracket that closes the one which stands here. */
    skipBrackets(open: string, close: string) {
      let depth = 0;
      for (; at < tokens.length; at += 1) {
        const sign = written(0);
        if (sign === open) depth += 1;
        else if (sign === close) depth -= 1;
        else if (close === '>' && /^>+$/.test(sign)) depth -= sign.length;
        if (depth <= 0) break;
      }
      at += 1;
    },
  };
  return head;
}

type Head = ReturnType<typeof createHead>;

function readDeclaration(
  head: Head,
  { id }: CodeLanguage,
  rules: DeclarationRules,
  scope: Scope,
): Declaration | undefined {
  if (head.peek() !== '\n' || head.peek(1) === '\n') return undefined;
  skipAttributes(head, id);
  if (head.peek() === '#' && head.peek(1) === 'define') head.skip();
  while (isModifier(head, rules)) {
    head.skip();
    // `pub(crate)`
    if (id === 'rust' && head.peek() === '(') head.skipBrackets('(', ')');
  }
  const keyword = head.isWord() ? rules.keywords.get(head.peek()) : undefined;
  const isName = /^[:?(=;,!]$/.test(head.peek(1)) && id !== 'go';
  if (keyword !== undefined && !isName) {
    // What a body declares for itself belongs to its statements.
    const isValue = keyword === 'constant' || keyword === 'variable';
    const isNothing =
      keyword === 'namespace' ||
      (keyword === 'member' && scope !== 'enum') ||
      (isValue && scope === 'statements');
    return isNothing ? undefined : readNamed(head, keyword, id, rules, scope);
  }
  if (scope === 'statements' || rules.form === 'keywordsOnly') {
    return id === 'go' && scope === 'type' ? readField(head) : undefined;
  }
  const member = scope === 'enum' ? readMember(head, id) : undefined;
  if (rules.form === 'nameFirst') return member ?? readNameFirst(head, id, rules, scope);
  // A page of PHP has statements where others have declarations.
  return member ?? (id === 'php' && scope === 'file' ? undefined : readTypeFirst(head, id, rules, scope));
}

/** Decorators, annotations and the like above a declaration. */
function skipAttributes(head: Head, languageId: string): void {
  for (head.skipNewlines(); ; head.skipNewlines()) {
    if (head.peek() === '@' && head.isWord(1) && head.peek(1) !== 'interface') {
      head.skip(2);
      while (head.peek() === '.') head.skip(2);
      if (head.peek() === '(') head.skipBrackets('(', ')');
    } else if (head.peek() === '#' && head.peek(1) === '[') {
      head.skip();
      head.skipBrackets('[', ']');
    } else if (head.peek() === '[' && languageId === 'csharp') {
      head.skipBrackets('[', ']');
    } else if (head.peek() === 'template' && head.peek(1) === '<') {
      head.skip();
      head.skipBrackets('<', '>');
    } else return;
  }
}

function isModifier(head: Head, { modifiers }: DeclarationRules): boolean {
  if (!head.isWord() || !modifiers.has(head.peek())) return false;
  const next = head.peek(1);
  // Such a word may be the name itself: `get(key)`, `static: true`.
  return head.isWord(1) || /^[*#[$"?]/.test(next) || (next === '(' && head.peek() === 'pub');
}

function readNamed(
  head: Head,
  keyword: DeclarationKind,
  languageId: string,
  rules: DeclarationRules,
  scope: Scope,
): Declaration | undefined {
  const word = head.peek();
  head.skip();
  if (languageId === 'go' && word === 'func' && head.peek() === '(') {
    head.skipBrackets('(', ')');
    return named(head, 'method');
  }
  // `enum class`, `const enum`, `class func`
  const inner = rules.keywords.get(head.peek());
  if (inner !== undefined && head.isWord(1)) {
    head.skip();
    return named(head, kindInside(inner, scope, rules));
  }
  while (/^[*&]$/.test(head.peek()) || rules.modifiers.has(head.peek())) head.skip();
  if (head.peek() === '<') head.skipBrackets('<', '>');
  if (languageId === 'ruby' && head.peek() === 'self' && head.peek(1) === '.') head.skip(2);
  if (/^(?:c|cpp)$/.test(languageId) && keyword !== 'macro') {
    // `struct point make(void)` declares no struct.
    if (!/^(?:[{:;\n]|final)$/.test(head.peek(1))) return undefined;
  }
  const isType = word === 'type' && languageId === 'go';
  const kind = isType ? goType(head) : word === 'const' && isFunctionBehind(head) ? 'function' : keyword;
  return named(head, kindInside(kind, scope, rules));
}

function goType(head: Head): DeclarationKind {
  const of = head.peek(1);
  return of === 'struct' || of === 'interface' ? of : 'type';
}

/** `keep = async (…) =>`, `keep = (…) =>`, `keep = function` */
function isFunctionBehind(head: Head): boolean {
  if (head.peek(1) !== '=') return false;
  const first = head.peek(2);
  if (first === 'async' || first === 'function') return true;
  if (first !== '(') return head.isWord(2) && head.peek(3) === '=>';
  let depth = 0;
  for (let ahead = 2; head.peek(ahead) !== ''; ahead += 1) {
    if (head.peek(ahead) === '(') depth += 1;
    else if (head.peek(ahead) === ')') depth -= 1;
    if (depth === 0) return /^(?:=>|:)$/.test(head.peek(ahead + 1));
  }
  return false;
}

function named(head: Head, kind: DeclarationKind): Declaration | undefined {
  const name = head.peek();
  return head.isWord() && !noNames.test(name) ? { kind, name } : undefined;
}

/** A field of Go, or a method of an interface: `Name string`, `Name() string`. */
function readField(head: Head): Declaration | undefined {
  if (head.peek(1) === '(') return named(head, 'method');
  return head.peek(1) === '\n' || head.peek(1) === '.' ? undefined : named(head, 'field');
}

function readMember(head: Head, languageId: string): Declaration | undefined {
  const isLast = /^[,=\n}]$/.test(head.peek(1)) || (languageId === 'rust' && /^[({]$/.test(head.peek(1)));
  return isLast ? named(head, 'member') : undefined;
}

function readNameFirst(
  head: Head,
  languageId: string,
  rules: DeclarationRules,
  scope: Scope,
): Declaration | undefined {
  while (/^[*#]$/.test(head.peek())) head.skip();
  let next = head.peek(1);
  const optional = /^[?!]$/.test(next);
  if (optional) next = head.peek(2);
  if (languageId === 'python') {
    if (next !== '=' && !(next === ':' && head.isWord(2))) return undefined;
    const isConstant = !/\p{Ll}/u.test(head.peek());
    return named(head, kindInside(isConstant ? 'constant' : 'variable', scope, rules));
  }
  if (scope !== 'type') return undefined;
  if (head.peek() === 'new' && next !== ':') return undefined;
  if (next === '(' || (next === '<' && languageId !== 'rust')) return named(head, 'method');
  return /^[:=;,\n}]$/.test(next) ? named(head, rules.member) : undefined;
}

/** `public List<String> names = …`, `int size(void)`: a type, then the name. */
function readTypeFirst(
  head: Head,
  languageId: string,
  rules: DeclarationRules,
  scope: Scope,
): Declaration | undefined {
  if (head.peek() === '<') head.skipBrackets('<', '>');
  if (head.peek() === '?') head.skip();
  let words = 0;
  for (;;) {
    const next = head.peek(1);
    if (!head.isWord() || noTypes.test(head.peek())) return undefined;
    const isLast = /^[(;={,]$|^=>$/.test(next);
    if (isLast) {
      const isPhpField = languageId === 'php' && head.peek().startsWith('$');
      if (words === 0 && !(isPhpField && scope === 'type')) return undefined;
      const kind = next === '(' ? 'function' : 'variable';
      return named(head, kindInside(kind, scope, rules));
    }
    head.skip();
    // `std::string` is one word.
    if (!/^(?:\.|::)$/.test(head.peek())) words += 1;
    for (;;) {
      if (head.peek() === '<') head.skipBrackets('<', '>');
      else if (head.peek() === '[' && head.peek(1) === ']') head.skip(2);
      else if (/^[*&?|]$|^(?:\.|::|&&|\*\*)$/.test(head.peek())) head.skip();
      else break;
    }
  }
}
