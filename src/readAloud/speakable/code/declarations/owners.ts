import type { TextRange } from '../../../text/ranges.ts';
import type { CodeReading } from '../codeSpeech.ts';
import type { CommentGroup } from '../comments/commentGroups.ts';
import type { CodeLanguage } from '../languages/codeLanguage.ts';
import type { Token } from '../lexer/token.ts';
import { declarationBehind } from './declarationBehind.ts';
import { type DeclarationRules, declarationRulesOf } from './keywords.ts';
import { createScopes, type Declaration, type Scopes } from './scopes.ts';

/** A comment, and what it belongs to where that is sure. */
export interface OwnedComments {
  readonly group: CommentGroup;
  readonly owner?: Declaration;
}

/** The comments of a part of a text up to the end of what is asked for, each with what it belongs to. */
export function* ownersOfComments(
  { text, language, asked }: CodeReading,
  part: TextRange,
  items: Iterable<Token | CommentGroup>,
): Generator<OwnedComments> {
  const rules = declarationRulesOf(language.id);
  const scopes = rules && createScopes(text, language, rules);
  for (const item of items) {
    if (item.start >= asked.end) return;
    if (item.kind !== 'comments') scopes?.take(item);
    else {
      const owner = rules && scopes && ownerOf(text, language, rules, scopes, item, part.end);
      yield { group: item, ...(owner && { owner }) };
    }
  }
}

function ownerOf(
  text: string,
  language: CodeLanguage,
  rules: DeclarationRules,
  scopes: Scopes,
  group: CommentGroup,
  codeEnd: number,
): Declaration | undefined {
  const opening = text.slice(group.start, group.start + 3);
  if (/^[rRuUbB]{0,2}["']/.test(opening)) return scopes.documentedFrom(group.start);
  // Such comments are of what they stand in.
  if (/^\/[/*]!/.test(opening) || !isOnOwnLine(text, group.start) || isOfFile(text, group)) return undefined;
  const declaration = declarationBehind(text, language, rules, group, scopes.scopeAt(group.start), codeEnd);
  return declaration && beginsWith(text, group, declaration.name) ? undefined : declaration;
}

function isOnOwnLine(text: string, at: number): boolean {
  let start = at;
  while (start > 0 && at - start < 1000 && /[^\S\r\n]/.test(text.charAt(start - 1))) start -= 1;
  return start === 0 || /[\r\n\u2028\u2029]/.test(text.charAt(start - 1));
}

/** The header of a file, or the title of a part of it. */
function isOfFile(text: string, { start, end, isDocumentation }: CommentGroup): boolean {
  const content = text.slice(start, Math.min(end, start + 2000));
  if (/^#!|[@\\](?:file|fileoverview|module|packageDocumentation)\b/i.test(content)) return true;
  return !isDocumentation && (/[-=*#~─═]{4,}/.test(content) || /^\W*(?:MARK|#?region)\b/.test(content));
}

/** Documentation of Go begins with the name: twice would be once too often. */
function beginsWith(text: string, { lines }: CommentGroup, name: string): boolean {
  const first = lines.find(({ start, end }) => end > start);
  if (!first) return false;
  const line = text.slice(first.start, Math.min(first.end, first.start + name.length + 1));
  const bare = name.replace(/^\$/, '');
  return line.toLowerCase().startsWith(bare.toLowerCase()) && !/[\w$]/.test(line.charAt(bare.length));
}
