import type { Root, RootContent } from 'hast';
import type { WordsLanguage } from '../block.ts';
import type { TextRange } from '../text/ranges.ts';
import { type CodeLanguage, highlighter } from './codeLanguages.ts';

/** One token of source code. White space lies between tokens. */
export interface Token extends TextRange {
  /** A word is a name or a number; in a command, anything that the shell takes for one word. */
  readonly kind: 'word' | 'sign' | 'string' | 'regularExpression' | 'comment' | 'newline';
  /** The content of a string, without its quotes. The text between the tags of markup is a string without any. */
  readonly content?: TextRange;
  /** Whether this string continues after interpolated code. */
  readonly isContinued?: boolean;
}

/** The first part is short, so that narration can start at once. */
const firstLength = 4_000;
const usualLength = 20_000;
/** If no scope ends for this many characters, the code is cut anyway. */
const longest = 100_000;

/** The tokens of a source file in order. Lazy. */
export function* tokensFrom(text: string, { grammar, form }: CodeLanguage): Generator<Token> {
  // PHP in a fenced block often lacks the opening `<?php` tag.
  const template = grammar === 'php' && text.includes('<?') ? 'php-template' : grammar;
  const around = form === 'markup' || template === 'php-template' ? 'text' : 'code';
  let at = 0;
  let length = firstLength;
  while (at < text.length) {
    const stop = text.indexOf('\n', at + length) + 1 || text.length;
    const { leaves, lastLineEnd } = leavesOf(
      highlighter.highlight(template, text.slice(at, stop)),
      text,
      at,
      around,
    );
    const end = stop === text.length || length >= longest ? stop : lastLineEnd;
    for (const leaf of leaves) {
      if (leaf.start < end) yield* tokensOfLeaf(text, { ...leaf, end: Math.min(leaf.end, end) }, form);
    }
    length = end > at ? usualLength : Math.min(longest, length * 2);
    at = end;
  }
}

/** A run of text in one scope. */
interface Leaf {
  readonly scope: 'code' | 'comment' | 'string' | 'regularExpression' | 'text' | 'silent';
  readonly start: number;
  end: number;
  /** The element that contains it: two adjacent comments are two. */
  readonly element: unknown;
  /** Where that element begins. */
  readonly elementStart: number;
}

const scopes: Readonly<Record<string, Leaf['scope']>> = {
  'hljs-comment': 'comment',
  'hljs-regexp': 'regularExpression',
  'hljs-tag': 'code',
  'hljs-string': 'string',
  'hljs-subst': 'code',
};

/**
 * The leaves that the grammar found, in order, and the end of the last line that no comment, string or other scope
 * crosses. Not recursive: code may be nested arbitrarily deep.
 */
function leavesOf({ children }: Root, text: string, start: number, around: 'code' | 'text') {
  const leaves: Leaf[] = [];
  let lastLineEnd = start;
  let at = start;
  type Frame = Pick<Leaf, 'scope' | 'element' | 'elementStart'> & {
    readonly nodes: readonly RootContent[];
    next: number;
  };
  const open: Frame[] = [
    { scope: around, element: undefined, elementStart: start, nodes: children, next: 0 },
  ];
  for (let frame = open.at(-1); frame; frame = open.at(-1)) {
    const node = frame.nodes[frame.next];
    frame.next += 1;
    if (!node) open.pop();
    else if (node.type === 'text') {
      const end = at + node.value.length;
      const last = leaves.at(-1);
      const { scope, element, elementStart } = frame;
      if (last?.element === element && last?.scope === scope) last.end = end;
      else leaves.push({ scope, element, elementStart, start: at, end });
      const lineEnd = node.value.lastIndexOf('\n') + 1;
      if (open.length === 1 && lineEnd > 0) lastLineEnd = at + lineEnd;
      at = end;
    } else if (node.type === 'element') {
      const name = String(node.properties['className']);
      const scope = scopeInside(name, frame.scope, text.charAt(at));
      const isPart = scope === frame.scope;
      const element = isPart ? frame.element : scope === 'code' && name !== 'hljs-subst' ? undefined : node;
      const elementStart = isPart ? frame.elementStart : at;
      open.push({ scope, element, elementStart, nodes: node.children, next: 0 });
    }
  }
  return { leaves, lastLineEnd };
}

function scopeInside(name: string, around: Leaf['scope'], first: string): Leaf['scope'] {
  if (around === 'comment' || around === 'silent') return around;
  // JSON keys are quoted.
  const scope = scopes[name] ?? (name === 'hljs-attr' && first === '"' ? 'string' : undefined);
  if (scope) return scope;
  // PHP tags, and the doctype of a page.
  if (name === 'hljs-meta' && (around === 'text' || /[<?]/.test(first))) return 'silent';
  // Scripts and styles within a page are code.
  return around === 'text' && !/^(?:hljs-symbol|xml)$/.test(name) ? 'code' : around;
}

function* tokensOfLeaf(text: string, leaf: Leaf, form: CodeLanguage['form']): Generator<Token> {
  const { scope, start, end, elementStart } = leaf;
  if (scope === 'code') {
    // Interpolated code in a string, without the delimiters around it.
    const [opening, closing] = leaf.element ? [/^(?:[$#\\]?[({]|\$)/, /[)}]$/] : [/^/, /$/];
    const written = text.slice(start, end);
    const from = start + (opening.exec(written)?.[0].length ?? 0);
    const to = Math.max(from, end - (closing.exec(written)?.[0].length ?? 0));
    yield* tokensBy(form === 'code' || form === 'markup' ? codePattern : plainPattern, text, from, to);
  } else if (scope === 'string') {
    const isContinued = elementStart < start;
    const range = { start, end };
    yield {
      kind: 'string',
      ...range,
      content: contentOf(text, range, isContinued),
      ...(isContinued && { isContinued }),
    };
  } else if (scope === 'text') {
    for (const { index, 0: written } of text.slice(start, end).matchAll(/\r\n?|\n|\S[^\r\n]*/g)) {
      const range = { start: start + index, end: start + index + written.length };
      yield /^\s/.test(written)
        ? { kind: 'newline', ...range }
        : { kind: 'string', ...range, content: range };
    }
  } else if (scope !== 'silent') yield { kind: scope, start, end };
}

/** The range between the quotes of a string, if it has them. */
function contentOf(text: string, { start, end }: TextRange, isContinued: boolean): TextRange {
  const written = text.slice(start, end);
  const closing = /(?:"""|'''|["'`>])#{0,9}$/.exec(written)?.[0] ?? '';
  if (isContinued) return { start, end: end - closing.length };
  // A shell heredoc: the text up to its end word.
  const word = /^(\w+)\b[\s\S]*\n[ \t]*\1$/.exec(written)?.[1];
  if (word) return { start: start + word.length, end: end - word.length };
  const opening = /^([rRbBuUfFLcs@$]{0,3}#{0,9})("""|'''|["'`<])/.exec(written);
  const length = opening?.[0].length ?? 0;
  const mark = opening?.[2] === '<' ? '>' : (opening?.[2] ?? ' ');
  const isClosed = closing.startsWith(mark) && length + closing.length <= written.length;
  return { start: start + length, end: isClosed ? end - closing.length : end };
}

const newline = String.raw`(?<newline>\r\n?|[\n\u2028\u2029])`;
const number = String.raw`0[xX][\da-fA-F_]+\w*|0[bBoO][\d_]+\w*|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?(?:[\p{L}_][\p{L}\d_]*|%)?`;
const name = String.raw`[\p{L}\p{Nl}_$][\p{L}\p{Nl}\p{M}\p{Nd}_$\u200c\u200d]*`;
/** In commands and data, connecting signs are part of the word. */
const plainWord = '#[\\da-fA-F]{3,8}\\b|[^\\s"\'`;&|<>()#$\\x7b}\\\\=,:[\\]]+';
const sign = String.raw`(?<sign><\/[\w.:-]*>|\/>|\[\]|\{\}|===|!==|>>>=?|\*\*=?|&&=?|\|\|=?|\?\?=?|<=>|\.\.[.=<]?|<<-?|>>=|=>|->|<-|::|:=|[=!<>+\-*\/%&|^~]=|\?\.|\+\+|--|>>|\|>|=~|!~|<>|\/\/|\S)`;
const quoted = String.raw`(?<string>"[^"\r\n]*"|'[^'\r\n]*'|${'`[^`]*`'})`;

const codePattern = new RegExp(`${newline}|(?<word>${name}|${number})|${sign}`, 'gu');
const plainPattern = new RegExp(`${newline}|(?<word>${plainWord})|${sign}`, 'gu');
const inlinePattern = new RegExp(`${newline}|${quoted}|(?<word>${name}|${number})|${sign}`, 'gu');

/** The tokens of inline code in prose, in any language. */
export function inlineTokens(text: string, { start, end }: TextRange): readonly Token[] {
  return Array.from(tokensBy(inlinePattern, text, start, end));
}

function* tokensBy(pattern: RegExp, text: string, start: number, end: number): Generator<Token> {
  for (const { index, 0: written, groups } of text.slice(start, end).matchAll(pattern)) {
    const range = { start: start + index, end: start + index + written.length };
    const kind = (['newline', 'string', 'word'] as const).find((name) => groups?.[name] !== undefined);
    const content = { start: range.start + 1, end: range.end - 1 };
    yield { kind: kind ?? 'sign', ...range, ...(kind === 'string' && { content }) };
  }
}

/** The context of narrating one source file. */
export interface CodeReading {
  readonly text: string;
  readonly code: CodeLanguage;
  readonly language: WordsLanguage;
  /** Nothing outside of this range is narrated. */
  readonly asked: TextRange;
}
