import { deepStrictEqual, match, notDeepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { type DiagramPage, openDiagramPage } from './diagramPage.ts';
import { takePicture } from './takePicture.ts';

const pictureFolder = join(projectFolder, 'test-results', 'diagram');

/** One of each kind that people ask models for. */
const diagrams: Readonly<Record<string, string>> = {
  flowchart:
    'flowchart LR\n  A[Start] --> B{Is it?}\n  B -- yes --> C["Quoted (text)"]\n  B -- no --> D((End))',
  sequence: 'sequenceDiagram\n  Alice->>+Bob: Hello\n  Note over Alice,Bob: A note\n  Bob-->>-Alice: Hi',
  class: 'classDiagram\n  Animal <|-- Duck\n  Animal : +int age\n  Duck : +swim()',
  state: 'stateDiagram-v2\n  [*] --> Idle\n  Idle --> Busy : start\n  Busy --> [*]',
  entities: 'erDiagram\n  CUSTOMER ||--o{ ORDER : places\n  ORDER { string id }',
  gantt: 'gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section One\n  Task :a1, 2026-01-01, 30d',
  pie: 'pie title Pets\n  "Dogs" : 386\n  "Cats" : 85',
};

/** Diagrams that try to do more than be seen. */
const hostile: Readonly<Record<string, string>> = {
  'a click that runs':
    'flowchart LR\n  A --> B\n  click A call alert("x")\n  click B href "javascript:alert(1)"',
  'a link to elsewhere': 'flowchart LR\n  A --> B\n  click A "https://evil.example/" _blank',
  'HTML in a label':
    'flowchart LR\n  A["<img src=https://evil.example/a.png onerror=alert(1)><b>x</b>"] --> B',
  'a script in a label':
    'flowchart LR\n  A["<script>alert(1)</script>"] --> B["<iframe src=https://evil.example>"]',
  directives: `%%{init: {"securityLevel": "loose", "htmlLabels": true, "flowchart": {"htmlLabels": true}, "themeCSS": "@import url(https://evil.example/a.css); * { background: url(https://evil.example/b.png) }", "fontFamily": "x; } body { background: url(https://evil.example/c.png)"}}%%\nflowchart LR\n  A["<img src=x onerror=alert(1)>"] --> B\n  click A "javascript:alert(1)"`,
  'front matter':
    '---\nconfig:\n  securityLevel: loose\n  themeCSS: "@import url(https://evil.example/a.css);"\n---\nflowchart LR\n  A --> B',
  'styles that load':
    'flowchart LR\n  A --> B\n  style A fill:url(https://evil.example/a.png)\n  classDef x fill:#f00,background:url(https://evil.example/b.png)\n  class B x',
  'a picture as a node': 'flowchart LR\n  A@{ img: "https://evil.example/a.png", label: "x" } --> B',
  'links of a sequence':
    'sequenceDiagram\n  participant A\n  link A: Go @ javascript:alert(1)\n  A->>A: <img src=https://evil.example/d.png>',
  'a title that is markup': '---\ntitle: "</svg><script>alert(1)</script>"\n---\nflowchart LR\n  A --> B',
};

describe('the diagram tab', () => {
  let diagram: DiagramPage;
  before(async () => {
    await mkdir(pictureFolder, { recursive: true });
    diagram = await openDiagramPage();
  });
  after(() => diagram.page.close());

  const size = () => diagram.page.locator('.stage img').evaluate((img) => img.getBoundingClientRect().width);
  const scale = () => diagram.page.locator('.scale').textContent();

  for (const [name, source] of Object.entries(diagrams)) {
    it(`draws: ${name}`, async () => {
      await diagram.show(source);
      strictEqual(await diagram.page.locator('.failure .reason').count(), 0);
      const picture = diagram.page.locator('.stage img');
      match((await picture.getAttribute('src')) ?? '', /^data:image\/svg\+xml/);
      const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
      ok(width > 50 && height > 20, `${width} × ${height}`);
      await takePicture(diagram.page, { path: join(pictureFolder, `${name}.png`) });
      // Nothing of the drawing is left in the page itself.
      const left = await diagram.page.locator('svg, foreignObject, .workshop').count();
      deepStrictEqual([left, diagram.problems, diagram.passedRequests], [0, [], []]);
    });
  }

  for (const [name, source] of Object.entries(hostile)) {
    it(`lets nothing happen through ${name}`, async () => {
      const dialogs: string[] = [];
      diagram.page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await diagram.show(source);
      const picture = diagram.page.locator('.stage img');
      if ((await picture.count()) > 0) {
        const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
        for (const share of [0.2, 0.5, 0.8])
          await picture.click({ position: { x: width * share, y: height / 2 } });
      }
      const left = await diagram.page
        .locator('svg, script:not([nonce], #l10n-bundle), iframe, .stage a, main [onclick]')
        .count();
      const { pathname } = new URL(diagram.page.url());
      deepStrictEqual([dialogs, diagram.passedRequests, left, pathname], [[], [], 0, '/']);
      // What the policy refused while drawing is expected here.
      diagram.problems.length = 0;
    });
  }

  it('stores its source for when the tab is rebuilt, unless it is too large', async () => {
    const kept = () =>
      diagram.page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? '{}').source);
    await diagram.show('pie\n  "a" : 1');
    await diagram.show(`pie\n${'  "a" : 1\n'.repeat(10_000)}`);
    strictEqual(await kept(), 'pie\n  "a" : 1');
  });

  it('says why it can’t draw, in one line, next to the source', async () => {
    await diagram.show('flowchart LR\n  A --> <b>\n');
    const reason = await diagram.page.locator('.failure .reason').textContent();
    match(reason ?? '', /line 2/);
    ok(!reason?.includes('\n'));
    strictEqual(await diagram.page.locator('.source pre').textContent(), 'flowchart LR\n  A --> <b>\n');
    ok(await diagram.page.locator('.source pre').isVisible());
    await takePicture(diagram.page, { path: join(pictureFolder, 'failure.png') });
  });

  it('doesn’t draw a diagram that is too large', async () => {
    const edges = Array.from({ length: 500 }, (_, index) => `  n${index} --> n${index + 1}`);
    for (const source of [
      `flowchart LR\n${edges.join('\n')}`,
      `flowchart LR\n  A["${'x'.repeat(40_000)}"]`,
    ]) {
      await diagram.show(source);
      strictEqual(await diagram.page.locator('.failure').count(), 1);
    }
  });

  it('zooms by wheel, buttons and keys, and fits the diagram again', async () => {
    await diagram.show(diagrams['flowchart'] ?? '');
    const fitted = [await size(), await scale()];
    await diagram.page.getByRole('button', { name: 'Zoom in' }).click();
    const bigger = await size();
    await diagram.page.locator('.stage').focus();
    await diagram.page.keyboard.press('+');
    const biggest = await size();
    await diagram.page.keyboard.press('-');
    const again = await size();
    await diagram.page.locator('.stage').hover();
    await diagram.page.keyboard.down('Control');
    await diagram.page.mouse.wheel(0, 300);
    await diagram.page.keyboard.up('Control');
    await diagram.page.waitForFunction((width) => {
      const now = document.querySelector('.stage img')?.getBoundingClientRect().width ?? 0;
      return now < width;
    }, bigger);
    ok(bigger > Number(fitted[0]) && biggest > bigger && Math.abs(again - bigger) < 1);
    await diagram.page.keyboard.press('0');
    deepStrictEqual([await size(), await scale()], fitted);
  });

  it('draws in the colors of the theme', async () => {
    await diagram.show(diagrams['flowchart'] ?? '');
    const source = () => diagram.page.locator('.stage img').getAttribute('src');
    const pictures = [await source()];
    for (const theme of ['light', 'highContrast'] as const) {
      const before = pictures.at(-1);
      await diagram.setTheme(theme);
      await diagram.page.waitForFunction(
        (old) => document.querySelector('.stage img')?.getAttribute('src') !== old,
        before,
      );
      pictures.push(await source());
      await takePicture(diagram.page, { path: join(pictureFolder, `${theme}.png`) });
    }
    strictEqual(new Set(pictures).size, 3);
    notDeepStrictEqual(pictures[0], undefined);
    await diagram.setTheme('dark');
  });
});
