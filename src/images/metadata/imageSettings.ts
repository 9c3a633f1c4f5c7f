import * as z from 'zod/mini';
import { type Fields, isFields, parseJson } from '../../relay/json.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { maskText } from '../../text/secrets/secrets.ts';

/** An image's settings, as its file has them. Anybody may have written them: shown as plain text, never sent unseen. */
export interface ImageSettings {
  readonly prompt: string;
  readonly model?: string;
  /** Read from a file, they are unchecked. */
  readonly parameters: Fields;
  /** Ids of the source images, as the tool that wrote them knows them. */
  readonly parentIds: readonly string[];
}

const longestPrompt = 20_000;
const longestName = 200;
const longestFurther = 4_000;
const deepestFurther = 6;
const mostParents = 16;

/** A text from a file, without invisible characters and with limited length. */
function cleanText(text: string, longest = longestName): string {
  const shown = text
    .slice(0, longest * 2)
    .replaceAll('\r\n', '\n')
    .toWellFormed();
  return ellipsize(shown.replace(/[^\P{C}\n\t\u200c\u200d]/gu, '').trim(), longest);
}

/** Serializes settings for a file: JSON without secrets. It never contains a URL, whatever the parameters are. */
export function writeSettings({ prompt, model, parameters, parentIds }: ImageSettings): string {
  const { count, aspectRatio, size, further } = parameters;
  return JSON.stringify({
    version: 1,
    prompt: maskText(cleanText(prompt, longestPrompt)),
    model,
    parameters: { count, aspectRatio, size, further: withoutAddresses(further) },
    parents: parentIds.slice(0, mostParents),
  });
}

/** Leaves out further parameters that contain a URL or a secret, and all of them if they are too deep or too large. */
function withoutAddresses(further: unknown): Fields | undefined {
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
function isPlain(value: unknown): value is Fields {
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
const settingsSchema = z.lazy(() =>
  z.object({
    prompt: z.string(),
    model: z.catch(z.optional(name), undefined),
    parameters: z.catch(z.record(z.string(), z.unknown()), {}),
    parents: z.catch(z.array(name), []),
  }),
);

/** Reads what `writeSettings` wrote; somebody else may have written it, too. */
export function readSettings(json: string): ImageSettings | undefined {
  const read = settingsSchema.safeParse(parseJson(json)).data;
  if (!read) return undefined;
  const { prompt, model, parameters, parents } = read;
  const { further, ...others } = parameters;
  return {
    prompt: cleanText(prompt, longestPrompt),
    ...(model && { model }),
    parameters: isPlain(further) ? { ...others, further } : others,
    parentIds: parents.slice(0, mostParents),
  };
}
