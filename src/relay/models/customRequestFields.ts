import { checkRequestFields } from '../chat/requestFields.ts';
import { type Fields, isFields } from '../json.ts';
import { matchingPatterns } from './modelPatterns.ts';

/** Reads the setting as it was found: the fields that go along with requests to this model. */
export function requestFieldsOf(found: unknown, model: string): Fields {
  if (!isFields(found)) return {};
  const entries = matchingPatterns(Object.keys(found), model)
    .toReversed()
    .flatMap((pattern) => Object.entries(checkRequestFields(found[pattern]).fields));
  // Once more: together they may be too many.
  return checkRequestFields(Object.fromEntries(entries)).fields;
}

/** What of the setting is never sent, each with its pattern. */
export function refusedRequestFields(found: unknown): string[] {
  if (!isFields(found)) return [];
  return Object.entries(found).flatMap(([pattern, fields]) =>
    isFields(fields) ? checkRequestFields(fields).refused.map((name) => `${pattern}: ${name}`) : pattern,
  );
}
