import type { Quirk } from '../quirk.ts';

function redirect(does: string, status: number, locate: (target: string, host: string) => string): Quirk {
  return {
    does,
    reply: ({ path, query, headers }) => {
      const parameters = new URLSearchParams(query);
      // The way that a redirect led to is answered, so that a client that follows it gets somewhere.
      if (parameters.has('redirected')) {
        return undefined;
      }
      parameters.set('redirected', '1');
      const location = locate(`${path}?${parameters.toString()}`, headers.host ?? '');
      return { status, headers: { location }, body: '' };
    },
  };
}

/** The relay's own host under its other name: another origin that responds, and that must not get the key. */
function otherOrigin(target: string, host: string): string {
  const other = host.startsWith('127.0.0.1') ? 'localhost' : '127.0.0.1';
  return `http://${host.replace(/^[^:]+/, other)}${target}`;
}

/** What happens to replies on their way, whatever is in them. */
export const transportQuirks = {
  'slow-headers': { does: 'five seconds before the first byte', transport: { delayMs: 5000 } },
  'no-reply': { does: 'nothing comes, the socket stays open', transport: { instead: 'stall' } },
  'socket-closed-without-reply': {
    does: 'the socket is closed without a byte',
    transport: { instead: 'drop' },
  },
  'upload-cut-off': {
    does: '413 before the request’s body was read, then the socket is closed',
    transport: { instead: 'refuseUpload' },
  },
  'body-cut-at-100-bytes': {
    does: 'the socket is closed after 100 bytes of the body',
    transport: { limit: { bytes: 100, ending: 'cut' } },
  },
  'body-ends-at-100-bytes': {
    does: 'the body ends after 100 bytes as if it were complete',
    transport: { limit: { bytes: 100, ending: 'end' } },
  },
  'body-stalls-at-100-bytes': {
    does: 'nothing comes after 100 bytes of the body',
    transport: { limit: { bytes: 100, ending: 'stall' } },
  },
  gzip: { does: 'compressed with gzip, though nobody asked', transport: { encoding: 'gzip' } },
  deflate: { does: 'compressed with deflate, though nobody asked', transport: { encoding: 'deflate' } },
  brotli: { does: 'compressed with br, though nobody asked', transport: { encoding: 'br' } },
  zstd: { does: 'compressed with zstd, though nobody asked', transport: { encoding: 'zstd' } },
  'gzip-in-name-only': {
    does: 'said to be gzip, and plain',
    transport: { headers: { 'content-encoding': 'gzip' } },
  },
  'length-too-long': {
    does: 'content-length is 50 more than what comes, then the socket is closed',
    transport: { lengthOffset: 50 },
  },
  'length-too-short': { does: 'content-length is 10 less than what comes', transport: { lengthOffset: -10 } },
  'body-bom': { does: 'every body starts with a byte order mark', transport: { prefix: '\ufeff' } },
  'body-leading-spaces': {
    does: 'every body starts with spaces and line ends',
    transport: { prefix: ' \r\n\n ' },
  },
  'redirect-same-origin-301': redirect('301 within the origin: POST becomes GET', 301, (target) => target),
  'redirect-same-origin-302': redirect('302 within the origin: POST becomes GET', 302, (target) => target),
  'redirect-same-origin-307': redirect('307 within the origin', 307, (target) => target),
  'redirect-same-origin-308': redirect('308 within the origin', 308, (target) => target),
  'redirect-other-origin': redirect('307 to another origin, where the key must not go', 307, otherOrigin),
  'redirect-website': redirect('301 to the website', 301, () => 'https://console.invalid/'),
  'redirect-loop': {
    does: '307 to the same address, for ever',
    reply: ({ path, query }) => ({
      status: 307,
      headers: { location: query === '' ? path : `${path}?${query}` },
      body: '',
    }),
  },
  'redirect-nowhere': {
    does: '307 without a location',
    reply: () => ({ status: 307, headers: {}, body: '' }),
  },
  'keep-alive-closed': {
    does: 'the socket is closed after each reply, though the headers keep it',
    transport: { closesAfter: true, headers: { connection: 'keep-alive' } },
  },
  'keep-alive-reset': {
    does: 'a connection that is used again is reset without a byte',
    transport: { resetsReused: true },
  },
  'no-request-id': {
    does: 'no X-Oneapi-Request-Id header',
    transport: { headers: { 'X-Oneapi-Request-Id': '' } },
  },
} as const satisfies Record<string, Quirk>;
