import type { FocusMessage, LogMessage } from '../../protocol/protocolViews.ts';
import { endKeysAtButtons } from './listeners.ts';

/** The connection to the extension host. */
interface Host<Sent> {
  send(message: Sent): void;
}

type EarlyCommand = Extract<FocusMessage, { type: 'earlyKey' }>['command'];

const system = navigator.platform.slice(0, 3);
/** The keybindings of the manifest. */
const isKeyOf: Readonly<Record<EarlyCommand, (event: KeyboardEvent) => boolean>> = {
  find: ({ code, ctrlKey, metaKey, shiftKey, altKey }) =>
    code === 'KeyF' && (system === 'Mac' ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !shiftKey && !altKey,
  help: ({ code, ctrlKey, metaKey, shiftKey, altKey }) =>
    code === 'F1' && altKey && shiftKey === (system === 'Lin') && !ctrlKey && !metaKey,
};

type PageState = Readonly<Record<string, unknown>>;
let pageApi: ReturnType<typeof acquireVsCodeApi<PageState>> | undefined;
/** Minimum interval between reports of the state to the host; the first one is immediate. */
const keepMs = 300;
let keepTimer: ReturnType<typeof setTimeout> | undefined;
let isKept = true;

/** The page's state from before VS Code recreated it or, if the host stores it as well, before its tab was closed. */
export function readPageState(key: string): unknown {
  return pageApi?.getState()?.[key];
}

export function writePageState(key: string, value: unknown): void {
  pageApi?.setState({ ...pageApi.getState(), [key]: value, writtenAt: Date.now() });
  isKept = keptElement() === null;
  if (keepTimer === undefined) keepState();
}

/** The element with the state that the host stored; null if it stores nothing for this page. */
function keptElement(): Element | null {
  return document.getElementById('kept-state');
}

/** Takes the newer state: VS Code stores the page's state late, and the host's is as old as this page's HTML. */
function takeKeptState(host: NonNullable<typeof pageApi>): void {
  const json = keptElement()?.textContent;
  if (!json) return;
  const kept: PageState = JSON.parse(json);
  if (Number(kept['writtenAt'] ?? 0) > Number(host.getState()?.['writtenAt'] ?? 0)) host.setState(kept);
}

/** Restores a stored object; returns `empty` if its shape differs, such as that of an earlier version. */
export function restoreFields<Fields extends object>(empty: Fields, kept: unknown): Fields {
  const fields = { ...empty, ...(typeof kept === 'object' ? kept : undefined) };
  const shapeOf = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value);
  const isSame = Object.entries(empty).every(
    ([name, value]) => value === undefined || shapeOf(Object(fields)[name]) === shapeOf(value),
  );
  return isSame ? fields : empty;
}

/** Sends the state to the host, to restore after the tab was closed. */
function keepState(): void {
  clearTimeout(keepTimer);
  keepTimer = undefined;
  if (isKept) return;
  isKept = true;
  pageApi?.postMessage({ type: 'keep', state: pageApi.getState() });
  keepTimer = setTimeout(keepState, keepMs);
}

/** Begins a page: connects it to the host, whose messages are trusted: only the host validates messages. */
export function connectHost<Received, Sent>(onMessage: (message: Received) => void): Host<Sent | LogMessage> {
  const host = acquireVsCodeApi<PageState>();
  pageApi = host;
  takeKeptState(host);
  const send = (message: Sent | LogMessage) => host.postMessage(message);
  window.addEventListener('message', ({ data, origin }: MessageEvent<Received>) => {
    // The host's messages come through the frame around the page, which has the page's origin.
    if (origin === window.origin) onMessage(data);
  });
  // The tab may be closed next.
  window.addEventListener('blur', keepState);
  window.addEventListener('error', ({ message }) => send({ type: 'log', level: 'error', message }));
  window.addEventListener('unhandledrejection', ({ reason }) =>
    send({ type: 'log', level: 'error', message: String(reason) }),
  );
  endKeysAtButtons();
  return { send };
}

interface FocusReport {
  /** VS Code knows about the focus with this number: unless a later one followed, it handles its own keys again. */
  onKnown(number: number): void;
}

/**
 * Reports to the host when the page gains or loses the focus: VS Code does not know this for webview views. The report
 * takes time, especially with a remote host; keys of `commands` pressed before that are sent to the host, or VS Code
 * would apply them to the editor.
 */
export function reportFocus(
  send: (message: FocusMessage) => void,
  commands: readonly EarlyCommand[],
): FocusReport {
  let number = 0;
  let known: number | undefined;
  const onFocus = () => {
    number += 1;
    send({ type: 'focus', isFocused: true, number });
  };
  addEventListener('focus', onFocus);
  addEventListener('blur', () => send({ type: 'focus', isFocused: false, number }));
  // In the capture phase, before VS Code's own listener, which forwards all keys.
  addEventListener(
    'keydown',
    (event) => {
      const command = known === number ? undefined : commands.find((each) => isKeyOf[each](event));
      if (command === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      send({ type: 'earlyKey', command });
    },
    { capture: true },
  );
  // The page may have received the focus before this listener was added.
  if (document.hasFocus()) onFocus();
  return {
    onKnown(ofFocus) {
      known = ofFocus;
    },
  };
}
