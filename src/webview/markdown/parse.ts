import type { Definition, Nodes, Root } from 'mdast';
import {
  fromMarkdown,
  type Options,
  type Transform,
  type Extension as TreeExtension,
} from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import { mathSyntax, mathTree } from './math/syntax.ts';
import { limitNesting } from './source.ts';

/** What earlier parts of the same text have defined. Keys are mdast identifiers. */
export interface KnownLabels {
  definitions: ReadonlyMap<string, Definition>;
  footnotes: ReadonlySet<string>;
}

/** A parsed piece of text. */
export interface ParsedMarkdown {
  root: Root;
  /** Labels that the text could refer to and that no earlier part defines. */
  wanted: ReadonlySet<string>;
}

const noLabels: KnownLabels = { definitions: new Map(), footnotes: new Set() };

/**
 * Parses Markdown (CommonMark with the GitHub additions, and math). `known` lets a part of a text be parsed as if the parts
 * before it were there.
 */
export function parseMarkdown(source: string, known: KnownLabels = noLabels): ParsedMarkdown {
  const wanted = new Set<string>();
  labels = { known, wanted };
  try {
    return { root: fromMarkdown(limitNesting(source), options), wanted };
  } catch {
    // What the parser chokes on, such as a hundred thousand links in one paragraph, is still there to be read.
    return { root: asOneText(source), wanted };
  }
}

function asOneText(source: string): Root {
  const lines = source.split('\n');
  const position = {
    start: { line: 1, column: 1, offset: 0 },
    end: { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset: source.length },
  };
  return { type: 'root', children: [{ type: 'html', value: source, position }], position };
}

/**
 * The tree extension finds e-mail addresses once more in finished text, so nothing is lost by leaving out the
 * tokenizer's own search: it looks back from the start of every word, which costs the square of a paragraph.
 */
function withoutEmailSyntax(syntax: Extension): Extension {
  const text = Object.entries(syntax.text ?? {}).flatMap(([code, constructs]) => {
    const others = [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink');
    return others.length === 0 ? [] : [[code, others] as const];
  });
  return { ...syntax, text: Object.fromEntries(text) };
}

/**
 * How many brackets and runs of emphasis marks one paragraph may have, and how many places where the parser has to
 * try anything at all. Its work grows with the square of both, so that without a bound a few kilobytes of `]` would
 * hold the view for minutes. Behind the bound, the rest of each line from such a place on is plain text.
 */
const maximumMarks = 600;
const maximumTries = 4_000;

const openBracket = 91;
const closeBracket = 93;
/** `*`, `_`, `~` */
const emphasisMarks = [42, 95, 126];
const backtick = 96;
/** `!`, `$`, `&`, `<`, `\` */
const otherStarts = [33, 36, 38, 60, 92];
/** The first letters of `http` and `www`. */
const addressStarts = [72, 104, 87, 119];

/** What the text that is being parsed knows, and learns; the labels are put in once for each text. */
let labels: { readonly known: KnownLabels; readonly wanted: Set<string> } | undefined;

const limitMarks = createLimit(maximumMarks);
const limitTries = createLimit(maximumTries);

/**
 * At the first bracket, when all definitions of the text at hand are known and none was looked up yet, puts in the
 * labels known from before, to learn which labels get looked up.
 */
const prepareLabels: Tokenizer = function prepareLabels(effects, ok, nok) {
  if (labels) {
    const { parser } = this;
    parser.defined = createLabelList(parser.defined, labels.known.definitions, labels.wanted);
    parser.gfmFootnotes = createLabelList(parser.gfmFootnotes ?? [], labels.known.footnotes, labels.wanted);
    labels = undefined;
  }
  return limitMarks.call(this, effects, ok, nok);
};

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

const ownConstructs: readonly (readonly [number[], Construct])[] = [
  [[openBracket, closeBracket], { name: 'knownLabels', tokenize: prepareLabels }],
  [emphasisMarks, { name: 'limitMarks', tokenize: limitMarks }],
  [otherStarts, { name: 'limitTries', tokenize: limitTries }],
  // Syntax is tried wherever one construct says so: these must not say so in places where the real ones don't.
  [[backtick], { name: 'limitTries', tokenize: limitTries, previous: (code) => code !== backtick }],
  [addressStarts, { name: 'limitHosts', tokenize: limitHosts, previous: (code) => !isLetter(code) }],
];

/**
 * A syntax extension that matches nothing of its own. It is asked first wherever inline syntax may start, and
 * there it keeps the bounds.
 */
const ownSyntax: Extension = {
  text: Object.fromEntries(
    ownConstructs.flatMap(([codes, construct]) => codes.map((code) => [code, construct])),
  ),
};

/** Lets the real syntax have its turn so many times in one paragraph, and then takes the line as it is. */
function createLimit(maximum: number): Tokenizer {
  const counts = new WeakMap<TokenizeContext, number>();
  return function limit(effects, ok, nok) {
    const count = (counts.get(this) ?? 0) + 1;
    counts.set(this, count);
    if (count <= maximum) return nok;
    const takeRest = (code: Code): State | undefined => {
      if (code === null || isLineEnding(code)) {
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

/** The parser has codes below -2 for line endings. */
function isLineEnding(code: number): boolean {
  return code < -2;
}

function isLetter(code: Code): boolean {
  return code !== null && ((code >= 65 && code <= 90) || (code >= 97 && code <= 122));
}

/** The parser only asks its list `includes`; answering from sets also spares it a walk for every reference. */
function createLabelList(
  own: readonly string[],
  known: { has(identifier: string): boolean },
  wanted: Set<string>,
): string[] {
  const ownLabels = new Set(own);
  const includes = (label: string): boolean => {
    const identifier = label.toLowerCase();
    if (known.has(identifier)) return true;
    wanted.add(identifier);
    return ownLabels.has(label);
  };
  return Object.assign([...own], { includes });
}

/** One extension of several, of which the last is asked first. The parser would put them together for each text. */
function combineSyntax(...extensions: readonly Extension[]): Extension {
  const combined: Record<string, Record<string, unknown[]>> = {};
  for (const extension of extensions) {
    for (const [hook, constructs] of Object.entries(extension)) {
      combined[hook] ??= {};
      for (const [code, added] of Object.entries(constructs)) {
        combined[hook][code] = [...[added].flat(), ...(combined[hook][code] ?? [])];
      }
    }
  }
  return combined as Extension;
}

/**
 * The tree extension for addresses goes through all of a tree several times, and slowly: only where there may be one
 * in it, and never where something is so long that it would be read again from each of its letters.
 */
function onlyWithAddresses(extension: TreeExtension): TreeExtension {
  const transforms = extension.transforms?.map((transform): Transform => {
    return (tree) => (mayHaveAddress(tree) ? transform(tree) : undefined);
  });
  return transforms ? { ...extension, transforms } : extension;
}

function mayHaveAddress(tree: Root): boolean {
  const rest: Nodes[] = [tree];
  let hasAddress = false;
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.type === 'text') {
      hasAddress ||= /@|:\/\/|www\./i.test(node.value);
      if (hasAddress && /[\w.+-]{1000}/.test(node.value)) return false;
    }
    if ('children' in node && node.type !== 'link') for (const child of node.children) rest.push(child);
  }
  return hasAddress;
}

const options: Options = {
  extensions: [combineSyntax(withoutEmailSyntax(gfm()), mathSyntax, ownSyntax)],
  mdastExtensions: [...gfmFromMarkdown().flat().map(onlyWithAddresses), mathTree],
};
