import { type Quirk, transport } from '../quirk.ts';

function redirect(does: string, status: number, locate: (target: string, host: string) => string): Quirk {
  return {
    does,
    reply: ({ path, query, headers }) => {
      const parameters = new URLSearchParams(query);
      // The way that a redirect led to is answered, so that a client that follows it gets somewhere.
      if (parameters.has('redirected')) return undefined;
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
  'slow-headers': transport('five seconds before the first byte', { delayMs: 5000 }),
  'no-reply': transport('nothing comes, the socket stays open', { instead: 'stall' }),
  'socket-closed-without-reply': transport('the socket is closed without a byte', { instead: 'drop' }),
  'upload-cut-off': transport('413 before the request’s body was read, then the socket is closed', {
    instead: 'refuseUpload',
  }),
  'body-cut-at-100-bytes': transport('the socket is closed after 100 bytes of the body', {
    limit: { bytes: 100, ending: 'cut' },
  }),
  'body-ends-at-100-bytes': transport('the body ends after 100 bytes as if it were complete', {
    limit: { bytes: 100, ending: 'end' },
  }),
  'body-stalls-at-100-bytes': transport('nothing comes after 100 bytes of the body', {
    limit: { bytes: 100, ending: 'stall' },
  }),
  gzip: transport('compressed with gzip, though nobody asked', { encoding: 'gzip' }),
  deflate: transport('compressed with deflate, though nobody asked', { encoding: 'deflate' }),
  brotli: transport('compressed with br, though nobody asked', { encoding: 'br' }),
  zstd: transport('compressed with zstd, though nobody asked', { encoding: 'zstd' }),
  'gzip-in-name-only': transport('said to be gzip, and plain', { headers: { 'content-encoding': 'gzip' } }),
  'length-too-long': transport('content-length is 50 more than what comes, then the socket is closed', {
    lengthOffset: 50,
  }),
  'length-too-short': transport('content-length is 10 less than what comes', { lengthOffset: -10 }),
  'body-bom': transport('every body starts with a byte order mark', { prefix: '\ufeff' }),
  'body-leading-spaces': transport('every body starts with spaces and line ends', { prefix: ' \r\n\n ' }),
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
  'keep-alive-closed': transport('the socket is closed after each reply, though the headers keep it', {
    closesAfter: true,
    headers: { connection: 'keep-alive' },
  }),
  'keep-alive-reset': transport('a connection that is used again is reset without a byte', {
    resetsReused: true,
  }),
  'no-request-id': transport('no X-Oneapi-Request-Id header', { headers: { 'X-Oneapi-Request-Id': '' } }),
} as const satisfies Record<string, Quirk>;
