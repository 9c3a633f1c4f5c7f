import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { access, chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { answerWith, driveRewrites, type RewriteDriver } from './harness/drivers/rewriteDriver.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';
import { waitUntil } from './harness/waitUntil.ts';

const fenced = (code: string) => answerWith(`\`\`\`\n${code}\n\`\`\``);
const documented = `# ${fenced('# Adds two numbers.\ndef add(one, two=0):')}
def add(one, two):
\treturn one + two
`;
const cart = `// ${fenced("import { cart } from './cart';\n\ncart();")}
export function cart() {}
`;
const coin = `// ${fenced("import { coin } from './coin';\n\nold();\ncoin();")}
export function coin() {}
`;
const notebook = JSON.stringify({
  cells: [
    { cell_type: 'code', source: ['one = 1\n', 'two = 2'], metadata: {}, outputs: [], execution_count: null },
  ],
  metadata: { language_info: { name: 'python' } },
  nbformat: 4,
  nbformat_minor: 5,
});

const secret = 'sk-proj-Zr81LqPw0XbTn5Vd7KcMh2Ys';

describe('what can be rewritten in place', () => {
  let started: RelayEditor;
  let driver: RewriteDriver;
  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      trust: false,
      files: {
        'documented.py': documented,
        'windows.ts': 'if (a) {\r\n\tb();\r\n}\r\n',
        'src/cart.ts': cart,
        'src/coin.ts': coin,
        'src/coin.test.ts': 'old();\n',
        'kept/fixed.ts': 'fixed();\n',
        'locked.ts': 'locked();\n',
        'secret.ts': `const port = 80;\nconst token = '${secret}';\n`,
        'cells.ipynb': notebook,
      },
      settings: { 'files.autoSave': 'off', 'files.readonlyInclude': { 'kept/**': true } },
    });
    driver = driveRewrites(started);
  });
  after(() => started?.close());
  const exists = (path: string) =>
    access(join(started.editor.workspaceFolder, path)).then(
      () => true,
      () => false,
    );
  async function accept(): Promise<void> {
    await driver.waitUntilReady();
    await driver.press('ControlOrMeta+Enter');
    await driver.tab.waitFor({ state: 'detached' });
  }

  it('has its secrets back that the model did not see', async () => {
    const { editor, relay } = started;
    await editor.openFile('secret.ts');
    await driver.press('ControlOrMeta+A');
    await driver.askFor(fenced("const port = 81;\nconst token = 'MASKED_SECRET_1_';\n"));
    await accept();
    strictEqual(await driver.save('secret.ts'), `const port = 81;\nconst token = '${secret}';\n`);
    strictEqual(
      relay.requests.some(({ bodyText }) => bodyText?.includes(secret)),
      false,
    );
  });

  it('has its line ends and tabs kept, in a folder that is not trusted', async () => {
    const { editor } = started;
    await editor.openFile('windows.ts');
    await driver.press('ControlOrMeta+A');
    await driver.askFor(fenced('if (a) {\n    c();\n    d();\n}'));
    await accept();
    strictEqual(await driver.save('windows.ts'), 'if (a) {\r\n\tc();\r\n\td();\r\n}\r\n');
    await editor.screenshot('rewrite-selected');
  });

  it('is a line without documentation', async () => {
    await driver.goTo('documented.py', '(one, two)');
    await started.editor.runCommand('Model Relay: Write Doc Comments');
    await accept();
    // The comment above belongs to it.
    strictEqual(
      await driver.save('documented.py'),
      '# Adds two numbers.\ndef add(one, two=0):\n\treturn one + two\n',
    );
  });

  it('is a file of tests that is not there yet', async () => {
    const { editor } = started;
    await driver.goTo('src/cart.ts', 'cart()');
    await editor.runCommand('Model Relay: Write Tests');
    await editor.quickInput.waitFor('Write Tests');
    strictEqual(await editor.quickInput.value(), 'src/cart.test.ts');
    await editor.quickInput.type('../cart.test.ts');
    await editor.quickInput.widget.getByText('Name a file of this folder').waitFor();
    await editor.quickInput.type('src/coin.test.ts');
    await editor.quickInput.widget.getByText('Name a file of this folder').waitFor();
    await editor.quickInput.type('new/deep/cart.test.ts');
    await editor.quickInput.accept();
    await driver.waitUntilReady();
    await editor.screenshot('rewrite-tests');
    strictEqual(await exists('new/deep/cart.test.ts'), false);
    await accept();
    await editor.page.locator('.tab.active[data-resource-name="cart.test.ts"]').waitFor();
    strictEqual(await driver.read('new/deep/cart.test.ts'), "import { cart } from './cart';\n\ncart();\n");
    await driver.press('ControlOrMeta+Z');
    await waitUntil('the file to be gone again', async () =>
      (await exists('new/deep/cart.test.ts')) ? undefined : true,
    );
  });

  it('is a file of tests that is there', async () => {
    await driver.goTo('src/coin.ts', 'coin()');
    await started.editor.runCommand('Model Relay: Write Tests');
    await accept();
    await started.editor.page.locator('.tab.active[data-resource-name="coin.test.ts"]').waitFor();
    strictEqual(await driver.save('src/coin.test.ts'), "import { coin } from './coin';\n\nold();\ncoin();\n");
  });

  it('is a document without a file, with its undo', async () => {
    const { editor } = started;
    await editor.runCommand('File: New Untitled Text File');
    await editor.page.locator('.tab.active', { hasText: 'Untitled-1' }).waitFor();
    await editor.page.keyboard.insertText('some text');
    await driver.askFor(answerWith('```\nother text\n```'));
    await accept();
    const lines = editor.page.locator('.editor-group-container.active .monaco-editor .view-lines').first();
    await lines.getByText('other text').waitFor();
    await driver.press('ControlOrMeta+Z');
    await lines.getByText('some text').waitFor();
    await editor.runCommand('View: Revert and Close Editor');
  });

  it('is nothing that can’t be changed, of which no model hears', async () => {
    const { editor } = started;
    const count = driver.questions().length;
    await chmod(join(editor.workspaceFolder, 'locked.ts'), 0o444);
    for (const path of ['kept/fixed.ts', 'locked.ts']) {
      await editor.openFile(path);
      await editor.runCommand('Model Relay: Rewrite Code…');
      await editor.notification(`${path} can’t be changed: it is read-only.`).waitFor();
    }
    deepStrictEqual(driver.questions().length, count);
    await editor.runCommand('notifications.clearAll');
  });

  it('is a cell of a notebook', async () => {
    const { editor } = started;
    await driver.press('ControlOrMeta+P');
    await editor.quickInput.type('cells.ipynb');
    await editor.quickInput.row('cells.ipynb').first().click();
    const cell = editor.page.locator('.notebookOverlay .cell-editor-container .view-lines').first();
    await cell.getByText('two = 2').click();
    await driver.askFor(answerWith('```\ntwo = 22\n```'));
    await driver.waitUntilReady();
    await editor.screenshot('rewrite-cell');
    await accept();
    await cell.getByText('two = 22').waitFor();
  });
});
