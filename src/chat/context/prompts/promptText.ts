import { CodeFollower } from '../../../text/codeFence.ts';

/** A call of a prompt by its name, with the text that was typed after it. */
export interface PromptCall {
  readonly name: string;
  readonly argument: string;
}

/** Reads `/name argument`. A path such as `/tmp/x` is not a call, because a name ends at a space or at the end. */
export function readPromptCall(text: string): PromptCall | undefined {
  const [whole, name] = /^\s*\/([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:-]{0,63})(?=\s|$)/u.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  return { name: name.normalize('NFC'), argument: text.slice(whole.length).trim() };
}

/** Names that differ only in case are the same, as on many file systems. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The suggestions for a typed text: first names that begin with it, then names that contain it. */
export function matchPrompts<Prompt extends { readonly name: string }>(
  prompts: readonly Prompt[],
  typed: string,
): Prompt[] {
  const wanted = typed.normalize('NFC').toLowerCase();
  const place = ({ name }: Prompt) => name.toLowerCase().indexOf(wanted);
  const beginning = prompts.filter((prompt) => place(prompt) === 0);
  return [...beginning, ...prompts.filter((prompt) => place(prompt) > 0)];
}

/** Values that a prompt can take from the editor. */
export const editorVariables = [
  'selection',
  'file',
  'fileBasename',
  'fileBasenameNoExtension',
  'fileDirname',
  'relativeFile',
  'workspaceFolder',
  'workspaceFolderBasename',
  'clipboard',
] as const;
export type EditorVariable = (typeof editorVariables)[number];

/** A value that the person enters. */
export interface PromptInput {
  readonly name: string;
  readonly placeholder: string;
}

/** Everything that a prompt needs before it can be sent. */
export interface PromptNeeds {
  readonly variables: readonly EditorVariable[];
  readonly inputs: readonly PromptInput[];
  readonly takesArgument: boolean;
}

/** Values by variable name, or `inputKey`. */
type PromptValues = ReadonlyMap<string, string>;

const variable = /\$\{([^{}\r\n]{1,200})\}|\$ARGUMENTS\b/g;
const keys = new Map<string, string>([
  ...editorVariables.map((name) => [name, name] as const),
  ['selectedText', 'selection'],
  ['argument', 'argument'],
]);

export const inputKey = (name: string) => `input:${name}`;

export function findNeeds(body: string): PromptNeeds {
  const used = new Set<string>();
  const inputs = new Map<string, PromptInput>();
  for (const [, inside] of body.matchAll(variable)) {
    const { key, input } = readVariable(inside);
    if (key !== undefined) used.add(key);
    // The first placeholder counts.
    if (input && !inputs.get(input.name)?.placeholder) inputs.set(input.name, input);
  }
  return {
    variables: editorVariables.filter((name) => used.has(name)),
    inputs: [...inputs.values()],
    takesArgument: used.has('argument'),
  };
}

/** Inserts the values in one pass: text in a value that looks like a variable stays unchanged. */
export function fillVariables(body: string, values: PromptValues): string {
  return body.replaceAll(
    variable,
    (written, inside?: string) => values.get(readVariable(inside).key ?? '') ?? written,
  );
}

/** The key of a variable's value; undefined if it is not a variable. */
function readVariable(inside = 'argument'): { readonly key?: string; readonly input?: PromptInput } {
  const key = keys.get(inside);
  if (key !== undefined) return { key };
  const [first, second = '', ...others] = inside.split(':');
  const name = second.trim();
  if (first !== 'input' || !name) return {};
  return { key: inputKey(name), input: { name, placeholder: others.join(':').trim() } };
}

/** No prompt needs more references. */
const maximumReferences = 50;

const link = /(!?)\[[^[\]\r\n]{0,500}\]\((?:<([^<>\r\n]{1,500})>|([^()\s<>]{1,500}))\)/g;
const fileMark = /(?<![\p{L}\p{N}_/#])#file:([^\s#'"`()[\]<>]{1,500})/gu;

/** The paths that a prompt names by Markdown links or `#file:path` in its own text, never in a variable's value. */
export function findReferences(body: string): string[] {
  const prose = withoutCode(body);
  const links = [...prose.matchAll(link)].map(([, image, bracketed, plain]) =>
    image ? undefined : toPath(bracketed ?? plain ?? ''),
  );
  const marked = [...prose.matchAll(fileMark)].map(([, path = '']) => toPath(path.replace(/[.,;:!?]+$/, '')));
  const paths = [...links, ...marked].filter((path) => path !== undefined);
  return [...new Set(paths)].slice(0, maximumReferences);
}

/** References in code are only examples. */
function withoutCode(body: string): string {
  const follower = new CodeFollower();
  const prose = body.split('\n').filter((line) => !follower.isCode(line));
  return prose.map((line) => line.replaceAll(/`[^`]*`/g, '``')).join('\n');
}

/** Undefined for links that are not paths: a URI with a scheme, a heading of the same text, a variable. */
function toPath(written: string): string | undefined {
  const [path = ''] = written.split('#');
  if (!path || path.startsWith('//') || path.includes('${') || /^[a-z][a-z\d+.-]+:/i.test(path))
    return undefined;
  try {
    const decoded = decodeURIComponent(path);
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return path;
  }
}
