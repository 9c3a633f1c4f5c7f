import { deepStrictEqual } from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../../scripts/projectPaths.ts';
import { describeViolation, findViolations, type Violation } from './axe.ts';
import { richAnswer } from './chatFacts.ts';
import { type ChatTheme, chatThemes } from './chatPage.ts';
import { type MarkdownView, openMarkdownView } from './markdownView.ts';
import { takePicture } from './takePicture.ts';

const pictureFolder = join(projectFolder, 'test-results', 'markdown');

const math = String.raw`# Quadratic equations

The roots of $ax^2 + bx + c = 0$ are given by \(x_{1,2}\), where $a \neq 0$, for $5 and $6 a piece:

\[
x
=
\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}
\].

#### Deeper at once

$$\begin{aligned}
\nabla \cdot \mathbf{E} &= \frac{\rho}{\varepsilon_0} \\
\nabla \times \mathbf{B} &= \mu_0 \mathbf{J} + \mu_0 \varepsilon_0 \frac{\partial \mathbf{E}}{\partial t}
\end{aligned}$$

- In an item: $$\sum_{i=1}^{n} i = \frac{n(n+1)}{2}$$
- $f(x) = \begin{cases} x & x \ge 0 \\ -x & \text{otherwise} \end{cases}$ and $\begin{pmatrix} a & b \\ c & d \end{pmatrix}$
- $\boxed{x = 1}$, $\cancel{y}$, $\overline{z}$, $\hat a$, $\vec b$, $\mathbb R$, $\mathcal L$, $f'(x)$, $\left(\frac12\right)$

$$ \int_{-\infty}^{\infty} e^{-x^2} \, dx = \sqrt{\pi} \tag{1} \quad a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + a_{10} + a_{11} + a_{12} + a_{13} + a_{14} + a_{15} $$

A line with $a_1 + a_2 + a_3 + a_4 + a_5 + a_6 + a_7 + a_8 + a_9 + a_{10} + a_{11} + a_{12} + a_{13} + a_{14}$ that is long, and $\broken{ $ one.

| A | $\sigma$ |
| - | - |
| $\left\{ x \mid x^2 < 2 \right\}$ | \(\alpha\) |
`;

const lists = `1. First
2. Second, which goes on
   for two lines

   and has another paragraph.
   1. Deeper
      - [ ] To do
      - [x] Done, with a [link](https://example.com)
10. Tenth

- [ ] A task
- [x] A task that is done, and whose text is so long that it takes more than one line of a sidebar

> A quote
>
> > in a quote, with \`code\` and a note[^1].
> 1. and a list

| Left | Right | A column with words that do not fit in a narrow sidebar | Another |
| :-- | --: | - | - |
| \`aVeryLongIdentifierThatGoesOnAndOn\` | 1 | https://example.com/a/very/long/address | ![p](https://example.com/p.png) |

Text with \`code‮ reversed⁦\`, [a link‮txt.exe](https://example.com), 100\u200B% and [relative](x\u202E.md).

---

[^1]: The note, with *emphasis*.
`;

const texts: Readonly<Record<string, string>> = { math, lists, rich: richAnswer };

/** axe ignores MathML, which screen readers do read. */
const isOfMath = ({ rule, html }: Violation) => rule === 'empty-table-header' && html.includes('<math');

/** Colors are the same at every width, so half of the themes are checked in a narrow view. */
const themesAt: Readonly<Record<number, readonly ChatTheme[]>> = {
  280: chatThemes.filter((_, place) => place % 2 === 0),
  900: chatThemes.filter((_, place) => place % 2 === 1),
};

describe('drawn Markdown', () => {
  let view: MarkdownView;

  before(async () => {
    await mkdir(pictureFolder, { recursive: true });
    view = await openMarkdownView(280);
  });
  after(() => view.close());

  for (const [name, text] of Object.entries(texts)) {
    it(`is accessible in every theme, and never widens the page: "${name}"`, async () => {
      await view.show(text);
      const found: string[] = [];
      for (const [width, themes] of Object.entries(themesAt)) {
        await view.page.setViewportSize({ width: Number(width), height: 800 });
        for (const theme of themes) {
          await view.setTheme(theme);
          await view.drawn();
          const violations = await findViolations(view.page);
          for (const violation of violations)
            if (!isOfMath(violation)) found.push(`${theme}: ${describeViolation(violation)}`);
          if (await view.page.evaluate(isTooWide)) found.push(`${theme}: too wide for ${width} pixels`);
        }
        await takePicture(view.page, { path: join(pictureFolder, `${name}-${width}.png`), fullPage: true });
      }
      deepStrictEqual([found, view.foreignRequests, view.problems], [[], [], []]);
    });
  }

  it('has the punctuation behind a formula in it', async () => {
    await view.show('$$\na = b\n$$. Then\n\n\\[\nc\n\\]，\n\n$$\nd\n$$ more');
    const [math, copied] = ['math', '.math-copy'].map((each) => view.page.locator(each).allTextContents());
    deepStrictEqual(await math, ['a=b.', 'c，', 'd']);
    deepStrictEqual(await copied, ['$$\na = b\n$$.', '\\[\nc\n\\]，', '$$\nd\n$$']);
    deepStrictEqual(await view.page.locator('.markdown p').allTextContents(), ['Then', 'more']);
  });
});

function isTooWide(): boolean {
  return document.documentElement.scrollWidth > document.documentElement.clientWidth;
}
