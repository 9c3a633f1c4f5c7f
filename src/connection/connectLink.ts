import type { LinkProblem } from '../messages/inputProblems.ts';
import { checkProfileName } from '../platform/settings/profiles.ts';
import { type BaseAddress, isUnencrypted, parseBaseAddress } from '../relay/baseUrl.ts';

/** The parts of `vscode://model-relay.model-relay/connect?address=…&name=…` as `vscode.Uri` gives them. */
interface LinkParts {
  readonly path: string;
  readonly query: string;
  readonly fragment: string;
}

type ConnectLink =
  | { readonly ok: true; readonly address: BaseAddress; readonly name?: string }
  | { readonly ok: false; readonly problem: LinkProblem };

const longestQuery = 2048;

const keyName = /key|token|secret|passw|pwd|auth|credential|bearer/i;
const keyValue = /\b(sk-[\w-]{16}|bearer\s)/i;

/** A complete URL in plain characters: a site writes it once and correctly, so nothing has to be guessed. */
const plainUrl = /^https?:\/\/[a-z0-9._~:/[\]-]+$/i;

/**
 * Reads a link that a relay's site offers. It has a base URL and a profile name; a link with anything else is refused
 * as a whole, because its author expects more than would happen.
 *
 * `vscode.Uri` has decoded the query as a whole. So `%26` in a value looks like a `&` between two parts, which gives a
 * part without a known name, and is refused. A remaining `%` was encoded twice or not at all, and a `+` may be a space:
 * both are refused too, rather than decoded again.
 */
export function parseConnectLink({ path, query, fragment }: LinkParts): ConnectLink {
  if (path !== '/connect') return refuse('otherPath');
  const parts = query === '' ? [] : query.split('&').map(splitPart);
  if (keyValue.test(`${query} ${fragment}`) || parts.some(([key]) => keyName.test(key))) {
    return refuse('containsKey');
  }
  if (fragment !== '' || query.length > longestQuery) return refuse('unknownPart');
  if (parts.some(([key]) => key !== 'address' && key !== 'name')) return refuse('unknownPart');
  const values = new Map(parts);
  if (values.size < parts.length) return refuse('repeatedPart');
  if (/[%+]/.test(query)) return refuse('unclear');

  const typed = values.get('address') ?? '';
  if (typed === '') return refuse('noAddress');
  const parsed = parseBaseAddress(typed);
  // parseBaseAddress corrects typing errors such as a second scheme. In a link, that would hide where it leads.
  const isPlain = plainUrl.test(typed) && parsed.ok && parsed.address.origin === URL.parse(typed)?.origin;
  if (!parsed.ok || !isPlain) return refuse('notAnAddress');
  const { address } = parsed;
  if (isUnencrypted(address)) return refuse('unencrypted');
  const name = values.get('name');
  if (name === undefined) return { ok: true, address };
  return isUsableName(name) ? { ok: true, address, name } : refuse('unusableName');
}

function splitPart(part: string): readonly [key: string, value: string] {
  const place = part.indexOf('=');
  // A part without '=' has no value, and must not be mistaken for one with an empty value.
  return place < 0 ? [`=${part}`, ''] : [part.slice(0, place), part.slice(place + 1)];
}

/** Profiles are stored as an object's properties: a link must not choose names such as `constructor`. */
function isUsableName(name: string): boolean {
  return checkProfileName(name) === undefined && !Object.hasOwn(Object.prototype, name);
}

function refuse(problem: LinkProblem): ConnectLink {
  return { ok: false, problem };
}
