import type * as z from 'zod/mini';
import type { FocusIntent } from './protocolViews.ts';

/** One end of the wire to the extension host: intents go out, facts come in. */
export interface Host<Intent> {
  send(intent: Intent): void;
}

/** What every view may send, whatever else it sends. */
interface LogIntent {
  readonly type: 'log';
  readonly level: 'warn' | 'error';
  readonly message: string;
}

type PageState = Readonly<Record<string, unknown>>;
let pageApi: ReturnType<typeof acquireVsCodeApi<PageState>> | undefined;

/** What this page kept, before VS Code built it anew: it is lost when the editor ends badly. */
export function readPageState(key: string): unknown {
  const state: unknown = pageApi?.getState();
  return typeof state === 'object' && state !== null ? Object(state)[key] : undefined;
}

export function writePageState(key: string, value: unknown): void {
  pageApi?.setState({ ...pageApi.getState(), [key]: value });
}

/** Connects the page to the host. A message that is no fact of this view is dropped, and the host's log says so. */
export function connectHost<Fact, Intent>(
  factSchema: z.ZodMiniType<Fact>,
  onFact: (fact: Fact) => void,
): Host<Intent | LogIntent> {
  const host = acquireVsCodeApi<PageState>();
  pageApi = host;
  const send = (intent: Intent | LogIntent) => host.postMessage(intent);
  window.addEventListener('message', ({ data, origin }: MessageEvent<unknown>) => {
    // The host's messages come through the frame around the page, which is of the page's own origin.
    if (origin !== window.origin) return;
    const fact = factSchema.safeParse(data);
    if (fact.success) onFact(fact.data);
    else send({ type: 'log', level: 'warn', message: 'an unknown message was dropped' });
  });
  window.addEventListener('error', ({ message }) => send({ type: 'log', level: 'error', message }));
  window.addEventListener('unhandledrejection', ({ reason }) =>
    send({ type: 'log', level: 'error', message: String(reason) }),
  );
  return { send };
}

/** Tells the host that the focus came into the page, or left it: VS Code knows it of no webview view. */
export function reportFocus(send: (intent: FocusIntent) => void): void {
  addEventListener('focus', () => send({ type: 'focus', isFocused: true }));
  addEventListener('blur', () => send({ type: 'focus', isFocused: false }));
  // It may have come before this page could hear of it.
  if (document.hasFocus()) send({ type: 'focus', isFocused: true });
}
