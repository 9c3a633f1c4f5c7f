import * as z from 'zod/mini';

/** The models that are listed first for a profile. */
export interface Favorites {
  /** In the order in which they were pinned. */
  readonly pinned: readonly string[];
  /** Recently selected models, the latest first. */
  readonly recent: readonly string[];
}

/** VS Code's memento for an extension. */
interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const storageKey = 'models.favorites';
const mostRecent = 5;

const stored = z.lazy(() => {
  const ids = z.catch(z.array(z.string()), []);
  return z.catch(z.array(z.object({ profile: z.string(), pinned: ids, recent: ids })), []);
});

/** Pinned and recent models of each profile. Read every time, because other windows write them, too. */
export type ModelFavorites = ReturnType<typeof createModelFavorites>;

export function createModelFavorites(memory: Memory) {
  const read = () => stored.parse(memory.get(storageKey));

  function of(profile: string): Favorites {
    const { pinned, recent } = read().find((entry) => entry.profile === profile) ?? {
      pinned: [],
      recent: [],
    };
    return { pinned, recent };
  }

  async function change(profile: string, favorites: Favorites): Promise<void> {
    const others = read().filter((entry) => entry.profile !== profile);
    await memory.update(storageKey, [{ profile, ...favorites }, ...others]);
  }

  return {
    of,
    /** Called when a model was selected. */
    async use(profile: string, id: string): Promise<void> {
      const { pinned, recent } = of(profile);
      const latest = [id, ...recent.filter((other) => other !== id)].slice(0, mostRecent);
      await change(profile, { pinned, recent: latest });
    },
    async pin(profile: string, id: string, isPinned: boolean): Promise<void> {
      const { pinned, recent } = of(profile);
      const others = pinned.filter((other) => other !== id);
      await change(profile, { pinned: isPinned ? [...others, id] : others, recent });
    },
    /** Moves a profile's favorites to its new name, or removes them without one. */
    async move(from: string, to: string | undefined): Promise<void> {
      const entries = read().flatMap((entry) =>
        entry.profile !== from ? entry : to === undefined ? [] : { ...entry, profile: to },
      );
      await memory.update(storageKey, entries);
    },
  };
}
