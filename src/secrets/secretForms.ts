/** What a secret is, so that people can be told without being shown it. */
export type SecretKind =
  | 'privateKey'
  | 'cloudKey'
  | 'codeHostToken'
  | 'chatToken'
  | 'paymentKey'
  | 'modelKey'
  | 'token'
  | 'connectionString'
  | 'password';

export interface SecretForm {
  readonly kind: SecretKind;
  /** Global. What it found is the secret, or its group `secret` where there is one. */
  readonly pattern: RegExp;
  /** Looks at what was found once more. */
  readonly accepts?: (secret: string, match: RegExpExecArray) => boolean;
}

/** How names end of which the value is to be kept. */
const secretName =
  '(?:passwords?|passwd|passphrase|pwd|secrets?|tokens?|credentials?|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|account[_-]?key|auth[_-]?key|encryption[_-]?key|signing[_-]?key)';

/** Texts of which the shape alone says what they are. Each pattern is bounded, so that no text can make it slow. */
export const secretForms: readonly SecretForm[] = [
  {
    kind: 'privateKey',
    // With a body: code that looks for keys has the first line alone.
    pattern:
      /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?<secret>(?:[\s\w+/=:,.()\\]|-(?!----)){60,20000})/g,
    accepts: (body) => /[A-Za-z\d+/=]{40}/.test(body),
  },
  {
    kind: 'cloudKey',
    pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g,
    accepts: (secret) => !secret.endsWith('EXAMPLE'),
  },
  { kind: 'cloudKey', pattern: /\bAIza[\w-]{35}(?![\w-])/g },
  { kind: 'cloudKey', pattern: /\b(?:GOCSPX-[\w-]{20,40}|ya29\.[\w-]{20,400})/g },
  { kind: 'cloudKey', pattern: /\bAccountKey=(?<secret>[A-Za-z\d+/]{40,100}={0,2})/g },
  { kind: 'cloudKey', pattern: /\b(?:dop|doo|dor)_v1_[a-f\d]{64}\b/g },
  { kind: 'codeHostToken', pattern: /\bgh[pousr]_[A-Za-z\d]{36,255}\b/g },
  { kind: 'codeHostToken', pattern: /\bgithub_pat_\w{40,120}\b/g },
  { kind: 'codeHostToken', pattern: /\bgl(?:pat|dt|rt|oas|cbt)-[\w-]{20,80}/g },
  { kind: 'codeHostToken', pattern: /\b(?:npm_[A-Za-z\d]{36}|pypi-AgEIcHlwaS[\w-]{40,400})/g },
  {
    kind: 'chatToken',
    pattern: /\bxox[abeoprs]-[\w-]{10,300}/g,
    accepts: isMixed,
  },
  {
    kind: 'chatToken',
    pattern: /\bhooks\.slack\.com\/services\/(?<secret>T\w{6,20}\/B\w{6,20}\/\w{16,40})/g,
  },
  { kind: 'paymentKey', pattern: /\b(?:(?:sk|rk)_(?:live|test)|whsec)_[A-Za-z\d]{16,120}\b/g },
  {
    kind: 'modelKey',
    // No name of anything else begins like this, so that what follows may be of any kind.
    pattern: /\b(?:sk-(?:ant-[a-z]{3,8}\d\d|proj|svcacct|or-v1)-|xai-|pplx-|nvapi-)(?<body>[\w-]{16,220})/g,
    accepts: (_, { groups }) => isKeyBody(groups?.['body'] ?? ''),
  },
  {
    kind: 'modelKey',
    pattern: /\bsk-[A-Za-z\d]{32,220}(?![\w-])/g,
    accepts: (secret) => isKeyBody(secret.slice(3)),
  },
  {
    kind: 'modelKey',
    pattern: /\bsk-(?:[a-z]{2,10}-){0,2}[\w-]{20,220}/g,
    accepts: (secret) => isMixed(secret) && isRandom(secret),
  },
  { kind: 'modelKey', pattern: /\b(?:hf_[A-Za-z]{34}|gsk_[A-Za-z\d]{40,80}|r8_[A-Za-z\d]{37})\b/g },
  { kind: 'token', pattern: /\bSG\.[\w-]{20,24}\.[\w-]{39,50}/g },
  { kind: 'token', pattern: /\beyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}/g },
  {
    kind: 'token',
    pattern: /\b(?:bearer|basic|token)[ \t]{1,4}(?<secret>[\w.~+/-]{20,2000}={0,2})/gi,
    accepts: (secret) => isMixed(secret) && isRandom(secret),
  },
  {
    kind: 'connectionString',
    pattern:
      /\b[a-z][a-z\d+.-]{1,30}:\/\/(?<user>[^\s:/@'"`<>{}$]{0,100}):(?<secret>[^\s:/@'"`<>{}]{3,200})@[\w.[-]/gi,
    accepts: (secret, { groups }) => secret !== groups?.['user'] && !isPlaceholder(secret),
  },
];

/** A value in quotes beside a name that says it is secret, in code, JSON or YAML. */
export const quotedAssignment = new RegExp(
  `${secretName}\\\\?["'\`\\]]{0,2}[ \\t]{0,10}(?::|=>?|:=)[ \\t]{0,10}\\\\?(?<quote>["'\`])(?<secret>[^"'\`\\s\\\\]{6,400})\\\\?\\k<quote>`,
  'gi',
);

/** No words with signs between them, which tell what to put there. */
function isKeyBody(text: string): boolean {
  return !isPlaceholder(text) && !/^[a-z]{1,15}(?:[-_][a-z]{1,15})*$/i.test(text);
}

/** Letters and digits, or letters of both cases with signs: no word of a language. */
export function isMixed(text: string): boolean {
  return /[a-z]/i.test(text) && /\d/.test(text);
}

/** How even its characters are spread: words repeat theirs, random texts don't. */
export function isRandom(text: string): boolean {
  if (text.length < 16) return false;
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  const mixes = text.match(/[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]/g)?.length ?? 0;
  // Names with a number in them have a change or two; random texts have many.
  return bits >= 3 && mixes >= Math.max(3, text.length / 12);
}

const placeholderWords =
  /^(?:.{0,10}(?:example|placeholder|changeme|change_me|dummy|sample|redacted|masked|not-?set|undefined|your)|(?:my|the|a|new|old|test|fake|some|any|no)?[-_]?(?:password|passwd|pass|pwd|secret|token|key|apikey|api[-_]key|user|root|admin|none|null|true|false|xxx+|\.{3}|\*+))/i;

/** What stands where a secret would be: a variable, a word for it, stars. */
export function isPlaceholder(text: string): boolean {
  return (
    /[${}<>%]|\*{3}|x{4}|\.{3}|…|•/i.test(text) ||
    placeholderWords.test(text) ||
    new Set(text.toLowerCase()).size < 4
  );
}
