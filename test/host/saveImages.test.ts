import { deepStrictEqual, match, ok } from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as vscode from 'vscode';
import type { ImageRecord } from '../../src/images/imageStore.ts';
import { readProvenance } from '../../src/images/metadata/provenance.ts';
import { ImageSaver } from '../../src/images/saveImages.ts';
import { createLastEditor } from '../../src/platform/lastEditor.ts';
import { drawPng } from '../relay/pictures/drawPng.ts';
import { usePerson } from './person.ts';
import { closeEditors } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

const png = drawPng('a cat');
const image: ImageRecord = {
  id: 'one',
  createdAt: Date.UTC(2026, 0, 2),
  prompt: 'A cat, on the roof!',
  model: 'imagen-4.0-generate-001',
  parameters: { aspectRatio: '1:1' },
  parentIds: [],
  file: `${'a'.repeat(64)}.png`,
  mediaType: 'image/png',
  bytes: png.length,
  width: 32,
  height: 32,
  seconds: 1,
  isFavorite: false,
};

describe('an image saved to the project', () => {
  const folder = useWorkspaceFolder('saved images');
  const person = usePerson();
  let lastEditor: ReturnType<typeof createLastEditor>;
  const picked: string[] = [];
  const { showQuickPick } = vscode.window;
  const configuration = () => vscode.workspace.getConfiguration('modelRelay.images');

  beforeEach(() => {
    lastEditor = createLastEditor();
    const pick = async (items: readonly { readonly label: string }[]) => {
      const wanted = picked.shift();
      return items.find(({ label }) => label === wanted);
    };
    Object.assign(vscode.window, { showQuickPick: pick });
  });
  afterEach(async () => {
    lastEditor.dispose();
    Object.assign(vscode.window, { showQuickPick });
    await configuration().update('folder', undefined, vscode.ConfigurationTarget.Global);
    await configuration().update('provenance', undefined, vscode.ConfigurationTarget.Global);
    await closeEditors();
  });

  const setFolder = (path: string) =>
    configuration().update('folder', path, vscode.ConfigurationTarget.Global);
  const createSaver = () =>
    new ImageSaver({
      read: async () => png,
      convert: async (_, format, scale) => Buffer.from(`${format} ${scale}`),
      lastEditor,
      writeAlt: async () => 'A cat that a model saw',
    });
  async function list(path: string): Promise<string[]> {
    const entries = await vscode.workspace.fs.readDirectory(folder.uriOf(path));
    return entries.map(([name]) => name).sort();
  }
  async function read(path: string): Promise<Uint8Array> {
    return vscode.workspace.fs.readFile(folder.uriOf(path));
  }

  it('is named after its prompt, and overwrites nothing', async () => {
    await setFolder('saved images/a');
    const saver = createSaver();
    await saver.save(image);
    await saver.save(image);
    deepStrictEqual(await list('a'), ['a-cat-on-the-roof-2.png', 'a-cat-on-the-roof.png']);
    ok(png.equals(await read('a/a-cat-on-the-roof.png')));
    deepStrictEqual(
      person.takeTold().map(({ text }) => text),
      ['Saved saved images/a/a-cat-on-the-roof.png', 'Saved saved images/a/a-cat-on-the-roof-2.png'],
    );
  });

  it('can have another format, in two sizes with one base name', async () => {
    await setFolder('saved images/b');
    picked.push('WEBP, 1x and 2x');
    await createSaver().saveAs(image);
    deepStrictEqual(await list('b'), ['a-cat-on-the-roof.webp', 'a-cat-on-the-roof@2x.webp']);
    deepStrictEqual(String(Buffer.from(await read('b/a-cat-on-the-roof.webp'))), 'image/webp 0.5');
  });

  it('contains its prompt and model only if the setting says so', async () => {
    await setFolder('saved images/c');
    await createSaver().save(image);
    await configuration().update('provenance', true, vscode.ConfigurationTarget.Global);
    await createSaver().save(image);
    const found = await Promise.all(
      ['c/a-cat-on-the-roof.png', 'c/a-cat-on-the-roof-2.png'].map(async (path) =>
        readProvenance(await read(path)),
      ),
    );
    deepStrictEqual(
      found.map((settings) => [settings?.prompt, settings?.model]),
      [
        [undefined, undefined],
        ['A cat, on the roof!', 'imagen-4.0-generate-001'],
      ],
    );
  });

  for (const path of ['../outside', '/tmp', 'C:\\temp', 'saved images/link/inside', '~']) {
    it(`is not saved in ${path}`, async () => {
      await symlink(tmpdir(), folder.uriOf('link').fsPath).catch(() => {});
      const { showSaveDialog } = vscode.window;
      let asked = 0;
      Object.assign(vscode.window, {
        showSaveDialog: async () => {
          asked += 1;
        },
      });
      try {
        await setFolder(path);
        await createSaver().save(image);
      } finally {
        Object.assign(vscode.window, { showSaveDialog });
      }
      const [told] = person.takeTold();
      match(told?.text ?? '', /must be a folder in the workspace/);
      deepStrictEqual(asked, 1);
    });
  }

  for (const [name, label, expected] of [
    ['notes.md', 'Use the Prompt as Alt Text', '![A cat, on the roof!](d/a-cat-on-the-roof.png)'],
    [
      'page.html',
      'Write Alt Text with a Model',
      '<img src="d/a-cat-on-the-roof-2.png" alt="A cat that a model saw" width="32" height="32">',
    ],
  ] as const) {
    it(`is inserted into ${name}`, async () => {
      await setFolder('saved images/d');
      const uri = await folder.write(name, 'before after');
      const editor = await vscode.window.showTextDocument(uri);
      editor.selection = new vscode.Selection(0, 7, 0, 7);
      picked.push(label);
      await createSaver().insert(image);
      deepStrictEqual(editor.document.getText(), `before ${expected}after`);
    });
  }
});
