import type { RelayEditor, RelayEditorOptions } from './relayEditor.ts';
import { useEditor } from './useEditor.ts';

/** Tests that need a fresh editor. They may leave it in any state, but must close windows that they opened. */
type SharedSuite = (started: RelayEditor) => void;

/**
 * Opening a window takes longer than some suites, so suites with the same options share one. Each suite finds it with
 * nothing open, no requests, and an empty chat.
 */
export function describeInOneEditor(
  title: string,
  options: RelayEditorOptions,
  suites: Readonly<Record<string, SharedSuite>>,
): void {
  describe(title, () => {
    const started = useEditor(options);
    for (const [place, [name, suite]] of Object.entries(suites).entries()) {
      describe(name, () => {
        if (place > 0) before(() => started.startAnew());
        suite(started);
      });
    }
  });
}
