import { bitsIn, isRandom } from '../randomText.ts';
import { gitleaksRules } from './gitleaksRules.ts';
import { isPlaceholder, type SecretKind, type SecretPlace } from './secretForms.ts';

/** A rule of gitleaks: a text has one of its keywords, which are in small letters, or nothing for its pattern. */
interface Rule {
  readonly kind: SecretKind;
  readonly keywords: readonly string[];
  readonly source: string;
  /** Made when a text first has one of the keywords: most never are. */
  pattern?: RegExp;
  /** A secret's characters have more bits than that, each. */
  readonly bits: number;
  /** The service's name is beside a value that could be anything else's. */
  readonly isNamed: boolean;
}

let rules: readonly Rule[] | undefined;

/** Read when a text is first searched. */
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

/** Keys and tokens whose services give them a form of their own, or whose services' names are beside them. */
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

/** The first group that took part is the secret; without one, all of it. */
function secretIn(match: RegExpExecArray, { kind, bits, isNamed }: Rule): SecretPlace[] {
  const [whole, ...groups] = match.indices ?? [];
  const [start, end] = groups.find((group) => group !== undefined) ?? whole ?? [0, 0];
  const secret = match.input.slice(start, end);
  const isSecret = !isPlaceholder(secret) && !/EXAMPLE$|(.)\1{7}/.test(secret) && bitsIn(secret) > bits;
  return isSecret && (!isNamed || isRandom(secret)) ? [{ kind, start, end }] : [];
}
