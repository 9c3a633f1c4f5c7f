import * as z from 'zod/mini';
import { taskStates } from './taskLayers.ts';
import type { TaskPaths } from './taskPaths.ts';

/** A path below the base URL: no dotted part may lead out of it, no second slash to another host. */
const path = z.string().check(z.regex(/^(?!.*\/(\.|%2e){1,2}([/?]|$))\/(?!\/)[^\s#\\]*$/i));
const pathWithId = path.check(z.refine((text) => text.includes('{id}')));
const pointer = z.string().check(z.startsWith('/'));

const pathsFields = {
  submit: path,
  content: z.optional(pathWithId),
  cancel: z.optional(pathWithId),
  cancelMethod: z.optional(z.enum(['POST', 'DELETE'])),
  needs: z.optional(z.array(z.string())),
  body: z.optional(z.record(z.string(), z.json())),
  states: z.optional(z.partialRecord(z.enum(taskStates), z.array(z.string()))),
  at: z.optional(
    z.strictObject({
      id: z.optional(pointer),
      state: z.optional(pointer),
      results: z.optional(pointer),
    }),
  ),
};
export const taskPathsSchema = z.union([
  z.strictObject({ ...pathsFields, query: pathWithId, queryMethod: z.optional(z.literal('GET')) }),
  z.strictObject({ ...pathsFields, query: path, queryMethod: z.literal('POST') }),
]);

/** Parses paths that a person wrote; or tells where something is missing, unknown or of the wrong kind. */
export function parseTaskPaths(
  value: unknown,
): { readonly paths: TaskPaths } | { readonly problemAt: string } {
  const { data, error } = taskPathsSchema.safeParse(value);
  if (data) return { paths: data as TaskPaths };
  const [issue] = error?.issues ?? [];
  // Both kinds of paths fail; report the problem with the first one, which nearly all paths are.
  const [inner = issue] = issue?.code === 'invalid_union' ? (issue.errors[0] ?? []) : [];
  const names = inner?.code === 'unrecognized_keys' ? inner.keys : (inner?.path ?? []);
  return { problemAt: names.join('.') };
}
