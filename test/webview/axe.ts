import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What can be asked: Playwright's page, or what evaluates in it without a gesture. */
interface Asked {
  evaluate(expression: string): Promise<unknown>;
}

interface Looked {
  /** Selectors of what is looked at, and of what is not. */
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

/** A rule of axe's that something in a page breaks. */
export interface Violation {
  readonly rule: string;
  /** A selector of the element. */
  readonly place: string;
  readonly html: string;
}

/** What of a page people who see or hear differently would miss. */
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

/** As a line among other things that are wrong. */
export function describeViolation({ rule, place, html }: Violation): string {
  return `${rule}: ${place} ${html}`;
}
