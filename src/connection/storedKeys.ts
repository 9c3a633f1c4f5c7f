import type * as vscode from 'vscode';
import { defaultProfile } from '../platform/settings/profiles.ts';

/** A key that is stored: for which profile, and for which origin alone. */
interface StoredKey {
  readonly profile: string;
  readonly origin: string;
}

/** The keys in the secret storage. Nothing else reads or writes there. */
export interface StoredKeys {
  read(place: StoredKey): Promise<string | undefined>;
  store(place: StoredKey, apiKey: string): Promise<void>;
  remove(place: StoredKey): Promise<void>;
  /** Where keys are stored; never the keys. */
  list(): Promise<StoredKey[]>;
  /** Gives another profile the keys of this one. */
  copy(from: string, to: string): Promise<void>;
  /** Forgets all keys of a profile, whatever origins they are for. */
  removeAll(profile: string): Promise<void>;
  /** Fires for changes in other windows too. */
  onDidChange(listener: () => void): vscode.Disposable;
}

const prefix = 'modelRelay.apiKey:';

export function createStoredKeys(secrets: vscode.SecretStorage): StoredKeys {
  const keys: StoredKeys = {
    read: async (place) => secrets.get(nameOf(place)),
    store: async (place, apiKey) => secrets.store(nameOf(place), apiKey),
    remove: async (place) => secrets.delete(nameOf(place)),
    list: async () => (await secrets.keys()).flatMap((name) => placeOf(name) ?? []),
    async copy(from, to) {
      for (const { profile, origin } of await keys.list()) {
        const apiKey = profile === from ? await keys.read({ profile, origin }) : undefined;
        if (apiKey !== undefined) await keys.store({ profile: to, origin }, apiKey);
      }
    },
    async removeAll(profile) {
      for (const place of await keys.list()) if (place.profile === profile) await keys.remove(place);
    },
    onDidChange: (listener) =>
      secrets.onDidChange(({ key }) => {
        if (key.startsWith(prefix)) listener();
      }),
  };
  return keys;
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
