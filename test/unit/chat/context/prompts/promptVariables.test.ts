import { deepStrictEqual } from 'node:assert/strict';
import {
  fillVariables,
  findNeeds,
  type PromptNeeds,
} from '../../../../../src/chat/context/prompts/promptText.ts';

interface Row {
  readonly title: string;
  readonly body: string;
  readonly needs?: Partial<PromptNeeds>;
  readonly values?: Readonly<Record<string, string>>;
  readonly filled: string;
}

const known = [
  ...(['file', 'fileBasename', 'fileBasenameNoExtension', 'fileDirname', 'relativeFile'] as const),
  ...(['workspaceFolder', 'workspaceFolderBasename'] as const),
];

const unknown = `\${unknown} \${} \${input} \${input:} \${workspaceFolder:a:b} \${Selection} \${constructor} \${__proto__} $selection`;

const rows: readonly Row[] = [
  { title: 'may be absent', body: 'Plain $ {x} text', filled: 'Plain $ {x} text' },
  {
    title: 'include the selection, by both its names',
    body: `\${selection} and \${selectedText}`,
    needs: { variables: ['selection'] },
    values: { selection: 'CODE' },
    filled: 'CODE and CODE',
  },
  {
    title: 'include what is known about the file and its folder',
    body: known.map((name) => `$\{${name}}`).join(' '),
    needs: { variables: known },
    values: Object.fromEntries(known.map((name) => [name, `the ${name}`])),
    filled: known.map((name) => `the ${name}`).join(' '),
  },
  {
    title: 'include inputs, each once, with the first placeholder given',
    body: `\${input:name} \${input:kind:unit: or e2e} \${input:name:who} \${input: name }`,
    needs: {
      inputs: [
        { name: 'name', placeholder: 'who' },
        { name: 'kind', placeholder: 'unit: or e2e' },
      ],
    },
    values: { 'input:name': 'N', 'input:kind': '' },
    filled: 'N  N N',
  },
  {
    title: 'include the argument',
    body: `\${argument}|$ARGUMENTS|$ARGUMENTS2|$ARGUMENT`,
    needs: { takesArgument: true },
    values: { argument: 'a b' },
    filled: 'a b|a b|$ARGUMENTS2|$ARGUMENT',
  },
  {
    title: 'stay as they are if they are unknown',
    body: unknown,
    filled: unknown,
  },
  {
    title: 'have values that may look like variables or replacement patterns',
    body: `\${selection} \${clipboard} \${input:x} \${argument}`,
    needs: {
      variables: ['selection', 'clipboard'],
      inputs: [{ name: 'x', placeholder: '' }],
      takesArgument: true,
    },
    values: {
      selection: `\${clipboard} \${input:y} $ARGUMENTS`,
      clipboard: `$& $1 $$ \${selection}`,
      'input:x': `\${argument}`,
      argument: `\${input:x}`,
    },
    filled: `\${clipboard} \${input:y} $ARGUMENTS $& $1 $$ \${selection} \${argument} \${input:x}`,
  },
  {
    title: 'may be inputs named like object properties or like other variables',
    body: `\${input:__proto__} \${input:selection}`,
    needs: {
      inputs: [
        { name: '__proto__', placeholder: '' },
        { name: 'selection', placeholder: '' },
      ],
    },
    values: { 'input:__proto__': 'p', 'input:selection': 's', selection: 'CODE' },
    filled: 'p s',
  },
  {
    title: 'may have nested and unclosed braces',
    body: `\${\${selection}} \${selection \${file\n}`,
    needs: { variables: ['selection'] },
    values: { selection: 'S' },
    filled: `\${S} \${selection \${file\n}`,
  },
];

describe('a prompt’s variables', () => {
  for (const { title, body, needs = {}, values = {}, filled } of rows) {
    it(title, () => {
      deepStrictEqual(
        { needs: findNeeds(body), filled: fillVariables(body, new Map(Object.entries(values))) },
        { needs: { variables: [], inputs: [], takesArgument: false, ...needs }, filled },
      );
    });
  }

  it('are found quickly, however many braces there are', () => {
    const hostile = [`\${`.repeat(50_000), `\${${'x'.repeat(100_000)}}`, '$'.repeat(100_000)];
    deepStrictEqual(
      hostile.map((body) => fillVariables(body, new Map()) === body),
      [true, true, true],
    );
  });
});
