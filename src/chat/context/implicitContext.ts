import * as vscode from 'vscode';
import { readProblems } from '../../platform/diagnostics.ts';
import type { LastEditor } from '../../platform/lastEditor.ts';
import {
  onImplicitContextChange,
  readImplicitContext,
  writeUserValue,
} from '../../platform/settings/settings.ts';
import type { SuggestedView } from '../../protocol/suggestedView.ts';
import type { Logger } from '../../relay/logger.ts';
import { findSecrets } from '../../text/secrets/secrets.ts';
import type { Attachments } from './attachments.ts';
import { maxFileBytes } from './sources/attachedTexts.ts';
import { gatherSelection } from './sources/editorSources.ts';
import { createWorkspaceFiles, nameOf } from './sources/workspaceFiles.ts';

interface ImplicitContextPorts {
  readonly lastEditor: LastEditor;
  readonly attachments: Pick<Attachments, 'has' | 'attachAddresses' | 'attachSelection' | 'attachProblemsOf'>;
  /** The conversation that is open: in it, nothing is added twice by itself. */
  readonly conversation: () => Promise<object>;
  readonly logger: Logger;
  /** Called when `view` changed. */
  readonly onChange: () => void;
}

interface Suggestion {
  readonly kind: 'file' | 'selection';
  readonly name: string;
  /** As attachments know it: what is attached is not suggested. */
  readonly source: string;
  readonly document: vscode.TextDocument;
}

/** Languages of text for people. */
const proseLanguages: ReadonlySet<string> = new Set(['markdown', 'plaintext', 'restructuredtext', 'latex']);

/** Moving through an editor changes the selection with each key. */
const settleMs = 300;

/** The active file or its selection, suggested for the next message; or added to it, where the person wants that always. */
export type ImplicitContext = ReturnType<typeof createImplicitContext>;

export function createImplicitContext(ports: ImplicitContextPorts) {
  const { lastEditor, attachments, logger } = ports;
  let suggestion: Suggestion | undefined;
  /** What was looked at last; null before that. Typing goes on in it, and is no reason to look again. */
  let lookedAt: string | undefined | null = null;
  /** What is not to be added by itself: the person left it out, or it was added as it is now. */
  let leftOut: string | undefined;
  let added: { readonly conversation: object; readonly key: string } | undefined;
  /** How many the suggested file has. */
  let problems = 0;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const editor = readImplicitContext() === 'off' ? undefined : lastEditor.editor;
    const selection = editor && gatherSelection(editor);
    const source = selection?.source ?? editor?.document.uri.toString();
    if (source === lookedAt) return;
    lookedAt = source;
    const found =
      editor && (await isHarmless(editor, selection?.texts[0]?.text))
        ? {
            kind: selection ? ('selection' as const) : ('file' as const),
            name: selection?.texts[0]?.name ?? nameOf(editor.document.uri),
            source: source ?? '',
            document: editor.document,
          }
        : undefined;
    // The person may have moved to another editor or selection in the meantime.
    if (lookedAt !== source) return;
    suggestion = found;
    problems = countProblems();
    ports.onChange();
  }

  /** Others are for the person to attach, who is asked then. */
  async function isHarmless({ document }: vscode.TextEditor, selected?: string): Promise<boolean> {
    const { uri } = document;
    const isFile = uri.scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
    const text = selected ?? document.getText();
    if (!isFile || text.trim() === '' || text.length > maxFileBytes) return false;
    const { isIgnored, isOutside } = await createWorkspaceFiles().look(uri);
    return !isIgnored && !isOutside && findSecrets(text, uri.path).length === 0;
  }

  const countProblems = () =>
    suggestion?.kind === 'file' ? readProblems(suggestion.document.uri).length : 0;

  function noteProblems({ uris }: vscode.DiagnosticChangeEvent): void {
    const own = suggestion?.document.uri.toString();
    if (uris.every((uri) => uri.toString() !== own)) return;
    const before = problems;
    problems = countProblems();
    if (problems !== before) ports.onChange();
  }

  function refresh(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      look().catch((error: unknown) => logger.error(`Implicit context: ${String(error)}`));
    }, settleMs);
  }

  const keyOf = ({ source, document }: Suggestion) => `${document.version} ${source}`;

  /** In Restricted Mode, nothing goes along by itself. */
  const addsAlways = () => readImplicitContext() === 'always' && vscode.workspace.isTrusted;

  async function add(): Promise<void> {
    if (!suggestion) return;
    if (suggestion.kind === 'file') await attachments.attachAddresses([suggestion.document.uri.toString()]);
    else await attachments.attachSelection(lastEditor.editor);
  }

  const isIncluded = () => addsAlways() && suggestion !== undefined && leftOut !== suggestion.source;

  const subscriptions = vscode.Disposable.from(
    vscode.window.onDidChangeActiveTextEditor(refresh),
    vscode.window.onDidChangeTextEditorSelection(refresh),
    vscode.languages.onDidChangeDiagnostics(noteProblems),
    onImplicitContextChange(() => {
      lookedAt = null;
      refresh();
    }),
  );
  refresh();

  return {
    /** Undefined where nothing is suggested, or it is attached. */
    view(): SuggestedView | undefined {
      if (!suggestion || attachments.has(suggestion.source)) return undefined;
      const { kind, name, document } = suggestion;
      const isProse = proseLanguages.has(document.languageId);
      return {
        kind,
        name,
        isIncluded: isIncluded(),
        ...(isProse && { isProse }),
        ...(problems > 0 && { problems }),
      };
    },
    /** Adds what is suggested; what would be added by itself is left out instead, or no longer. */
    async toggle(): Promise<void> {
      if (!suggestion) return;
      if (!addsAlways()) return add();
      leftOut = isIncluded() ? suggestion.source : undefined;
      ports.onChange();
    },
    /** Adds it unless it goes along by itself, and the problems of its file where they are asked for. */
    async addWith(withProblems: boolean): Promise<void> {
      const uri = suggestion?.document.uri;
      if (!isIncluded()) await add();
      if (uri && withProblems) await attachments.attachProblemsOf(uri);
    },
    /** Before a message is sent: adds what is to go along always, unless the conversation has it as it is. */
    async addToMessage(): Promise<void> {
      if (!suggestion || !isIncluded() || attachments.has(suggestion.source)) return;
      const conversation = await ports.conversation();
      const key = keyOf(suggestion);
      if (added?.conversation === conversation && added.key === key) return;
      added = { conversation, key };
      await add();
    },
    /** Lets the person choose when the active file or selection goes along. */
    async choose(): Promise<void> {
      const { t } = vscode.l10n;
      const items = [
        { value: 'suggest', label: t('Suggest'), detail: t('Add it to a message with a click or a key.') },
        {
          value: 'always',
          label: t('Always Add'),
          detail: t('Add it to each message unless you exclude it.'),
        },
        { value: 'off', label: t('Off'), detail: t('Do not suggest it.') },
      ];
      const current = readImplicitContext();
      const chosen = await vscode.window.showQuickPick(
        items.map((item) => ({
          ...item,
          label: `${item.value === current ? '$(check) ' : ''}${item.label}`,
        })),
        { title: t('Active File or Selection'), ignoreFocusOut: true },
      );
      if (chosen) await writeUserValue('modelRelay.chat.implicitContext', chosen.value);
    },
    dispose(): void {
      clearTimeout(timer);
      subscriptions.dispose();
    },
  };
}
