import { isIPv4 } from 'node:net';
import { invisibleCharacters } from '../text/invisibleCharacters.ts';
import { isLoopbackHost } from './http/hosts.ts';

/** A relay's base URL, normalized. `endpointUrl` makes every endpoint's URL from it. */
export interface BaseAddress {
  /** Origin and sub-path with no slash at the end: 'https://relay.example.com', 'https://host/sub'. */
  readonly base: string;
  /** Scheme, host and port: what the key is bound to. */
  readonly origin: string;
  /** Host and, unless it is the scheme's default, port. */
  readonly host: string;
}

/** Why typed text can't be a base URL. The messages for people are in `src/messages/`. */
export type AddressProblem =
  | 'empty'
  /** Not a URL, and not a host name either. */
  | 'notAnAddress'
  /** A space or a line break in the middle: more than the address was pasted. */
  | 'whitespaceInside'
  /** A scheme other than http and https. */
  | 'unsupportedScheme'
  /** It contains `user:password@`: a relay takes a key, and URLs are not kept secret. */
  | 'containsCredentials'
  /** The key was pasted here. */
  | 'looksLikeKey';

type ParsedAddress =
  | { readonly ok: true; readonly address: BaseAddress }
  | { readonly ok: false; readonly reason: AddressProblem };

const surroundings =
  /^[\s"'`<>«»‹›“”„‘’‚「」『』《》〈〉(){}]+|(?:[\s"'`<>«»‹›“”„‘’‚「」『』《》〈〉(){},.;:!?]|%20)+$/g;

/** A label, a command or the name of a setting before a whole address: `base_url: "https://…"`, `GET https://…`. */
const label = /^[^/?#@]*[\s:="'(](?=https?:\/\/)/i;

/** A key alone, or after the name of a header or a variable. */
const keyAlone = /(^|[\s:="'])sk-[\w-]+$/i;

/** A key in a path, or in place of the host, after a prefilled "https://". */
const keyInUrl = /\/sk-[\w-]{4}/i;
const keyAsHost = /^(sk-[\w-]{8,}$|eyj[\w-]{8,}\.)/i;

/** Longer than any URL, and short enough for the patterns here to be fast on any text. */
const longestAddress = 2048;

/** What a tool's documentation tells people to append; the contract's endpoints (4) and their relatives. */
const endpointNames =
  'chat(/completions)?|completions|messages(/.*)?|responses|models(/.*)?|embeddings|rerank|moderations|files|openai' +
  '|audio(/(speech|transcriptions|translations))?|images(/(generations|edits|variations))?|videos?(/.*)?';
const versionedTail = new RegExp(`(/v1(beta)?)+(/(${endpointNames}))?$`, 'i');

/** Without a version, only names that are hardly a sub-path. */
const bareTail = /\/(chat\/completions|audio\/speech|images\/(generations|edits))$/i;

/**
 * Reads a base URL as people type or paste it: with or without a scheme (https is assumed, http for this
 * machine), with `/v1` or any endpoint's path, a query, a fragment, quotes, a label before it, or the full-width
 * characters of Chinese keyboards. A sub-path is kept. Makes `{base_url}` of the contract (section 4).
 */
export function parseBaseAddress(typed: string): ParsedAddress {
  if (typed.length > longestAddress) return { ok: false, reason: 'notAnAddress' };
  const text = cleanTypedText(typed);
  if (text === '') return { ok: false, reason: 'empty' };
  if (keyAlone.test(text) && !text.includes('://')) return { ok: false, reason: 'looksLikeKey' };
  if (/\s/.test(text)) return { ok: false, reason: 'whitespaceInside' };

  const split = splitScheme(text);
  if (!split) return { ok: false, reason: 'unsupportedScheme' };
  const [authority = ''] = split.rest.split(/[/?#]/, 1);
  if (authority.includes('@')) return { ok: false, reason: 'containsCredentials' };

  const hostname = URL.parse(`http://${authority}`)?.hostname ?? '';
  const scheme = split.scheme ?? (isLoopbackHost(hostname) ? 'http' : 'https');
  const url = URL.parse(`${scheme}://${split.rest}`);
  if (!url || !isPlausibleHost(url, authority, split.scheme !== undefined)) {
    return { ok: false, reason: 'notAnAddress' };
  }
  // Base URLs are stored in the settings in plain text, so they must not contain a key.
  const name = url.hostname.replace(/\.$/, '');
  if (keyInUrl.test(url.pathname) || keyAsHost.test(name)) return { ok: false, reason: 'looksLikeKey' };
  if (!hasPlausibleEnd(name)) return { ok: false, reason: 'notAnAddress' };
  const host = url.port ? `${name}:${url.port}` : name;
  const origin = `${url.protocol}//${host}`;
  return { ok: true, address: { base: origin + subPath(url.pathname), origin, host } };
}

/** The URL of an endpoint: '/v1/messages' of 'https://host/sub' is 'https://host/sub/v1/messages'. */
export function endpointUrl(address: BaseAddress, path: `/${string}`): string {
  return address.base + path;
}

/** Whether others on the network could read requests: plain http to another machine. */
export function isUnencrypted({ origin }: BaseAddress): boolean {
  return origin.startsWith('http:') && !isLoopbackHost(new URL(origin).hostname);
}

function cleanTypedText(typed: string): string {
  return (
    typed
      .replace(invisibleCharacters, '')
      // NFKC turns ：／．？＃ and full-width letters into ASCII; a Chinese keyboard gives 。 and 、 for . and /.
      .normalize('NFKC')
      .replaceAll('。', '.')
      .replaceAll('、', '/')
      .replaceAll('\\', '/')
      .replace(surroundings, '')
      .replace(label, '')
  );
}

/** One or more: people paste a URL after "https://", and the last scheme is the copied one. `http:80` is a host. */
const webSchemes = /^(?:(https?)(?:[:;,.]\/+|:(?!\d+(?:\/|$))|\/\/+)(?=[^/]|$))+/i;

/** The scheme, if one was typed, and what follows it. Undefined for schemes other than http and https. */
function splitScheme(text: string): { scheme?: 'http' | 'https'; rest: string } | undefined {
  const [typed = '', scheme] = webSchemes.exec(text) ?? [];
  const rest = scheme ? text.slice(typed.length) : text.replace(/^\/\/+/, '');
  const otherScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(\/|\?|#|$))/i;
  if (!scheme && !/^[^/?#]*@/.test(rest) && otherScheme.test(rest)) return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(rest)) return undefined;
  return scheme ? { scheme: scheme.toLowerCase() === 'http' ? 'http' : 'https', rest } : { rest };
}

/** Names with several parts end in letters, or in `xn--…`: otherwise it is a token with a dot in it. */
function hasPlausibleEnd(hostname: string): boolean {
  const parts = hostname.split('.');
  return parts.length < 2 || isIPv4(hostname) || /^([a-z]+|xn--[a-z0-9-]+)$/.test(parts.at(-1) ?? '');
}

/** Without a scheme, a bare word is not a host unless it has a port or is this machine. */
function isPlausibleHost(url: URL, authority: string, hasScheme: boolean): boolean {
  const { hostname } = url;
  if (hostname.startsWith('.') || hostname.includes('..') || url.port === '0') return false;
  if (!/^(\[.+\]|[a-z0-9._-]+)$/.test(hostname)) return false;
  // URL parses `8080` and `192.168.1` as short IPv4 addresses; people mean a port, or left something out.
  if (isIPv4(hostname) && !authority.startsWith(hostname)) return false;
  return hasScheme || /[.[]/.test(hostname) || url.port !== '' || hostname === 'localhost';
}

function subPath(pathname: string): string {
  // Messages in input boxes are markup: brackets in a pasted address must not become a link.
  const encoded = pathname.replace(/[()[\]]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  const path = encoded.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const kept = path.replace(versionedTail, '').replace(bareTail, '').replace(/\/$/, '');
  // Cleaning strips such characters from the end of typed text, and a base URL is read again.
  return kept.replace(/(?:%20|['.,;:!?/])+$/, '');
}
