import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { createAltText } from '../../src/images/altText.ts';
import { createImageFiles, type ReusedSettings } from '../../src/images/imageFiles.ts';
import { writeProvenance } from '../../src/images/metadata/provenance.ts';
import { ImageSaver } from '../../src/images/saveImages.ts';
import { commands } from '../../src/manifest.ts';
import { createLastEditor } from '../../src/platform/lastEditor.ts';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { usePerson } from './person.ts';
import { closeEditors } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

const prompt = 'A cat <img src=x onerror=alert(1)> [x](command:quit)';
const made = {
  prompt,
  model: 'imagen-4',
  parameters: { count: 99, aspectRatio: '16:9', size: '2K', further: { seed: 1 } },
  parentIds: ['gone'],
};

describe('image files', () => {
  const folder = useWorkspaceFolder('image files', { 'page.md': '', 'notes.png': 'no image' });
  const person = usePerson();
  let lastEditor: ReturnType<typeof createLastEditor>;
  let files: ReturnType<typeof createImageFiles>;
  let asked: string[] = [];
  let reused: [ReusedSettings, string][] = [];
  const { registerCommand } = vscode.commands;
  /** The extension under test has already registered these commands. */
  const own = new Map<string, (...given: unknown[]) => Promise<void>>();
  const run = (command: string, path: string) => own.get(command)?.(folder.uriOf(path), undefined);

  before(async () => {
    await writeFile(folder.uriOf('cat.png').fsPath, drawPng('cat'));
    await writeFile(folder.uriOf('made.png').fsPath, writeProvenance(drawPng('cat'), made) ?? '');
  });
  beforeEach(() => {
    lastEditor = createLastEditor();
    asked = [];
    reused = [];
    const saver = new ImageSaver({
      read: async () => new Uint8Array(),
      convert: async () => new Uint8Array(),
      lastEditor,
      writeAlt: async () => undefined,
    });
    const remember = (command: string, run: (...given: unknown[]) => Promise<void>) => {
      own.set(command, run);
      return new vscode.Disposable(() => {});
    };
    Object.assign(vscode.commands, { registerCommand: remember });
    files = createImageFiles({
      writeAltText: createAltText({
        async *ask({ content }) {
          asked.push(...(typeof content === 'string' ? [content] : content.map(({ type }) => type)));
          yield 'A cat on a roof.';
        },
        describeFailure: () => undefined,
        draw: () => undefined,
      }),
      saver,
      reuse: (settings, words) => void reused.push([settings, words]),
    });
    Object.assign(vscode.commands, { registerCommand });
  });
  afterEach(async () => {
    files.commands.dispose();
    lastEditor.dispose();
    await closeEditors();
  });

  it('get alt text from a model, which is inserted with the image at the cursor', async () => {
    const document = await vscode.workspace.openTextDocument(folder.uriOf('page.md'));
    await vscode.window.showTextDocument(document);
    person.willPress('Insert at Cursor');
    await run(commands.writeAltText, 'cat.png');
    deepStrictEqual(asked, ['image', 'text']);
    deepStrictEqual(
      person.takeTold().map(({ text }) => text),
      ['A cat on a roof.'],
    );
    deepStrictEqual(document.getText(), '![A cat on a roof.](cat.png)');
    await document.save();
  });

  it('get alt text that can be copied instead', async () => {
    person.willPress('Copy');
    await run(commands.writeAltText, 'cat.png');
    deepStrictEqual(await vscode.env.clipboard.readText(), 'A cat on a roof.');
  });

  it('that contain no image are not sent', async () => {
    await run(commands.writeAltText, 'notes.png');
    deepStrictEqual(asked, []);
    match(person.takeTold()[0]?.text ?? '', /notes\.png is not an image/);
  });

  it('give back their prompt as text, and only their valid settings', async () => {
    await run(commands.reuseImageSettings, 'made.png');
    deepStrictEqual(reused, [
      [
        {
          ...{ prompt, model: 'imagen-4', parentIds: ['gone'] },
          parameters: { aspectRatio: '16:9', size: '2K', further: { seed: 1 } },
        },
        'The prompt and settings come from made.png, generated with imagen-4.',
      ],
    ]);
    await run(commands.reuseImageSettings, 'cat.png');
    deepStrictEqual(reused.length, 1);
    ok(person.takeTold()[0]?.text.startsWith('cat.png contains no prompt'));
  });
});
