import { longestProfileName, type ProfileNameProblem } from '../platform/settings/profiles.ts';
import type { KeyProblem } from '../relay/apiKey.ts';
import type { AddressProblem } from '../relay/baseUrl.ts';
import type { Translate } from '../text/translate.ts';

/** Why what was typed can't be a relay's address. */
export function describeAddressProblem(reason: AddressProblem, t: Translate): string {
  const table: Record<AddressProblem, string> = {
    empty: t('Type the relay’s address.'),
    notAnAddress: t('This is not an address. It looks like https://relay.example.com.'),
    whitespaceInside: t('There is a space or a line break inside. Paste the address alone.'),
    unsupportedScheme: t('The address must begin with https:// or http://.'),
    containsCredentials: t(
      'Leave out the name and password before the @. The relay takes a key, which has a place of its own.',
    ),
    looksLikeKey: t('This looks like a key. Here goes the address; the key has a place of its own.'),
  };
  return table[reason];
}

/** Why what was pasted can't be a key. What was pasted is never repeated in the words. */
export function describeKeyProblem(problem: KeyProblem, t: Translate): string {
  const table: Record<KeyProblem, string> = {
    empty: t('Paste the key.'),
    severalKeys: t('There is more than one key here. Paste one.'),
    looksLikeUrl: t('This looks like an address. Paste the key, which mostly begins with “sk-”.'),
    placeholder: t('This is the placeholder from a guide. Paste your own key.'),
    masked: t(
      'This key is masked with dots or asterisks. Copy the whole key: consoles have a button for it.',
    ),
    whitespaceInside: t('There is a space inside. Paste the key alone.'),
    unexpectedCharacters: t(
      'There are characters inside that no key has. Copy the key again, and paste it alone.',
    ),
    tooShort: t('This is too short for a key. Paste it whole, with its leading “sk-”.'),
    tooLong: t('This is too long for a key. Paste the key alone.'),
  };
  return table[problem];
}

/** Why a name can't be a profile's. */
export function describeProfileNameProblem(problem: ProfileNameProblem, t: Translate): string {
  const table: Record<ProfileNameProblem, string> = {
    empty: t('Type a name.'),
    tooLong: t('The name is too long: at most {0} characters.', longestProfileName),
    unexpectedCharacters: t(
      'There are characters in the name that can’t be seen, or that draw icons. Leave them out.',
    ),
    reserved: t('This name can’t be used. Choose another one.'),
    taken: t('There is a profile of this name already.'),
  };
  return table[problem];
}

/** Why a link that a site offers is refused; see `connection/connectLink.ts`. */
export type LinkProblem =
  /** It leads to something else than `/connect`. */
  | 'otherPath'
  /** There is a key in it, or a place for one. */
  | 'containsKey'
  /** It carries something else than an address and a name. */
  | 'unknownPart'
  | 'repeatedPart'
  /** What it was before it was decoded can't be told any more. */
  | 'unclear'
  | 'noAddress'
  | 'notAnAddress'
  /** Plain http to another machine: a web page must not talk a person into sending a key unprotected. */
  | 'unencrypted'
  | 'unusableName';

/** Why a link did nothing, and what to do instead. What the link says is never repeated in the words. */
export function describeLinkProblem(problem: LinkProblem, t: Translate): string {
  const table: Record<LinkProblem, string> = {
    otherPath: t('This link leads to nothing that Model Relay has.'),
    containsKey: t(
      'This link has a key in it, or a place for one, and was not used: others can read what is in a link. Connect by hand, and if the key is yours, replace it in the relay’s console.',
    ),
    unknownPart: t(
      'This link has more in it than an address and a name, and was not used. Connect by hand instead.',
    ),
    repeatedPart: t('This link says something twice, and was not used. Connect by hand instead.'),
    unclear: t(
      'This link has a “+” or a “%” in it that can be read in two ways, and was not used. Connect by hand instead.',
    ),
    noAddress: t('This link has no address in it. Connect by hand instead.'),
    notAnAddress: t('The address in this link can’t be a relay’s. Connect by hand instead.'),
    unencrypted: t(
      'The address in this link begins with http://: everyone on the way could read the key. If you trust the network and the relay, connect by hand.',
    ),
    unusableName: t(
      'The name in this link is empty, too long, or has characters in it that can’t be seen or draw something else. Connect by hand instead.',
    ),
  };
  return table[problem];
}

/** VS Code could not write a setting. */
export function unsavedSettingWords(t: Translate): string {
  return t(
    'This could not be saved. Is settings.json open with changes, or protected? Save it there, then try again.',
  );
}
