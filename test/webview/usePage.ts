/** A page for each test of a suite. */
export function usePage<Page extends { close(): Promise<void> }>(open: () => Promise<Page>): Page {
  let current: Page | undefined;
  beforeEach(async () => {
    current = await open();
  });
  afterEach(() => current?.close());
  return new Proxy({} as Page, { get: (_, name) => Reflect.get(current ?? {}, name) });
}
