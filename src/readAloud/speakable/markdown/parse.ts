import type { Nodes, Root } from 'mdast';
import {
  type CompileContext,
  fromMarkdown,
  type Options,
  type Extension as TreeExtension,
} from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import type { TextRange } from '../../text/ranges.ts';

/** A stretch of the source that a tree's text, code or HTML is made of, without marks and prefixes of lines. */
export interface Atom extends TextRange {
  /** What `&amp;` and its like stand for. */
  readonly value?: string;
}

export interface ParsedChunk {
  readonly root: Root;
  /** In order, without overlaps. */
  readonly atoms: readonly Atom[];
  /** The lines of code that aren't empty, without what stands before them in lists and quotes. */
  readonly codeLines: readonly Atom[];
  /** The descriptions of links and images, without their brackets, by where they start. */
  readonly labels: ReadonlyMap<number, TextRange>;
}

/** Parses a part of a document; offsets are those of its text. Undefined for what the parser chokes on. */
export function parseChunk(text: string): ParsedChunk | undefined {
  recorder = createRecorder();
  try {
    const root = fromMarkdown(text, options);
    const { atoms, codeLines, labels } = recorder;
    return { root, atoms, codeLines, labels };
  } catch {
    return undefined;
  }
}

export function rangeOf(node: Nodes): TextRange {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 };
}

/** The atoms within a range, found by halving; what of them lies outside is cut off. */
export function atomsIn(atoms: readonly Atom[], { start, end }: TextRange): readonly Atom[] {
  const found: Atom[] = [];
  for (let index = firstBehind(atoms, start); index < atoms.length; index += 1) {
    const atom = atoms[index];
    if (!atom || atom.start >= end) break;
    found.push({ ...atom, start: Math.max(start, atom.start), end: Math.min(end, atom.end) });
  }
  return found;
}

/** The first atom that ends behind an offset. */
function firstBehind(atoms: readonly Atom[], start: number): number {
  let low = 0;
  let high = atoms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((atoms[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Recorder {
  readonly atoms: Atom[];
  readonly codeLines: Atom[];
  readonly labels: Map<number, TextRange>;
  /** How long the text was before the value of the reference at hand. */
  lengthBefore: number;
  value: string;
}

function createRecorder(): Recorder {
  return { atoms: [], codeLines: [], labels: new Map(), lengthBefore: 0, value: '' };
}

/** What the text that is being parsed is made of. The parser works in one go, so one is enough. */
let recorder = createRecorder();

const recorded: ReadonlySet<string> = new Set([
  'data',
  'characterEscapeValue',
  'autolinkProtocol',
  'autolinkEmail',
  'literalAutolinkHttp',
  'literalAutolinkWww',
  'literalAutolinkEmail',
  'codeTextData',
  'htmlFlowData',
  'htmlTextData',
]);

const recording: TreeExtension = {
  beforeEnter(token) {
    if (token.type === 'characterReferenceValue') recorder.lengthBefore = textOfTop(this).length;
  },
  afterExit({ type, start, end }) {
    const range: TextRange = { start: start.offset, end: end.offset };
    if (recorded.has(type)) recorder.atoms.push(range);
    else if (type === 'codeFlowValue') recorder.codeLines.push(range);
    else if (type === 'characterReferenceValue')
      recorder.value = textOfTop(this).slice(recorder.lengthBefore);
    else if (type === 'characterReference') recorder.atoms.push({ ...range, value: recorder.value });
    else if (type === 'labelText') recorder.labels.set(range.start, range);
  },
};

function textOfTop({ stack }: CompileContext): string {
  const node = stack.at(-1);
  return node && 'value' in node ? node.value : '';
}

/**
 * How many brackets and runs of emphasis marks one paragraph may have, and how many places where the parser has to
 * try anything at all: its work grows with the square of both. Behind the bound, the rest of each line is plain.
 */
const maximumMarks = 600;
const maximumTries = 4_000;

/** Lets the real syntax have its turn so many times in one paragraph, and then takes the line as it is. */
function createLimit(maximum: number): Tokenizer {
  const counts = new WeakMap<TokenizeContext, number>();
  return function limit(effects, ok, nok) {
    const count = (counts.get(this) ?? 0) + 1;
    counts.set(this, count);
    if (count <= maximum) return nok;
    const takeRest = (code: Code): State | undefined => {
      // Codes below -2 are line ends.
      if (code === null || code < -2) {
        effects.exit('data');
        return ok(code);
      }
      effects.consume(code);
      return takeRest;
    };
    return (code) => {
      effects.enter('data');
      return takeRest(code);
    };
  };
}

const limitMarks = createLimit(maximumMarks);
const limitTries = createLimit(maximumTries);

/** No host name is as long. In a longer one the parser would begin anew at every `www.`, and read it to its end. */
const maximumHostLength = 300;
const isInHost = (code: Code): code is number =>
  code !== null && code > 0 && /[^\p{P}\p{S}\s]|[-._]/u.test(String.fromCharCode(code));

/** Takes what could be a host name and is too long for one as text. */
const limitHosts: Tokenizer = function limitHosts(effects, ok, nok) {
  const limited = limitTries.call(this, effects, ok, nok);
  if (limited !== nok) return limited;
  let length = 0;
  const takeHost = (code: Code): State | undefined => {
    if (isInHost(code)) {
      effects.consume(code);
      length += 1;
      return takeHost;
    }
    if (length <= maximumHostLength) return nok(code);
    effects.exit('data');
    return ok(code);
  };
  return (code) => {
    effects.enter('data');
    return takeHost(code);
  };
};

/**
 * Every label counts as defined, wherever in the document its definition stands: what is heard is the text in any
 * case, and a part of a document reads as it does within the whole.
 */
const defineAllLabels: Tokenizer = function defineAllLabels(effects, ok, nok) {
  const { parser } = this;
  if (!definesAll.has(parser)) {
    definesAll.add(parser);
    parser.defined = everyLabel();
    parser.gfmFootnotes = everyLabel();
  }
  return limitMarks.call(this, effects, ok, nok);
};
const definesAll = new WeakSet<object>();

/** The parser only asks the list whether it includes a label. */
function everyLabel(): string[] {
  return Object.assign([], { includes: () => true });
}

const codes = (characters: string): number[] =>
  Array.from(characters, (character) => character.charCodeAt(0));
const isLetter = (code: Code) => code !== null && /[a-z]/i.test(String.fromCharCode(Math.max(code, 0)));

const ownConstructs: readonly (readonly [string, Construct])[] = [
  ['[]', { name: 'defineAllLabels', tokenize: defineAllLabels }],
  ['*_~', { name: 'limitMarks', tokenize: limitMarks }],
  ['!&<\\', { name: 'limitTries', tokenize: limitTries }],
  ['`', { name: 'limitTries', tokenize: limitTries, previous: (code) => code !== 96 }],
  ['HhWw', { name: 'limitHosts', tokenize: limitHosts, previous: (code) => !isLetter(code) }],
];

/** Matches nothing of its own; being the last, it is asked first wherever inline syntax may start. */
const ownSyntax: Extension = {
  text: Object.fromEntries(
    ownConstructs.flatMap(([characters, construct]) => codes(characters).map((code) => [code, construct])),
  ),
};

/** Looking back for e-mail addresses from every word costs the square of a paragraph, and they are said as they are. */
function withoutEmail(syntax: Extension): Extension {
  const text = Object.entries(syntax.text ?? {}).flatMap(([code, constructs]) => {
    const others = [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink');
    return others.length === 0 ? [] : [[code, others] as const];
  });
  return { ...syntax, text: Object.fromEntries(text) };
}

/** The tree's own search for addresses makes nodes without offsets; addresses are found again when they are said. */
function withoutTransforms({ transforms: _, ...extension }: TreeExtension): TreeExtension {
  return extension;
}

const options: Options = {
  extensions: [withoutEmail(gfm()), ownSyntax],
  mdastExtensions: [...gfmFromMarkdown().flat().map(withoutTransforms), recording],
};
