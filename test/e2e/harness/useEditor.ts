import { later } from '../../later.ts';
import {
  openRelayEditor,
  type RelayEditor,
  type RelayEditorOptions,
  type UsedEditor,
} from './relayEditor.ts';

/**
 * How an end-to-end suite begins:
 *
 *     describe('…', () => {
 *       const { editor, relay } = useEditor({ connectByEnvironment: true, files: { 'a.txt': 'Hello.' } });
 *       it('…', async () => {
 *
 * Its tests get a window of VS Code with our extension, as a new user opens it, with these files and
 * settings, and a reference relay; both are gone after the suite. Suites of a process share one running VS Code
 * (`Workstation`), but see nothing of each other. A window still takes seconds: tests that want the same options
 * belong in one suite, and continue where the one before them ended, or call `startAnew`.
 *
 * End-to-end tests cover what a person does across the workbench and our pages. What concerns the host alone is a host
 * test; what concerns a page, a webview test. Commands are run with `runCommand`, not in the palette; settings are
 * changed with `changeSettings` and apply at once. Wait for what is visible, never for a time.
 */
export function useEditor(
  options: RelayEditorOptions | (() => RelayEditorOptions) = {},
): UsedEditor & Pick<RelayEditor, 'startAnew'> {
  let opened: RelayEditor | undefined;
  const find = () => {
    if (!opened) throw new Error('The editor is there in hooks and tests, not while they are described.');
    return opened;
  };
  before(async () => {
    opened = await openRelayEditor(typeof options === 'function' ? options() : options);
  });
  after(async () => {
    await opened?.close();
  });
  return {
    editor: later(() => find().editor),
    relay: later(() => find().relay),
    startAnew: () => find().startAnew(),
  };
}

/** Tests that need a fresh editor. They may leave it in any state, but must close windows that they opened. */
type SharedSuite = (used: UsedEditor) => void;

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
