import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(
    context: object,
    options: object,
  ): Promise<{ readonly violations: { readonly id: string; readonly nodes: { readonly html: string }[] }[] }>;
}

/** What axe objects to in a page, by rule and element; without these rules. */
export async function findViolations(
  page: Frame | Page,
  ...ignoredRules: readonly string[]
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const violations = await page.evaluate(async (ignored) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const rules = Object.fromEntries(ignored.map((rule) => [rule, { enabled: false }]));
    return (await axe.run(document, { rules })).violations;
  }, ignoredRules);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
