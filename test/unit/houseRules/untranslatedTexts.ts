import type { AnyNode, Node, Program } from 'acorn';
import { nameOf, parseTypeScript, walk } from './syntaxTree.ts';

/** One or more words that begin with a capital letter, or Chinese: only texts for people look like this. */
const sentence = /^(\p{Lu}\p{Ll}+[.:!?…]?|\p{Lu}\p{Ll}*[\s,;:.!?…].*\p{Ll}.*|.*\p{Script=Han}.*)$/su;

/** Names that are the same in every language, icons, placeholders, HTML entities, IDs of settings. */
const untranslatable = /Model Relay|VS Code|\$\([\w~-]+\)|\{\d+\}|&#?\w+;|\bmodelRelay\.[\w.]*/g;

/** Marks an expression in the markup of a template: no page contains this character. */
const hole = '\u0000';
const tag = /<\/?[a-z][\w-]*((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
/** Attributes and properties whose values are shown or read by a screen reader. */
const shownAttribute =
  /(?<=[\s.])(?:title|alt|label|placeholder|aria-?(?:label|description|roledescription|valuetext|placeholder))=("[^"]*"|'[^']*'|[^\s"'>]+)/gi;

/**
 * Texts in a source file that people see and that are not translated: literals that look like a text for people, since
 * once they pass through functions and tables, nobody can tell whether they are shown; all text in Lit templates; and
 * arguments of `t` that are no literals.
 */
export async function findUntranslatedTexts(typescript: string): Promise<string[]> {
  const { code, program } = await parseTypeScript(typescript);
  const found = new Set(findSentences(program));
  for (const node of walk(program)) {
    if (node.type === 'TaggedTemplateExpression' && /^(html|svg)$/.test(nameOf(node.tag)))
      for (const text of readLitTexts(node.quasi.quasis.map(({ value }) => value.cooked ?? '')))
        found.add(text);
    if (node.type === 'CallExpression' && nameOf(node.callee) === 't' && !isString(node.arguments[0]))
      found.add(`${code.slice(node.start, node.end)}: not a literal`);
  }
  return [...found].filter(hasWords);
}

/** Whether a text contains letters that need a translation. */
export function hasWords(text: string): boolean {
  return /\p{Letter}/u.test(text.replace(untranslatable, ''));
}

/** The texts of a Lit template, from its parts between expressions. */
function readLitTexts(parts: readonly string[]): string[] {
  const markup = parts.join(hole).replace(/<!--.*?-->/gs, '');
  const attributes = [...markup.matchAll(tag)].flatMap(([, inside = '']) =>
    [...inside.matchAll(shownAttribute)].map(([, value = '']) => value.replace(/^["']|["']$/g, '')),
  );
  return [markup.replace(tag, hole), ...attributes]
    .flatMap((text) => text.split(hole))
    .map((text) => text.trim());
}

/** Literals that look like a text for people, except texts for the log or for errors, and values in comparisons. */
function findSentences(program: Program): string[] {
  return [...walk(program, partsForNobody)].flatMap((node) => {
    const text = node.type === 'TemplateElement' ? node.value.cooked : node.type === 'Literal' && node.value;
    return typeof text === 'string' && sentence.test(text.trim()) ? [text] : [];
  });
}

/** Texts that go to the log. */
export function findLogTexts(program: Program): string[] {
  return [...walk(program)]
    .filter((node) => node.type === 'CallExpression' && isLogger(node.callee))
    .flatMap((call) => [...walk(call)])
    .flatMap((node) => {
      if (node.type === 'TemplateLiteral') return [node.quasis.map(({ value }) => value.cooked).join('{}')];
      return node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : [];
    });
}

function partsForNobody(node: AnyNode): readonly unknown[] {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression': {
      if (nameOf(node.callee) === 't') return node.arguments.slice(0, 1);
      if (/Error$/.test(nameOf(node.callee)) || node.callee.type === 'Super') return node.arguments;
      if (isLogger(node.callee)) return node.arguments;
      return nameOf(node.callee) === 'includes' ? [node.callee, ...node.arguments] : [];
    }
    case 'BinaryExpression':
      return /^[!=]==?$/.test(node.operator) ? [node.left, node.right] : [];
    case 'SwitchCase':
      return [node.test];
    case 'Property':
      return [node.key];
    case 'TaggedTemplateExpression':
      return node.quasi.quasis;
    default:
      return [];
  }
}

/** `logger.info`, `ports.logger[level]`, `this.#logger.warn`. */
function isLogger(callee: Node): boolean {
  const node = callee as AnyNode;
  if (node.type !== 'MemberExpression') return false;
  const object = node.object as AnyNode;
  if (object.type === 'MemberExpression' && object.property.type === 'PrivateIdentifier')
    return object.property.name === 'logger';
  return /^(logger|console)$/.test(nameOf(object));
}

function isString(node: Node | undefined): boolean {
  return node?.type === 'Literal' && typeof (node as AnyNode & { value: unknown }).value === 'string';
}
