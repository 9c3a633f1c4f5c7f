import type * as vscode from 'vscode';
import { defaultProfile } from '../platform/settings/profiles.ts';

/** Identifies a stored key by its profile and the only origin that it is for. */
interface StoredKey {
  readonly profile: string;
  readonly origin: string;
}

const prefix = 'modelRelay.apiKey:';

/** The keys in the secret storage. Nothing else reads or writes there. */
export function createStoredKeys(secrets: vscode.SecretStorage) {
  const read = async (place: StoredKey) => secrets.get(nameOf(place));
  const store = async (place: StoredKey, apiKey: string) => secrets.store(nameOf(place), apiKey);
  const remove = async (place: StoredKey) => secrets.delete(nameOf(place));
  /** Where keys are stored; never the keys. */
  const list = async () => (await secrets.keys()).flatMap((name) => placeOf(name) ?? []);

  return {
    read,
    store,
    remove,
    list,
    /** Copies the keys of a profile to another one. */
    async copy(from: string, to: string): Promise<void> {
      for (const { profile, origin } of await list()) {
        const apiKey = profile === from ? await read({ profile, origin }) : undefined;
        if (apiKey !== undefined) await store({ profile: to, origin }, apiKey);
      }
    },
    /** Removes all keys of a profile, for any origin. */
    async removeAll(profile: string): Promise<void> {
      for (const place of await list()) if (place.profile === profile) await remove(place);
    },
    /** Fires for changes in other windows too. */
    onDidChange: (listener: () => void) =>
      secrets.onDidChange(({ key }) => {
        if (key.startsWith(prefix)) listener();
      }),
  };
}

/**
 * A key is only used for the origin that it was entered for: its name in the secret storage contains that origin, so
 * that a base URL with another origin finds no key. The profile follows, unless it is the default one.
 */
function nameOf({ profile, origin }: StoredKey): string {
  return prefix + origin + (profile === defaultProfile ? '' : `#${encodeURIComponent(profile)}`);
}

function placeOf(name: string): StoredKey | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const [origin = '', profile = ''] = name.slice(prefix.length).split('#');
  return { origin, profile: decodeURIComponent(profile) };
}
