import { gfm } from 'micromark-extension-gfm';
import type { Code, Construct, Extension, State, TokenizeContext, Tokenizer } from 'micromark-util-types';
import { isEnd, mathSyntax } from './mathSyntax.ts';

/**
 * For one text: `known` labels count as defined, as if the parts before it were there. Unknown labels that the text
 * may refer to are added to `wanted`.
 */
export function createLabelSyntax(
  known: { readonly definitions: Labels; readonly footnotes: Labels },
  wanted?: Set<string>,
): Extension {
  let isPrepared = false;
  // At the first bracket, all definitions of this text are known, and none has been looked up yet.
  const labels: Construct = {
    name: 'labels',
    tokenize(_effects, _ok, nok) {
      const { parser } = this;
      if (!isPrepared) {
        isPrepared = true;
        parser.defined = createLabelList(parser.defined, known.definitions, wanted);
        parser.gfmFootnotes = createLabelList(parser.gfmFootnotes ?? [], known.footnotes, wanted);
      }
      return nok;
    },
  };
  return { text: toConstructs(brackets, labels) };
}

/** By mdast identifier. */
interface Labels {
  has(identifier: string): boolean;
}

/**
 * The parser only calls `includes` on its list; answering from sets also avoids a linear search for every reference.
 */
function createLabelList(own: readonly string[], known: Labels, wanted?: Set<string>): string[] {
  const ownLabels = new Set(own);
  const includes = (label: string): boolean => {
    const identifier = label.toLowerCase();
    if (known.has(identifier)) return true;
    wanted?.add(identifier);
    return ownLabels.has(label);
  };
  return Object.assign([...own], { includes });
}

/** Looking back for email addresses from the start of every word takes quadratic time in a paragraph's length. */
function withoutEmailSyntax(syntax: Extension): Extension {
  const text = Object.entries(syntax.text ?? {}).flatMap(([code, constructs]) => {
    const others = [constructs ?? []].flat().filter(({ name }) => name !== 'emailAutolink');
    return others.length === 0 ? [] : [[code, others] as const];
  });
  return { ...syntax, text: Object.fromEntries(text) };
}

/**
 * Maximum number of brackets and runs of emphasis marks in a paragraph, and of places where the parser has to try any
 * syntax: parsing takes quadratic time in both. Beyond the limit, the rest of each line from such a place on is plain
 * text.
 */
const maximumMarks = 600;
const maximumTries = 4_000;
/** No host name is as long. In a longer one, the parser would start again at every `www.`, and read it to its end. */
const maximumHostLength = 300;

const brackets = '[]';
const backtick = '`'.charCodeAt(0);

/** Matches nothing itself. It is tried first wherever inline syntax may start, and enforces the limits there. */
function createLimits(): Extension {
  const limitMarks = createLimit(maximumMarks);
  const limitTries = createLimit(maximumTries);
  const tries: Construct = { name: 'limitTries', tokenize: limitTries };
  return {
    text: {
      ...toConstructs('!&<\\$', tries),
      ...toConstructs(`${brackets}*_~`, { name: 'limitMarks', tokenize: limitMarks }),
      // `previous` of any construct makes the parser try: these must not allow it where the real ones don't.
      ...toConstructs('`', { ...tries, previous: (code) => code !== backtick }),
      // The first letters of `http` and `www`.
      ...toConstructs('HhWw', {
        name: 'limitHosts',
        tokenize: createHostLimit(limitTries),
        previous: (code) => code === null || !/[a-z]/i.test(String.fromCharCode(code)),
      }),
    },
  };
}

function toConstructs(characters: string, construct: Construct): Record<string, Construct> {
  return Object.fromEntries([...characters].map((character) => [character.charCodeAt(0), construct]));
}

/**
 * Lets the real syntax try a limited number of times in a paragraph, and then consumes the rest of the line as text.
 */
function createLimit(maximum: number): Tokenizer {
  const counts = new WeakMap<TokenizeContext, number>();
  return function limit(effects, ok, nok) {
    const count = (counts.get(this) ?? 0) + 1;
    counts.set(this, count);
    if (count <= maximum) return nok;
    const takeRest = (code: Code): State | undefined => {
      if (isEnd(code)) {
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

/** Consumes as text what could be a host name but is too long for one. */
function createHostLimit(limitTries: Tokenizer): Tokenizer {
  return function limitHosts(effects, ok, nok) {
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
}

function isInHost(code: Code): code is number {
  return code !== null && code > 0 && /[^\p{P}\p{S}\s]|[-._]/u.test(String.fromCharCode(code));
}

/**
 * Combines several extensions, of which the last is tried first. Otherwise, the parser would combine them for each
 * text.
 */
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
 * CommonMark with the GitHub extensions and formulas, within limits: without them, a few kilobytes of marks would
 * block the parser for minutes.
 */
export const markdownSyntax = combineSyntax(withoutEmailSyntax(gfm()), mathSyntax, createLimits());
