/**
 * undici, when it is loaded and finds no process-wide dispatcher, makes itself one, for good: the property
 * can't be deleted again. In an extension host that would carry every other extension's `fetch`. So a
 * place-holder stands there while undici loads. Import this file before undici, and call
 * `releaseGlobalDispatcher` right after; nothing else runs in between.
 */
const globalDispatcher = Symbol.for('undici.globalDispatcher.1');
const isHeld = Reflect.get(globalThis, globalDispatcher) === undefined;
if (isHeld) Object.defineProperty(globalThis, globalDispatcher, { value: 'held', configurable: true });

/** Takes the place-holder away, so that all is as it was before. */
export function releaseGlobalDispatcher(): void {
  if (isHeld) Reflect.deleteProperty(globalThis, globalDispatcher);
}
