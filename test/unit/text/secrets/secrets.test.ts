import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { findSecrets, maskSecrets } from '../../../../src/text/secrets/secrets.ts';

/** Joins parts: written as a whole, secret scanners would take them for secrets. */
const join = (...parts: string[]) => parts.join('');
const random = 'f3Kq9Zt2Lw8Xv5Rb1Ny7Hd4Gs6Jm0PcA';
const body = `${random}${random}`.slice(0, 64);

describe('a detected secret', () => {
  /** What is found: the kind of each secret, and its line. */
  const cases: readonly (readonly [what: string, text: string, name: string | undefined, found: string])[] = [
    [
      'private key',
      join('a\n-----BEGIN RSA ', `PRIVATE KEY-----\n${body}\n${body}\n-----END`),
      'k',
      'privateKey 2',
    ],
    [
      'one in JSON',
      join('"-----BEGIN ', `PRIVATE KEY-----\\n${body}\\n${body}\\n-----END`),
      'k.json',
      'privateKey 1',
    ],
    ['code about keys', "text.includes('-----BEGIN PRIVATE KEY-----') // and -----END too", 'a.ts', ''],
    ['AWS', join('key AKIA', 'Q3EGRVZJ5MNB7XYZ'), 'a.ts', 'cloudKey 1'],
    ['the example in its docs', join('AKIA', 'IOSFODNN7EXAMPLE'), 'a.ts', ''],
    ['Azure', join('x;AccountKey', `=${body}abcdefghijklmnopqrstuv==`), 'a.ts', 'cloudKey 1'],
    ['GitHub', join('\n\nghp', `_${random}AbCd`), 'a.ts', 'codeHostToken 3'],
    ['Slack', join('xoxb', '-2345678901-abcDEFghi12'), 'a.ts', 'chatToken 1'],
    ['Stripe', join('sk_live', '_9Zt2Lw8Xv5Rb1Ny7Hd4G'), 'a.ts', 'paymentKey 1'],
    ['a model service', join('sk-', `proj-${random}`), 'a.ts', 'modelKey 1'],
    ['a class in a style sheet', '.sk-loading-indicator-wave-animation2 {}', 'a.css', ''],
    ['a JWT', join('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0.', random), 'a.ts', 'token 1'],
    ['a header', `Authorization: Bearer ${random}`, 'a.http', 'token 1'],
    ['a header’s form', 'Authorization: Bearer <accessTokenOfTheUser1>', 'a.ts', ''],
    ['a connection URL', 'postgres://app:h4rdT0Guess@db.internal:5432/x', 'a.ts', 'connectionString 1'],
    ['URLs in docs', 'https://user:password@host redis://a:<password>@b mysql://root:root@c', 'a.ts', ''],
    ['an environment file', 'A=1\nexport DB_PASSWORD=hunter2000\nNAME=x\n', 'app/.env.local', 'password 2'],
    ['a secret’s name next to random text', `const apiKey = "${random}";`, 'a.ts', 'token 1'],
    ['a secret’s name next to a password', 'login({ password: "tr0ub4dor&3" })', 'a.ts', 'password 1'],
    ['a compound name next to a password', 'connect({ dbpwd: "tr0ub4dor&3" })', 'a.ts', 'password 1'],
    ['a name about a secret', `const tokenPath = "${random}"; existingSecret: "${random}"`, 'a.ts', ''],
    ['types', 'token: string2; password: "newPassword1Field"; secretKey = this.secrets.key2', 'a.ts', ''],
    ['code with numbers', "const token = readToken(4096); apiKey: 'modelRelay.key2.name'", 'a.ts', ''],
    ['one secret in two forms', join('token: "sk-', `${random}"`), 'a.ts', 'modelKey 1'],
  ];
  for (const [what, text, name, found] of cases)
    it(`${found === '' ? 'is not' : 'is'} ${what}`, () => {
      const secrets = findSecrets(text, name).map(({ kind, line }) => `${kind} ${line}`);
      deepStrictEqual(secrets.join(), found);
    });

  it('is masked, and line numbers stay the same', () => {
    const text = join(
      `a = 1\r\ntoken = "${random}"\n-----BEGIN `,
      `PRIVATE KEY-----\n${body}\n${body}\n-----END`,
      '\nz',
    );
    const masked = maskSecrets(text, findSecrets(text, 'a.py'));
    strictEqual(
      masked,
      join('a = 1\r\ntoken = "[masked]"\n-----BEGIN ', 'PRIVATE KEY-----[masked]\n\n\n-----END\nz'),
    );
    deepStrictEqual(findSecrets(masked, 'a.py'), []);
  });

  it('is not in our own code', () => {
    const files = globSync(['src/**/*.ts', '*.md', 'l10n/*.json']);
    deepStrictEqual(
      files.flatMap((path) =>
        findSecrets(readFileSync(path, 'utf8'), path).map(({ line }) => `${path}:${line}`),
      ),
      [],
    );
  });
});
