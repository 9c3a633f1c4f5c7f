/**
 * Profiles: several relays, or several keys of one, side by side. The flat settings are the default profile, whose name
 * is ''. Others have a name, and any of the same settings under the same names without `modelRelay.`; settings that one
 * leaves out fall back to the default profile, except the base URL.
 */

import type { profileSettings } from '../../manifest.ts';
import { type Fields, isFields } from '../../relay/json.ts';
import type { Translate } from '../../text/translate.ts';

export type ProfileSettingName = keyof typeof profileSettings;

export const defaultProfile = '';
/** In code points. */
export const longestProfileName = 60;

/** The account whose models are listed and charged: two keys of one relay may differ. */
export interface Account {
  readonly profile: string;
  /** Base URL. */
  readonly base: string;
}

/**
 * Reads `modelRelay.profiles` as people write it: anything but profiles is ignored. Each has its own values, unparsed,
 * by the settings' short names.
 */
export function readProfiles(found: unknown): ReadonlyMap<string, Fields> {
  const entries = isFields(found) ? Object.entries(found) : [];
  return new Map(
    entries.flatMap(([name, values]) =>
      checkProfileName(name) === undefined && isFields(values) ? [[name, values]] : [],
    ),
  );
}

/** 'chat.model' for 'modelRelay.chat.model': the setting's name within a profile. */
export function shortName(setting: ProfileSettingName): string {
  return setting.replace(/^modelRelay\./, '');
}

/** A profile's display name. */
export function describeProfile(name: string, t: Translate): string {
  return name === defaultProfile ? t('Default') : name;
}

/** Invisible characters, bidirectional controls and lone surrogates: a name must be what it looks like. */
const unseen =
  /[\p{Other}\p{Line_Separator}\p{Paragraph_Separator}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;

/** Text that labels, notifications and Markdown would render as an icon, a link or code. */
const markup = /\$\(|\]\(|[`<>]/;

export type ProfileNameProblem = 'empty' | 'tooLong' | 'unexpectedCharacters' | 'reserved' | 'taken';

/** Why a profile name is invalid; undefined if it is valid. It is a key in settings.json, and shown in many views. */
export function checkProfileName(
  name: string,
  taken: readonly string[] = [],
): ProfileNameProblem | undefined {
  if (name.trim() === '') return 'empty';
  if ([...name].length > longestProfileName) return 'tooLong';
  if (name !== name.trim() || unseen.test(name) || markup.test(name)) return 'unexpectedCharacters';
  if (name === '__proto__') return 'reserved';
  return taken.includes(name) ? 'taken' : undefined;
}

/** An unused name: the given one, or the same with a number appended. */
export function freeProfileName(wished: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  const characters = [...wished];
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const name =
      characters
        .slice(0, longestProfileName - suffix.length)
        .join('')
        .trimEnd() + suffix;
    if (!names.has(name)) return name;
  }
}
