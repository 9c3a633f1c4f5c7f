import { lastLineOf } from '../../platform/lineNumbers.ts';

/** A symbol as VS Code's document symbols have it. */
export interface CodeSymbol {
  readonly name: string;
  /** Of VS Code's `SymbolKind`. */
  readonly kind: number;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly children: readonly CodeSymbol[];
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** Whole lines, both included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

// The values of VS Code's SymbolKind, which can't be imported here.
const types: ReadonlySet<number> = new Set([
  /* Class */ 4, /* Enum */ 9, /* Interface */ 10, /* Struct */ 22,
]);
const functions: ReadonlySet<number> = new Set([/* Method */ 5, /* Constructor */ 8, /* Function */ 11]);
const members: ReadonlySet<number> = new Set([/* Property */ 6, /* Field */ 7]);
const variables: ReadonlySet<number> = new Set([/* Variable */ 12, /* Constant */ 13]);

/**
 * How language servers name what has no name: "<function>", "(anonymous class)", "{closure}", "items.map() callback",
 * "new Runnable() {…}", "lambda", "class@anonymous". Operators such as "<=>" and "operator()" are names.
 */
const anonymous =
  /^\s*$|^<[^<>]*\p{L}[^<>]*>$|^\([^()]*\p{L}[^()]*\)$|^\{.*\p{L}.*\}$|\) callback$|^new\s|^(?:lambda|closure|anonymous)(?![\p{L}\p{N}_])|@anonymous/u;

/** What follows the name of a variable that holds a function: "= async (a, b) =>", "= function". */
const functionValue =
  /^[^=>{;]*=\s*(?:async\b\s*)?(?:function\b|(?:<[^()]*>)?(?:[\w$]+|\([^()]*(?:\([^()]*\)[^()]*)*\))\s*(?::[^={;]*)?=>)/;

/** Where a symbol stands: what is inside a function or a value is part of it. */
type Container = 'file' | 'type' | 'inside';

/**
 * The lines of the smallest declaration with a name around `around`. A callback is never one: people mean the function
 * that it is part of. `headOf` reads the first few hundred characters of a symbol.
 */
export function findNamedDeclaration(
  symbols: readonly CodeSymbol[],
  around: LineRange,
  headOf: (symbol: CodeSymbol) => string,
): LineRange | undefined {
  let best: LineRange | undefined;

  function visit(within: readonly CodeSymbol[], container: Container): void {
    for (const symbol of within) {
      const lines = linesOf(symbol);
      if (lines.first > around.first || lines.last < around.last) continue;
      if (isDeclaration(symbol, container) && (best === undefined || contains(best, lines))) best = lines;
      visit(symbol.children, containerOf(symbol, container));
    }
  }

  function isDeclaration(symbol: CodeSymbol, container: Container): boolean {
    const { kind, name, range } = symbol;
    if (anonymous.test(name)) return false;
    if (types.has(kind) || functions.has(kind)) return true;
    if (range.start.line === range.end.line) return false;
    if (members.has(kind)) return container === 'type';
    return variables.has(kind) && (container !== 'inside' || functionValue.test(headOf(symbol)));
  }

  visit(symbols, 'file');
  return best;
}

function containerOf({ kind }: CodeSymbol, outer: Container): Container {
  if (types.has(kind)) return 'type';
  return functions.has(kind) || members.has(kind) || variables.has(kind) ? 'inside' : outer;
}

/** Some language servers end a symbol at the start of the next line. */
function linesOf({ range }: CodeSymbol): LineRange {
  return { first: range.start.line, last: lastLineOf(range) };
}

function contains(outer: LineRange, inner: LineRange): boolean {
  return outer.first <= inner.first && inner.last <= outer.last;
}
