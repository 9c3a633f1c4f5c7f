import { bitsIn, isRandom } from '../randomText.ts';
import { gitleaksRules } from './gitleaksRules.ts';
import { isPlaceholder, type SecretKind, type SecretPlace } from './secretForms.ts';

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
export function findVendorSecrets(text: string): SecretPlace[] {
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
