import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Playwright's page, or a substitute that evaluates in it without a gesture. */
interface Asked {
  evaluate(expression: string): Promise<unknown>;
}

interface Looked {
  /** Selectors of the elements to check, and of those to skip. */
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly ignoredRules?: readonly string[];
}

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{
    readonly violations: {
      readonly id: string;
      readonly nodes: { readonly target: readonly string[]; readonly html: string }[];
    }[];
  }>;
}

/** A rule of axe that an element in a page violates. */
export interface Violation {
  readonly rule: string;
  /** A selector of the element. */
  readonly place: string;
  readonly html: string;
}

/** What people with impaired vision or hearing would miss in a page. */
export async function findViolations(page: Asked, looked: Looked = {}): Promise<Violation[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`void (() => {${source}})()`);
  return (await page.evaluate(`(${runAxe})(${JSON.stringify(looked)})`)) as Violation[];
}

async function runAxe({ include = ['html'], exclude = [], ignoredRules = [] }: Looked): Promise<Violation[]> {
  const { axe } = globalThis as unknown as { axe: Axe };
  const rules = Object.fromEntries(ignoredRules.map((rule) => [rule, { enabled: false }]));
  const { violations } = await axe.run({ include, exclude }, { rules });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, html }) => ({ rule: id, place: target.join(' '), html })),
  );
}

/** As one line in a list of defects. */
export function describeViolation({ rule, place, html }: Violation): string {
  return `${rule}: ${place} ${html}`;
}
