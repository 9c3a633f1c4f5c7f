/** What a prompt may take from the editor. */
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

/** Something that the person is asked for. */
export interface PromptInput {
  readonly name: string;
  readonly placeholder: string;
}

/** All that a prompt needs before it can be sent. */
export interface PromptNeeds {
  readonly variables: readonly EditorVariable[];
  /** Folders of the workspace that are named. */
  readonly folders: readonly string[];
  readonly inputs: readonly PromptInput[];
  readonly takesArgument: boolean;
}

/** Values by the keys that `keyOf` gives. */
type PromptValues = ReadonlyMap<string, string>;

const variable = /\$\{([^{}\r\n]{1,200})\}|\$ARGUMENTS\b/g;
const keys = new Map<string, string>([
  ...editorVariables.map((name) => [name, name] as const),
  ['selectedText', 'selection'],
  ['argument', 'argument'],
]);

export const inputKey = (name: string) => `input:${name}`;
export const folderKey = (name: string) => `workspaceFolder:${name}`;

export function findNeeds(body: string): PromptNeeds {
  const variables = new Set<EditorVariable>();
  const folders = new Set<string>();
  const inputs = new Map<string, PromptInput>();
  let takesArgument = false;
  for (const [, inside] of body.matchAll(variable)) {
    const { kind, name, rest } = readVariable(inside);
    if (kind === 'argument') takesArgument = true;
    if (kind === 'folder') folders.add(name);
    if (kind === 'editor') variables.add(name as EditorVariable);
    if (kind === 'input') {
      const known = inputs.get(name);
      inputs.set(name, { name, placeholder: known?.placeholder || rest });
    }
  }
  return { variables: [...variables], folders: [...folders], inputs: [...inputs.values()], takesArgument };
}

/** Puts the values in, once: what looks like a variable inside of a value stays as it is. */
export function fillVariables(body: string, values: PromptValues): string {
  return body.replaceAll(variable, (written, inside?: string) => {
    const { kind, name } = readVariable(inside);
    const key = kind === 'input' ? inputKey(name) : kind === 'folder' ? folderKey(name) : name;
    return kind === 'unknown' ? written : (values.get(key) ?? written);
  });
}

function readVariable(inside: string | undefined): {
  readonly kind: 'argument' | 'editor' | 'folder' | 'input' | 'unknown';
  readonly name: string;
  readonly rest: string;
} {
  if (inside === undefined) return { kind: 'argument', name: 'argument', rest: '' };
  const key = keys.get(inside);
  if (key !== undefined) return { kind: key === 'argument' ? key : 'editor', name: key, rest: '' };
  const [first = '', second = '', ...others] = inside.split(':');
  const name = second.trim();
  if (first === 'input' && name) return { kind: 'input', name, rest: others.join(':').trim() };
  if (first === 'workspaceFolder' && name && others.length === 0) return { kind: 'folder', name, rest: '' };
  return { kind: 'unknown', name: '', rest: '' };
}
