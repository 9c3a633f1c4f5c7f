import * as vscode from 'vscode';
import { commands } from '../../manifest.ts';
import { readUserValue } from '../../platform/settings/settings.ts';
import { CodeFollower } from '../../text/codeFence.ts';
import type { TextRange } from '../narration/text/ranges.ts';

/** Larger files are not searched for comments each time the mouse rests. */
const maximumCharacters = 300_000;

/** The range of a hover's link: as lines and characters, because links carry only JSON. */
export interface HoverTarget {
  readonly uri: string;
  readonly start: readonly [line: number, character: number];
  readonly end: readonly [line: number, character: number];
}

/** Offers to read the section of a heading, or a code comment, in its hover. */
export function registerPlayInHover(): vscode.Disposable {
  return vscode.languages.registerHoverProvider('*', {
    async provideHover(document, position) {
      const isOff = readUserValue('modelRelay.readAloud.playInHover') === false;
      if (isOff || document.getText().length > maximumCharacters) return undefined;
      return document.languageId === 'markdown'
        ? hoverOfHeading(document, position)
        : await hoverOfComment(document, position);
    },
  });
}

function hoverOfHeading(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
  const depth = headingDepth(document, position.line);
  if (depth === undefined) return undefined;
  let last = position.line + 1;
  const follower = new CodeFollower();
  for (; last < document.lineCount; last += 1) {
    const next = follower.isCode(document.lineAt(last).text) ? undefined : headingDepth(document, last);
    if (next !== undefined && next <= depth) break;
  }
  const range = document.lineAt(position.line).range;
  const section = new vscode.Range(range.start, document.lineAt(last - 1).range.end);
  return offer(vscode.l10n.t('Read this section aloud'), document, section, range);
}

function headingDepth(document: vscode.TextDocument, line: number): number | undefined {
  return /^\s{0,3}(#{1,6})\s/.exec(document.lineAt(line).text)?.[1]?.length;
}

/** The comments of the last hovered document. */
let known: { readonly key: string; readonly comments: readonly TextRange[] } | undefined;

async function hoverOfComment(
  document: vscode.TextDocument,
  position: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const key = `${document.uri.toString()} ${document.version}`;
  if (known?.key !== key) {
    const { commentsIn } = await import('../narration/narration.ts');
    known = { key, comments: Array.from(commentsIn(document.languageId, document.getText())) };
  }
  const offset = document.offsetAt(position);
  const found = known.comments.find(({ start, end }) => start <= offset && offset <= end);
  if (!found) return undefined;
  const range = new vscode.Range(document.positionAt(found.start), document.positionAt(found.end));
  return offer(vscode.l10n.t('Read this comment aloud'), document, range, range);
}

function offer(
  words: string,
  document: vscode.TextDocument,
  { start, end }: vscode.Range,
  hovered: vscode.Range,
): vscode.Hover {
  const target: HoverTarget = {
    uri: document.uri.toString(),
    start: [start.line, start.character],
    end: [end.line, end.character],
  };
  // This text contains nothing from the document, so it may run this one command.
  const link = `command:${commands.readRange}?${encodeURIComponent(JSON.stringify([target]))}`;
  const text = new vscode.MarkdownString(`[$(unmute) ${words}](${link})`, true);
  text.isTrusted = { enabledCommands: [commands.readRange] };
  return new vscode.Hover(text, hovered);
}
