import { longestProfileName, type ProfileNameProblem } from '../platform/settings/profiles.ts';
import type { KeyProblem } from '../relay/apiKey.ts';
import type { AddressProblem } from '../relay/baseUrl.ts';
import type { Translate } from '../text/translate.ts';

/** Why a typed base URL is invalid. */
export function describeAddressProblem(reason: AddressProblem, t: Translate): string {
  const table: Record<AddressProblem, string> = {
    empty: t('Enter the relay’s base URL.'),
    notAnAddress: t('This is not a valid URL. Enter one such as https://relay.example.com.'),
    whitespaceInside: t('The URL contains a space or a line break. Paste only the URL.'),
    unsupportedScheme: t('Enter a URL that begins with https:// or http://.'),
    containsCredentials: t(
      'Remove the name and password before the @. The relay uses an API key, which you enter separately.',
    ),
    looksLikeKey: t(
      'This looks like an API key. Enter the base URL here. The API key is entered separately.',
    ),
  };
  return table[reason];
}

/** Why a pasted key is invalid. The pasted text is never part of the message. */
export function describeKeyProblem(problem: KeyProblem, t: Translate): string {
  const table: Record<KeyProblem, string> = {
    empty: t('Paste the API key.'),
    severalKeys: t('More than one API key was pasted. Paste only one.'),
    looksLikeUrl: t('This looks like a URL. Paste the API key, which usually begins with “sk-”.'),
    placeholder: t('This is a placeholder from a guide. Paste your own API key.'),
    masked: t(
      'This API key is masked with dots or asterisks. Use the copy button in the relay’s console to copy the complete key.',
    ),
    whitespaceInside: t('The API key contains a space. Paste only the key.'),
    unexpectedCharacters: t('The API key contains invalid characters. Copy it again and paste only the key.'),
    tooShort: t('This is too short for an API key. Paste the complete key, including “sk-”.'),
    tooLong: t('This is too long for an API key. Paste only the key.'),
  };
  return table[problem];
}

/** Why a profile name is invalid. */
export function describeProfileNameProblem(problem: ProfileNameProblem, t: Translate): string {
  const table: Record<ProfileNameProblem, string> = {
    empty: t('Enter a name.'),
    tooLong: t('The name is too long. Use up to {0} characters.', longestProfileName),
    unexpectedCharacters: t('The name contains invisible characters or one of $( ]( ` < >. Remove them.'),
    reserved: t('This name is reserved. Enter another name.'),
    taken: t('A profile with this name already exists.'),
  };
  return table[problem];
}

/**
 * Why a link that a site offers is refused; see `connection/connectLink.ts`. `containsKey`: a key, or a parameter for
 * one. `unencrypted`: plain http to another machine: a web page must not talk a person into sending a key unprotected.
 */
export type LinkProblem = 'containsKey' | 'unencrypted' | 'invalid';

/** Why a link was rejected, and what to do instead. The link's text is never part of the message. */
export function describeLinkProblem(problem: LinkProblem, t: Translate): string {
  const table: Record<LinkProblem, string> = {
    containsKey: t(
      'The link was not used because it contains an API key or a field for one, and other people can read links. Connect manually. If the key is yours, replace it in the relay’s console.',
    ),
    unencrypted: t(
      'The link was not used because its URL begins with http://, so other people on the network could read the API key. If you trust the network and the relay, connect manually.',
    ),
    invalid: t(
      'The link was not used because it is invalid. A link contains a base URL, a name for it, and nothing else. Connect manually.',
    ),
  };
  return table[problem];
}

/** VS Code could not write a setting. */
export function unsavedSettingWords(t: Translate): string {
  return t(
    'The setting could not be saved. If settings.json is open with unsaved changes or is read-only, save it or make it writable, then try again.',
  );
}
