import { type AnyNode, type Node, type Program, parse } from 'acorn';
import { transform } from 'esbuild';

interface ParsedCode {
  readonly code: string;
  readonly program: Program;
}

/** Parses TypeScript, without its types, into a syntax tree. */
export async function parseTypeScript(typescript: string): Promise<ParsedCode> {
  const { code } = await transform(typescript, { loader: 'ts', target: 'esnext', charset: 'utf8' });
  return { code, program: parse(code, { ecmaVersion: 'latest', sourceType: 'module' }) };
}

/** A node and its descendants, without the parts that are left out and their descendants. */
export function* walk(
  node: Node,
  leavesOut: (node: AnyNode) => readonly unknown[] = () => [],
): Generator<AnyNode> {
  const known = node as AnyNode;
  yield known;
  const leftOut = leavesOut(known);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child) && !leftOut.includes(child)) yield* walk(child, leavesOut);
    }
  }
}

/** The last part of a name: `showErrorMessage` in `vscode.window.showErrorMessage`. */
export function nameOf(expression: Node): string {
  const node = expression as AnyNode;
  if (node.type === 'Identifier') return node.name;
  if (node.type === 'MemberExpression') return node.computed ? '' : nameOf(node.property);
  if (node.type === 'ChainExpression') return nameOf(node.expression);
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
