import { bitsIn, isMixed, isRandom } from '../randomText.ts';
import { gitleaksRules } from './gitleaksRules.ts';
import { findNamedValues, findPairedValues } from './namedValues.ts';
import { isPlaceholder, isStandIn, type SecretKind, type SecretPlace, secretForms } from './secretForms.ts';
import { isPasswordName, isSecretName } from './secretNames.ts';

export interface FoundSecret extends SecretPlace {
  /** Starts at 1. */
  readonly line: number;
}

/** Replaces a secret. */
export const maskWord = '[masked]';

/** Searching more text than this takes longer than a person waits. */
const longestLookedAt = 4_000_000;

/**
 * All likely secrets in a text, in order and without duplicates. `name` is the name of its file; a text without one
 * may be of any kind.
 */
export function findSecrets(text: string, name?: string): FoundSecret[] {
  const looked = text.slice(0, longestLookedAt);
  const found: SecretPlace[] = secretForms.flatMap(({ kind, pattern, accepts }) =>
    [...looked.matchAll(pattern)].flatMap((match) => {
      const { start, end, secret } = placeOf(match);
      return accepts && !accepts(secret, match) ? [] : [{ kind, start, end }];
    }),
  );
  const all = found.concat(
    findVendorSecrets(looked),
    findAssigned(looked),
    findPairedValues(looked),
    findNamedValues(looked, name),
  );
  return withLines(looked, withoutOverlaps(looked, all));
}

/** The text with each of these secrets masked; its lines stay where they are. */
export function maskSecrets(text: string, secrets: readonly FoundSecret[]): string {
  let masked = '';
  let end = 0;
  for (const secret of secrets) {
    const lineBreaks = text.slice(secret.start, secret.end).replace(/[^\n]+/g, '');
    masked += text.slice(end, secret.start) + maskWord + lineBreaks;
    end = secret.end;
  }
  return masked + text.slice(end);
}

/** The text with all likely secrets masked. `name` is the name of its file; a text without one may be of any kind. */
export function maskText(text: string, name?: string): string {
  return maskSecrets(text, findSecrets(text, name));
}

/** A rule of gitleaks: only a text with one of its keywords, which are in lower case, can match its pattern. */
interface Rule {
  readonly kind: SecretKind;
  readonly keywords: readonly string[];
  readonly source: string;
  /** Created when a text first has one of the keywords: most never are. */
  pattern?: RegExp;
  /** A secret has a higher entropy than this, in bits per character. */
  readonly bits: number;
  /** Whether the service's name is next to a value without a form of its own: then the value must look random. */
  readonly isNamed: boolean;
}

let rules: readonly Rule[] | undefined;

/** Parses all rules. */
export function readRules(): readonly Rule[] {
  return gitleaksRules
    .trim()
    .split('\n')
    .map((line) => {
      const [kind = '', bits = '', beside = '', keywords = '', source = ''] = line.split('\t');
      return {
        kind: kind as SecretKind,
        bits: Number(bits),
        isNamed: beside === 'named',
        keywords: keywords.split(','),
        source,
      };
    });
}

/** Keys and tokens that have their service's own form, or the name of the service next to them. */
function findVendorSecrets(text: string): SecretPlace[] {
  rules ??= readRules();
  const lowerCase = text.toLowerCase();
  return rules
    .filter(({ keywords }) => keywords.some((keyword) => lowerCase.includes(keyword)))
    .flatMap((rule) => {
      rule.pattern ??= new RegExp(rule.source, 'dg');
      return [...text.matchAll(rule.pattern)].flatMap((match) => secretIn(match, rule));
    });
}

/** The first group that matched is the secret; without one, the whole match. */
function secretIn(match: RegExpExecArray, { kind, bits, isNamed }: Rule): SecretPlace[] {
  const [whole, ...groups] = match.indices ?? [];
  const [start, end] = groups.find((group) => group !== undefined) ?? whole ?? [0, 0];
  const secret = match.input.slice(start, end);
  const isSecret = !isPlaceholder(secret) && !/EXAMPLE$|(.)\1{7}/.test(secret) && bitsIn(secret) > bits;
  return isSecret && (!isNamed || isRandom(secret)) ? [{ kind, start, end }] : [];
}

/** A quoted value with a name, in code, JSON or YAML. */
export const quotedAssignment =
  /(?<![\w-])(?<name>[\w-]{1,100}|密码|口令|密钥|令牌)\\?["'`\]]{0,2}[ \t]{0,10}(?::|：|=>?|:=)[ \t]{0,10}\\?(?<quote>["'`])(?<secret>[^"'`\s\\]{6,400})\\?\k<quote>/g;

function findAssigned(text: string): SecretPlace[] {
  return [...text.matchAll(quotedAssignment)].flatMap((match): SecretPlace[] => {
    const name = match.groups?.['name'] ?? '';
    if (!isSecretName(name)) return [];
    const { start, end, secret } = placeOf(match);
    const isPassword = isPasswordName(name);
    if (isPlaceholder(secret) || !(isMixed(secret) || (isPassword && isLongPassword(secret)))) return [];
    const isSecret = isPassword ? isLikelyPassword(secret) : isRandom(secret) && !isReference(secret);
    return isSecret ? [{ kind: isPassword ? 'password' : 'token', start, end }] : [];
  });
}

/** Whether it is not an identifier, path or URL, which code has next to such a name just as often. */
function isLikelyPassword(text: string): boolean {
  return !isReference(text) && (!/^[a-z]+\d$/i.test(text) || isRandom(text)) && !isStandIn(text);
}

/** Whether it is words written together: longer than a name, only lowercase letters, and no words about passwords. */
function isLongPassword(text: string): boolean {
  return /^[a-z]{14,60}$/.test(text) && !/pass|secret|token|invalid|missing|required|field/.test(text);
}

/** `process.env.KEY2`, `this.#token1`, `src/token2.ts`, `https://…`. */
function isReference(text: string): boolean {
  return (
    /^(?:this|process|config|settings|env|self|window|vscode|os|data|req|request|props|state)\b[.[]/.test(
      text,
    ) ||
    /^[a-z]\w*(?:\.[a-z_]\w*)+$/i.test(text) ||
    /^(?:\.{0,2}\/|https?:|file:|[a-z]:\\)/i.test(text)
  );
}

function placeOf(match: RegExpExecArray): { start: number; end: number; secret: string } {
  const secret = match.groups?.['secret'] ?? match[0];
  const start = match.index + match[0].lastIndexOf(secret);
  return { start, end: start + secret.length, secret };
}

/**
 * Merges places that overlap, with the kind of the first: forms say more than the name next to them. Each is extended
 * to the end of its word: a form may end where its service's secrets usually do, and leave the tail of a longer one.
 */
function withoutOverlaps(text: string, found: readonly SecretPlace[]): SecretPlace[] {
  const kept: SecretPlace[] = [];
  for (const each of found.toSorted((one, other) => one.start - other.start)) {
    const last = kept.at(-1);
    if (!last || each.start >= last.end) kept.push({ ...each, end: endOfWord(text, each.end) });
    else if (each.end > last.end) kept[kept.length - 1] = { ...last, end: endOfWord(text, each.end) };
  }
  return kept;
}

function endOfWord(text: string, place: number): number {
  const rest = /(?<=\w)[\w-]*/y;
  rest.lastIndex = place;
  return place + (rest.exec(text)?.[0].length ?? 0);
}

function withLines(text: string, found: readonly SecretPlace[]): FoundSecret[] {
  let line = 1;
  let at = 0;
  return found.map((each) => {
    for (; at < each.start; at++) if (text.charCodeAt(at) === 10) line++;
    return { ...each, line };
  });
}
