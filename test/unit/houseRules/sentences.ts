import type { AnyNode, Node, Program } from 'acorn';
import { nameOf, walk } from './syntaxTree.ts';

/** One or more words that begin with a capital letter, or Chinese: only texts for people look like this. */
const sentence = /^(\p{Lu}\p{Ll}+[.:!?…]?|\p{Lu}\p{Ll}*[\s,;:.!?…].*\p{Ll}.*|.*\p{Script=Han}.*)$/su;

/**
 * All literals that look like a text for people: once they pass through functions and tables, nobody can tell
 * whether they are shown. Texts for the log or for errors, and values used in comparisons, do not count.
 */
export function findSentences(program: Program): string[] {
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
