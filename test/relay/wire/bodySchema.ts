import * as z from 'zod';
import { type JsonObject, refuseForeignFields } from './fields.ts';
import { invalidRequest } from './refusal.ts';

/** Of the branches of a union, the one that went furthest before it failed is the one that was meant. */
function findMeantIssue(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors
    .flatMap((branch) => branch.slice(0, 1).map(findMeantIssue))
    .sort((one, other) => depthOf(other) - depthOf(one))
    .at(0);
  return inner !== undefined && depthOf(inner) > 0
    ? { ...inner, path: [...issue.path, ...inner.path] }
    : issue;
}

function depthOf(issue: z.core.$ZodIssue): number {
  return issue.path.length + (issue.code === 'unrecognized_keys' ? 1 : 0);
}

function complain(issue: z.core.$ZodIssue): string {
  const meant = findMeantIssue(issue);
  return meant.code === 'unrecognized_keys'
    ? `${[...meant.path, meant.keys[0] ?? ''].join('.')}: Extra inputs are not permitted`
    : `${meant.path.join('.')}: ${meant.message}`;
}

/** A text that says something. */
export const text = z.string().regex(/\S/);

/** Fields whose type the contract does not show are taken as they are. */
export const anything = z.unknown().optional();

/**
 * Checks a body against its protocol's schema. Fields by which another protocol is known come first (contract 4,
 * rule 1); other extras are refused or taken as the schema is strict or loose.
 */
export function checkBody<Shape extends z.core.$ZodLooseShape>(
  body: JsonObject,
  schema: z.ZodObject<Shape>,
): z.infer<z.ZodObject<Shape>> {
  const known = new Set(Object.keys(schema.shape));
  refuseForeignFields(Object.keys(body).filter((name) => !known.has(name)));
  const { data, error } = schema.safeParse(body, {
    error: ({ input }) => (input === undefined ? 'Field required' : undefined),
  });
  const issue = error?.issues.toSorted((one, other) => rankOf(one) - rankOf(other))[0];
  if (data === undefined || issue !== undefined) {
    throw invalidRequest(issue === undefined ? 'invalid request body' : complain(issue));
  }
  return data;
}

/** Extras first: a client that sends them learns of its own fault before that of its values. */
function rankOf({ code, path }: z.core.$ZodIssue): number {
  return code === 'unrecognized_keys' && path.length === 0 ? 0 : 1;
}
