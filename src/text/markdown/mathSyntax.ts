import type { Literal } from 'mdast';
import type { CompileContext, Extension as TreeExtension } from 'mdast-util-from-markdown';
import type { Extension, Token } from 'micromark-util-types';
import { backslash, dollar } from './codes.ts';
import { mathBlock, readFormula } from './mathBlock.ts';
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
    const formula = readFormula(text.slice(2), text.startsWith('\\'));
    node.isClosed = formula !== undefined;
    node.value = formula?.slice(0, -2) ?? text.slice(2);
    const end = formula === undefined ? text.length : formula.length + 2;
    node.source = text.slice(0, end);
    node.trailing = text.slice(end).trim();
  }
  this.exit(token);
}
