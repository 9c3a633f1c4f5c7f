import * as vscode from 'vscode';
import { ask } from '../notify.ts';
import type { Logger } from '../relay/logger.ts';
import type { RelayModel } from '../relay/models/models.ts';
import type { ConnectionView, FailureAction, ModelView } from '../webview/protocolViews.ts';
import { createAttachments } from './attach/attachments.ts';
import { createChatCommands } from './chatCommands.ts';
import { createIntentHandler } from './chatIntents.ts';
import { createChatMemory } from './chatMemory.ts';
import type { Question } from './chatPorts.ts';
import { registerChatView } from './chatView.ts';
import { createCodeActions } from './code/codeActions.ts';
import { createContextFacts } from './contextFacts.ts';
import { createHistory } from './history.ts';
import { registerHistoryCommands } from './historyCommands.ts';
import { createJournal } from './journal.ts';
import { createModelRefusals, type Refusable } from './modelRefusals.ts';
import { createPictureFiles } from './pictureFiles.ts';
import { createPictureStore } from './pictureStore.ts';
import { type PreparationPorts, prepareWith } from './preparation.ts';
import { createPrompts } from './prompts/prompts.ts';
import { createTools } from './tools/tools.ts';
import { createWindowSession } from './windowSession.ts';

/** What the chat needs of the other features. */
export interface ChatFeaturePorts extends PreparationPorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly connection: () => Promise<ConnectionView>;
  readonly onConnectionChange: vscode.Event<void>;
  /** The chosen model as far as known without asking the relay: what is shown must not wait for the network. */
  readonly knownModel: () => Promise<string | undefined>;
  /** Reads the relay's lists if they never were. Never rejects. */
  readonly ensureListed: () => Promise<void>;
  /** What the relay's list says of a model. */
  readonly listed: (model: string) => RelayModel | undefined;
  /** Lets the person choose further models; undefined when nothing was decided. */
  readonly pickOtherModels: (current: readonly string[]) => Promise<readonly string[] | undefined>;
  readonly onModelChange: vscode.Event<void>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
}

/** A question that is asked beside the draft. */
export interface PreparedQuestion {
  readonly text: string;
  /** Shows the chat and asks, with these and with the files that the prompt names. */
  ask(attachments: Question['attachments']): Promise<void>;
}

/** The chat, for those who bring questions into it. */
export interface Chat extends vscode.Disposable {
  /** What a prompt says about this code; undefined where there is nothing to ask, of which the person knows. */
  prepare(text: string, selection: string): Promise<PreparedQuestion | undefined>;
  /** Shows the chat with this attached to the draft. */
  attach(attachments: Question['attachments']): Promise<void>;
  /** Stops what runs and waits until all is on the disk. */
  close(): Promise<void>;
}

/** Actions that open something to read or to write in: the focus stays there. */
const leadsAway: ReadonlySet<FailureAction['id']> = new Set([
  'showLog',
  'openProxySettings',
  'checkConnection',
  'getStarted',
]);

/** The chat: its conversation, its views and its commands. Disposing it stops what runs; `close` also waits. */
export function registerChat(ports: ChatFeaturePorts): Chat {
  const { context, logger } = ports;
  const { t } = vscode.l10n;
  const memory = createChatMemory(context.workspaceState);
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'conversations');
  const picturesFolder = vscode.Uri.joinPath(context.globalStorageUri, 'pictures');
  const pictures = createPictureStore(picturesFolder.fsPath);
  const journal = createJournal(folder.fsPath, logger);
  const history = createHistory(folder.fsPath, journal, logger);
  const refusals = createModelRefusals(context.globalState);
  const session = createWindowSession({
    context,
    memory,
    journal,
    history,
    pictures,
    logger,
    prepare: (model) => prepareWith(ports, model),
    refusals,
    others,
    host: () => host,
    tools: () => tools,
    view: () => view,
    refreshFacts: () => facts.refresh(),
    putBack,
  });
  const ensureSession = session.ensure;
  // The window went away before they were questions.
  for (const text of memory.unsent.toReversed()) returnToDraft(text);
  memory.unsent = [];
  /** Of the relay, and the chosen model, as last seen. */
  let host: string | undefined;
  let model: string | undefined;

  const attachments = createAttachments({
    context,
    pictures,
    logger,
    ask: (question, detail, ...buttons) => ask('warning', question, detail, ...buttons),
    warnAbout: (kind) =>
      kind === 'picture' && refuses('pictures')
        ? t('{0} takes no pictures, as far as is known.', model ?? '')
        : undefined,
    onChange() {
      view.post({ type: 'attachments', attachments: attachments.views() });
      facts.refresh();
    },
  });
  const tools = createTools({ context, logger, isShown: () => view.isShown, show: () => focusInput() });
  const prompts = createPrompts({
    context,
    logger,
    attach: attachments.attachAddresses,
    attachSelection: () => attachments.attach('selection'),
  });
  const code = createCodeActions({ logger, extensionUri: context.extensionUri });
  const facts = createContextFacts({
    session: ensureSession,
    memory,
    attachments,
    tools,
    refusesTools: () => refuses('tools'),
    toolsWarning: () => t('{0} takes no tools, as far as is known.', model ?? ''),
    knownModel: ports.knownModel,
    inputLimitOf: (id) => ports.listed(id)?.inputTokenLimit,
    post: (fact) => view.post(fact),
    logger,
  });

  /** Whether the list says so of the chosen model, or it refused before: it will most likely refuse again. */
  function refuses(what: Refusable): boolean {
    if (host === undefined || model === undefined) return false;
    const { takesImages, takesTools } = ports.listed(model) ?? {};
    const takes = what === 'pictures' ? takesImages : takesTools;
    return takes === false || refusals.has(host, model, what);
  }

  async function currentConnection(): Promise<ConnectionView> {
    try {
      const connection = await ports.connection();
      host = connection.host;
      return connection;
    } catch (error) {
      // The system's keyring may be locked: what was said can be read all the same.
      logger.error(`Chat: the connection is not known: ${String(error)}`);
      return { state: 'missing', fromEnvironment: false };
    }
  }

  async function currentModelView(): Promise<ModelView | undefined> {
    model = await ports.knownModel();
    return model === undefined ? undefined : { id: model, label: model };
  }

  /** The chosen model may have become one of them: it isn't asked twice. */
  function others(): readonly string[] {
    return memory.others.filter((id) => id !== model);
  }

  const otherViews = () => others().map((id) => ({ id, label: id }));

  async function chooseOthers(): Promise<void> {
    const chosen = await ports.pickOtherModels(memory.others);
    if (!chosen) return;
    memory.others = chosen;
    view.post({ type: 'others', others: otherViews() });
  }

  const view = registerChatView({
    extensionUri: context.extensionUri,
    pictures: picturesFolder,
    async snapshot() {
      const [open, connection, shownModel, context] = await Promise.all([
        ensureSession(),
        currentConnection(),
        currentModelView(),
        facts.read(),
      ]);
      return {
        type: 'snapshot',
        conversationId: open.conversationId,
        ...(open.title !== undefined && { title: open.title }),
        queue: [...open.queue],
        isQueueHeld: open.isQueueHeld,
        connection,
        ...(shownModel && { model: shownModel }),
        draft: memory.draft,
        attachments: attachments.views(),
        others: otherViews(),
        ...context,
        system: open.system,
        isTrusted: vscode.workspace.isTrusted,
      };
    },
    async turns() {
      const open = await ensureSession();
      return (first, count) => ({ window: open.turns(first, count), running: [...open.running] });
    },
    handle: createIntentHandler({
      session: ensureSession,
      attachments,
      prompts,
      code,
      pictures: createPictureFiles(picturesFolder),
      keepDraft(text) {
        memory.draft = text;
        facts.refresh();
      },
      returnToDraft,
      onSent: (text, page) => view.postToOthers(page, { type: 'sentElsewhere', text }),
      keepUnsent(texts) {
        memory.unsent = texts;
      },
      chooseOthers,
      tools,
      async runAction(action) {
        await ports.runAction(action);
        if (!leadsAway.has(action)) await focusInput();
      },
      focusInput: () => focusInput(),
      logger,
    }),
    onShown: () => void ports.ensureListed(),
    logger,
  });

  function returnToDraft(text: string): void {
    memory.draft = [text, memory.draft].filter(Boolean).join('\n\n');
  }

  function putBack({ text, attachments: records }: Question): void {
    returnToDraft(text);
    attachments.putBack(records);
    view.post({ type: 'putBack', text });
  }

  const focusInput = () => view.postToLast({ type: 'focusInput' });

  const subscriptions = vscode.Disposable.from(
    view,
    attachments,
    tools,
    code,
    facts,
    prompts,
    registerHistoryCommands({
      history,
      pictures,
      session: ensureSession,
      focusInput,
      showText: (name, text) => attachments.view({ kind: 'file', name, text, language: 'markdown' }),
      logger,
    }),
    createChatCommands({
      view,
      session: ensureSession,
      openSession: () => session.opened,
      chooseOthers,
      attachments,
      tools,
      code,
    }),
    ports.onConnectionChange(async () => {
      view.post({ type: 'connection', connection: await currentConnection() });
      facts.refresh();
    }),
    ports.onModelChange(async () => {
      const shownModel = await currentModelView();
      view.post({ type: 'model', ...(shownModel && { model: shownModel }) });
      view.post({ type: 'others', others: otherViews() });
      view.post({ type: 'attachments', attachments: attachments.views() });
      facts.refresh();
    }),
    tools.onDidChange(() => facts.refresh()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      view.post({ type: 'trust', isTrusted: true });
      facts.refresh();
    }),
  );

  return {
    async prepare(prompt, selection) {
      const named: string[] = [];
      const attach = async (addresses: readonly string[]) => void named.push(...addresses);
      const expansion = await prompts.expand(prompt, { selection, attach });
      if (!expansion || 'cancelled' in expansion) return undefined;
      const { text } = expansion;
      return {
        text,
        async ask(records) {
          const approved = await attachments.approve(records, named);
          if (!approved) return;
          const open = await ensureSession();
          await focusInput();
          open.send({ text, attachments: approved });
        },
      };
    },
    async attach(records) {
      if (await attachments.attachRecords(records)) await focusInput();
    },
    dispose: () => subscriptions.dispose(),
    async close() {
      await Promise.all([attachments.settled(), session.opened?.then((open) => open.close())]);
    },
  };
}
