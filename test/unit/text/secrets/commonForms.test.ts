import { deepStrictEqual } from 'node:assert/strict';
import { pairs } from '../../../../src/text/secrets/namedValues.ts';
import { secretForms } from '../../../../src/text/secrets/secretForms.ts';
import { maskText, quotedAssignment, readRules } from '../../../../src/text/secrets/secrets.ts';

const small = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const hex = `${digits}abcdef`;
const letters = small + small.toUpperCase() + digits;

/** Generates made-up secrets: deterministic, and started again for each form. */
function makeRandom(seed: number) {
  let state = seed;
  return (length: number, alphabet = letters) =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return alphabet[(state >>> 8) % alphabet.length];
    }).join('');
}

type Random = ReturnType<typeof makeRandom>;
const password = (random: Random) => `${random(5, small)}7${random(4)}K2`;
const signed = (random: Random) => `a%40${random(6)}$9!${random(3)}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => random(length, hex)).join('-');

/** Texts with a password, and the names of their files. */
const passwords: Readonly<
  Record<string, readonly [name: string | undefined, text: (secret: string) => string]>
> = {
  'SQL Server': ['appsettings.json', (s) => `"Db": "Server=db;User Id=app;Password=${s};Encrypt=true"`],
  'SQL Server, password first': ['a.cs', (s) => `var c = "Pwd=${s};Server=db;Database=x;";`],
  'a web.config’s connection': ['web.config', (s) => `connectionString="Data Source=db;Password=${s}"/>`],
  JDBC: ['application.properties', (s) => `url=jdbc:mysql://db/x?user=root&password=${s}`],
  'JDBC in code': ['Db.java', (s) => `get("jdbc:mysql://db/x?user=root&password=${s}&ssl=true");`],
  'Kubernetes, environment': ['a.yaml', (s) => `env:\n  - name: DB_PASSWORD\n    value: ${s}\n`],
  'Kubernetes, environment in quotes': ['a.yaml', (s) => `- name: "DB_PASSWORD"\n  value: "${s}"\n`],
  'Kubernetes, stringData': ['a.yaml', (s) => `stringData:\n  any: ${s}\nkind: Secret\n`],
  Maven: ['settings.xml', (s) => `<server><password>${s}</password></server>`],
  'docker login': ['a.sh', (s) => `docker login -u me -p ${s} registry.test`],
  'docker login, long': [undefined, (s) => `docker login --username me --password=${s}`],
  mysql: ['a.sh', (s) => `mysql -u root -p${s} shop`],
  mysqldump: ['a.sh', (s) => `mysqldump --password=${s} shop > a.sql`],
  sshpass: ['a.sh', (s) => `sshpass -p '${s}' ssh a@b`],
  curl: ['README.md', (s) => `curl -s -u admin:${s} https://x.test`],
  Terraform: ['a.tf', (s) => `variable "db_password" {\n  type = string\n  default = "${s}"\n}`],
  'netrc without a name': [undefined, (s) => `machine a.test login me password ${s}`],
  'full width': [undefined, (s) => `password：${s}`],
  'in Chinese': [undefined, (s) => `密码：${s}`],
};

type Form = readonly [
  name: string | undefined,
  make: (random: Random) => string,
  text: (secret: string) => string,
];

/** Each form generates a secret and puts it into a text. */
const forms: Readonly<Record<string, Form>> = {
  ...Object.fromEntries(
    Object.entries(passwords).map(([what, [name, text]]) => [what, [name, password, text] as const]),
  ),
  'AMQP, encoded': [undefined, signed, (s) => `amqp://app:${s}@mq.internal/x`],
  'Postgres, encoded': ['a.py', signed, (s) => `url = "postgres://app:${s}@db.internal/x"`],
  SharedAccessKey: ['a.cs', (r) => `${r(43)}=`, (s) => `"Endpoint=sb://x/;SharedAccessKey=${s}"`],
  'a signed address': [undefined, (r) => `${r(40)}%3D`, (s) => `https://x.test/a?sv=2022&sig=${s}`],
  'Kubernetes, Secret': [
    'a.yaml',
    (r) => base64(r(16)),
    (s) => `a: 1\n---\nkind: Secret\nmetadata:\n  name: x\ndata:\n  cert: ${s}\n---\nkind: Pod\n`,
  ],
  'web.config': ['web.config', (r) => r(32), (s) => `<add key="ApiKey" value="${s}"/>`],
  docker: ['config.json', (r) => base64(`me:${r(12)}`), (s) => `{"auths":{"x":{"auth": "${s}"}}}`],
  'a word and two digits': ['a.json', (r) => `${r(6, small)}22`, (s) => `{"password": "${s}"}`],
  'words in one': ['a.ts', (r) => `q${r(18, small)}`, (s) => `const password = "${s}";`],
  'a key in lines of Java': [
    'Key.java',
    (r) => r(64),
    (s) => `"-----BEGIN ${'PRIVATE'} KEY-----\\n" +\n  "${s}\\n"`,
  ],
  PuTTY: ['key.ppk', (r) => `${r(64)}\n${r(40)}`, (s) => `Private-Lines: 2\n${s}\nPrivate-MAC: 1`],
  age: [
    'a.txt',
    (r) => `AGE-SECRET-${'KEY-1'}${r(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
    (s) => `# k\n${s}`,
  ],
  htpasswd: ['htpasswd', (r) => `$apr1$${r(8)}$${r(22)}`, (s) => `me:${s}`],
  shadow: ['shadow', (r) => `$6$${r(12)}$${r(86)}`, (s) => `me:${s}:19000:0:::`],
  'a wallet': ['a.js', (r) => `0x${r(64, hex)}`, (s) => `new Wallet("${s}")`],
};

const tokens: Readonly<Record<string, (random: Random) => string>> = {
  'xoxc-': (r) => `xoxc-${r(12, digits)}-${r(12, digits)}-${r(40, hex)}`,
  'hvs.': (r) => `hvs.${r(24)}`,
  'hvs., long': (r) => `hvs.${r(95)}`,
  shpat_: (r) => `shpat_${r(32, hex)}`,
  dckr_pat_: (r) => `dckr_pat_${r(27)}`,
  glsa_: (r) => `glsa_${r(32)}_${r(8, hex)}`,
  sntrys_: (r) => `sntrys_${r(100)}`,
  ATATT3x: (r) => `ATATT3x${r(185)}`,
  dapi: (r) => `dapi${r(32, hex)}`,
  lin_api_: (r) => `lin_api_${r(40)}`,
  secret_: (r) => `secret_${r(43)}`,
  ntn_: (r) => `ntn_${r(11, digits)}${r(35)}`,
  'PMAK-': (r) => `PMAK-${r(24, hex)}-${r(34, hex)}`,
  'NRAK-': (r) => `NRAK-${r(27).toUpperCase()}`,
  figd_: (r) => `figd_${r(40)}`,
  'pat.': (r) => `pat${r(14)}.${r(64, hex)}`,
  sbp_: (r) => `sbp_${r(40, hex)}`,
  pscale_tkn_: (r) => `pscale_tkn_${r(43)}`,
  'dp.pt.': (r) => `dp.pt.${r(43)}`,
  'sq0atp-': (r) => `sq0atp-${r(22)}`,
  '-us12': (r) => `${r(32, hex)}-us12`,
  Telegram: (r) => `1${r(9, digits)}:AA${r(33)}`,
  'a Discord bot': (r) => `M${r(25)}.${r(6)}.${r(38)}`,
  atlasv1: (r) => `${r(14)}.atlasv1.${r(67)}`,
  'a Discord webhook': (r) => `1${r(17, digits)}/${r(68)}`,
  AWS: (r) => `AKIA${r(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')}`,
  GitHub: (r) => `ghp_${r(36)}`,
  GitLab: (r) => `glpat-${r(20)}`,
  npm: (r) => `npm_${r(36)}`,
  Google: (r) => `AIza${r(35)}`,
  Stripe: (r) => `sk_live_${r(24)}`,
  SendGrid: (r) => `SG.${r(22)}.${r(43)}`,
  'Hugging Face': (r) => `hf_${r(34, small)}`,
};

describe('secrets of common forms', () => {
  for (const [what, [name, make, textWith]] of Object.entries(forms))
    it(`are masked: ${what}`, () => {
      for (let seed = 1; seed <= 20; seed++) {
        const secret = make(makeRandom(seed));
        const masked = maskText(textWith(secret), name);
        deepStrictEqual(
          [masked.includes(secret), masked.includes('[masked]')],
          [false, true],
          textWith(secret),
        );
      }
    });
  for (const [what, make] of Object.entries(tokens))
    it(`are masked by their prefix or form: ${what}`, () => {
      const before = what === 'a Discord webhook' ? 'https://discord.com/api/webhooks/' : '';
      for (let seed = 1; seed <= 20; seed++) {
        const secret = make(makeRandom(seed));
        deepStrictEqual(maskText(`f("${before}${secret}")`, 'a.ts'), `f("${before}[masked]")`);
      }
    });

  it('are masked next to a service’s name', () => {
    const key = uuid(makeRandom(5));
    deepStrictEqual(maskText(`heroku: "${key}"`, 'a.yml'), 'heroku: "[masked]"');
  });

  const harmless: readonly (readonly [name: string | undefined, text: string])[] = [
    ['a.ts', 'const url = `postgres://$' + '{user}:$' + '{password}@db/x`'],
    ['a.py', 'url = "postgres://%s:%(password)s@db/x" % "amqp://app:%PASSWORD%@x"'],
    ['a.sh', 'mysql -u root -p"$MYSQL_PASSWORD" x; docker login -p $(cat p); curl -u $USER:$PASS x'],
    ['a.cs', 'var user = options.User; var password = options.Password; server = find(x);'],
    [
      'a.yaml',
      '- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: x\n- name: TOKEN_PATH\n  value: /run/x1',
    ],
    ['a.yaml', 'kind: ConfigMap\ndata:\n  greeting: hello-world-22\n'],
    ['a.tf', 'variable "db_password" {\n  default = ""\n}\nvariable "region" {\n  default = "eu-west-1"\n}'],
    ['a.xml', '<password>$' + '{env.PASSWORD}</password><key>abcd1234</key>'],
    ['a.js', 'fetch("/x?token=" + token + "&password=" + encodeURIComponent(password))'],
    ['a.py', "f'machine {host} login {user} password {password}'"],
    ['a.css', 'background: linear-gradient(0deg, #0123456789abcdef0123456789abcdef 10%)'],
  ];
  for (const [name, text] of harmless)
    it(`are not found in ${text.slice(0, 60)}`, () => {
      deepStrictEqual(maskText(text, name), text);
    });

  it('are matched by patterns without unlimited repetitions', () => {
    const patterns = [
      ...secretForms.map(({ pattern }) => pattern.source),
      ...readRules().map(({ source }) => source),
      ...pairs.map(({ source }) => source),
      quotedAssignment.source,
    ];
    const withoutClasses = (pattern: string) => pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
    deepStrictEqual(
      patterns.filter((pattern) => /[*+]|\{\d+,\}/.test(withoutClasses(pattern))),
      [],
    );
  });
});
