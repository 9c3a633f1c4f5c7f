import * as vscode from 'vscode';
import { commands, views } from '../../manifest.ts';
import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { CodeActions } from '../code/codeActions.ts';
import type { Attachments } from '../context/attachments.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { AnswerReading } from './answerReading.ts';
import type { ChatView } from './chatView.ts';
import { startNewChat } from './confirmSwitch.ts';

interface ChatCommandPorts {
  readonly view: ChatView;
  readonly session: () => Promise<ChatSession>;
  /** The session, if there is one by now. */
  readonly openSession: () => Promise<ChatSession> | undefined;
  readonly compareModels: () => Promise<void>;
  readonly attachments: Attachments;
  readonly tools: { choose(): Promise<void> };
  readonly code: CodeActions;
  readonly reading: AnswerReading;
}

/** The commands around the conversation that is open. */
export function createChatCommands(ports: ChatCommandPorts): vscode.Disposable {
  const { view } = ports;
  const tell = (fact: HostMessage) => () => view.postToLast(fact);

  /** For what the person goes on from in the chat, such as a quick input. */
  const thenToInput = (work: () => Promise<void>) => async () => {
    await work();
    await view.postToLast({ type: 'focusInput' });
  };

  /** Lets the person choose where the view goes: another side bar, or the panel. */
  async function moveChat(): Promise<void> {
    await vscode.commands.executeCommand('workbench.action.moveFocusedView', views.chat);
  }

  const run: Partial<Record<keyof typeof commands, () => unknown>> = {
    newChat: thenToInput(async () => startNewChat(await ports.session())),
    attach: thenToInput(() => ports.attachments.attach('choose')),
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
    readLastResponse: ports.reading.readLast,
    applyCode: ports.code.applyProposal,
    discardCode: ports.code.discardProposal,
  };
  return vscode.Disposable.from(
    ...Object.entries(run).map(([name, action]) =>
      vscode.commands.registerCommand(commands[name as keyof typeof commands], () => action()),
    ),
  );
}
