import * as z from 'zod/mini';
import { efforts } from './efforts.ts';
import { matchingPatterns } from './modelPatterns.ts';

const tokens = z.catch(z.optional(z.int().check(z.positive())), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);
const overrideEntry = z.object({
  /** What goes in and what comes out together, in tokens. */
  context: tokens,
  output: tokens,
  tools: flag,
  images: flag,
  /** The efforts that it takes; none of them: it takes none. */
  effort: z.catch(z.optional(z.array(z.enum(efforts))), undefined),
  temperature: flag,
});

/** What the person says of models. */
type ModelOverride = Readonly<z.infer<typeof overrideEntry>>;

/** The person's word on a model. */
export interface OverridesOfModel {
  /** Said of this very model, or of those that are called like it. */
  readonly own: ModelOverride;
  /** Said of all that nothing else is known of. */
  readonly general: ModelOverride;
}

/** Reads the setting as it was found; what is none is passed over. */
export function readOverrides(found: unknown): (id: string) => OverridesOfModel {
  const entries = typeof found === 'object' && found !== null ? Object.entries(found) : [];
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

/** A pattern without a letter in it, such as `*`, is about every model. */
function isAboutSome(pattern: string): boolean {
  return /[\p{L}\p{N}]/u.test(pattern);
}

/** Of each limit, what the best pattern that names it says. */
function merge(best: readonly ModelOverride[]): ModelOverride {
  return {
    context: best.find(({ context }) => context !== undefined)?.context,
    output: best.find(({ output }) => output !== undefined)?.output,
    tools: best.find(({ tools }) => tools !== undefined)?.tools,
    images: best.find(({ images }) => images !== undefined)?.images,
    effort: best.find(({ effort }) => effort !== undefined)?.effort,
    temperature: best.find(({ temperature }) => temperature !== undefined)?.temperature,
  };
}
