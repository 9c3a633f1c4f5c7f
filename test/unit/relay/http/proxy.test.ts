import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { chooseRoute, type NetworkOptions } from '../../../../src/relay/http/proxy.ts';

const relay = 'https://relay.example.com/v1/models';

function routeOf(url: string, network: NetworkOptions): string {
  const route = chooseRoute(new URL(url), network);
  if (route.via === 'proxy') return route.proxy.origin;
  return route.via === 'unsupported' ? `unsupported ${route.origin}` : route.via;
}

describe('proxy choice', () => {
  const proxyUrl = 'http://proxy:8080';
  const cases: Readonly<Record<string, readonly [string, NetworkOptions, string]>> = {
    'nothing is set': [relay, {}, 'direct'],
    'the setting': [relay, { proxyUrl }, 'http://proxy:8080'],
    'the setting without a scheme': [relay, { proxyUrl: ' proxy:8080 ' }, 'http://proxy:8080'],
    'an IPv6 proxy': [relay, { proxyUrl: 'http://[fd00::1]:3128' }, 'http://[fd00::1]:3128'],
    'http, too': ['http://relay.example.com/', { proxyUrl }, 'http://proxy:8080'],
    'support is off': [relay, { proxyUrl, proxySupport: 'off' }, 'direct'],
    SOCKS: [relay, { proxyUrl: 'socks5://u:p@proxy:1080' }, 'unsupported socks5://proxy:1080'],
    'a PAC file': [relay, { proxyUrl: 'pac+http://proxy/x.pac' }, 'unsupported pac+http://proxy'],
    'an invalid URL': [relay, { proxyUrl: 'http://u:secret@@:x' }, 'unsupported unreadable'],
    'a password with #': [relay, { proxyUrl: 'http://bob:12#34@proxy:1' }, 'unsupported unreadable'],
    'a password with /': [relay, { proxyUrl: 'http://bob:12/34@proxy:1' }, 'unsupported unreadable'],
    'this machine as 0.0.0.0': ['http://0.0.0.0:3000/', { proxyUrl: 'http://proxy' }, 'direct'],
    'setting before environment': [
      relay,
      { proxyUrl, environment: { https_proxy: 'http://b' } },
      'http://proxy:8080',
    ],
    'an empty variable is ignored': [
      relay,
      { environment: { https_proxy: '', ALL_PROXY: 'all:1' } },
      'http://all:1',
    ],
    localhost: ['http://localhost:3000/', { proxyUrl }, 'direct'],
    '::1': ['https://[::1]/', { proxyUrl }, 'direct'],
    '127.0.0.1 in IPv6': ['https://[::ffff:127.0.0.1]/', { proxyUrl }, 'direct'],
    'a name that starts with localhost': ['https://localhost.example/', { proxyUrl }, 'http://proxy:8080'],
    'NO_PROXY applies to the setting': [
      relay,
      { proxyUrl, environment: { NO_PROXY: 'a, relay.example.com' } },
      'direct',
    ],
    'NO_PROXY does not apply if noProxy has entries': [
      relay,
      { proxyUrl, noProxy: ['a'], environment: { NO_PROXY: '*' } },
      'http://proxy:8080',
    ],
    'no_proxy before NO_PROXY': [
      relay,
      { proxyUrl, environment: { no_proxy: 'a', NO_PROXY: '*' } },
      'http://proxy:8080',
    ],
    'spaces between entries': [
      relay,
      { proxyUrl, environment: { no_proxy: 'a b  *.example.com' } },
      'direct',
    ],
  };
  for (const [name, [url, network, expected]] of Object.entries(cases)) {
    it(name, () => strictEqual(routeOf(url, network), expected));
  }

  const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'];
  for (const [index, second] of variables.slice(1).entries()) {
    const first = variables[index] ?? '';
    it(`${first} before ${second}`, () => {
      const environment = { [second]: 'http://second', [first]: 'http://first' };
      strictEqual(routeOf(relay, { environment }), 'http://first');
    });
  }

  const exceptions: readonly (readonly [string, string, boolean])[] = [
    ['*', relay, true],
    ['relay.example.com', relay, true],
    ['RELAY.example.com.', relay, true],
    ['example.com', relay, true],
    ['.example.com', relay, true],
    ['*.example.com', relay, true],
    ['ample.com', relay, false],
    ['*.relay.example.com.evil', relay, false],
    ['', relay, false],
    ['.', relay, false],
    ['relay.example.com:443', relay, true],
    ['relay.example.com:8443', 'https://relay.example.com:8443/', true],
    ['relay.example.com:80', 'http://relay.example.com/', true],
    ['10.1.2.3', 'http://10.1.2.3/', true],
    ['1.2.3', 'http://10.1.2.3/', false],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['10.0.0.0/8', 'http://[::ffff:10.1.2.3]/', true],
    ['10.0.0.0/8', relay, false],
    ['10.0.0.0/99', 'http://10.1.2.3/', false],
    ['1/2', 'http://10.1.2.3/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['fd00:0::1', 'http://[fd00::1]/', true],
    ['[fd00::1]:80', 'http://[fd00::1]/', true],
    ['[fd00::1]:81', 'http://[fd00::1]/', false],
  ];
  for (const [entry, url, isExcepted] of exceptions) {
    it(`noProxy '${entry}' ${isExcepted ? 'excludes' : 'does not exclude'} ${url}`, () =>
      strictEqual(routeOf(url, { proxyUrl, noProxy: [entry] }), isExcepted ? 'direct' : proxyUrl));
  }

  const authorizations: Readonly<Record<string, readonly [NetworkOptions, string | undefined]>> = {
    none: [{ proxyUrl }, undefined],
    'from the URL': [
      { proxyUrl: 'http://me:p%40ss%3A@proxy' },
      `Basic ${Buffer.from('me:p@ss:').toString('base64')}`,
    ],
    'from the URL, with a bare percent sign': [{ proxyUrl: 'http://me:1%@proxy' }, `Basic ${btoa('me:1%')}`],
    'from the URL, without a password': [{ proxyUrl: 'http://me@proxy' }, `Basic ${btoa('me:')}`],
    'from the setting first': [{ proxyUrl: 'http://me:p@proxy', proxyAuthorization: 'Bearer x' }, 'Bearer x'],
    'never with two lines': [{ proxyUrl, proxyAuthorization: 'Basic x\r\nX-Evil: 1' }, undefined],
  };
  for (const [name, [network, expected]] of Object.entries(authorizations)) {
    it(`authorization: ${name}`, () => {
      const route = chooseRoute(new URL(relay), network);
      strictEqual(route.via === 'proxy' && route.proxy.authorization, expected);
    });
  }

  it('has the host and port, and an origin without credentials', () => {
    deepStrictEqual(chooseRoute(new URL(relay), { proxyUrl: 'https://me:p@[fd00::1]' }), {
      via: 'proxy',
      proxy: {
        origin: 'https://[fd00::1]',
        hostname: 'fd00::1',
        port: 443,
        authorization: `Basic ${btoa('me:p')}`,
      },
    });
  });
});
