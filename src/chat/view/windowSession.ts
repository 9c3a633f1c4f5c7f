import type { ChatServices } from '../model/chatServices.ts';
import { ChatSession } from '../model/chatSession.ts';
import type { History } from '../storage/history.ts';
import { type ChatFolders, isClockBelieved, removeForgottenFiles } from '../storage/orphanedFiles.ts';
import type { PersistedQueue } from '../storage/persistedQueue.ts';
import type { Memory } from '../storage/persistence.ts';

/** What is cleaned up beside it. */
interface ChatUpkeep {
  readonly folders: ChatFolders;
  readonly history: History;
  /** Of all windows. */
  readonly globalMemory: Memory;
}

/** So long a deleted conversation can be got back. */
const keepDeletedMs = 30 * 24 * 3_600_000;
/** How often it is looked for files that nothing names: all conversations are read for it. */
const cleanUpMs = 7 * 24 * 3_600_000;
const cleanedUpKey = 'chat.cleanedUpAt';

/** The session of this window, opened when somebody chats. */
export class WindowSession {
  readonly #services: ChatServices & { readonly queue: PersistedQueue };
  readonly #upkeep: ChatUpkeep;
  #opened: Promise<ChatSession> | undefined;

  constructor(services: ChatServices & { readonly queue: PersistedQueue }, upkeep: ChatUpkeep) {
    this.#services = services;
    this.#upkeep = upkeep;
  }

  ensure(): Promise<ChatSession> {
    if (!this.#opened) {
      this.#opened = ChatSession.open(this.#services);
      this.#cleanUp().catch((error: unknown) => this.#services.logger.warn(`History: ${String(error)}`));
    }
    return this.#opened;
  }

  /** If there is one by now. */
  get opened(): Promise<ChatSession> | undefined {
    return this.#opened;
  }

  /** Stops what runs and waits until all is on the disk. */
  async close(): Promise<void> {
    // First what was taken out of the queue: until it is on the disk, the queue keeps it.
    await (await this.#opened)?.close();
    await this.#services.queue.close();
  }

  /** What was deleted long ago goes for good, and what nothing names. */
  async #cleanUp(): Promise<void> {
    const { globalMemory, history, folders } = this.#upkeep;
    if (!(await isClockBelieved(globalMemory))) return;
    await history.purge(keepDeletedMs);
    const last = globalMemory.get(cleanedUpKey);
    if (typeof last === 'number' && Math.abs(Date.now() - last) < cleanUpMs) return;
    await globalMemory.update(cleanedUpKey, Date.now());
    await removeForgottenFiles(folders, this.#services.logger);
  }
}
