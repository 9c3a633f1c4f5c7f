import { isMixed, isRandom } from '../randomText.ts';

/** The kind of a secret, to tell people about it without showing it. */
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

/** The place of a likely secret in a text, without the secret itself. */
export interface SecretPlace {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

interface SecretForm {
  readonly kind: SecretKind;
  /** A global pattern. The secret is its match, or the group `secret` if there is one. */
  readonly pattern: RegExp;
  /** Checks a match once more. */
  readonly accepts?: (secret: string, match: RegExpExecArray) => boolean;
}

/**
 * Secrets that their form alone identifies, and that the rules of `gitleaksRules.ts` lack, or don't have in all
 * lengths. Each pattern is bounded, so that no text can make it slow.
 */
export const secretForms: readonly SecretForm[] = [
  {
    kind: 'privateKey',
    // Requires a body: code that searches for keys has only the first line. In Java, each line is in quotes.
    pattern:
      /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?<secret>(?:[\s\w+/=:,.()\\"']|-(?!----)){60,20000})/g,
    accepts: (body) => /[A-Za-z\d+/=]{40}/.test(body),
  },
  {
    kind: 'privateKey',
    pattern: /^Private-Lines: \d{1,4}\r?\n(?<secret>(?:[A-Za-z\d+/=]{1,80}\r?\n){1,400})/gm,
  },
  { kind: 'cloudKey', pattern: /\b(?:GOCSPX-[\w-]{20,40}|ya29\.[\w-]{20,400})/g },
  { kind: 'cloudKey', pattern: /\b(?:Account|SharedAccess)Key=(?<secret>[A-Za-z\d+/]{40,100}={0,2})/g },
  { kind: 'codeHostToken', pattern: /\b(?:github_pat_\w{40,120}|pypi-AgEIcHlwaS[\w-]{40,400})/g },
  { kind: 'chatToken', pattern: /\bxox[abceoprs]-[\w-]{10,300}/g, accepts: isMixed },
  {
    kind: 'chatToken',
    pattern: /\bhooks\.slack\.com\/services\/(?<secret>T\w{6,20}\/B\w{6,20}\/\w{16,40})/g,
  },
  {
    kind: 'chatToken',
    pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/(?<secret>\d{15,22}\/[\w-]{40,100})/g,
  },
  {
    kind: 'chatToken',
    pattern: /\b(?:[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}|\d{8,10}:AA[\w-]{33})(?![\w-])/g,
    accepts: isRandom,
  },
  { kind: 'paymentKey', pattern: /\b(?:whsec_[A-Za-z\d]{16,120}|sq0csp-[\w-]{40,60})/g },
  {
    kind: 'modelKey',
    // These prefixes are unique to keys, so the rest need not look random.
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
  { kind: 'modelKey', pattern: /\b(?:gsk_[A-Za-z\d]{40,80}|r8_[A-Za-z\d]{37})\b/g },
  {
    kind: 'token',
    pattern:
      /\b(?:figd_[\w-]{30,60}|sbp_[a-f\d]{40}|secret_[A-Za-z\d]{43}|ATATT3x[\w=-]{40,400}|pat[A-Za-z\d]{14}\.[a-f\d]{64}|[a-f\d]{32}-us\d{1,2}|hv[sb]\.[\w-]{24,300}|sntrys_[\w+/=-]{40,600}|dp\.(?:st|ct|sa|scim|audit)\.[\w.-]{40,60})(?![\w-])/g,
    accepts: (secret) => isMixed(secret) || isRandom(secret),
  },
  { kind: 'token', pattern: /\b(?:dckr_(?:pat|oat)_[\w-]{20,60}|NRAK-[A-Z\d]{27})(?![\w-])/g },
  { kind: 'token', pattern: /\bSG\.[\w-]{20,24}\.[\w-]{39,50}/g },
  { kind: 'token', pattern: /\beyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{16,2000}/g },
  {
    kind: 'token',
    pattern: /\b(?:bearer|basic|token)[ \t]{1,4}(?<secret>[\w.~+/-]{20,2000}={0,2})/gi,
    accepts: (secret) => isMixed(secret) && isRandom(secret),
  },
  {
    kind: 'token',
    // Docker's credentials for a registry: a user name and its password.
    pattern: /["']auth["'][ \t]{0,4}:[ \t\r\n]{0,9}["'](?<secret>[A-Za-z\d+/]{8,2000}={0,2})["']/g,
    accepts: (secret) =>
      /^[\x20-\x7e]{1,200}:[\x20-\x7e]{3,}$/.test(Buffer.from(secret, 'base64').toString('latin1')),
  },
  {
    kind: 'token',
    pattern: /\b(?:Wallet|privateKeyToAccount|mnemonicToSeed)\(["'`](?<secret>(?:0x)?[a-f\d]{64})["'`]/gi,
  },
  {
    kind: 'connectionString',
    pattern:
      /\b[a-z][a-z\d+.-]{1,30}:\/\/(?<user>[^\s:/@'"`<>{}$]{0,100}):(?<secret>[^\s:/@'"`<>{}]{3,200})@[\w.[-]/gi,
    accepts: (secret, { groups }) => secret !== groups?.['user'] && isPasswordText(secret),
  },
  {
    kind: 'connectionString',
    pattern: /(?<=[;"'`=\s])(?:password|pwd)[ \t]{0,4}=[ \t]{0,4}(?<secret>[^;"'`\r\n]{3,200})/gi,
    accepts: (secret, match) => isBesideServer(match) && isPasswordText(secret),
  },
  {
    kind: 'connectionString',
    pattern: /[?&](?:amp;)?(?:password|passwd|pwd)=(?<secret>[^&\s"'`<>;#]{4,200})/gi,
    accepts: isPasswordText,
  },
  {
    kind: 'token',
    pattern:
      /[?&](?:amp;)?(?:sig|signature|access_token|auth_token|api_?key|token|client_secret|secret)=(?<secret>[\w.~%+/=-]{16,2000})/gi,
    accepts: (secret) => isMixed(secret) && isRandom(secret),
  },
  {
    kind: 'password',
    // Passwords on a command line.
    pattern:
      /\b(?:(?:docker|podman|helm|oras|skopeo)[ \t]{1,4}(?:registry[ \t]{1,4})?login\b[^\r\n]{0,200}?[ \t](?:-p|--password)[ =]|(?:mysql(?:dump|admin)?|mariadb)\b[^\r\n|;]{0,200}?[ \t](?:-p|--password=)|sshpass[ \t]{1,4}-p[ \t]{0,4}|curl\b[^\r\n|;]{0,300}?[ \t](?:-u|--user)[ =]["']?[^\s:"']{1,100}:)["']?(?<secret>[^\s"']{3,200})/g,
    accepts: isPasswordText,
  },
  {
    kind: 'password',
    pattern:
      /\bmachine[ \t]{1,4}\S{1,200}\s{1,10}login[ \t]{1,4}\S{1,200}\s{1,10}password[ \t]{1,4}(?<secret>\S{3,200})/g,
    accepts: isPasswordText,
  },
  {
    kind: 'password',
    // Hashes from htpasswd and shadow files: the password can be found by guessing.
    pattern:
      /(?<![\w$])(?<secret>\$(?:apr1|[156y]|2[abxy]|argon2(?:id?|d))\$[\w./$,=+-]{20,200}|\{SSHA?\d{0,3}\}[\w+/]{27,120}={0,2})/g,
    accepts: isRandom,
  },
];

/** Whether `Server=…;User Id=…` precedes or follows it on the same line. */
function isBesideServer({ input, index, 0: found }: RegExpExecArray): boolean {
  const before = input.slice(Math.max(0, index - 300), index);
  const behind = input.slice(index + found.length, index + found.length + 300);
  const line = `${before.slice(before.lastIndexOf('\n') + 1)};${behind.split('\n', 1)[0]}`;
  return /(?:^|[;"'`=\s])(?:server|data source|host|addr(?:ess)?|user id|uid|user(?:name)?|database|initial catalog|dsn|driver)[ \t]{0,4}=[^;=]{1,200};/i.test(
    line,
  );
}

/** Whether a text may be a password, and is neither a variable or placeholder for one nor code. */
export function isPasswordText(text: string): boolean {
  return !isVariable(text) && !isStandIn(text) && !isPlaceholder(text.replace(/[$%]/g, '')) && !isCall(text);
}

/** Whether a program replaces the text: `$NAME`, `$(name)`, `%NAME%`, `%(name)s`, `{0}`, `@name@`, `:name`. */
function isVariable(text: string): boolean {
  return /[{}<>]|^\$(?:[A-Z_][A-Z\d_]*$|[a-z_][a-z\d_]*$|\d+$|\()|^%(?:\w+%?|\(\w+\)[sd])$|^@\w+@$|^:\w+$/.test(
    text,
  );
}

/** Whether it is code, as such places may have: `read(1)`, `a.b`. */
function isCall(text: string): boolean {
  return /\w\(.*\)|[,)\]]$|^[a-z_]\w*(?:\??\.[a-z_]\w*)+$/i.test(text);
}

/** Whether it is not just words with signs between them, which tell what to put there. */
function isKeyBody(text: string): boolean {
  return !isPlaceholder(text) && !/^[a-z]{1,15}(?:[-_][a-z]{1,15})*$/i.test(text);
}

const placeholderWords =
  /^(?:.{0,10}(?:example|placeholder|changeme|change_me|dummy|sample|redacted|masked|not-?set|undefined|your)|(?:my|the|a|new|old|test|fake|some|any|no)?[-_]?(?:password|passwd|pass|pwd|secret|token|key|apikey|api[-_]key|user|root|admin|none|null|true|false|xxx+|\.{3}|\*+))/i;

/** Whether a text only stands in for a secret: a variable, a word for it, asterisks. */
export function isPlaceholder(text: string): boolean {
  return (
    /[${}<>%]|\*{3}|x{4}|\.{3}|…|•/i.test(text) ||
    placeholderWords.test(text) ||
    new Set(text.toLowerCase()).size < 4
  );
}

/**
 * A text of only these words is not a secret. Longer words precede those that they begin with, and a match is never
 * given back, so that no text can make this slow.
 */
const standInWords =
  /^(?:(?=(?<word>x{2,}|your|yes|with|value|user|undefined|true|token|todo|this|the|testing|test|tbd|string|str|some|sk|set|secret|sample|root|replace|redacted|pwd|put|proj|private|please|placeholder|password|passwd|pass|openai|on|old|off|object|number|null|not|none|no|nil|new|name|my|me|masked|key|integer|insert|hidden|here|goes|fixme|false|fake|example|enter|empty|dummy|default|client|change|bytes|boolean|bool|auth|api|any|anthropic|ant|an|admin|access|a))\k<word>\d?)+$/;

/** Whether a text stands in for a secret: empty, a variable, words for it, asterisks, a type. */
export function isStandIn(text: string): boolean {
  const trimmed = text.trim();
  if (
    /^(?:<.*>|\$(?:[A-Z_][A-Z\d_]*|[a-z_]+)|%\w+%|\{\{.*\}\}|\[.*\]|(?:\$\{[^}]*\}|\$\([^)]*\)+|[-_:/.@])+)$/s.test(
      trimmed,
    ) ||
    /\*{3}|x{5}|\.{3}|…|•|\$\{\{|process\.env|os\.environ|getenv/i.test(trimmed)
  )
    return true;
  // A longer text is not a placeholder, and would take too long to split.
  const words = trimmed.slice(0, 80).match(/[A-Za-z]+\d*|\d+/g) ?? [];
  if (trimmed.length > 80) return false;
  if (words.length === 0) return trimmed.length < 4;
  const parted = words.flatMap((word) => word.replace(/([a-z\d])([A-Z])/g, '$1 $2').split(' '));
  return (
    new Set(trimmed).size < 2 ||
    parted.every((word) => standInWords.test(word.toLowerCase())) ||
    /^(?:your|change|replace|insert|enter|put)[-_ ]/i.test(trimmed)
  );
}
