import type { RelayEditor, RelayEditorOptions } from './relayEditor.ts';
import { useEditor } from './useEditor.ts';

/** Tests that need an editor as it comes. They may leave it as they like, but for windows of their own. */
type SharedSuite = (started: RelayEditor) => void;

/**
 * Opening a window takes longer than some suites: those that want the same one share it, and each finds it with
 * nothing open, nothing asked, and an empty chat.
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
