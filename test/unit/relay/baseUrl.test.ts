import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { type AddressProblem, endpointUrl, parseBaseAddress } from '../../../src/relay/baseUrl.ts';

const relay = 'https://relay.example.com';

const accepted: readonly (readonly [typed: string, base: string])[] = [
  ['https://relay.example.com', relay],
  ['HTTPS://Relay.Example.COM', relay],
  ['relay.example.com', relay],
  ['//relay.example.com', relay],
  ['https//relay.example.com', relay],
  ['https:\\\\relay.example.com\\v1', relay],
  ['https://https://relay.example.com', relay],
  ['https://http://relay.example.com', 'http://relay.example.com'],
  ['https://relay.example.com/', relay],
  ['https://relay.example.com.', relay],
  ['https://relay.example.com:443', relay],
  ['http://relay.example.com:80/v1', 'http://relay.example.com'],
  ['https://relay.example.com/v1', relay],
  ['https://relay.example.com//v1', relay],
  ['https://relay.example.com/v1/v1', relay],
  ['https://relay.example.com/v1beta', relay],
  ['https://relay.example.com/v1/chat/completions', relay],
  ['https://relay.example.com/chat/completions', relay],
  ['https://relay.example.com/v1/messages', relay],
  ['https://relay.example.com/v1/models/msg-sonnet-4-6', relay],
  ['https://relay.example.com/v1beta/models/gx-2.5-pro:generateContent', relay],
  ['https://relay.example.com/v1#models', relay],
  ['https://relay.example.com/#/console/token?tab=keys', relay],
  ['\u00a0\u3000https://relay.example.com\u00a0', relay],
  ['\ufeffhttps://relay\u200b.example.com\u200d', relay],
  ['"https://relay.example.com/v1"', relay],
  ['<https://relay.example.com>', relay],
  ['《https://relay.example.com》。', relay],
  ['https：／／relay．example．com／v1', relay],
  ['https：、、relay.example.com、v1', relay],
  ['ｒｅｌａｙ．ｅｘａｍｐｌｅ．ｃｏｍ', relay],
  ['export BASE_URL=https://relay.example.com', relay],
  ['https://host.example/sub/v1', 'https://host.example/sub'],
  ['https://host.example/a/b/v1/messages', 'https://host.example/a/b'],
  ['https://host.example/v1/account/relay', 'https://host.example/v1/account/relay'],
  ['https://host.example/models', 'https://host.example/models'],
  ['https://host.example/apiv1', 'https://host.example/apiv1'],
  ['relay.example.com:8443/v1', 'https://relay.example.com:8443'],
  ['10.0.0.7:3000', 'https://10.0.0.7:3000'],
  ['localhost', 'http://localhost'],
  ['localhost:3000/v1', 'http://localhost:3000'],
  ['https://localhost:3000', 'https://localhost:3000'],
  ['relay.localhost', 'http://relay.localhost'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['[::1]:3000/v1', 'http://[::1]:3000'],
  ['relay:3000', 'https://relay:3000'],
  ['http://relay', 'http://relay'],
  ['https://例子.example', 'https://xn--fsqu00a.example'],
  ['https；//relay.example.com', relay],
  ['http.//relay.example.com', 'http://relay.example.com'],
  ['https://relay\u3164.example\ufe0f.com', relay],
  ['https://relay.example.com/v1%20', relay],
  ['https://relay.example.com/v1beta/openai/', relay],
  ['https://relay.example.com/v1/models?key=sk-0123456789abcdef', relay],
  ['base_url: "https://relay.example.com/v1",', relay],
  ['{"base_url":"https://relay.example.com"}', relay],
  ['地址：https://relay.example.com', relay],
  ['[relay](https://relay.example.com)', relay],
  ['https://sk-relay.example.com', 'https://sk-relay.example.com'],
];

const refused: readonly (readonly [typed: string, reason: AddressProblem])[] = [
  ['', 'empty'],
  [' \u200b\u3000', 'empty'],
  ['https://', 'notAnAddress'],
  ['/v1/messages', 'notAnAddress'],
  ['https://relay..example.com', 'notAnAddress'],
  ['https://relay.example.com:99999', 'notAnAddress'],
  ['https://relay.example.com:0', 'notAnAddress'],
  ['https://rel%ay.example.com', 'notAnAddress'],
  ['https://[::1', 'notAnAddress'],
  ['8080', 'notAnAddress'],
  ['192.168.1', 'notAnAddress'],
  ['https://2130706433', 'notAnAddress'],
  ['2001:db8::7:3000', 'notAnAddress'],
  ['https://{host}/v1', 'notAnAddress'],
  [':8080', 'notAnAddress'],
  ['192.168.1.300', 'notAnAddress'],
  ['\\\\server\\share', 'notAnAddress'],
  ['https://relay,example.com', 'notAnAddress'],
  ['https://relay.example.com;https://other.example.com', 'notAnAddress'],
  ['https://relay.example.com /v1', 'whitespaceInside'],
  ['curl https://relay.example.com/v1/models -H "x: y"', 'whitespaceInside'],
  ['https://relay.\nexample.com', 'whitespaceInside'],
  ['https://relay.example.com sk-0123456789abcdef', 'whitespaceInside'],
  ['ftp://relay.example.com', 'unsupportedScheme'],
  ['htps://relay.example.com', 'unsupportedScheme'],
  ['C:\\Users\\me\\relay.txt', 'unsupportedScheme'],
  ['https://ftp://relay.example.com', 'unsupportedScheme'],
  ['javascript:alert(1', 'unsupportedScheme'],
  ['https://user:password@relay.example.com', 'containsCredentials'],
  ['user:password@relay.example.com', 'containsCredentials'],
  ['someone@example.com', 'containsCredentials'],
  ['https://user＠relay.example.com', 'containsCredentials'],
  ['sk-0123456789abcdef', 'looksLikeKey'],
  ['Bearer sk-0123456789abcdef', 'looksLikeKey'],
  ['export OPENAI_API_KEY = "sk-0123456789abcdef"', 'looksLikeKey'],
  ['https://relay.example.com/sk-0123456789abcdef/v1', 'looksLikeKey'],
  ['https://sk-0123456789abcdef./', 'looksLikeKey'],
];

describe('base URL', () => {
  for (const [typed, base] of accepted) {
    it(`reads ${JSON.stringify(typed)}`, () => {
      const { origin, host } = new URL(base);
      deepStrictEqual(parseBaseAddress(typed), { ok: true, address: { base, origin, host } });
    });
  }

  for (const [typed, reason] of refused) {
    it(`refuses ${JSON.stringify(typed)}: ${reason}`, () => {
      deepStrictEqual(parseBaseAddress(typed), { ok: false, reason });
    });
  }

  it('reads its own result as the same URL, whatever the path ends with', () => {
    for (const end of [':', ';,.', '!', "it's'", '%20', ':%20', '%20:', '.', '%3a', '()', '"']) {
      for (const tail of ['', '/', '/v1', '/v1/messages']) {
        const read = parseBaseAddress(`https://host.example/sub${end}${tail}`);
        const base = read.ok ? read.address.base : '';
        const again = parseBaseAddress(base);
        deepStrictEqual([read.ok, again.ok && again.address.base], [true, base], end + tail);
      }
    }
  });

  it('reads its own result as the same URL', () => {
    for (const [, base] of accepted) {
      const again = parseBaseAddress(base);
      strictEqual(again.ok && again.address.base, base);
    }
  });

  it('builds endpoint URLs below the base', () => {
    const address = {
      base: 'https://host.example/sub',
      origin: 'https://host.example',
      host: 'host.example',
    };
    strictEqual(endpointUrl(address, '/v1/messages'), 'https://host.example/sub/v1/messages');
  });
});
