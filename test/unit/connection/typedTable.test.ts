import { deepStrictEqual, match } from 'node:assert/strict';
import { checkField, checkTypedAddress } from '../../../src/connection/inputChecks.ts';
import { describeKeyProblem } from '../../../src/messages/inputProblems.ts';
import { parseApiKey } from '../../../src/relay/apiKey.ts';
import type { Translate } from '../../../src/text/translate.ts';
import { readJson } from '../houseRules/sourceFiles.ts';

const sk = 'sk-0aB1cD2eF3gH4iJ5';
const goesTo = 'Requests go to https://relay.example.com';
const read = 'Interpreted as https://relay.example.com';
const noAddress = 'This is not a valid URL. Enter one such as https://relay.example.com.';
const space = 'The URL contains a space or a line break. Paste only the URL.';
const scheme = 'Enter a URL that begins with https:// or http://.';
const password =
  'Remove the name and password before the @. The relay uses an API key, which you enter separately.';
const keyHere = 'This looks like an API key. Enter the base URL here. The API key is entered separately.';
const withPath = (path: string) =>
  `Requests go to https://relay.example.com${path}. Remove ${path} if it is the path of a web page.`;
const open = (base: string) =>
  `Requests go to ${base} unencrypted. Other people on the network can read the API key.`;

/** Ways to type an address: what was done, what is in the box, what the panel says. */
const addresses: readonly (readonly [what: string, typed: string, says: string | undefined])[] = [
  ['nothing', '', undefined],
  ['nothing but spaces', '  ', undefined],
  ['nothing but quotes', '""', 'Enter the relay’s base URL.'],
  ['as it should be', 'https://relay.example.com', goesTo],
  ['with a slash', 'https://relay.example.com/', goesTo],
  ['copied with a space and a line break', ' https://relay.example.com\n', goesTo],

  // Too much of an address: what other tools want, or what the browser shows.
  ['with /v1, as OpenAI-compatible tools want it', 'https://relay.example.com/v1', read],
  ['with /v1 twice', 'https://relay.example.com/v1/v1', read],
  ['with /v1beta', 'https://relay.example.com/v1beta', read],
  ['with two slashes', 'https://relay.example.com//v1/', read],
  ['an endpoint from a guide', 'https://relay.example.com/v1/chat/completions', read],
  ['an endpoint below /v1 twice', 'https://relay.example.com/v1/v1/messages', read],
  ['an endpoint without /v1', 'https://relay.example.com/chat/completions', read],
  [
    'an endpoint with a model in it',
    'https://relay.example.com/v1beta/models/gx-2.5-pro:generateContent',
    read,
  ],
  ['an endpoint with a key in its query', `https://relay.example.com/v1/models?key=${sk}`, read],
  ['an adapter’s path', 'https://relay.example.com/v1beta/openai/', read],
  ['the console’s page', 'https://relay.example.com/#/console/token?tab=keys', read],
  ['another page of the console', 'https://relay.example.com/console/token', withPath('/console/token')],
  ['a sub-path, which counts', 'https://relay.example.com/sub/v1', withPath('/sub')],
  ['a space at the end that was encoded', 'https://relay.example.com/v1%20', read],

  // Something around it.
  ['in quotes', '"https://relay.example.com/v1"', read],
  ['in curly quotes and a full stop', '“https://relay.example.com”。', read],
  ['in full-width brackets', '（https://relay.example.com）', read],
  ['a line of a shell', 'export OPENAI_BASE_URL="https://relay.example.com/v1"', read],
  ['a line of PowerShell', '$env:OPENAI_BASE_URL = "https://relay.example.com/v1"', read],
  ['a line of the Windows shell', 'setx OPENAI_BASE_URL https://relay.example.com/v1', read],
  ['a line of JSON', '"base_url": "https://relay.example.com/v1",', read],
  ['a piece of JSON', '{"base_url":"https://relay.example.com/v1"}', read],
  ['a line of YAML', 'base_url: https://relay.example.com/v1', read],
  ['a line of Python', 'base_url = "https://relay.example.com/v1"', read],
  ['a label', '接口地址：https://relay.example.com', read],
  ['a Markdown link', '[relay](https://relay.example.com)', read],
  ['a method', 'GET https://relay.example.com/v1/models', read],
  ['a whole curl line', `curl https://relay.example.com/v1/models -H "Authorization: Bearer ${sk}"`, space],
  ['a remark behind it', 'https://relay.example.com 主站', space],
  ['two addresses on two lines', 'https://relay.example.com\nhttps://backup.example.com', space],
  ['two addresses with a comma', 'https://relay.example.com,https://backup.example.com', noAddress],

  // Slips of the keyboard.
  ['without a scheme', 'relay.example.com', read],
  ['in capitals', 'HTTPS://RELAY.EXAMPLE.COM', read],
  ['one slash', 'https:/relay.example.com', read],
  ['no slash', 'https:relay.example.com', read],
  ['no colon', 'https//relay.example.com', read],
  ['a semicolon for the colon', 'https;//relay.example.com', read],
  ['backslashes', 'https:\\\\relay.example.com\\v1', read],
  ['pasted behind a prefilled scheme', 'https://https://relay.example.com', read],
  ['a space behind the scheme', 'https:// relay.example.com', read],
  ['a letter too many in the scheme', 'htttps://relay.example.com', scheme],
  ['another scheme', 'wss://relay.example.com', scheme],
  ['full-width characters', 'https：／／relay．example．com／v1', read],
  ['a Chinese full stop for a dot', 'https://relay。example。com', read],
  ['commas for dots', 'https://relay,example,com', noAddress],
  ['a zero-width space inside', 'https://relay\u200b.example.com', read],
  ['a byte order mark and a direction mark', '\ufeffhttps://relay.example.com\u202c', read],
  ['a filler inside', 'https://relay.\u3164example.com', read],
  ['a dot at the end', 'https://relay.example.com.', read],
  ['two dots', 'https://relay..example.com', noAddress],
  ['a space in the name', 'https://my relay.example.com', space],
  ['a word', 'relay', noAddress],
  ['a place-holder', 'https://{host}/v1', noAddress],
  ['a variable', '%OPENAI_BASE_URL%', noAddress],

  // Ports and numbers.
  ['only a port', '8080', noAddress],
  ['only a colon and a port', ':8080', noAddress],
  ['a port too large', 'https://relay.example.com:84430', noAddress],
  ['part of an IP address', '192.168.1', noAddress],
  ['an IP address with too large a number', '192.168.1.300', noAddress],
  ['an IP address and a port', '10.0.0.7:3000', 'Interpreted as https://10.0.0.7:3000'],
  ['this machine', 'localhost:3000/v1', 'Interpreted as http://localhost:3000'],
  ['IPv6 without brackets', '2001:db8::7', 'Interpreted as https://[2001:db8::7]'],
  ['this machine in IPv6', '::1', 'Interpreted as http://[::1]'],
  ['IPv6 without brackets, and perhaps a port', '2001:db8::7:3000', noAddress],

  // Without protection on its way.
  ['http', 'http://relay.example.com', open('http://relay.example.com')],
  ['http with one slash', 'http:/relay.example.com', open('http://relay.example.com')],
  ['http in the company’s network', 'http://10.0.0.7:3000', open('http://10.0.0.7:3000')],
  ['http on this machine', 'http://127.0.0.1:3000', 'Requests go to http://127.0.0.1:3000'],

  // Something else.
  ['name and password', 'https://user:password@relay.example.com', password],
  ['an e-mail address', 'someone@example.com', password],
  ['the key', sk, keyHere],
  ['the key in full-width letters', 'ｓｋ－0aB1cD2eF3gH4iJ5', keyHere],
  ['the key’s header', `Authorization: Bearer ${sk}`, keyHere],
  ['the key’s line', `export OPENAI_API_KEY=${sk}`, keyHere],
  ['the key behind the address', `https://relay.example.com ${sk}`, space],
  ['the key in the path', `https://relay.example.com/${sk}`, keyHere],
  ['a Windows path', 'C:\\Users\\me\\relay.txt', scheme],
  ['a network drive', '\\\\server\\share', noAddress],
];

const whichKey = 'This looks like a URL. Paste the API key, which usually begins with “sk-”.';
const oneKey = 'More than one API key was pasted. Paste only one.';
const placeholder = 'This is a placeholder from a guide. Paste your own API key.';
const masked =
  'This API key is masked with dots or asterisks. Use the copy button in the relay’s console to copy the complete key.';
const strange = 'The API key contains invalid characters. Copy it again and paste only the key.';
const keyAlone = 'The API key contains a space. Paste only the key.';
const short = 'This is too short for an API key. Paste the complete key, including “sk-”.';

/** Ways to paste a key. Nothing is said of what is, or becomes, the key itself. */
const keys: readonly (readonly [what: string, pasted: string, says: string | undefined])[] = [
  ['as it should be', sk, undefined],
  ['with a line break', `${sk}\r\n`, undefined],
  ['wrapped by a terminal', 'sk-0aB1cD2e\r\nF3gH4iJ5', undefined],
  ['with a zero-width space inside', 'sk-0aB1\u200bcD2eF3gH4iJ5', undefined],
  ['with a byte order mark', `\ufeff${sk}`, undefined],
  ['in quotes', `“${sk}”，`, undefined],
  ['in full-width brackets, with a full stop', `（${sk}）。`, undefined],
  ['with Bearer', `Bearer ${sk}`, undefined],
  ['a header', `-H "Authorization: Bearer ${sk}"`, undefined],
  ['a line of a shell', `export OPENAI_API_KEY="${sk}"`, undefined],
  ['a line of the Windows shell', `setx OPENAI_API_KEY ${sk}`, undefined],
  ['a line of YAML', `OPENAI_API_KEY: ${sk}`, undefined],
  ['a line of JSON', `"apiKey": "${sk}",`, undefined],
  ['a piece of JSON', `{"apiKey": "${sk}"}`, undefined],
  ['with a label', `令牌 ${sk}`, undefined],
  ['nothing', '', 'Paste the API key.'],
  ['Bearer alone', 'Bearer ', 'Paste the API key.'],
  ['the address', 'https://relay.example.com/v1', whichKey],
  ['the address without a scheme', 'relay.example.com', whichKey],
  ['the address of this machine', 'localhost:3000', whichKey],
  ['an IP address', '10.0.0.7:3000', whichKey],
  [
    'a whole curl line',
    `curl https://relay.example.com/v1/models -H "Authorization: Bearer ${sk}"`,
    whichKey,
  ],
  ['an e-mail address', 'someone@example.com', whichKey],
  ['a Windows path', 'C:\\Users\\me\\key.txt', whichKey],
  ['a path', '~/.config/relay/key', whichKey],
  ['two keys on two lines', `${sk}\nsk-9zY8xW7vU6tS5`, oneKey],
  ['two keys with a comma', `${sk},sk-9zY8xW7vU6tS5`, oneKey],
  ['two keys with a space', `${sk} sk-9zY8xW7vU6tS5`, oneKey],
  ['masked with asterisks', 'sk-0aB1****iJ5', masked],
  ['masked with dots', 'sk-0aB1…iJ5', masked],
  ['masked with bullets', 'sk-••••••••••••', masked],
  ['a guide’s place-holder', '<API_KEY>', placeholder],
  ['another', 'YOUR_API_KEY', placeholder],
  ['a third', 'sk-xxxxxxxxxxxxxxxx', placeholder],
  ['a variable of a shell', '$OPENAI_API_KEY', placeholder],
  ['a variable of the Windows shell', '%OPENAI_API_KEY%', placeholder],
  ['a variable of a program', 'process.env.OPENAI_API_KEY', placeholder],
  ['what a program says of nothing', 'undefined', placeholder],
  ['full-width letters', 'ｓｋ－0aB1cD2eF3gH4iJ5', strange],
  ['a dash for the hyphen', 'sk—0aB1cD2eF3gH4iJ5', strange],
  ['its name', '我的中转站的密钥', strange],
  ['an accent', 'sk-0aB1é2eF3gH4iJ5', strange],
  ['a space inside', 'sk-0aB1cD2e F3gH4iJ5', keyAlone],
  ['a remark behind it', `${sk} # work`, keyAlone],
  ['the prefix alone', 'sk-', short],
  ['a verification code', '123456', short],
  ['a whole page', 'a'.repeat(4000), 'This is too long for an API key. Paste only the key.'],
];

const chineseWords = readJson('l10n/bundle.l10n.zh-cn.json') as Record<string, string>;
const fill = (text: string, values: readonly (string | number)[]) =>
  text.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)]));
const english: Translate = (text, ...values) => fill(text, values);
const chinese: Translate = (text, ...values) => fill(chineseWords[text] ?? '', values);

function checkKey(pasted: string, t: Translate): string | undefined {
  const parsed = parseApiKey(pasted);
  return parsed.ok ? undefined : describeKeyProblem(parsed.reason, t);
}

function describeTable(
  name: string,
  rows: typeof addresses,
  say: (typed: string, t: Translate) => string | undefined,
) {
  describe(name, () => {
    for (const [what, typed, says] of rows) {
      it(`${what}: ${JSON.stringify(typed.slice(0, 80))}`, () => {
        deepStrictEqual(say(typed, english), says);
        if (says !== undefined) match(say(typed, chinese) ?? '', /\p{Script=Han}/u);
      });
    }
  });
}

describe('ways to get an address or a key wrong', () => {
  describeTable('an address', addresses, (typed, t) => checkTypedAddress(typed, t).remark?.text);
  describeTable('a key', keys, checkKey);

  it('repeats nothing of a key', () => {
    const said = keys.map(([, pasted]) => checkKey(pasted, english)).join('\n');
    const repeated = ['0aB1', 'cD2e', '9zY8', 'someone'].filter((piece) => said.includes(piece));
    deepStrictEqual(repeated, []);
  });
});

describe('an address while it is typed', () => {
  it('has the URLs that the extension asks, and how grave its remark is', () => {
    deepStrictEqual(checkTypedAddress('http://host.example/sub/v1', english), {
      remark: { severity: 'warning', text: open('http://host.example/sub') },
      endpoints: [
        { label: 'Messages', url: 'http://host.example/sub/v1/messages' },
        { label: 'Chat completions', url: 'http://host.example/sub/v1/chat/completions' },
        {
          label: 'Generate content',
          url: 'http://host.example/sub/v1beta/models/{model}:generateContent',
        },
        { label: 'Speech', url: 'http://host.example/sub/v1/audio/speech' },
        { label: 'Model list', url: 'http://host.example/sub/v1/models' },
        { label: 'Model list for generate content', url: 'http://host.example/sub/v1beta/models' },
      ],
    });
  });

  it('has none when it is no address, and when it is empty', () => {
    deepStrictEqual(
      [checkTypedAddress('relay', english), checkTypedAddress(' ', english)],
      [{ remark: { severity: 'error', text: noAddress } }, {}],
    );
  });
});

describe('a number while it is typed', () => {
  const whole = 'Enter a whole number.';
  const rows: readonly (readonly [typed: string, says: string | undefined])[] = [
    ['', undefined],
    [' 8192 ', undefined],
    ['８１９２', undefined],
    ['1', undefined],
    ['0', 'Enter a number of at least 1.'],
    ['-5', 'Enter a number of at least 1.'],
    ['9'.repeat(30), 'Enter a number of at most 10000000.'],
    ['8,192', whole],
    ['8 192', whole],
    ['8k', whole],
    ['1e3', whole],
    ['0x10', whole],
    ['1.5', whole],
    ['Infinity', whole],
    ['八千', whole],
  ];
  for (const [typed, says] of rows) {
    it(JSON.stringify(typed), () => {
      const expected = says === undefined ? {} : { remark: { severity: 'error', text: says } };
      deepStrictEqual(checkField('chat.maxOutputTokens', typed, english), expected);
    });
  }
});
