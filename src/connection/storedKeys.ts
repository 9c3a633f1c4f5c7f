import type * as vscode from 'vscode';
import { defaultProfile } from '../platform/settings/profiles.ts';

/** A key that is stored: for which profile, and for which origin alone. */
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
    /** Gives another profile the keys of this one. */
    async copy(from: string, to: string): Promise<void> {
      for (const { profile, origin } of await list()) {
        const apiKey = profile === from ? await read({ profile, origin }) : undefined;
        if (apiKey !== undefined) await store({ profile: to, origin }, apiKey);
      }
    },
    /** Forgets all keys of a profile, whatever origins they are for. */
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
 * A key serves the origin it was given for and no other: its name in the secret storage holds that origin, so that an
 * address of another one finds no key. Behind it stands the profile, where it isn't the default one.
 */
function nameOf({ profile, origin }: StoredKey): string {
  return prefix + origin + (profile === defaultProfile ? '' : `#${encodeURIComponent(profile)}`);
}

function placeOf(name: string): StoredKey | undefined {
  if (!name.startsWith(prefix)) return undefined;
  const [origin = '', profile = ''] = name.slice(prefix.length).split('#');
  return { origin, profile: decodeURIComponent(profile) };
}
