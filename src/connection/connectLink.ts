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
  const parts = query === '' ? [] : query.split('&').map(splitPart);
  if (keyValue.test(`${query} ${fragment}`) || parts.some(([key]) => keyName.test(key)))
    return { ok: false, problem: 'containsKey' };
  const values = new Map(parts);
  const typed = values.get('address') ?? '';
  const name = values.get('name');
  const parsed = parseBaseAddress(typed);
  const isWellFormed =
    path === '/connect' &&
    fragment === '' &&
    !/[%+]/.test(query) &&
    parts.every(([key]) => key === 'address' || key === 'name') &&
    values.size === parts.length &&
    plainUrl.test(typed) &&
    (name === undefined || isUsableName(name));
  // parseBaseAddress corrects typing errors such as a second scheme. In a link, that would hide where it leads.
  if (!isWellFormed || !parsed.ok || parsed.address.origin !== URL.parse(typed)?.origin)
    return { ok: false, problem: 'invalid' };
  const { address } = parsed;
  if (isUnencrypted(address)) return { ok: false, problem: 'unencrypted' };
  return { ok: true, address, ...(name !== undefined && { name }) };
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
