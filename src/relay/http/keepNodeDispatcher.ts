/**
 * undici, when it is loaded and finds no process-wide dispatcher, makes itself one, for good: in an extension host, that
 * would carry every other extension's `fetch`. Node makes its own when the first of its web classes is looked at, but only
 * where it finds none, and undici looks at them as well while it loads. So they are looked at before, several of them, since
 * others may have put their own in the place of one: import this file ahead of undici.
 */
const globalDispatcher = Symbol.for('undici.globalDispatcher.1');
for (const name of ['Headers', 'Request', 'Response', 'FormData', 'EventSource', 'WebSocket']) {
  if (Reflect.get(globalThis, globalDispatcher) === undefined) Reflect.get(globalThis, name);
}

/** Makes this a module that others import. */
export {};
