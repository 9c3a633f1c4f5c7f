import { isFields } from '../../relay/json.ts';

/** What a color theme says of tokens: TextMate scopes, and how they look. It comes from other people's files. */
interface TokenRule {
  readonly scopes: readonly string[];
  readonly color: string | undefined;
  /** Such as `italic bold`; `''` for none. */
  readonly fontStyle: string | undefined;
}

/** The classes of colored code, each with the scopes that the editor gives such a token; the first known one applies. */
const scopesOfClasses: readonly (readonly [name: string, ...scopes: string[]])[] = [
  ['tag', 'punctuation.definition.tag'],
  ['name', 'entity.name.tag'],
  ['selector-tag', 'entity.name.tag.css'],
  ['selector-id', 'entity.other.attribute-name.id.css'],
  ['selector-class', 'entity.other.attribute-name.class.css'],
  ['selector-pseudo', 'entity.other.attribute-name.pseudo-class.css'],
  ['attr', 'support.type.property-name.json', 'variable.other.property'],
  ['tag .hljs-attr', 'entity.other.attribute-name'],
  ['attribute', 'support.type.property-name'],
  ['comment', 'comment.line'],
  ['header', 'meta.diff.header', 'comment.line'],
  ['quote', 'markup.quote', 'comment.line'],
  ['doctag', 'storage.type.class', 'comment.line'],
  ['keyword', 'keyword.other'],
  ['storage', 'storage.type'],
  ['modifier', 'storage.modifier'],
  ['control', 'keyword.control'],
  ['operator', 'keyword.operator'],
  ['literal', 'constant.language'],
  ['literal .hljs-keyword', 'constant.language'],
  ['number', 'constant.numeric'],
  ['symbol', 'constant.other.symbol'],
  ['string', 'string.quoted.double'],
  ['tag .hljs-string', 'string.quoted.double.html'],
  ['regexp', 'string.regexp'],
  ['char.escape_', 'constant.character.escape'],
  ['subst', 'meta.template.expression'],
  ['code', 'markup.inline.raw'],
  ['built_in', 'support.function'],
  ['type', 'support.type', 'entity.name.type'],
  ['title', 'entity.name.function'],
  ['title.class_', 'entity.name.type.class'],
  ['variable', 'variable.other.readwrite'],
  ['variable.language_', 'variable.language'],
  ['variable.constant_', 'variable.other.constant'],
  ['template-variable', 'variable.other.readwrite'],
  ['property', 'variable.other.property'],
  ['meta', 'meta.preprocessor', 'entity.name.function'],
  ['decorator', 'entity.name.function'],
  ['section', 'markup.heading'],
  ['bullet', 'punctuation.definition.list.begin.markdown'],
  ['link', 'markup.underline.link'],
  ['addition', 'markup.inserted'],
  ['deletion', 'markup.deleted'],
];

/**
 * Style sheet for code with the colors of a theme; `''` if it has none. What the theme doesn't name has the editor's
 * color of text, as in the editor. Of the theme's texts only colors in hexadecimal and known styles get in.
 *
 * @param tokenColors the theme's `tokenColors`, those that win last
 */
export function codeStyles(tokenColors: readonly unknown[]): string {
  const rules = tokenColors.flatMap(readRule);
  if (rules.length === 0) return '';
  return scopesOfClasses
    .map(([name, ...scopes]) => {
      const found = scopes.map((scope) => ({
        color: findStyle(rules, scope, 'color'),
        fontStyle: findStyle(rules, scope, 'fontStyle'),
      }));
      const { color = 'var(--vscode-editor-foreground)', fontStyle = '' } =
        found.find((each) => each.color !== undefined) ?? {};
      const italic = fontStyle.includes('italic') ? 'italic' : 'normal';
      const bold = fontStyle.includes('bold') ? 'bold' : 'inherit';
      const line = fontStyle.includes('underline') ? 'underline' : 'none';
      return `.hljs-${name} { color: ${color}; font-style: ${italic}; font-weight: ${bold}; text-decoration: ${line}; }`;
    })
    .join('\n');
}

/** What the most specific of the rules says, the last one of several. */
function findStyle(rules: readonly TokenRule[], scope: string, property: 'color' | 'fontStyle') {
  let found: string | undefined;
  let specificity = 0;
  for (const rule of rules) {
    if (rule[property] === undefined) continue;
    for (const named of rule.scopes) {
      if (named.length < specificity || !`${scope}.`.startsWith(`${named}.`)) continue;
      found = rule[property];
      specificity = named.length;
    }
  }
  return found;
}

/** Scopes that stand within others are left out: what surrounds a token is not known here. */
function readRule(rule: unknown): TokenRule[] {
  if (!isFields(rule) || !isFields(rule['settings'])) return [];
  const { foreground, fontStyle } = rule['settings'];
  const color =
    typeof foreground === 'string' && /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(foreground)
      ? foreground
      : undefined;
  const scopes = [rule['scope']]
    .flat()
    .flatMap((scope) => (typeof scope === 'string' ? scope.split(',') : []))
    .map((scope) => scope.trim())
    .filter((scope) => /^\S+$/.test(scope));
  return [{ scopes, color, fontStyle: typeof fontStyle === 'string' ? fontStyle : undefined }];
}
