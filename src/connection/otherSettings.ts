import * as z from 'zod/mini';
import { fieldNames, type OtherSetting, type OtherValue } from '../protocol/settingsProtocol.ts';

/** A setting as the manifest declares it, with texts that VS Code has already translated. */
const property = z.object({
  type: z.string(),
  default: z.unknown(),
  description: z.optional(z.string()),
  markdownDescription: z.optional(z.string()),
  editPresentation: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  enumDescriptions: z.optional(z.array(z.string())),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
/** The manifest's sections of settings, in the order in which VS Code's settings editor shows them. */
const sections = z.array(z.object({ properties: z.record(z.string(), property) }));

const prefix = 'modelRelay.';
/** Settings that other parts of the panel edit. */
const elsewhere: ReadonlySet<string> = new Set(['profile', 'profiles', ...fieldNames]);

/**
 * Every setting of the manifest that is not a profile's field, so that the panel automatically has all new settings.
 * `userValue` reads the user's value.
 */
export function listOtherSettings(declared: unknown, userValue: (name: string) => unknown): OtherSetting[] {
  const declarations = sections.parse(declared).flatMap(({ properties }) => Object.entries(properties));
  return declarations.flatMap(([id, declaration]) => {
    const name = id.slice(prefix.length);
    if (elsewhere.has(name)) return [];
    const { enum: values, enumDescriptions, minimum, maximum } = declaration;
    const own = userValue(id);
    const kind = values ? 'choice' : (kinds[declaration.type] ?? 'json');
    return {
      name,
      label: toLabel(name),
      description: toPlain(declaration.markdownDescription ?? declaration.description ?? ''),
      kind,
      value: toOtherValue(kind, own ?? declaration.default),
      isModified: own !== undefined,
      ...(values && {
        choices: values.map((value, place) => ({
          value,
          description: toPlain(enumDescriptions?.[place] ?? ''),
        })),
      }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    };
  });
}

/** Whether a value from the panel is valid for this setting. */
export function fitsSetting({ kind, choices, minimum, maximum }: OtherSetting, value: OtherValue): boolean {
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean';
    case 'whole':
    case 'number':
      return (
        typeof value === 'number' &&
        Number.isFinite(value) &&
        (kind === 'number' || Number.isInteger(value)) &&
        value >= (minimum ?? value) &&
        value <= (maximum ?? value)
      );
    case 'choice':
      return choices?.some((choice) => choice.value === value) ?? false;
    case 'text':
      return typeof value === 'string';
    case 'json':
      return false;
  }
}

/** For objects and lists, VS Code's settings editor also shows only a link to settings.json. */
const kinds: Partial<Record<string, OtherSetting['kind']>> = {
  boolean: 'switch',
  integer: 'whole',
  number: 'number',
  string: 'text',
};

function toOtherValue(kind: OtherSetting['kind'], value: unknown): OtherValue {
  if (kind === 'json') return JSON.stringify(value) ?? '';
  return typeof value === 'boolean' || typeof value === 'number' ? value : String(value ?? '');
}

/** "Read Aloud: Cache Size": a label from a setting's name, like in VS Code's settings editor. */
function toLabel(name: string): string {
  const words = (part: string) =>
    part.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/^[a-z]/, (letter) => letter.toUpperCase());
  const parts = name.split('.').map(words);
  const last = parts.pop() ?? '';
  return parts.length === 0 ? last : `${parts.join(' › ')}: ${last}`;
}

/** The manifest's Markdown has only code, links to settings and emphasis. */
function toPlain(markdown: string): string {
  return markdown
    .replace(/`#([^`#]+)#`/g, '$1')
    .replace(/`|\*\*/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}
