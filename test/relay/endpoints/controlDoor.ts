import type { Switchboard } from '../quirks/switchboard.ts';
import { findQuirk, isQuirkName, quirkNames } from '../quirks/table.ts';
import type { RelaySettings } from '../wire/endpoint.ts';
import type { Exchange } from '../wire/exchange.ts';
import { isFault, quirkOfFault } from '../wire/faults.ts';
import { isJsonObject } from '../wire/fields.ts';
import type { Journal } from '../wire/journal.ts';

/**
 * For tests in another process, and no part of the contract: the journal to read, faults and settings to set.
 *
 *   GET  /__reference/requests     every request so far
 *   GET  /__reference/utterances   everything spoken so far
 *   GET  /__reference/settings
 *   POST /__reference/settings     {"latencyMs"?, "chunksPerSecond"?, "slowWordMs"?, "speechMsPerByte"?, "speechMarkLevel"?}
 *   POST /__reference/faults       {"path": "/v1/messages", "fault": {"kind": …}}
 *   GET  /__reference/quirks       every quirk by name, and what it does
 *   POST /__reference/quirks       {"names": ["crlf"], "path"?: "/v1/messages", "times"?: 1} switches on;
 *                                  {"names": []} switches every quirk off
 *   POST /__reference/reset        forgets requests, utterances, faults and quirks
 */
export const controlPrefix = '/__reference/';

interface ControlledParts {
  readonly journal: Journal;
  readonly switchboard: Switchboard;
  readonly settings: RelaySettings;
}

const bodyLimitBytes = 1_000_000;
const settingNames = [
  'latencyMs',
  'chunksPerSecond',
  'slowWordMs',
  'speechMsPerByte',
  'speechMarkLevel',
] as const;

/** Why the settings can't be what they are asked to be, or '' once they are. */
function changeSettings(settings: RelaySettings, changes: unknown): string {
  if (!isJsonObject(changes)) {
    return 'not a JSON object';
  }
  for (const [name, value] of Object.entries(changes)) {
    const setting = settingNames.find((candidate) => candidate === name);
    if (setting === undefined || typeof value !== 'number' || !(value >= 0)) {
      return `${name}: must be one of ${settingNames.join(', ')}, and a number that is not negative`;
    }
    settings[setting] = value;
  }
  return '';
}

function addFault(switchboard: Switchboard, order: unknown): string {
  if (!isJsonObject(order) || typeof order['path'] !== 'string' || !isFault(order['fault'])) {
    return 'must be {"path": string, "fault": {"kind": …}}';
  }
  switchboard.queue(quirkOfFault(order['fault']), order['path']);
  return '';
}

function switchQuirks(switchboard: Switchboard, order: unknown): string {
  const { names, path, times } = isJsonObject(order) ? order : {};
  const isScope =
    (path === undefined || typeof path === 'string') && (times === undefined || Number(times) >= 1);
  if (!Array.isArray(names) || !isScope) {
    return 'must be {"names": [string], "path"?: string, "times"?: number}';
  }
  const unknown = names.find((name) => !isQuirkName(name));
  if (unknown !== undefined) {
    return `${String(unknown)}: no such quirk`;
  }
  if (names.length === 0) {
    switchboard.clear();
  } else {
    switchboard.add(names.filter(isQuirkName).map(findQuirk), {
      ...(typeof path === 'string' && { path }),
      ...(times !== undefined && { times: Number(times) }),
    });
  }
  return '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replies at the control door. The exchange is not in the journal that it reads. */
export async function answerAtControlDoor(exchange: Exchange, parts: ControlledParts): Promise<void> {
  const { journal, switchboard, settings } = parts;
  const body = parseJson((await exchange.readBody(bodyLimitBytes)).toString('utf8'));
  const replyJson = (status: number, value: unknown) =>
    exchange.reply({
      status,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(value),
    });
  const replyChanged = (complaint: string) =>
    complaint === '' ? replyJson(200, settings) : replyJson(400, { complaint });

  switch (`${exchange.record.method} ${exchange.record.path.slice(controlPrefix.length)}`) {
    case 'GET requests':
      return replyJson(200, journal.requests);
    case 'GET utterances':
      return replyJson(200, journal.utterances);
    case 'GET settings':
      return replyJson(200, settings);
    case 'POST settings':
      return replyChanged(changeSettings(settings, body));
    case 'POST faults':
      return replyChanged(addFault(switchboard, body));
    case 'GET quirks':
      return replyJson(200, Object.fromEntries(quirkNames.map((name) => [name, findQuirk(name).does])));
    case 'POST quirks':
      return replyChanged(switchQuirks(switchboard, body));
    case 'POST reset':
      journal.clear();
      switchboard.clear();
      return replyJson(200, settings);
    default:
      return replyJson(404, { complaint: 'no such thing at the control door' });
  }
}
