import * as z from 'zod/mini';
import { type Protocol, protocols } from '../chat/protocolNames.ts';
import { checkRequestFields } from '../chat/requestFields.ts';
import { defined, type Fields, isFields } from '../json.ts';
import { efforts } from './modelFamilies.ts';
import type { RelayModel } from './relayModel.ts';

const overrideEntry = z.lazy(() => {
  const tokens = z.catch(z.optional(z.int().check(z.positive())), undefined);
  const flag = z.catch(z.optional(z.boolean()), undefined);
  return z.object({
    /** Input and output tokens together. */
    context: tokens,
    output: tokens,
    tools: flag,
    images: flag,
    /** The efforts that it takes; an empty list: none. */
    effort: z.catch(z.optional(z.array(z.enum(efforts))), undefined),
    temperature: flag,
  });
});

/** A parsed entry of the setting of limits and capabilities. */
type ModelOverride = Readonly<z.infer<typeof overrideEntry>>;

/** The setting's values for a model. */
export interface OverridesOfModel {
  /** From a pattern that names this model or similar ones. */
  readonly own: ModelOverride;
  /** From a pattern for all models about which nothing else is known. */
  readonly general: ModelOverride;
}

/** Parses the setting; invalid entries are ignored. */
export function readOverrides(found: unknown): (id: string) => OverridesOfModel {
  const entries = isFields(found) ? Object.entries(found) : [];
  const overrides = new Map(
    entries.flatMap(([pattern, entry]) => {
      const parsed = overrideEntry.safeParse(entry).data;
      return parsed ? [[pattern, parsed] as const] : [];
    }),
  );
  const patterns = [...overrides.keys()];
  return (id) => {
    const matching = matchingPatterns(patterns, id);
    const say = (which: readonly string[]) => merge(which.flatMap((pattern) => overrides.get(pattern) ?? []));
    return {
      own: say(matching.filter((pattern) => pattern === id || isAboutSome(pattern))),
      general: say(matching.filter((pattern) => pattern !== id && !isAboutSome(pattern))),
    };
  };
}

/** A pattern without a letter, such as `*`, applies to every model. */
function isAboutSome(pattern: string): boolean {
  return /[\p{L}\p{N}]/u.test(pattern);
}

/** For each limit, the value of the most specific pattern that has it. */
function merge(best: readonly ModelOverride[]): ModelOverride {
  return Object.assign({}, ...best.toReversed().map(defined));
}

/**
 * Which of the patterns fit a model's id, the best first: the id itself, then a longer pattern before a shorter one.
 * In a pattern, `*` stands for any characters.
 */
export function matchingPatterns(patterns: readonly string[], id: string): string[] {
  return patterns
    .filter((pattern) => pattern === id || matches(pattern, id))
    .sort((a, b) => Number(b === id) - Number(a === id) || b.length - a.length);
}

function matches(pattern: string, id: string): boolean {
  const [start = '', ...others] = pattern.split('*');
  const end = others.pop();
  if (end === undefined || !id.startsWith(start)) return false;
  let at = start.length;
  for (const part of others) {
    const found = id.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return id.length - end.length >= at && id.endsWith(end);
}

/**
 * The protocol of a model: from the setting, else from the relay's lists; undefined if neither has the model, so that
 * its ID decides. `overrides` is the unparsed setting, from model IDs, or patterns with `*`, to protocols. An exact ID
 * takes precedence over a pattern, and a longer pattern over a shorter one.
 */
export function chooseProtocol(
  id: string,
  models: readonly RelayModel[],
  overrides: Readonly<Record<string, unknown>>,
): Protocol | undefined {
  const patterns = Object.keys(overrides).filter((key) => isProtocol(overrides[key]));
  const [pattern] = matchingPatterns(patterns, id);
  const chosen = pattern === undefined ? undefined : overrides[pattern];
  return isProtocol(chosen) ? chosen : models.find((model) => model.id === id)?.protocols[0];
}

function isProtocol(value: unknown): value is Protocol {
  return protocols.some((protocol) => protocol === value);
}

/** Parses the setting: the additional fields of requests to this model. */
export function requestFieldsOf(found: unknown, model: string): Fields {
  if (!isFields(found)) return {};
  const entries = matchingPatterns(Object.keys(found), model)
    .toReversed()
    .flatMap((pattern) => Object.entries(checkRequestFields(found[pattern]).fields));
  // Checked again: together the fields may be too many.
  return checkRequestFields(Object.fromEntries(entries)).fields;
}

/** The fields of the setting that are never sent, with their patterns. */
export function refusedRequestFields(found: unknown): string[] {
  if (!isFields(found)) return [];
  return Object.entries(found).flatMap(([pattern, fields]) =>
    isFields(fields) ? checkRequestFields(fields).refused.map((name) => `${pattern}: ${name}`) : pattern,
  );
}
