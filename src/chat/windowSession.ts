import * as vscode from 'vscode';
import { unwritableWords } from '../failures.ts';
import { contextKeys } from '../ids.ts';
import { confirm, notify } from '../notify.ts';
import type { Logger } from '../relay/logger.ts';
import { readMakeTitles } from '../settings.ts';
import type { ChatMemory } from './chatMemory.ts';
import type { ChatPorts, ChatSession, ToolPorts } from './chatPorts.ts';
import { openChatSession } from './chatSession.ts';
import type { ChatView } from './chatView.ts';
import { type ChatFolders, isClockBelieved, removeForgottenFiles } from './disk/forgottenFiles.ts';
import type { History } from './history.ts';
import type { Journal } from './journal.ts';
import type { Memory } from './keeping.ts';
import type { KeptQueue } from './keptQueue.ts';
import { joinQuestions } from './messageQueue.ts';
import type { ModelRefusals } from './modelRefusals.ts';
import type { PictureStore } from './pictureStore.ts';
import { defaultSystem } from './preparation.ts';

export interface WindowSessionPorts {
  readonly folders: ChatFolders;
  readonly memory: ChatMemory;
  /** Of all windows. */
  readonly globalMemory: Memory;
  readonly queue: KeptQueue;
  readonly journal: Journal;
  readonly history: History;
  readonly pictures: PictureStore;
  readonly readSentImage: ChatPorts['readSentImage'];
  readonly refusals: ModelRefusals;
  readonly logger: Logger;
  readonly prepare: ChatPorts['prepare'];
  readonly putBack: ChatPorts['putBack'];
  readonly others: ChatPorts['others'];
  /** Of the relay, as last seen. */
  readonly host: () => string | undefined;
  readonly tools: () => ToolPorts;
  readonly view: () => ChatView;
  /** What the next question would cost has changed. */
  readonly refreshFacts: () => void;
}

/** The session of this window, opened when somebody chats. */
export interface WindowSession {
  ensure(): Promise<ChatSession>;
  /** If there is one by now. */
  readonly opened: Promise<ChatSession> | undefined;
  /** Stops what runs and waits until all is on the disk. */
  close(): Promise<void>;
}

/** So long a deleted conversation can be got back. */
const keepDeletedMs = 30 * 24 * 3_600_000;
/** How often it is looked for files that nothing names: all conversations are read for it. */
const cleanUpMs = 7 * 24 * 3_600_000;
const cleanedUpKey = 'chat.cleanedUpAt';

export function createWindowSession(ports: WindowSessionPorts): WindowSession {
  const { memory, globalMemory, queue, journal, history, pictures, refusals, logger, prepare, putBack } =
    ports;
  const { t } = vscode.l10n;
  let opened: Promise<ChatSession> | undefined;

  async function open(): Promise<ChatSession> {
    // What another window was still holding while this one opened comes into the input: to be sent by itself, it is too old.
    const keptQueue = await queue.load((late) => putBack(joinQuestions(late)));
    return openChatSession(memory.openConversation, {
      journal,
      pictures,
      readSentImage: ports.readSentImage,
      logger,
      tools: ports.tools(),
      prepare,
      others: ports.others,
      onConfigured: ports.refreshFacts,
      noteOutcome: refusals.note,
      defaultSystem,
      wantsTitle: readMakeTitles,
      confirmOtherRelay: (from, to) =>
        confirm(
          'info',
          t('Send this conversation to {0}?', new URL(to).host),
          t(
            'So far it was with {0}. The other relay gets all that was said. To begin anew there, choose Cancel and New Chat.',
            new URL(from).host,
          ),
          t('Send'),
        ),
      failureContext: () => ({ t, host: ports.host() }),
      rememberConversation(id) {
        memory.openConversation = id;
      },
      keptQueue,
      keepQueue: queue.keep,
      putBack,
      onFact(fact) {
        ports.view().post(fact);
        if (fact.type !== 'end') return;
        ports.refreshFacts();
        if (fact.status === 'complete')
          void vscode.commands.executeCommand('setContext', contextKeys.hasChatted, true);
      },
      onBranch() {
        report(ports.view().postTurns());
        ports.refreshFacts();
      },
      onSwitch: () => report(ports.view().postSnapshot()),
      onUnwritable: () => void notify('warning', unwritableWords(t)),
      onUnreadable: () =>
        void notify('warning', t('The last chat could not be read. The log says why; a new one is open.')),
      onAnswering: (isAnswering) => {
        void vscode.commands.executeCommand('setContext', contextKeys.isAnswering, isAnswering);
      },
    });
  }

  function report(work: Promise<unknown>): void {
    work.catch((error: unknown) => logger.error(`Chat: ${String(error)}`));
  }

  /** What was deleted long ago goes for good, and what nothing names. */
  async function cleanUp(): Promise<void> {
    if (!(await isClockBelieved(globalMemory))) return;
    await history.purge(keepDeletedMs);
    const last = globalMemory.get(cleanedUpKey);
    if (typeof last === 'number' && Math.abs(Date.now() - last) < cleanUpMs) return;
    await globalMemory.update(cleanedUpKey, Date.now());
    await removeForgottenFiles(ports.folders, logger);
  }

  return {
    ensure() {
      if (!opened) {
        opened = open();
        cleanUp().catch((error: unknown) => logger.warn(`History: ${String(error)}`));
      }
      return opened;
    },
    get opened() {
      return opened;
    },
    async close() {
      // First what was taken out of the queue: until it is on the disk, the queue keeps it.
      await (await opened)?.close();
      await queue.close();
    },
  };
}
