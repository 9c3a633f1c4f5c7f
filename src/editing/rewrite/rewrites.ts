import * as vscode from 'vscode';
import { rewriteScheme } from '../../manifest.ts';
import { type AskedChatModel, type AskFailure, offerRetry } from '../../platform/askModel.ts';
import { createProposedTexts } from '../../platform/diffPreview/proposedTexts.ts';
import { ask as askPerson, confirm, notify, notifyBriefly } from '../../platform/notifications.ts';
import { joinSentences } from '../../text/joinText.ts';
import { markPlace, type RewritePlace } from './documentPlace.ts';
import type { Instructions } from './instructions.ts';
import type { OtherText } from './rewriteQuestion.ts';
import { type Written, writeCode } from './rewriteRun.ts';

interface RewriteRequest {
  readonly place: RewritePlace;
  /** The command's own instruction, in English; undefined if the instruction is all the person's own. */
  readonly task?: string;
  /** What the person wants, in their own words. */
  readonly words: string;
  readonly others?: readonly OtherText[];
}

interface Rewrite {
  request: RewriteRequest;
  readonly uri: vscode.Uri;
  /** What stands on the left where there is no file yet. */
  readonly empty: vscode.Uri | undefined;
  /** While it is being accepted, it is neither accepted again nor generated again. */
  state: 'writing' | 'whole' | 'cut' | 'accepting';
  lines: readonly string[];
  running: AbortController;
  isRevealed: boolean;
  /** What the status bar says of it, for as long as it waits. */
  hint?: vscode.Disposable;
  readonly following: vscode.Disposable;
}

/** Rewrites that are written, or wait for the person. Nothing is changed before they say so. */
export function createRewrites(model: AskedChatModel, instructions: Instructions) {
  const { t } = vscode.l10n;
  const rewrites = new Map<string, Rewrite>();
  // Closing the diff discards the rewrite.
  const texts = createProposedTexts(rewriteScheme, (key) => forget(rewrites.get(key)));
  const changedBadges = new vscode.EventEmitter<vscode.Uri>();
  /** Marks on the tabs: a title can't be changed while its diff is open, and screen readers say these too. */
  const badges = vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: changedBadges.event,
    provideFileDecoration: (uri) => badgeOf(rewrites.get(uri.toString())?.state),
  });

  async function start(request: RewriteRequest): Promise<void> {
    const { place } = request;
    const { before, old, after } = place.text();
    const uri = texts.add(place.path, before + old + after);
    const rewrite: Rewrite = {
      request,
      uri,
      empty: place.uri ? undefined : texts.add(place.path, ''),
      state: 'writing',
      lines: old.split('\n'),
      running: new AbortController(),
      isRevealed: false,
      following: place.onDidChange(() => refresh(rewrite)),
    };
    rewrites.set(uri.toString(), rewrite);
    await openDiff(rewrite, before);
    await write(rewrite);
  }

  async function openDiff({ request, uri, empty }: Rewrite, before: string): Promise<void> {
    const { place } = request;
    const right = await vscode.workspace.openTextDocument(uri);
    if (right.languageId !== place.language) await setLanguage(right, place.language);
    const name = place.name.split('/').at(-1) ?? '';
    const line = before.split('\n').length - 1;
    const title = empty ? t('{0}: new file', name) : t('{0}: current ↔ rewrite', `${name}:${line + 1}`);
    await vscode.commands.executeCommand('vscode.diff', place.uri ?? empty, uri, title, {
      preview: false,
      selection: new vscode.Range(line, 0, line, 0),
    });
  }

  async function write(rewrite: Rewrite): Promise<void> {
    const { place, task, words, others } = rewrite.request;
    const { running } = rewrite;
    const isMeant = () => rewrite.running === running && rewrites.has(rewrite.uri.toString());
    if (!isMeant()) return;
    place.reset();
    rewrite.state = 'writing';
    changedBadges.fire(rewrite.uri);
    const mark = markPlace(place);
    const written = await writeCode(
      {
        ...place.text(),
        instruction: [task, words].filter(Boolean).join(' '),
        path: place.name,
        language: place.language,
        style: place.style,
        ...(others && { others }),
      },
      {
        ...model,
        signal: running.signal,
        onLines: (lines) => {
          if (isMeant()) showLines(rewrite, lines);
        },
      },
    ).finally(() => mark.dispose());
    if (isMeant()) await take(rewrite, written);
  }

  function showLines(rewrite: Rewrite, lines: readonly string[]): void {
    rewrite.lines = lines;
    refresh(rewrite);
    if (rewrite.isRevealed) return;
    const { before, old } = rewrite.request.place.text();
    const oldLines = old.split('\n');
    const changed = lines.findIndex((line, at) => line !== oldLines[at]);
    if (changed === -1) return;
    rewrite.isRevealed = true;
    const line = before.split('\n').length - 1 + changed;
    const key = rewrite.uri.toString();
    const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === key);
    editor?.revealRange(
      new vscode.Range(line, 0, line, 0),
      vscode.TextEditorRevealType.InCenterIfOutsideViewport,
    );
  }

  /** The right side of the diff: the file's current text with the new code in it. */
  function refresh({ request, uri, lines }: Rewrite): void {
    const { before, after } = request.place.text();
    texts.update(uri, before + lines.join('\n') + after);
  }

  async function take(rewrite: Rewrite, { lines, isCut = false, failure }: Written): Promise<void> {
    if (!lines) return sayFailure(rewrite, failure);
    rewrite.state = isCut ? 'cut' : 'whole';
    changedBadges.fire(rewrite.uri);
    showLines(rewrite, lines);
    if (isCut) {
      const words = joinSentences(failure?.words, t('The diff shows what was received so far.'));
      if ((await offerRetry({ ...failure, words }, t('Try Again…'))) && isThere(rewrite))
        await askAgain(rewrite);
      return;
    }
    // In the status bar, because the first Escape would close a notification instead.
    if (texts.isInFront(rewrite.uri)) {
      rewrite.hint = notifyBriefly(t('Ready: {0} accepts, Escape discards', acceptKey()));
      return;
    }
    const show = t('Show');
    const name = rewrite.request.place.name;
    if ((await notify('info', t('The rewrite of {0} is ready.', name), show)) === show && isThere(rewrite))
      await openDiff(rewrite, rewrite.request.place.text().before);
  }

  /** There is nothing to accept: closes the diff, but keeps the position as long as the person may try again. */
  async function sayFailure(rewrite: Rewrite, failure: AskFailure | undefined): Promise<void> {
    const { request } = rewrite;
    await close(rewrite, { keepsPlace: true });
    // Without an instruction from the person, there is none to change.
    const hasWords = request.words !== '';
    if (failure && (await offerRetry(failure, hasWords ? t('Try Again…') : t('Try Again')))) {
      const other = hasWords ? await askForWords(request) : '';
      if (other !== undefined) return start({ ...request, words: other });
    }
    request.place.dispose();
  }

  /** Asks for another instruction; undefined if the person canceled. */
  function askForWords({ words }: RewriteRequest): Promise<string | undefined> {
    return instructions.ask({ title: () => t('Rewrite Code'), value: words });
  }

  async function askAgain(rewrite: Rewrite): Promise<void> {
    if (isAccepting(rewrite)) return;
    const words = await askForWords(rewrite.request);
    if (words === undefined || !isThere(rewrite) || isAccepting(rewrite)) return;
    rewrite.running.abort();
    rewrite.hint?.dispose();
    rewrite.running = new AbortController();
    rewrite.request = { ...rewrite.request, words };
    rewrite.isRevealed = false;
    showLines(rewrite, rewrite.request.place.text().old.split('\n'));
    await write(rewrite);
  }

  async function accept(rewrite: Rewrite): Promise<void> {
    const { state } = rewrite;
    if (state === 'accepting') return;
    if (state === 'writing')
      return void notifyBriefly(t('The model is still writing. Accept the rewrite when it is complete.'));
    rewrite.state = 'accepting';
    try {
      await putIn(rewrite, state === 'cut');
    } finally {
      rewrite.state = state;
    }
  }

  async function putIn(rewrite: Rewrite, isCut: boolean): Promise<void> {
    const { place } = rewrite.request;
    if (!(await isWanted(rewrite, isCut)) || !isThere(rewrite)) return;
    const problem = await place.write(rewrite.lines.join('\n'));
    if (problem !== undefined) return void (await notify('warning', problem));
    await close(rewrite, { keepsPlace: true });
    await place.show();
    place.dispose();
  }

  /** Asks for confirmation if the new code is incomplete, or the old code changed in the meantime. */
  async function isWanted(rewrite: Rewrite, isCut: boolean): Promise<boolean> {
    const { place } = rewrite.request;
    const cut = t('This rewrite is incomplete. Apply it anyway?');
    const rest = t('The response is incomplete. The rest of the code is unchanged.');
    if (isCut && !(await confirm('warning', cut, rest, t('Apply Anyway')))) return false;
    if (!place.isTouched) return true;
    const [take, discard] = [t('Use Model’s Code'), t('Discard Rewrite')];
    const question = t('The code in {0} changed while the model was writing.', place.name);
    const detail = t('The diff shows your code on the left and the model’s code on the right.');
    const answer = await askPerson('warning', question, detail, take, discard);
    if (answer === discard) await close(rewrite);
    return answer === take;
  }

  function isAccepting({ state }: Rewrite): boolean {
    return state === 'accepting';
  }

  function isThere({ uri }: Rewrite): boolean {
    return rewrites.has(uri.toString());
  }

  function forget(rewrite: Rewrite | undefined, { keepsPlace = false } = {}): void {
    if (!rewrite) return;
    rewrites.delete(rewrite.uri.toString());
    rewrite.running.abort();
    rewrite.following.dispose();
    rewrite.hint?.dispose();
    if (!keepsPlace) rewrite.request.place.dispose();
    if (rewrite.empty) void texts.remove(rewrite.empty);
  }

  async function close(rewrite: Rewrite, options?: { readonly keepsPlace: boolean }): Promise<void> {
    forget(rewrite, options);
    await texts.remove(rewrite.uri);
  }

  /** For the rewrite whose diff is in front, as the buttons of its title mean it. */
  async function withShown(action: (rewrite: Rewrite) => Promise<void>): Promise<void> {
    const key = texts.findShown();
    const rewrite = key === undefined ? undefined : rewrites.get(key);
    if (rewrite) await action(rewrite);
  }

  return {
    start,
    acceptShown: () => withShown(accept),
    discardShown: () => withShown(close),
    retryShown: () => withShown(askAgain),
    dispose(): void {
      for (const rewrite of rewrites.values()) forget(rewrite);
      vscode.Disposable.from(texts, changedBadges, badges).dispose();
    },
  };
}

function acceptKey(): string {
  // In a remote window, the person's system is unknown.
  if (vscode.env.remoteName !== undefined) return 'Ctrl/⌘+Enter';
  return process.platform === 'darwin' ? '⌘Enter' : 'Ctrl+Enter';
}

function badgeOf(state: Rewrite['state'] | undefined): vscode.FileDecoration | undefined {
  const { t } = vscode.l10n;
  switch (state) {
    case 'writing':
      return new vscode.FileDecoration('…', t('Rewriting…'));
    case 'cut':
      return new vscode.FileDecoration('!', t('This rewrite is incomplete.'));
    case 'whole':
    case 'accepting':
      return new vscode.FileDecoration('✓', t('Accept or discard this rewrite.'));
    case undefined:
      return undefined;
  }
}

async function setLanguage(document: vscode.TextDocument, language: string): Promise<void> {
  try {
    await vscode.languages.setTextDocumentLanguage(document, language);
  } catch {
    // The extension that knew the language is gone: plain text is readable too.
  }
}
