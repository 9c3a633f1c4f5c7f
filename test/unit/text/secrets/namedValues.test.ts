import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { findNamedValues } from '../../../../src/text/secrets/namedValues.ts';
import { findSecrets, maskSecrets } from '../../../../src/text/secrets/secrets.ts';

const random = 'f3Kq9Zt2Lw8Xv5Rb1Ny7Hd4Gs6Jm0PcA';
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const prefixed = ['sk-ant', `api03-${alphabet}`].join('-');

function mask(text: string, name: string | undefined): string {
  return maskSecrets(text, findSecrets(text, name));
}

describe('a value next to a secret’s name', () => {
  const hits: [name: string | undefined, text: string, masked: string][] = [
    // Settings files, in which any value counts.
    ['.env', `API_KEY=${prefixed}`, 'API_KEY=[masked]'],
    ['.env', `API_KEY=${random} # prod`, 'API_KEY=[masked] # prod'],
    ['.env', 'DB_PASSWORD=Sunshine7', 'DB_PASSWORD=[masked]'],
    ['.env', 'DB_PASSWORD=sunshine\r\nA=1', 'DB_PASSWORD=[masked]\r\nA=1'],
    ['.env', 'PASSWORD="correct horse battery 9"', 'PASSWORD="[masked]"'],
    ['.env', "PASSWORD='it # is' # no remark", "PASSWORD='[masked]' # no remark"],
    ['.env', 'PASSWORD="a\\"b c" # remark', 'PASSWORD="[masked]" # remark'],
    ['.env', 'TOKEN="line one\nline two"\nA=1', 'TOKEN="[masked]\n"\nA=1'],
    ['.env', 'PASSWORD="never closed', 'PASSWORD="[masked]'],
    ['.env', 'PASSWORD=correct horse battery', 'PASSWORD=[masked]'],
    ['.env', 'PASSWORD=Pa$$word%1#x', 'PASSWORD=[masked]'],
    ['.env', 'PASSWORD=密码很长', 'PASSWORD=[masked]'],
    ['.env', 'PASSWORD=password123', 'PASSWORD=[masked]'],
    ['.env', 'PIN_PASSWORD=12345678', 'PIN_PASSWORD=[masked]'],
    ['.env', '#SMTP_PASS=hunter', '#SMTP_PASS=[masked]'],
    ['.env', `GROQ_KEY=${random}`, 'GROQ_KEY=[masked]'],
    ['app/.env.local', 'PGPASSWORD = moonlight', 'PGPASSWORD = [masked]'],
    ['prod.env', 'JWT_SECRET_OLD=moonlight', 'JWT_SECRET_OLD=[masked]'],
    ['.envrc', 'export AUTH_TOKEN=moonlight', 'export AUTH_TOKEN=[masked]'],
    ['.npmrc', '//registry.example.com/:_authToken=moonlight', '//registry.example.com/:_authToken=[masked]'],
    ['.npmrc', '_auth=bW9vbmxpZ2h0', '_auth=[masked]'],
    ['.netrc', 'machine a login b password moonlight', 'machine a login b password [masked]'],
    ['.netrc', 'machine a\n  password\n  moonlight\n', 'machine a\n  password\n  [masked]\n'],
    ['a.properties', 'spring.datasource.password: moonlight', 'spring.datasource.password: [masked]'],
    ['a.ini', '[db]\npassword = moonlight ; old', '[db]\npassword = [masked] ; old'],
    ['setup.cfg', 'api-key = moonlight', 'api-key = [masked]'],
    ['.aws/credentials', 'aws_secret_access_key = moon/light+', 'aws_secret_access_key = [masked]'],
    // Other files, in which only values that look like secrets count.
    ['notes.txt', 'PASSWORD=Xy12kd93kd93k', 'PASSWORD=[masked]'],
    ['notes.txt', 'Password: hunter2hunter2 for the shop', 'Password: [masked] for the shop'],
    ['notes.txt', 'PASSWORD="correct horse battery 9"', 'PASSWORD="[masked]"'],
    ['run.sh', `export TOKEN=${random}`, 'export TOKEN=[masked]'],
    ['run.sh', '  API_TOKEN=Sunshine77 ./run.sh --all', '  API_TOKEN=[masked] ./run.sh --all'],
    ['run.sh', 'DB_PASSWORD=Sunshine77; start', 'DB_PASSWORD=[masked]; start'],
    ['run.sh', 'DB_PASSWORD=Sun$hine-Moon!', 'DB_PASSWORD=[masked]'],
    ['a.yml', 'db:\n  password: hunter2hunter2 # old', 'db:\n  password: [masked] # old'],
    ['a.yml', '- dbPassword: "Sunshine7"', '- dbPassword: "[masked]"'],
    ['Dockerfile', 'ENV API_KEY=Sunshine77', 'ENV API_KEY=[masked]'],
    ['README.md', 'API_KEY=Sunshine77', 'API_KEY=[masked]'],
    [undefined, '$ export TOKEN=Sunshine77', '$ export TOKEN=[masked]'],
    [undefined, '+  password: hunter2hunter2', '+  password: [masked]'],
    ['a.ts', `const name = '${prefixed}'`, "const name = '[masked]'"],
  ];
  for (const [name, text, masked] of hits)
    it(`is masked in ${name ?? 'a text'}: ${text.split('\n')[0]}`, () => {
      deepStrictEqual([mask(text, name), mask(masked, name)], [masked, masked]);
    });

  const settings = `
API_KEY=
API_KEY= # put it here
API_KEY=xxx
API_KEY=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
API_KEY=changeme
API_KEY=your-key-here
API_KEY="your api key goes here"
API_KEY=sk-ant-your-key-here
API_KEY=sk-ant-api03-xxxxxxxxxxxxxxxxxxxx
API_KEY=<the key>
API_KEY=***
API_KEY=\${OTHER_KEY}
API_KEY=\${A}-\${B}
API_KEY=$OTHER_KEY
API_KEY=$(read-key 1)
API_KEY=%OTHER_KEY%
API_KEY={{ key }}
USE_TOKEN=true
PASSWORD=none
MAX_TOKENS=4096
TOKENS=4096
TOKEN_LIMIT=4096abc
PASSWORD_MIN_LENGTH=12
PASSWORD_FILE=/run/secrets/password
TOKEN_URL=https://example.com/token
SECRET=/run/secrets/one
PWD=/home/someone
SECRET_NAME=relay-secret-2
PRIMARY_KEY=id
COMPASS=north2000
# password: at least eight characters
NAME=value`;
  const plain = `
password: string
password: changeme
password: \${DB_PASSWORD_2}
password: $\{{ secrets.PASSWORD_2 }}
token: process.env.TOKEN_2
token = getToken(4096)
token: readToken(4096),
Password: 8 characters at least
Token: about two thousand words
token: 12345678
secretName: relay-tls-2
existingSecret: relay-postgresql14
js-tokens: 10.0.0-beta2
api-key: https://example.com/key2
secrets: inherit
export TOKEN="$(read_token 22)"
persist-credentials: false
password-help: hunter2hunter2`;
  const code = `
password: string
password: Password2
token = getToken()
token = nextToken2
token := parser.Next2
secretKey = this.secrets.key2
let token: Token2 = next_token2
const key = 'id'
password = hash2Password
api_key: Option<String>
apiKey: sha256Digest
password = "newPassword1Field"`;
  const others: [what: string, text: string, names: (string | undefined)[]][] = [
    ['settings', settings, ['.env', '.env.example', 'a.ini', 'a.yml', 'a.txt', undefined]],
    ['text', plain, ['a.yml', 'a.txt', 'a.sh', 'a.md', undefined]],
    ['code', code, ['a.ts', 'a.go', 'a.rs', 'a.py', 'a.md', 'a.diff', undefined]],
    ['UI texts', 'login.password=Passwort\nlogin.token=Geben Sie 8 Zeichen ein', ['messages_de.properties']],
    ['UI texts', 'password: "At least 8 characters"\ntoken: Jeton2', ['config/locales/fr.yml']],
  ];
  for (const [what, text, names] of others)
    it(`is not in ${what}`, () => {
      const lines = text.split('\n');
      deepStrictEqual(
        names.flatMap((name) => findSecrets(text, name).map(({ line }) => [name, lines[line - 1]])),
        [],
      );
    });

  it('is not in our own files', () => {
    const files = globSync(['{src,test,scripts,l10n,media}/**/*.{ts,mjs,css,json,md}', '*.{md,json}']);
    const found = files.flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      // Only tests contain made-up keys. Our code must have no matches even without its file names.
      const unnamed = path.startsWith('src/') ? findNamedValues(text, undefined) : [];
      return [...findNamedValues(text, path), ...unnamed].map(
        ({ start }) => `${path}: ${text.slice(start - 20, start + 20)}`,
      );
    });
    deepStrictEqual(found, []);
  });

  it('is masked any number of times', () => {
    const count = 150_000;
    strictEqual(findSecrets('PASSWORD=abc12345\n'.repeat(count), '.env').length, count);
  });
});
