import * as vscode from 'vscode';
import { readProblems } from '../../platform/diagnostics.ts';
import type { LastEditor } from '../../platform/lastEditor.ts';
import { onImplicitContextChange, readImplicitContext } from '../../platform/settings/settings.ts';
import type { SuggestedView } from '../../protocol/suggestedView.ts';
import type { Logger } from '../../relay/logger.ts';
import { isProse } from '../../text/languages.ts';
import { findSecrets } from '../../text/secrets/secrets.ts';
import type { Attachments } from './attachments.ts';
import { maxFileBytes } from './sources/attachedTexts.ts';
import { gatherSelection } from './sources/editorSources.ts';
import { createWorkspaceFiles, nameOf } from './sources/workspaceFiles.ts';

interface ImplicitContextPorts {
  readonly lastEditor: LastEditor;
  readonly attachments: Pick<Attachments, 'has' | 'attachAddresses' | 'attachSelection' | 'attachProblemsOf'>;
  /** The open conversation, to which nothing is added automatically twice. */
  readonly conversation: () => Promise<object>;
  readonly logger: Logger;
  /** Called when `view` changed. */
  readonly onChange: () => void;
}

interface Suggestion {
  readonly kind: 'file' | 'selection';
  readonly name: string;
  /** The source of the attachment: a source that is already attached is not suggested. */
  readonly source: string;
  readonly document: vscode.TextDocument;
}

/** Delay, because moving through an editor changes the selection on every keystroke. */
const settleMs = 300;

/** The active file or its selection: suggested for the next message, or always added to it if the person wants that. */
export type ImplicitContext = ReturnType<typeof createImplicitContext>;

export function createImplicitContext(ports: ImplicitContextPorts) {
  const { lastEditor, attachments, logger } = ports;
  let suggestion: Suggestion | undefined;
  /** The source that was checked last; null before the first check. Typing in the same source needs no new check. */
  let lookedAt: string | undefined | null = null;
  /** The source that the person excluded from being added automatically. */
  let leftOut: string | undefined;
  /** The version that was added automatically last, with its conversation. */
  let added: { readonly conversation: object; readonly key: string } | undefined;
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
    ports.onChange();
  }

  /** Whether it can be suggested. Other files have to be attached by the person, who is then asked for approval. */
  async function isHarmless({ document }: vscode.TextEditor, selected?: string): Promise<boolean> {
    const { uri } = document;
    const isFile = uri.scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
    const text = selected ?? document.getText();
    if (!isFile || text.trim() === '' || text.length > maxFileBytes) return false;
    const { isIgnored, isOutside } = await createWorkspaceFiles().look(uri);
    return !isIgnored && !isOutside && findSecrets(text, uri.path).length === 0;
  }

  function refresh(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      look().catch((error: unknown) => logger.error(`Implicit context: ${String(error)}`));
    }, settleMs);
  }

  const keyOf = ({ source, document }: Suggestion) => `${document.version} ${source}`;

  /** In Restricted Mode, nothing is added automatically. */
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
    vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      const own = suggestion?.document.uri.toString();
      if (uris.some((uri) => uri.toString() === own)) ports.onChange();
    }),
    onImplicitContextChange(() => {
      lookedAt = null;
      refresh();
    }),
  );
  refresh();

  return {
    /** Undefined if nothing is suggested, or it is already attached. */
    view(): SuggestedView | undefined {
      if (!suggestion || attachments.has(suggestion.source)) return undefined;
      const { kind, name, document } = suggestion;
      const problems = kind === 'file' ? readProblems(document.uri).length : 0;
      return {
        kind,
        name,
        isIncluded: isIncluded(),
        ...(isProse(document.languageId) && { isProse: true }),
        ...(problems > 0 && { problems }),
      };
    },
    /** Attaches the suggestion. If it would be added automatically, excludes or includes it instead. */
    async toggle(): Promise<void> {
      if (!suggestion) return;
      if (!addsAlways()) return add();
      leftOut = isIncluded() ? suggestion.source : undefined;
      ports.onChange();
    },
    /** Attaches the suggestion unless it is added automatically, and the problems of its file if requested. */
    async addWith(withProblems: boolean): Promise<void> {
      const uri = suggestion?.document.uri;
      if (!isIncluded()) await add();
      if (uri && withProblems) await attachments.attachProblemsOf(uri);
    },
    /** Before a message is sent, attaches what is always added, unless the conversation already has this version. */
    async addToMessage(): Promise<void> {
      if (!suggestion || !isIncluded() || attachments.has(suggestion.source)) return;
      const conversation = await ports.conversation();
      const key = keyOf(suggestion);
      if (added?.conversation === conversation && added.key === key) return;
      added = { conversation, key };
      await add();
    },
    dispose(): void {
      clearTimeout(timer);
      subscriptions.dispose();
    },
  };
}
