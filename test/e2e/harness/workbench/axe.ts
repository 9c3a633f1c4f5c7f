import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const shownLength = 120;

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ readonly violations: { readonly id: string; readonly nodes: { readonly html: string }[] }[] }>;
}

/** What axe objects to in a page, by rule and element; without these rules. */
export async function findViolations(page: Frame, ...ignoredRules: readonly string[]): Promise<string[]> {
  await page.evaluate(source);
  const violations = await page.evaluate(async (ignored) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const rules = Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }]));
    return (await axe.run(document, { rules })).violations;
  }, ignoredRules);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, shownLength)}`),
  );
}
