import * as vscode from 'vscode';
import { readProblems } from '../../platform/diagnostics.ts';
import { countChanges } from '../../platform/git.ts';
import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import { type LastEditor, openEditors } from './sources/editors.ts';
import { nameOf } from './sources/workspaceFiles.ts';

/** What the page may ask to have attached. */
export type AttachWhat = Extract<WebviewMessage, { type: 'attach' }>['what'];

/** One way to attach something, with what it would add now. */
export interface AttachmentSource {
  readonly what: Exclude<AttachWhat, 'choose'>;
  readonly label: string;
  readonly detail: string;
  readonly icon: string;
}

/** All ways to attach something. Costs nothing: it is made anew while somebody types. */
export function listAttachmentSources({ editor }: LastEditor): AttachmentSource[] {
  const { t } = vscode.l10n;
  const problems = readProblems().length;
  const changes = countChanges();
  const editors = openEditors().length;
  const selection = editor?.selections.some(({ isEmpty }) => !isEmpty);
  const terminal = vscode.window.activeTerminal;
  return [
    { what: 'files', label: t('Files…'), detail: '', icon: 'file' },
    { what: 'folder', label: t('Folder…'), detail: '', icon: 'folder' },
    { what: 'picture', label: t('Image…'), detail: '', icon: 'file-media' },
    {
      what: 'selection',
      label: t('Selection'),
      detail: editor && selection ? nameOf(editor.document.uri) : t('nothing is selected'),
      icon: 'selection',
    },
    {
      what: 'editors',
      label: t('Open editors'),
      detail: editors === 1 ? t('1 file') : t('{0} files', editors),
      icon: 'files',
    },
    {
      what: 'problems',
      label: t('Problems'),
      detail: problems === 1 ? t('1 problem') : t('{0} problems', problems),
      icon: 'warning',
    },
    {
      what: 'terminal',
      label: t('Terminal selection'),
      detail: terminal ? terminal.name : t('no terminal is open'),
      icon: 'terminal',
    },
    {
      what: 'changes',
      label: t('Uncommitted changes'),
      detail: changes === undefined ? '' : changes === 1 ? t('1 file') : t('{0} files', changes),
      icon: 'git-compare',
    },
  ];
}
