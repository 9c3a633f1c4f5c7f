/** Stands for something that is there later, in hooks and tests: each use finds it anew. */
export function later<Thing extends object>(find: () => Thing | undefined): Thing {
  return new Proxy({} as Thing, { get: (_, name) => Reflect.get(find() ?? {}, name) });
}
