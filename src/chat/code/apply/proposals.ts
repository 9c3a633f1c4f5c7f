import * as vscode from 'vscode';
import { proposalScheme } from '../../../manifest.ts';
import {
  createProposedTexts,
  editText,
  positionAt,
  readText,
} from '../../../platform/diffPreview/proposedTexts.ts';
import { notify } from '../../../platform/notifications.ts';
import { findTextChanges } from '../../../text/textChanges.ts';
import type { LastEditor } from '../lastEditor.ts';
import type { Result } from './placeCode.ts';

/** A proposed change of one document. */
interface Proposal {
  readonly document: vscode.TextDocument;
  /** Applies the change to the current text; undefined if the code's location no longer exists. */
  readonly make: (text: string) => Result | undefined;
}

interface ShownProposal extends Proposal {
  readonly uri: vscode.Uri;
  /** The document's text that the result was made for. */
  base: string;
  result: Result;
  /** It was applied or discarded. */
  isDecided?: boolean;
}

export type Proposals = ReturnType<typeof createProposals>;

export function createProposals(lastEditor: LastEditor) {
  const { t } = vscode.l10n;
  const shown = new Map<string, ShownProposal>();
  // Who closes the diff has discarded it.
  const texts = createProposedTexts(proposalScheme, (key) => shown.delete(key));

  async function show(proposal: Proposal): Promise<void> {
    const { document } = proposal;
    const base = readText(document);
    const result = proposal.make(base);
    const name = vscode.workspace.asRelativePath(document.uri);
    if (!result) return sayWithoutPlace(name);
    if (result.text === base) return sayUnchanged(name, result);
    const uri = texts.add(document.uri.path, result.text);
    const one: ShownProposal = { ...proposal, uri, base, result };
    shown.set(uri.toString(), one);
    await openDiff(one);
    const notes = describeNotes(result);
    await ask(one, [t('Apply the code to {0}?', name), ...notes].join(' '));
  }

  async function ask(proposal: ShownProposal, words: string): Promise<void> {
    const [apply, discard] = [t('Apply'), t('Discard')];
    const answer = await notify(
      proposal.result.failed.length > 0 ? 'warning' : 'info',
      words,
      apply,
      discard,
    );
    if (answer === apply) await take(proposal);
    else if (answer === discard) await drop(proposal);
  }

  async function take(proposal: ShownProposal): Promise<void> {
    const { document, uri } = proposal;
    const name = vscode.workspace.asRelativePath(document.uri);
    // The question stays when a button of the diff's title was the answer.
    if (proposal.isDecided) return;
    // Its diff was closed: what nobody sees is not applied.
    if (!shown.has(uri.toString())) {
      return void (await notify(
        'info',
        t('The diff was closed. Nothing was changed. Select Apply on the code block again.'),
      ));
    }
    const current = await vscode.workspace.openTextDocument(document.uri);
    const text = readText(current);
    if (text !== proposal.base) return remake(proposal, text);
    const changes = findTextChanges(text, proposal.result.text);
    const edit = new vscode.WorkspaceEdit();
    editText(edit, current.uri, text, changes);
    if (!(await vscode.workspace.applyEdit(edit))) {
      return void (await notify('warning', t('{0} could not be changed.', name)));
    }
    await drop(proposal);
    const editor = await lastEditor.show(current);
    const first = positionAt(text, changes[0]?.start ?? 0).with({ character: 0 });
    editor.selection = new vscode.Selection(first, first);
    editor.revealRange(new vscode.Range(first, first), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  }

  /** Makes the result for what the document is now: what was looked at before is out of date. */
  async function remake(proposal: ShownProposal, text: string): Promise<void> {
    const name = vscode.workspace.asRelativePath(proposal.document.uri);
    const result = proposal.make(text);
    if (!result || result.text === text) {
      await drop(proposal);
      return result ? sayUnchanged(name, result) : sayWithoutPlace(name);
    }
    proposal.base = text;
    proposal.result = result;
    texts.update(proposal.uri, result.text);
    await openDiff(proposal);
    const words = t('{0} has changed. Review the updated diff.', name);
    return ask(proposal, [words, ...describeNotes(result)].join(' '));
  }

  async function drop(proposal: ShownProposal): Promise<void> {
    const { uri } = proposal;
    proposal.isDecided = true;
    shown.delete(uri.toString());
    await texts.remove(uri);
  }

  async function openDiff({ document, uri }: ShownProposal): Promise<void> {
    const name = document.uri.path.split('/').at(-1) ?? '';
    const title = t('{0}: current ↔ with code', name);
    await vscode.commands.executeCommand('vscode.diff', document.uri, uri, title, { preview: false });
  }

  function findShown(): ShownProposal | undefined {
    const key = texts.findShown();
    return key === undefined ? undefined : shown.get(key);
  }

  async function sayUnchanged(name: string, result: Result): Promise<void> {
    const words =
      result.failed.length > 0
        ? t('Nothing was changed because this diff does not match {0}.', name)
        : t('{0} already contains this code.', name);
    await notify('info', words);
  }

  async function sayWithoutPlace(name: string): Promise<void> {
    await notify(
      'warning',
      t('The location for the code no longer exists in {0}. Select Apply on the code block again.', name),
    );
  }

  function describeNotes(result: Result): string[] {
    const moved = result.moved > 0 ? [t('Some parts were found at other lines than the diff states.')] : [];
    return [...moved, ...(result.failed.length > 0 ? [describeFailed(result)] : [])];
  }

  function describeFailed({ failed }: Result): string {
    return t('These parts do not match and are skipped: {0}', failed.slice(0, 5).join(', '));
  }

  return {
    /** Shows a diff of the change. Nothing is changed before the person accepts it. */
    show,
    /** Takes the proposal whose diff is in front, as a button of the editor's title does. */
    async applyShown(): Promise<void> {
      const proposal = findShown();
      if (proposal) await take(proposal);
    },
    async discardShown(): Promise<void> {
      const proposal = findShown();
      if (proposal) await drop(proposal);
    },
    dispose: () => texts.dispose(),
  };
}
