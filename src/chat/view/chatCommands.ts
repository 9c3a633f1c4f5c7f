import * as vscode from 'vscode';
import { commands, views } from '../../manifest.ts';
import type { Lazy } from '../../platform/loadWhenUsed.ts';
import { confirm, notify } from '../../platform/notifications.ts';
import { filesOfCommand } from '../../platform/pickedFiles.ts';
import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { CodeActions } from '../code/codeActions.ts';
import type { Attachments } from '../context/attachments.ts';
import type { AnswerText } from '../model/answerTexts.ts';
import type { ChatSession } from '../model/chatSession.ts';
import { areAboutFilesOf } from '../model/message.ts';
import { toOneLine } from '../model/titles.ts';
import type { ChatView } from './chatView.ts';

interface ChatCommandPorts {
  readonly view: ChatView;
  readonly session: () => Promise<ChatSession>;
  /** The session, if it was created. */
  readonly openSession: () => Promise<ChatSession> | undefined;
  readonly compareModels: () => Promise<unknown>;
  readonly toggleMode: () => Promise<void>;
  readonly attachments: Attachments;
  readonly tools: { choose(): Promise<unknown> };
  readonly code: CodeActions;
  readonly readAloud: ReadAloud;
}

/** Registers the commands of the open conversation. */
export function createChatCommands(ports: ChatCommandPorts): vscode.Disposable {
  const { view } = ports;
  const tell = (message: HostMessage) => () => view.postToLast(message);

  /** Focuses the chat's input after a picker. */
  const thenToInput = (work: () => Promise<unknown>) => async () => {
    const goBack = view.wayBack();
    await work();
    await goBack('focusInput');
  };

  /** Shows VS Code's picker to move the view: another side bar, or the panel. */
  async function moveChat(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.moveFocusedView', views.chat);
  }

  const { changes } = ports.code;
  const run: Partial<Record<keyof typeof commands, (...given: unknown[]) => unknown>> = {
    newChat: thenToInput(async () => startNewChat(await ports.session())),
    attach: thenToInput(() => ports.attachments.attach()),
    async askAboutImage(clicked, selected) {
      const files = filesOfCommand(clicked, selected);
      await ports.attachments.attachAddresses(files.map((file) => file.toString()));
      await view.postToLast({ type: 'focusInput' });
    },
    moveChat,
    stopResponse: async () => (await ports.openSession())?.stop(),
    focusChat: tell({ type: 'focusInput' }),
    openChatInEditor: view.openInEditor,
    focusPreviousMessage: tell({ type: 'focusMessage', which: 'previous' }),
    focusNextMessage: tell({ type: 'focusMessage', which: 'next' }),
    focusLastResponse: tell({ type: 'focusMessage', which: 'lastResponse' }),
    findInChat: tell({ type: 'openFind' }),
    editSystemPrompt: tell({ type: 'openSystem' }),
    compareModels: thenToInput(ports.compareModels),
    configureTools: thenToInput(ports.tools.choose),
    toggleAgentMode: ports.toggleMode,
    async readLastResponse() {
      const session = await ports.session();
      await readAnswer(session, session.conversation.turns.at(-1)?.answer.id, ports.readAloud);
    },
    keepChanges: () => changes.keepShown(),
    undoChanges: () => changes.undoShown(),
    keepChange: () => changes.keepHunk(),
    undoChange: () => changes.undoHunk(),
    keepChangesButton: () => changes.keepShown(),
    keepChangeButton: () => changes.keepHunk(),
    undoChangeButton: () => changes.undoHunk(),
  };
  return vscode.Disposable.from(
    ...Object.entries(run).map(([name, action]) =>
      vscode.commands.registerCommand(commands[name as keyof typeof commands], action),
    ),
  );
}

/** Asks before switching to another conversation if that would stop a response; true if it may be shown. */
export async function confirmSwitch({ isAnswering }: ChatSession): Promise<boolean> {
  const { t } = vscode.l10n;
  if (!isAnswering) return true;
  return confirm(
    'warning',
    t('A response is still in progress in this chat. Stop it?'),
    t('The partial response is saved. Queued messages return to the input.'),
    t('Stop Response'),
  );
}

/** Opens an empty conversation; false if the person declined. */
export async function startNewChat(session: ChatSession): Promise<boolean> {
  if (!(await confirmSwitch(session))) return false;
  session.newConversation();
  return true;
}

/**
 * Opens an empty conversation, unless the open one is empty or about these files: messages about other files would only
 * distract the model, and cost tokens. False if the person declined.
 */
export async function startAboutFiles(
  session: ChatSession,
  files: Parameters<typeof areAboutFilesOf>[1],
): Promise<boolean> {
  const { turns } = session.conversation;
  return turns.length === 0 || areAboutFilesOf(turns, files) || startNewChat(session);
}

/** Reads a text aloud that may still be streaming. */
export type ReadAloud = Lazy<{ readMarkdown(title: string, text: AnswerText): Promise<void> }>;

/** Reads a response aloud, even while it is streaming. */
export async function readAnswer(
  session: ChatSession,
  answerId: string | undefined,
  readAloud: ReadAloud,
): Promise<void> {
  const { t } = vscode.l10n;
  const text = answerId === undefined ? undefined : session.answerText(answerId);
  // A streaming response may still be waiting for its first word.
  if (answerId === undefined || !text || (text.isComplete() && text.read().trim() === ''))
    return void notify('info', t('There is no response to read aloud.'));
  const title = toOneLine(session.conversation.title ?? '');
  const model = toOneLine(session.conversation.answer(answerId)?.model ?? '');
  await (await readAloud.get()).readMarkdown(
    title || (model ? t('Response from {0}', model) : t('Response')),
    text,
  );
}
