import * as z from 'zod/mini';
import { type Effort, efforts } from './efforts.ts';
import { matchingPatterns } from './modelPatterns.ts';

/** What the person says of models. */
export interface ModelOverride {
  /** What goes in and what comes out together, in tokens. */
  readonly context?: number | undefined;
  readonly output?: number | undefined;
  readonly tools?: boolean | undefined;
  readonly images?: boolean | undefined;
  /** The efforts that it takes; none of them: it takes none. */
  readonly effort?: readonly Effort[] | undefined;
  readonly temperature?: boolean | undefined;
}

/** The person's word on a model. */
export interface OverridesOfModel {
  /** Said of this very model, or of those that are called like it. */
  readonly own: ModelOverride;
  /** Said of all that nothing else is known of. */
  readonly general: ModelOverride;
}

const tokens = z.catch(z.optional(z.int().check(z.positive())), undefined);
const flag = z.catch(z.optional(z.boolean()), undefined);
const overrideEntry = z.object({
  context: tokens,
  output: tokens,
  tools: flag,
  images: flag,
  effort: z.catch(z.optional(z.array(z.enum(efforts))), undefined),
  temperature: flag,
});

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
