import { later } from '../later.ts';

/** A page for each test of a suite. */
export function usePage<Page extends { close(): Promise<void> }>(open: () => Promise<Page>): Page {
  let current: Page | undefined;
  beforeEach(async () => {
    current = await open();
  });
  afterEach(() => current?.close());
  return later(() => current);
}
