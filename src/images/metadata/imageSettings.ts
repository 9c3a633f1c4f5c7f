import * as z from 'zod/mini';
import type { ImageParameters } from '../../protocol/imagesProtocol.ts';
import { isFields, parseJson } from '../../relay/json.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { maskText } from '../../text/secrets/secrets.ts';

/** An image's settings, as its file has them. Anybody may have written them: shown as plain text, never sent unseen. */
export interface ImageSettings {
  readonly prompt: string;
  readonly model?: string;
  readonly parameters: ImageParameters;
  /** Ids of the source images, as the tool that wrote them knows them. */
  readonly parentIds: readonly string[];
  /** In milliseconds since 1970. */
  readonly createdAt?: number;
}

export const longestPrompt = 20_000;
const longestName = 200;
const longestFurther = 4_000;
const deepestFurther = 6;
const mostParents = 16;

/** A text from a file, without invisible characters and with limited length. */
export function cleanText(text: string, longest = longestName): string {
  const shown = text
    .slice(0, longest * 2)
    .replaceAll('\r\n', '\n')
    .toWellFormed();
  return ellipsize(shown.replace(/[^\P{C}\n\t\u200c\u200d]/gu, '').trim(), longest);
}

/** Serializes settings for a file: JSON without secrets. It never contains a URL, whatever the parameters are. */
export function writeSettings(settings: ImageSettings): string {
  const { prompt, model, parameters, parentIds, createdAt } = settings;
  const { count, aspectRatio, size, further } = parameters;
  return JSON.stringify({
    version: 1,
    prompt: maskText(cleanText(prompt, longestPrompt)),
    model,
    parameters: { count, aspectRatio, size, further: withoutAddresses(further) },
    parents: parentIds.slice(0, mostParents),
    date: createdAt === undefined ? undefined : new Date(createdAt).toISOString(),
  });
}

/** Leaves out further parameters that contain a URL or a secret, and all of them if they are too deep or too large. */
function withoutAddresses(further: ImageParameters['further']): ImageParameters['further'] {
  if (!isPlain(further)) return undefined;
  const kept = Object.entries(further).filter(([name, value]) => {
    const text = JSON.stringify(value) ?? '';
    return (
      !/\b[a-z][a-z\d+.-]*:\/\/|"data:/i.test(text) &&
      maskText(`${JSON.stringify(name)}: ${text}`) === `${JSON.stringify(name)}: ${text}`
    );
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Whether it is a JSON object that is neither deep nor large. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  const isShallow = (inner: unknown, depth: number): boolean =>
    typeof inner !== 'object' ||
    inner === null ||
    (depth < deepestFurther && Object.values(inner).every((each) => isShallow(each, depth + 1)));
  return isFields(value) && isShallow(value, 0) && JSON.stringify(value).length <= longestFurther;
}

const name = z.pipe(
  z.string(),
  z.transform((text: string) => cleanText(text)),
);
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.catch(z.optional(schema), undefined);

const settingsSchema = z.lazy(() =>
  z.object({
    prompt: z.string(),
    model: optional(name),
    parameters: z.catch(
      z.object({
        count: optional(z.int().check(z.minimum(1), z.maximum(100))),
        aspectRatio: optional(name),
        size: optional(name),
        further: optional(z.custom<NonNullable<ImageParameters['further']>>(isPlain)),
      }),
      {},
    ),
    parents: z.catch(z.array(name), []),
    date: z.catch(z.string(), ''),
  }),
);

/** Reads what `writeSettings` wrote; somebody else may have written it, too. */
export function readSettings(json: string): ImageSettings | undefined {
  const read = settingsSchema.safeParse(parseJson(json)).data;
  if (!read) return undefined;
  const { prompt, model, parameters, parents, date } = read;
  const { count, aspectRatio, size, further } = parameters;
  const createdAt = Date.parse(date.slice(0, longestName));
  return {
    prompt: cleanText(prompt, longestPrompt),
    ...(model && { model }),
    parameters: {
      ...(count !== undefined && { count }),
      ...(aspectRatio && { aspectRatio }),
      ...(size && { size }),
      ...(further && { further }),
    },
    parentIds: parents.slice(0, mostParents),
    ...(Number.isFinite(createdAt) && { createdAt }),
  };
}
