/** Words at the end of names whose values are secret, also joined to other words: `PGPASSWORD`. */
const secretWord =
  /^[a-z\d]*(?:password|passwd|passphrase|passcode|passwort|secret|token|credential|apikey|accesskey|secretkey|privatekey|authkey)s?\d*$/;

/** Too short to be searched for within other words: `compass`. */
const wholeWord = /^(?:pass|pw|[a-z]*pwd)\d*$/;

/** Words before `key` that make it secret. Most other keys are not: `primary_key`, `cache_key`. */
const keyOwner =
  /^(?:api|access|secret|private|account|auth|encryption|encrypt|signing|master|admin|session|license|service|client|deploy|webhook|app|jwt|openai|anthropic|stripe|gemini|azure)$/;

/** Words after a secret's word that make the value only something about the secret. */
const aboutWord =
  /^(?:min|max|minimum|maximum|length|len|limits?|size|count|budget|usage|per|ttl|life|lifetime|expir[a-z]*|timeout|age|days|hours|minutes|seconds|ms|rounds|attempts|names?|ids?|ur[il]s?|paths?|files?|dir|folder|types?|kind|symbol|headers?|fields?|prefix|suffix|alg|algorithm|encryption|authentication|policy|enabled|disabled|required|address|endpoint|issuer|audience|reset|rotation|regex|pattern|format|env|var|hint|label|title|text|message|help|placeholder|ref|alias|arn|version|provider|store|manager|helper|command|cmd)$/;

/** Words before it that make it a switch, a number or another thing's name. */
const otherWord = /^(?:existing|use|has|is|no|require|requires|allow|persist|max|min|num|total)$/;

/** Whether a name says that its value is a secret: `DB_PASSWORD`, `apiKey`, not `tokenLimit`. */
export function isSecretName(name: string): boolean {
  if (/^(?:_auth|密码|口令|密钥|令牌)$/i.test(name)) return true;
  const words = wordsOf(name);
  const place = words.findLastIndex(
    (word, index) =>
      secretWord.test(word) ||
      wholeWord.test(word) ||
      (/^keys?\d*$/.test(word) && keyOwner.test(words[index - 1] ?? '')),
  );
  if (place < 0 || (words.length === 1 && name === 'PWD')) return false;
  return !otherWord.test(words[0] ?? '') && !words.slice(place + 1).some((word) => aboutWord.test(word));
}

/** Whether it is a password, which people make up, rather than a token, which machines generate. */
export function isPasswordName(name: string): boolean {
  return /pass|pwd|密码|口令|(?:^|[^a-z])pw(?:$|[^a-z])/i.test(name);
}

/** Whether it is some key, which may be secret depending on its value: `GROQ_KEY`. */
export function isKeyName(name: string): boolean {
  const words = wordsOf(name);
  return (
    words.at(-1) === 'key' && !/^(?:public|publishable|primary|foreign|cache|sort)$/.test(words.at(-2) ?? '')
  );
}

function wordsOf(name: string): string[] {
  const parted = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase();
  return parted.split(/[^a-z\d]+/).filter(Boolean);
}

/** Names of files that hold keys, tokens or passwords and little else. */
const secretFile =
  /^(?:\.env(?:rc|\..+)?|.+\.env|id_(?:rsa|dsa|ecdsa|ed25519)|\.(?:netrc|npmrc|yarnrc|pypirc|pgpass|htpasswd|git-credentials|dockercfg|s3cfg|vault-token)|_netrc|credentials(?:\.\w+)?|(?:client_)?secrets?\.(?:json|ya?ml|toml|properties)|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|ovpn))$/i;

/** `.env` files that only list the names. */
const sampleFile = /\.(?:example|sample|template|dist|defaults)$/i;

/** Whether a path names a file that exists to hold secrets, or lies in a folder that does: `.env`, `id_rsa`, `.ssh/config`. */
export function isSecretFile(path: string): boolean {
  const names = path.split(/[/\\]/);
  const name = names.pop() ?? '';
  if (names.some((folder) => /^\.(?:ssh|aws|gnupg|kube|azure)$/i.test(folder))) return true;
  return secretFile.test(name) && !sampleFile.test(name);
}
