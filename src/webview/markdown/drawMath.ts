/// <reference path="./temml.d.ts" />
import temml from 'temml/temml.js';
import { createElement } from '../ui/dom.ts';
import { t } from '../ui/l10n.ts';
import { watchWidth } from './scrolling.ts';

/** Formulas that are longer, deeper or would expand to more than this are shown as source. */
const maximumLength = 4_000;
const maximumDepth = 60;
const maximumNodes = 8_000;
/** Maximum length of formulas that define their own macros, which can multiply the length. */
const maximumLengthWithMacros = 400;
const macroDefinition = /\\(?:(?:x|e|g)?def|let|futurelet|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** Longer lengths, in any unit, have no place in formulas. */
const maximumSize = 60;

const namespace = 'http://www.w3.org/1998/Math/MathML';
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));
const elements = setOf(
  'math mrow mi mn mo mtext ms mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd mstyle mpadded mphantom menclose',
);
const words = setOf(
  'display stretchy symmetric fence separator form largeop movablelimits accent accentunder displaystyle scriptlevel mathvariant columnspan rowspan',
);
const sizes = setOf('lspace rspace minsize maxsize linethickness width height depth voffset mathsize');

/** A formula and how to display it. */
interface Formula {
  /** The TeX, without delimiters. */
  value: string;
  /** The source, with delimiters. */
  source: string;
  /** Whether it is a display formula, on its own line. */
  isDisplay: boolean;
}

/**
 * A formula as MathML, which browsers render and screen readers read. It can't be selected; its source is there
 * instead, invisible, so that copying the response copies the TeX.
 */
export function drawFormula(
  { value, source, isDisplay }: Formula,
  tag: 'span' | 'div' = 'span',
): HTMLElement {
  const math = toMathMl(value, isDisplay);
  if (!math) {
    return createElement(tag, { class: tag === 'div' ? 'math-source as-written' : 'math-source' }, source);
  }
  const written = createElement('span', { class: 'math-copy', 'aria-hidden': 'true' }, source);
  if (!isDisplay) return createElement(tag, { class: 'math' }, written, math);
  const frame = createElement(tag, { class: 'math math-display' }, written, math);
  watchWidth(frame, t('Formula'));
  return frame;
}

/** The formula as an element, or undefined if it can't be parsed. */
function toMathMl(tex: string, displayMode: boolean): Element | undefined {
  if (tex.length > maximumLength) return undefined;
  if (tex.length > maximumLengthWithMacros && macroDefinition.test(tex)) return undefined;
  try {
    const tree = temml.__renderToMathMLTree(tex, {
      displayMode,
      throwOnError: true,
      trust: false,
      maxExpand: 1_000,
      macros: {},
    });
    const [math] = createConverter()(tree, 0);
    return math instanceof Element && math.tagName === 'math' ? math : undefined;
  } catch {
    return undefined;
  }
}

type FormulaNode = ReturnType<typeof temml.__renderToMathMLTree>;

class TooMuch extends Error {}

/** Converts nodes of the library to DOM nodes: only those known to be harmless, and without styles. */
function createConverter(): (node: FormulaNode, depth: number) => Node[] {
  let nodes = 0;
  const convert = (node: FormulaNode, depth: number): Node[] => {
    nodes += 1;
    if (nodes > maximumNodes || depth > maximumDepth) throw new TooMuch();
    if (node.text !== undefined) return [document.createTextNode(node.text)];
    const children = (node.children ?? []).flatMap((child) => convert(child, depth + 1));
    if (node.type === undefined || !elements.has(node.type)) return children;
    const element = document.createElementNS(namespace, node.type);
    for (const [name, value] of Object.entries(node.attributes ?? {})) {
      const text = String(value);
      const isSize = sizes.has(name) && Math.abs(Number.parseFloat(text)) <= maximumSize;
      if (words.has(name) || isSize) element.setAttribute(name, text);
    }
    const classes = classesOf(node);
    if (classes.length > 0) element.setAttribute('class', classes.join(' '));
    element.append(...children);
    return [element];
  };
  return convert;
}

/** Classes of the style sheet that replace inline styles. */
const styleClasses: readonly [property: string, value: RegExp, className: string][] = [
  ['paddingLeft', /^0/, 'flush-left'],
  ['paddingRight', /^0/, 'flush-right'],
  ['paddingLeft', /^1em/, 'apart'],
  ['borderLeft', /solid|dashed/, 'line-left'],
  ['borderRight', /solid|dashed/, 'line-right'],
  ['borderTop', /solid|dashed/, 'line-top'],
  ['borderBottom', /solid|dashed/, 'line-bottom'],
  ['border', /solid/, 'boxed'],
];
const knownNotations = /^(?:updiagonalstrike|downdiagonalstrike|horizontalstrike|box|circle|roundedbox)$/;
const knownClasses = /^(?:tml-(?:left|right|tag|overline|underline)|(?:up|down|x|h|v)strike)$/;

function classesOf({ classes = [], style = {}, attributes = {} }: FormulaNode): string[] {
  const notations = String(attributes['notation'] ?? '').split(' ');
  return [
    ...classes.flatMap((name) => name.split(' ')).filter((name) => knownClasses.test(name)),
    ...styleClasses
      .filter(([property, value]) => value.test(style[property] ?? ''))
      .map(([, , name]) => name),
    ...(attributes['mathbackground'] === 'black' ? ['rule'] : []),
    ...notations.filter((notation) => knownNotations.test(notation)),
  ];
}
