import type { Literal } from 'mdast';
import type { CompileContext, Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Extension, Token } from 'micromark-util-types';
import { backslash, dollar } from './codes.ts';
import { mathBlock } from './mathBlock.ts';
import { mathText } from './mathText.ts';

/** An inline formula. `value` is the TeX, `source` also has the delimiters. */
interface InlineMath extends Literal {
  type: 'inlineMath';
  source: string;
  /** Whether to display it on its own line. */
  isDisplay: boolean;
}

/** A multi-line formula, as a block. */
export interface MathBlock extends Literal {
  type: 'math';
  source: string;
  isClosed: boolean;
  /** The text after the closing mark, on its last line. */
  trailing: string;
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath;
  }
  interface BlockContentMap {
    math: MathBlock;
  }
  interface RootContentMap {
    inlineMath: InlineMath;
    math: MathBlock;
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathBlock: 'mathBlock';
    mathLine: 'mathLine';
    mathText: 'mathText';
    mathData: 'mathData';
  }
}

/** Math as models write it: `$…$` and `\(…\)` between words, `$$…$$` and `\[…\]` on lines of their own. */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathBlock, [backslash]: mathBlock },
  text: { [dollar]: mathText, [backslash]: mathText },
};

/** Puts the formulas into the tree. */
export const mathTree: TreeExtension = {
  enter: {
    mathBlock(token) {
      this.enter({ type: 'math', value: '', source: '', isClosed: false, trailing: '' }, token);
    },
    mathText(token) {
      this.enter({ type: 'inlineMath', value: '', source: '', isDisplay: false }, token);
    },
  },
  exit: { mathBlock: leaveMath, mathText: leaveMath },
};

function leaveMath(this: CompileContext, token: Token): void {
  const node = this.stack.at(-1);
  const text = this.sliceSerialize(token);
  if (node?.type === 'inlineMath') {
    const mark = text.startsWith('$') && !text.startsWith('$$') ? 1 : 2;
    node.value = text.slice(mark, -mark);
    node.source = text;
    node.isDisplay = text.startsWith('$$') || text.startsWith('\\[');
  } else if (node?.type === 'math') {
    const close = findClose(text);
    node.isClosed = close !== undefined;
    node.value = text.slice(2, close);
    node.source = close === undefined ? text : text.slice(0, close + 2);
    node.trailing = close === undefined ? '' : text.slice(close + 2).trim();
  }
  this.exit(token);
}

/** Offset of the mark that closes the formula at the start of a text. */
function findClose(text: string): number | undefined {
  const isBracket = text.startsWith('\\');
  for (let at = 2; at < text.length - 1; at += 1) {
    if (text[at] === '\\') {
      if (isBracket && text[at + 1] === ']') return at;
      at += text[at + 1] === '\n' ? 0 : 1;
    } else if (!isBracket && text[at] === '$' && text[at + 1] === '$') return at;
  }
  return undefined;
}
