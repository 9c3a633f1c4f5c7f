import { isMixed, isRandom } from '../randomText.ts';
import { isPasswordText, isStandIn, type SecretPlace } from './secretForms.ts';
import { isKeyName, isPasswordName, isSecretName } from './secretNames.ts';

/** The kinds of values in a file: only settings, text without quotes, text that may contain code, or code. */
type ValueStyle = 'settings' | 'plain' | 'mixed' | 'code';

const settingsFiles =
  /(?:^|[/\\])(?:\.env[^/\\]*|[^/\\]*\.(?:env|properties|ini|cfg|cnf|npmrc|pypirc|netrc)|\.(?:npmrc|pypirc|netrc|yarnrc|dockercfg)|_netrc|credentials)$/i;

/** Files with a program's messages, which may have such names, too. */
const wordFiles =
  /(?:^|[/\\])(?:locales?|i18n|l10n|lang|translations?)[/\\]|(?:messages?|strings?|labels?|locales?|i18n|l10n|translations?|bundle|_[a-z]{2}(?:_[A-Z]{2})?)\.(?:properties|ya?ml)$|(?:^|[/\\.])[a-z]{2}(?:[-_][A-Z]{2})?\.ya?ml$/;

/** In these files text is in quotes, so values without quotes are code. */
const codeFiles =
  /\.(?:[cm]?[jt]sx?|json[c5l]?|ipynb|py[iw]?|go|rs|java|kts?|scala|swift|[ch]|cc|cpp|cxx|hh|hpp|mm?|cs|fsx?|vb|php|rb|pl|pm|lua|r|jl|dart|exs?|erl|hs|mli?|elm|clj[cs]?|zig|nim|v|sol|groovy|gradle|vue|svelte|astro|html?|xml|svg|css|s[ac]ss|less|styl|sql|graphql|gql|proto|ps1|lock|map|snap)$/i;

/** How to read the values of a file; a text without a name may be of any kind. */
function valueStyleOf(name: string | undefined): ValueStyle {
  if (name === undefined || /\.(?:md|mdx|rst|adoc|diff|patch)$/i.test(name)) return 'mixed';
  if (codeFiles.test(name)) return 'code';
  if (wordFiles.test(name)) return 'mixed';
  return settingsFiles.test(name) ? 'settings' : 'plain';
}

/** A name and the text after it, to the end of the line. A settings file may have some in comments: earlier values. */
const namedLine =
  /^(?<before>[+>$ \t-]{0,40}(?:#[ \t]{0,4})?(?:(?:export|set|setx|ENV|ARG|declare -x)[ \t]{1,4})?(?:\/\/[^\s=]{1,200}:)?["']?)(?<name>\w[\w.-]{0,99}|密码|口令|密钥|令牌)["']?(?<sign>[ \t]{0,20}[:=：][ \t]{0,20})(?<rest>[^\s#][^\r\n]*)/gm;

/** Entries of a netrc file have no signs between their words. */
const netrcPassword = /(?:^|[ \t])password[ \t\r\n]{1,10}(?<value>[^\s#]\S*)/gm;

/** Maximum length of a quoted value over several lines. */
const longestQuoted = 4000;

/** Values whose name says that they are secret: without quotes, or in quotes up to the end of the line. */
export function findNamedValues(text: string, name: string | undefined): SecretPlace[] {
  const fileStyle = valueStyleOf(name);
  if (fileStyle === 'code') return [];
  const found: SecretPlace[] = [];
  for (const match of text.matchAll(namedLine)) {
    const { before = '', name: given = '', sign = '', rest = '' } = match.groups ?? {};
    // Code has no such names or signs.
    const isProse = /[密口令：]/.test(given + sign);
    const style = isProse && fileStyle === 'mixed' ? 'plain' : fileStyle;
    // Any text may have such lines: names of keys and commented-out values count only in settings.
    const isSecret = isSecretName(given);
    if (!isSecret && !(style === 'settings' && isKeyName(given))) continue;
    if (before.includes('#') && (style !== 'settings' || sign !== '=')) continue;
    const at = match.index + match[0].length - rest.length;
    const value = readValue(text, at, rest, style, sign);
    if (value && isSecretValue(value, given, style, sign) && (isSecret || isRandom(value.text))) {
      const start = at + value.offset;
      found.push({
        kind: isPasswordName(given) ? 'password' : 'token',
        start,
        end: start + value.text.length,
      });
    }
  }
  return name !== undefined && /netrc$/i.test(name) ? [...found, ...findNetrcPasswords(text)] : found;
}

function findNetrcPasswords(text: string): SecretPlace[] {
  return [...text.matchAll(netrcPassword)].flatMap((match): SecretPlace[] => {
    const value = match.groups?.['value'] ?? '';
    const end = match.index + match[0].length;
    return isStandIn(value) ? [] : [{ kind: 'password', start: end - value.length, end }];
  });
}

interface Value {
  readonly text: string;
  /** Offset of its beginning, after a quote if there is one. */
  readonly offset: number;
  /** Whether more words follow that are not a comment: it may be a sentence. */
  readonly isCut?: boolean;
}

/** The value alone: without its quotes and the comment after it. */
function readValue(
  text: string,
  at: number,
  rest: string,
  style: ValueStyle,
  sign: string,
): Value | undefined {
  const quote = /^["'`]/.exec(rest)?.[0];
  if (quote !== undefined) {
    const closed = quote === '"' ? /^"((?:[^"\\]|\\.)*)"/.exec(rest) : null;
    const end = closed ? closed[0].length - 1 : rest.indexOf(quote, 1);
    if (end > 0) return { text: rest.slice(1, end), offset: 1 };
    if (style !== 'settings') return undefined;
    const further = text.slice(at + 1, at + longestQuoted).indexOf(quote);
    return { text: further < 0 ? rest.slice(1).trimEnd() : text.slice(at + 1, at + 1 + further), offset: 1 };
  }
  // In a shell, a command may follow `NAME=value` on the same line.
  if (style !== 'settings' && sign === '=') return { text: /^[^\s;&|]+/.exec(rest)?.[0] ?? '', offset: 0 };
  const whole = rest.replace(/[ \t](?:[#;]|\/\/).*$/s, '').trimEnd();
  const [first = ''] = style === 'settings' ? [whole] : whole.split(/\s/, 1);
  return { text: first, offset: 0, isCut: first !== whole };
}

function isSecretValue(
  { text: value, isCut }: Value,
  name: string,
  style: ValueStyle,
  sign: string,
): boolean {
  const isPassword = isPasswordName(name);
  if (isStandIn(value) || isElsewhere(value)) return false;
  // A number of tokens is not a token.
  if (/^[\d.,_]+$/.test(value) && !isPassword) return false;
  if (style === 'settings') return true;
  if (value.length < 8 || isCode(value) || isTextOfWords(value)) return false;
  // Where code may occur, only the form of an environment variable is as clear as a plain file's lines.
  if (isCut || (style === 'mixed' && !(sign === '=' && /^[A-Z\d_]+$/.test(name))))
    return isMixed(value) && !/\s/.test(value) && (isRandom(value) || (isPassword && !isIdentifier(value)));
  return /\d/.test(value) ? /\D/.test(value) || isPassword : kindsIn(value) >= 3;
}

/** Number of kinds of characters: lowercase and uppercase letters, digits, signs. */
function kindsIn(text: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(text)).length;
}

/** Whether it has several words in a row, like a title or a sentence. */
function isTextOfWords(text: string): boolean {
  return /^[A-Za-z]+(?:[-_. ,][A-Za-z]+)*[.!?]?$/.test(text);
}

/** Whether it consists of words, with a number after one or the other: `nextToken2`, `key_2048`. */
function isIdentifier(text: string): boolean {
  return (
    /^[A-Za-z_$][\w$]*$/.test(text) &&
    text.split(/_|(?<=[a-z\d])(?=[A-Z])/).every((word) => /^(?:[a-z]*\d{0,2}|\d+)$/i.test(word))
  );
}

/** Whether it is code: a call, a list, a member access, a type, a version. */
function isCode(text: string): boolean {
  return (
    /\w\(|[)\]},;]$|^[[{(|$]|=>|::|\$[{(]|\{\{/.test(text) ||
    /^[a-z_$][\w$]*(?:\.[a-z_$][\w$]*(?:\[\w*\])?)+$/i.test(text) ||
    /^(?:[<>=^~v]{0,2}\d+(?:\.\d+)+\S{0,20}|(?:u?int|float)\d+)$/.test(text)
  );
}

/** Whether the value only says where the secret is: a path or a URL. */
function isElsewhere(text: string): boolean {
  return /^(?:https?:|file:|[a-z]:\\)|^(?:\.{1,2}|~)?\//i.test(text) && !isRandom(text.slice(0, 200));
}

/** Names and values with something between them, or around them, in the formats of settings. */
export const pairs: readonly RegExp[] = [
  // Kubernetes and Docker Compose; the same in JSON.
  /\bname["']?:[ \t]{0,4}["']?(?<name>[\w.-]{1,100})["']?,?[ \t]{0,4}\r?\n[ \t]{0,60}["']?value["']?:[ \t]{0,4}(?:"(?<quoted>[^"\r\n]{3,400})"|(?<secret>[^\s"'#][^\s#]{2,400}))/dg,
  /"name"[ \t]{0,4}:[ \t]{0,4}"(?<name>[\w.-]{1,100})"[ \t]{0,4},[ \t]{0,4}"value"[ \t]{0,4}:[ \t]{0,4}"(?<secret>[^"\r\n]{3,400})"/dg,
  // Maven settings, and others in XML.
  /<(?<name>[A-Za-z][\w.-]{1,60})>[ \t]{0,4}(?<secret>[^<>\s]{3,400})[ \t]{0,4}<\/\k<name>>/dg,
  /<[a-z]{1,20}[ \t]{1,4}(?:key|name)="(?<name>[\w.:-]{1,100})"[ \t\r\n]{1,40}value="(?<secret>[^"\r\n]{3,400})"/dgi,
  // Terraform.
  /\bvariable[ \t]{1,4}"(?<name>[\w-]{1,100})"[ \t]{0,4}\{[^{}]{0,1000}?\bdefault[ \t]{0,20}=[ \t]{0,20}"(?<secret>[^"\r\n]{3,400})"/dg,
];

/** Values whose name is not directly beside them. */
export function findPairedValues(text: string): SecretPlace[] {
  return [...pairs.flatMap((pattern) => findPairs(text, pattern)), ...findSecretManifests(text)];
}

function findPairs(text: string, pattern: RegExp): SecretPlace[] {
  return [...text.matchAll(pattern)].flatMap(({ groups, indices }): SecretPlace[] => {
    const { name = '', secret = groups?.['quoted'] ?? '' } = groups ?? {};
    const [start, end] = indices?.groups?.['secret'] ?? indices?.groups?.['quoted'] ?? [0, 0];
    const isPassword = isPasswordName(name);
    const isSecret = isSecretName(name) && isPasswordText(secret) && (isPassword || isRandom(secret));
    return isSecret ? [{ kind: isPassword ? 'password' : 'token', start, end }] : [];
  });
}

/** All values of a Kubernetes Secret, whatever their names are. */
function findSecretManifests(text: string): SecretPlace[] {
  const isSecretKind = /^kind:[ \t]{0,9}["']?Secret\b/m;
  if (!isSecretKind.test(text)) return [];
  const found: SecretPlace[] = [];
  let at = 0;
  for (const document of text.split(/^(?=---)/m)) {
    const isSecret = isSecretKind.test(document);
    let isInData = false;
    for (const line of document.split('\n')) {
      if (/^\S/.test(line)) isInData = isSecret && /^(?:data|stringData):\s{0,9}$/.test(line);
      const value = isInData ? manifestValue.exec(line) : null;
      const [start, end] = value?.indices?.groups?.['secret'] ?? [];
      if (start !== undefined && end !== undefined && isPasswordText(line.slice(start, end)))
        found.push({ kind: 'token', start: at + start, end: at + end });
      at += line.length + 1;
    }
    at--;
  }
  return found;
}

const manifestValue = /^[ \t]{1,60}[\w.-]{1,253}:[ \t]{1,60}["']?(?<secret>[^\s"'#|>][^\s"']{2,8000})/d;
