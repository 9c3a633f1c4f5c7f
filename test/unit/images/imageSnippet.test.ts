import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { altFromPrompt, hasAlt, writeSnippet } from '../../../src/images/imageSnippet.ts';

const image = { path: '../images/a-cat.png', alt: 'A cat', width: 640, height: 480 };
const hostile = {
  path: 'images/a (1) #2.png',
  alt: '"><script>alert(1)</script>]({x}) & \\ `*_',
  width: 0,
  height: 0,
};

describe('the snippet for an image in a document', () => {
  const cases: Readonly<Record<string, readonly [plain: string, hostile: string]>> = {
    markdown: [
      '![A cat](../images/a-cat.png)',
      '![">\\<script>alert(1)\\</script>\\]({x}) & \\\\ \\`\\*\\_](images/a%20%281%29%20%232.png)',
    ],
    html: [
      '<img src="../images/a-cat.png" alt="A cat" width="640" height="480">',
      '<img src="images/a%20%281%29%20%232.png" alt="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;]({x}) &amp; \\ `*_">',
    ],
    typescriptreact: [
      '<img src="../images/a-cat.png" alt="A cat" width={640} height={480} />',
      '<img src="images/a%20%281%29%20%232.png" alt={"\\"><script>alert(1)</script>]({x}) & \\\\ `*_"} />',
    ],
    scss: ['url("../images/a-cat.png")', 'url("images/a%20%281%29%20%232.png")'],
    python: ['../images/a-cat.png', 'images/a (1) #2.png'],
  };
  for (const [languageId, expected] of Object.entries(cases)) {
    it(languageId, () => {
      deepStrictEqual([writeSnippet(languageId, image), writeSnippet(languageId, hostile)], expected);
    });
  }
});

describe('the alt text of a prompt', () => {
  it('is requested for languages that use it', () => {
    deepStrictEqual(['markdown', 'html', 'scss', 'python'].filter(hasAlt), ['markdown', 'html']);
  });

  it('is one line of limited length', () => {
    strictEqual(altFromPrompt(' A\n\ncat  '), 'A cat');
    strictEqual(altFromPrompt('cat '.repeat(200)).length <= 201, true);
  });
});
