import { openRelayEditor, type RelayEditor, type RelayEditorOptions } from './relayEditor.ts';

/**
 * How an end-to-end suite begins:
 *
 *     describe('…', () => {
 *       const started = useEditor({ connectByEnvironment: true, files: { 'a.txt': 'Hello.' } });
 *       it('…', async () => {
 *         const { editor, relay } = started;
 *
 * Its tests get a window of VS Code with our extension, opened by somebody who has used nothing so far, with these files and
 * settings, and a reference relay; both are gone after the suite. Suites of a process share one running VS Code
 * (`Workstation`), but find nothing of each other. A window still takes seconds: tests that want the same options
 * belong in one suite, and go on from where the one before them ended, or call `startAnew`.
 *
 * What belongs here is what a person does across the workbench and our pages. What asserts the host's part alone is a host
 * test, what asserts a page's, a webview test. Commands are begun with `runCommand`, not in the palette; settings are
 * changed with `changeSettings` and count at once; wait for what is seen, never for a time.
 */
export function useEditor(options: RelayEditorOptions = {}): RelayEditor {
  let opened: RelayEditor | undefined;
  const find = () => {
    if (!opened) throw new Error('The editor is there in hooks and tests, not while they are described.');
    return opened;
  };
  before(async () => {
    opened = await openRelayEditor(options);
  });
  after(async () => {
    await opened?.close();
  });
  return {
    get relay() {
      return find().relay;
    },
    get editor() {
      return find().editor;
    },
    startAnew: () => find().startAnew(),
    close: () => find().close(),
  };
}
