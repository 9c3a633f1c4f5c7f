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
