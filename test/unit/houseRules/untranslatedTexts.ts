import type { AnyNode, CallExpression, MemberExpression, Node } from 'acorn';
import { readLitTexts } from './litTexts.ts';
import { findSentences } from './sentences.ts';
import { nameOf, parseTypeScript, walk } from './syntaxTree.ts';

/** Names that are the same in every language. */
const properNouns = ['Model Relay', 'VS Code'];

/** Icons, placeholders, HTML entities, IDs of settings. */
const wordless = /\$\([\w~-]+\)|\{\d+\}|&#?\w+;|\bmodelRelay\.[\w.]*/g;

/** Properties of VS Code's API and of pages whose texts people see or hear. */
const shownProperty =
  /^(title|placeholder|placeHolder|prompt|validationMessage|tooltip|label|description|detail|textContent|innerText|alt|aria(Label|Description|RoleDescription|ValueText|Placeholder))$/;

/** Shown in assignments only: in object literals, these names are used for data as well. */
const assignedProperty = /^(text|name|message|accessibilityInformation)$/;

/** Functions, and the indexes of the arguments that people see. */
const shownArguments: Record<string, readonly number[] | 'all'> = {
  showInformationMessage: 'all',
  showWarningMessage: 'all',
  showErrorMessage: 'all',
  setStatusBarMessage: [0],
  showQuickPick: [0],
  createOutputChannel: [0],
  createWebviewPanel: [1],
  createTextNode: [0],
  append: 'all',
  prepend: 'all',
  replaceChildren: 'all',
  MarkdownString: [0],
  CodeAction: [0],
};

/** Texts in a source file that people see and that are not translated. */
export async function findUntranslatedTexts(typescript: string): Promise<string[]> {
  const { code, program } = await parseTypeScript(typescript);
  const constants = readConstants(program);
  const found = new Set(findSentences(program).filter(hasWords));
  for (const node of walk(program)) {
    for (const text of [...shownBy(node)].flatMap((shown) => readTexts(shown, constants))) found.add(text);
    for (const text of templateTexts(node)) found.add(text);
    if (isTranslation(node) && !isPlainString(node.arguments[0])) {
      found.add(`${code.slice(node.start, node.end)}: not a literal`);
    }
  }
  return [...found];
}

/** Whether a text contains letters that need a translation. */
export function hasWords(text: string): boolean {
  const rest = properNouns.reduce((kept, noun) => kept.replaceAll(noun, ''), text);
  return /\p{Letter}/u.test(rest.replace(wordless, ''));
}

/** The expressions of a node that people see. */
function* shownBy(node: AnyNode): Generator<Node> {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    const name = nameOf(node.callee);
    const shown = Object.hasOwn(shownArguments, name) ? shownArguments[name] : undefined;
    for (const [place, argument] of node.arguments.entries()) {
      if (shown === 'all' || shown?.includes(place)) yield argument;
    }
    const [first, second] = node.arguments;
    if (name === 'setAttribute' && first && second && isShownAttribute(first)) yield second;
    if (name === 'report' && first?.type === 'ObjectExpression') yield* valuesOf(first, /^message$/);
  }
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
    const name = nameOf(node.left);
    if (shownProperty.test(name) || assignedProperty.test(name)) yield node.right;
  }
  if (node.type === 'ObjectExpression') yield* valuesOf(node, shownProperty);
  if (node.type === 'TaggedTemplateExpression' && isLit(node.tag)) {
    const { shownHoles } = readLitTexts(node.quasi.quasis.map(({ value }) => value.cooked ?? ''));
    for (const place of shownHoles) {
      const expression = node.quasi.expressions[place];
      if (expression) yield expression;
    }
  }
}

function templateTexts(node: AnyNode): string[] {
  if (node.type !== 'TaggedTemplateExpression' || !isLit(node.tag)) return [];
  return readLitTexts(node.quasi.quasis.map(({ value }) => value.cooked ?? '')).texts.filter(hasWords);
}

/** The literal texts that an expression may evaluate to. Calls of other functions are not followed. */
function readTexts(shown: Node, constants: ReadonlyMap<string, Node>, seen = new Set<Node>()): string[] {
  const node = shown as AnyNode;
  if (seen.has(node)) return [];
  seen.add(node);
  const read = (part: Node | null | undefined) => (part ? readTexts(part, constants, seen) : []);
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && hasWords(node.value) ? [node.value] : [];
    case 'TemplateLiteral':
      return [
        ...node.quasis.map(({ value }) => value.cooked ?? '').filter(hasWords),
        ...node.expressions.flatMap(read),
      ];
    case 'ConditionalExpression':
      return [...read(node.consequent), ...read(node.alternate)];
    case 'LogicalExpression':
      return [...read(node.left), ...read(node.right)];
    case 'BinaryExpression':
      return node.operator === '+' ? [...read(node.left), ...read(node.right)] : [];
    case 'AwaitExpression':
      return read(node.argument);
    case 'ArrayExpression':
      return node.elements.flatMap(read);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return returnedBy(node.body).flatMap(read);
    case 'MemberExpression':
      return memberValues(node, constants).flatMap(read);
    case 'CallExpression':
      return readCall(node, read);
    case 'Identifier':
      return read(constants.get(node.name));
    default:
      return [];
  }
}

/** A function of the same file has the texts it returns, `[…].join(…)` those of the list, `map` those it produces. */
function readCall(node: CallExpression, read: (part: Node) => string[]): string[] {
  if (node.callee.type !== 'MemberExpression') return read(node.callee);
  const method = nameOf(node.callee);
  if (/^(map|flatMap)$/.test(method)) return node.arguments.flatMap(read);
  if (/^(filter|slice)$/.test(method)) return read(node.callee.object);
  return /^(join|concat)$/.test(method) ? [node.callee.object, ...node.arguments].flatMap(read) : [];
}

/** The expressions that a function and its inner functions return, since most of those end up in the result. */
function returnedBy(body: Node): Node[] {
  if (body.type !== 'BlockStatement') return [body];
  return [...walk(body)].flatMap((node) =>
    node.type === 'ReturnStatement' && node.argument ? [node.argument] : [],
  );
}

/** `names.chat` is one value of a table in the same file, and `names[kind]` may be any of them. */
function memberValues(node: MemberExpression, constants: ReadonlyMap<string, Node>): Node[] {
  const table = node.object.type === 'Identifier' ? constants.get(node.object.name) : undefined;
  const members = (table as AnyNode | undefined)?.type === 'ObjectExpression' ? table : undefined;
  return members ? [...valuesOf(members, node.computed ? /^/ : new RegExp(`^${nameOf(node)}$`))] : [];
}

/** The values of names declared with one. A name that is declared twice is ambiguous and left out. */
function readConstants(program: Node): ReadonlyMap<string, Node> {
  const constants = new Map<string, Node>();
  const ambiguous = new Set<string>();
  for (const node of walk(program)) {
    const value = node.type === 'VariableDeclarator' ? node.init : node;
    if (node.type !== 'VariableDeclarator' && node.type !== 'FunctionDeclaration') continue;
    if (node.id?.type !== 'Identifier' || !value) continue;
    if (constants.has(node.id.name)) ambiguous.add(node.id.name);
    constants.set(node.id.name, value);
  }
  for (const name of ambiguous) constants.delete(name);
  return constants;
}

function* valuesOf(object: Node, names: RegExp): Generator<Node> {
  const node = object as AnyNode;
  if (node.type !== 'ObjectExpression') return;
  for (const property of node.properties) {
    if (property.type === 'Property' && names.test(nameOf(property.key))) yield property.value;
  }
}

function isTranslation(node: AnyNode): node is CallExpression {
  return node.type === 'CallExpression' && nameOf(node.callee) === 't';
}

function isPlainString(node: Node | undefined): boolean {
  return node?.type === 'Literal' && typeof (node as AnyNode & { value: unknown }).value === 'string';
}

function isShownAttribute(node: Node): boolean {
  const { value } = node as Node & { value?: unknown };
  return typeof value === 'string' && readLitTexts([`<a ${value}="x">`]).texts.length > 0;
}

function isLit(tag: Node): boolean {
  return /^(html|svg)$/.test(nameOf(tag));
}
