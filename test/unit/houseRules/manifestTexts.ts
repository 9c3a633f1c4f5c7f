import { hasWords } from './untranslatedTexts.ts';

/** Properties of a manifest whose texts people see, at any level. */
const shownProperty =
  /^(title|shortTitle|contextualTitle|category|label|contents|altText|(markdown)?(description|enumDescriptions|deprecationMessage)|markdownEnumDescriptions|markdownDescription|markdownDeprecationMessage|enumItemLabels|patternErrorMessage|errorMessage)$/i;

/** Texts of a manifest that people see and that are not a `%key%`, each with its path. */
export function findManifestTexts(manifest: object): string[] {
  return [...findTexts(manifest, [])].map(([path, text]) => `${path.join('.')}: ${text}`);
}

function* findTexts(
  value: unknown,
  path: readonly string[],
): Generator<readonly [readonly string[], string]> {
  if (typeof value === 'string') {
    if (isShown(path) && !/^%[\w.]+%$/.test(value) && hasWords(value)) yield [path, value];
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) yield* findTexts(part, [...path, name]);
}

/** A list item is shown if its list is. Only views have names for people; other names are IDs. */
function isShown(path: readonly string[]): boolean {
  // Tools describe their input to models, always in English.
  if (path.includes('inputSchema')) return false;
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? '';
  return shownProperty.test(name) || (name === 'name' && path[0] === 'contributes' && path[1] === 'views');
}
