/** Less than mocha gives a test: it says that one took too long, and leaves its loops running beside the next ones. */
const limitMs = 50_000;

/** Waits until this holds; each look leaves the editor time to say what changed. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  between: () => Promise<unknown> = () => new Promise((resolve) => setImmediate(resolve)),
): Promise<void> {
  const limit = AbortSignal.timeout(limitMs);
  while (!(await holds())) {
    if (limit.aborted) throw new Error(`This did not come to hold: ${holds}`);
    await between();
  }
}
