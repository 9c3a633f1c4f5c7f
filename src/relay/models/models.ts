import * as z from 'zod';
import type { CallOptions } from '../callOptions.ts';
import { isErrorJson } from '../errors/errorBody.ts';
import { errorAboutReply, errorFromUnexpectedBody } from '../errors/errorReply.ts';
import { RelayError } from '../errors/relayError.ts';
import { readBytes } from '../http/reply.ts';
import { sizeCaps } from '../http/request.ts';
import type { Transport } from '../http/transport.ts';
import { defined, isFields, parseJson } from '../json.ts';
import { maybe, text, texts } from '../schemas.ts';
import { abilityFields, limitFields, readAbilities, readLimits } from './modelAbilities.ts';
import { classifyModel } from './modelKinds.ts';
import { priceFields, readPrices } from './modelPrices.ts';
import type { ModelList, ModelListPath, RelayModel } from './relayModel.ts';

/** Several times what the largest relays list. All code that stores or shows a list relies on this bound. */
export const maxListedModels = 5000;

const listPaths: readonly ModelListPath[] = ['/v1/models', '/v1beta/models'];

/** Maximum number of pages of a list. */
const mostPages = 50;

const entryFields = z.looseObject({
  id: text,
  name: text,
  model: text,
  displayName: text,
  display_name: text,
  owned_by: text,
  supported_endpoint_types: texts,
  supportedGenerationMethods: texts,
  ...limitFields,
  ...abilityFields,
  ...priceFields,
});

type Entry = z.infer<typeof entryFields>;

/** Maximum length of ids and names. */
const maxNameLength = 300;

/** An entry may be just an id; an entry of unknown shape is ignored. */
const entrySchema = maybe(
  z.preprocess((entry) => (typeof entry === 'string' ? { id: entry } : entry), entryFields),
);

interface PartialList {
  readonly path: ModelListPath;
  readonly entries: readonly Entry[];
  readonly isCapped: boolean;
  readonly error?: RelayError;
}

const isAboutKey = ({ kind }: RelayError) => kind === 'authentication' || kind === 'tokenUnavailable';

/**
 * Reads both model lists in parallel and merges them. If both fail without any model, throws the error
 * about the key if there is one, otherwise that of `/v1/models`, which is the one that people's tools use.
 */
export async function listModels(transport: Transport, call?: CallOptions): Promise<ModelList> {
  const lists = await Promise.all(listPaths.map((path) => readList(transport, path, call)));
  const incomplete = lists.flatMap(({ path, error }) => (error ? [{ path, error }] : []));
  const cancelled = incomplete.find(({ error }) => error.kind === 'cancelled');
  if (cancelled) throw cancelled.error;
  const telling = incomplete.find(({ error }) => isAboutKey(error)) ?? incomplete[0];
  if (telling && lists.every(({ entries }) => entries.length === 0) && incomplete.length === lists.length) {
    throw telling.error;
  }
  const merged = mergeLists(lists);
  const isCapped = merged.isCapped || lists.some((list) => list.isCapped);
  return { models: merged.models, incomplete, ...(isCapped && { isCapped }) };
}

async function readList(
  transport: Transport,
  path: ModelListPath,
  call: CallOptions | undefined,
): Promise<PartialList> {
  const found: Entry[] = [];
  const asked = new Set<string>();
  let isCapped = false;
  try {
    let query: string | undefined = '';
    // A page that leads back to an earlier one is the last, even if the relay names a next page.
    let maxBytes = sizeCaps.list;
    while (query !== undefined && !asked.has(query) && !isCapped) {
      if (asked.size === mostPages) throw new RelayError('invalidResponse');
      asked.add(query);
      const page = await readPage(transport, `${path}${query}`, maxBytes, call);
      maxBytes -= page.bytes;
      isCapped = page.isCapped || found.length + page.entries.length > maxListedModels;
      found.push(...page.entries.slice(0, maxListedModels - found.length));
      query = page.next;
    }
    return { path, entries: found, isCapped };
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    return { path, entries: found, isCapped, error };
  }
}

async function readPage(
  transport: Transport,
  path: `/${string}`,
  maxBytes: number,
  call: CallOptions | undefined,
) {
  const reply = await transport.send({
    method: 'GET',
    path,
    // Authorization only: other protocols' key headers would change the list, and which key counts.
    headers: { accept: 'application/json' },
    retry: 'anyFailure',
    firstByte: 'quickFirstByteMs',
    maxBytes,
    call,
  });
  const bytes = await readBytes(reply.body);
  const body = new TextDecoder().decode(bytes);
  const json = parseJson(body);
  const listed = entriesOf(json);
  // An array of IDs is a list; an error that happens to be an array is not.
  if (!listed || isErrorJson(json)) throw errorFromUnexpectedBody(reply, body);
  // Parsed one by one, and only up to the limit: a page may contain millions.
  const found = listed.slice(0, maxListedModels).flatMap((raw) => {
    const entry = entrySchema.parse(raw);
    return entry ? [entry] : [];
  });
  if (listed.length > 0 && found.length === 0) throw errorAboutReply(reply, 'invalidResponse');
  const isCapped = listed.length > maxListedModels;
  return { entries: found, isCapped, next: nextPage(json), bytes: bytes.length };
}

/**
 * The entries of a list by its shape, never by its path: relays serve either path with either shape (the contract
 * leaves it open). A field that is null is an empty list, as some relays write it.
 */
function entriesOf(json: unknown): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (!isFields(json)) return undefined;
  const { data, models } = json;
  const lists = isFields(data) ? [data['models'], data['data']] : [data, models];
  return lists.find(Array.isArray) ?? (lists.includes(null) ? [] : undefined);
}

/** The query of the next page, in the style of the list's protocol. */
function nextPage(json: unknown): string | undefined {
  const { nextPageToken, has_more: hasMore, last_id: lastId } = isFields(json) ? json : {};
  // encodeURIComponent throws on a lone surrogate.
  const encode = (text: string) => encodeURIComponent(text.toWellFormed());
  if (nextPageToken && typeof nextPageToken === 'string') return `?pageToken=${encode(nextPageToken)}`;
  return hasMore === true && typeof lastId === 'string' && lastId !== ''
    ? `?after_id=${encode(lastId)}`
    : undefined;
}

/** The entries about one model. */
interface Listing {
  readonly same: Entry[];
  isInChatCompletionsList: boolean;
}

/** One model for each ID, sorted; if there are too many, the first ones that the relay names. */
function mergeLists(lists: readonly PartialList[]) {
  const listingsById = new Map<string, Listing>();
  for (const { path, entries } of lists) {
    for (const entry of entries) {
      const id = idOf(entry);
      if (!isName(id)) continue;
      const listing = listingsById.get(id) ?? { same: [], isInChatCompletionsList: false };
      listingsById.set(id, listing);
      listing.same.push(entry);
      listing.isInChatCompletionsList ||= path === '/v1/models';
    }
  }
  const models = [...listingsById]
    .slice(0, maxListedModels)
    .map(([id, listing]) => mergeModel(id, listing))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { models, isCapped: listingsById.size > maxListedModels };
}

function mergeModel(id: string, { same, isInChatCompletionsList }: Listing): RelayModel {
  const first = <T>(read: (entry: Entry) => T | null | undefined): T | undefined =>
    same.map(read).find((value) => value !== null && value !== undefined && value !== '') ?? undefined;
  const displayName = first((entry) =>
    [entry.displayName, entry.display_name].find((name) => isName(name) && name !== id),
  );
  const generationMethods = same.flatMap((entry) => entry.supportedGenerationMethods ?? []);
  return defined({
    id,
    displayName,
    ownedBy: first(({ owned_by }) => (isName(owned_by) ? owned_by : undefined)),
    ...classifyModel(id, {
      endpointTypes: same.flatMap((entry) => entry.supported_endpoint_types ?? []),
      generationMethods,
      isInChatCompletionsList,
    }),
    ...readLimits(same),
    ...readAbilities(same),
    takesPredict: generationMethods.includes('predict') ? (true as const) : undefined,
    prices: readPrices(same),
  });
}

function isName(text: string | null | undefined): text is string {
  return !!text && text.length <= maxNameLength;
}

function idOf(entry: Entry): string | undefined {
  return (entry.id || entry.name || entry.model)?.replace(/^models\//, '').trim();
}

/**
 * Sends a request that needs the key, because some relays list their models for any key. It has no messages, so that it
 * is refused as invalid after the key was checked (contract 5, 8): nothing is generated, and nothing is billed.
 *
 * Returns whether the reply shows that the relay knows the key; false also if there is no chat model to ask.
 * Throws RelayErrors only: `authentication` and `tokenUnavailable` for a key that is refused, and `cancelled`.
 */
export async function checkKey(
  transport: Transport,
  models: readonly RelayModel[],
  call?: CallOptions,
): Promise<boolean> {
  const model = models.find(({ kind }) => kind === 'chat');
  if (!model) return false;
  try {
    const reply = await transport.send({
      method: 'POST',
      path: model.protocols[0] === 'messages' ? '/v1/messages' : '/v1/chat/completions',
      // One token, in case a model responds anyway.
      json: { model: model.id, messages: [], max_tokens: 1 },
      headers: { accept: 'application/json' },
      retry: 'never',
      firstByte: 'quickFirstByteMs',
      maxBytes: sizeCaps.list,
      call,
    });
    reply.release();
    return true;
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    const { kind, details } = error;
    // With an upstream status, the service refused the relay's own key, not this one.
    const isRefused = isAboutKey(error) && !details.upstreamStatus;
    if (isRefused || kind === 'cancelled') throw error;
    return kind === 'invalidRequest' && details.status !== undefined && details.status < 500;
  }
}
