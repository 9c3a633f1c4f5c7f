import * as z from 'zod/mini';
import type { ChatMode } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';

/** VS Code's memento for an extension, of a workspace or global. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

interface PersistencePorts {
  readonly logger: Logger;
  /** Called when something can't be saved. */
  readonly onUnkept?: () => void;
  /** Called when something saved can't be read by this version. */
  readonly onUnreadable?: () => void;
}

/** Saves everything but the conversations: a full disk must not stop the chat. */
export type Persistence = ReturnType<typeof createPersistence>;

export function createPersistence({
  logger,
  onUnkept = () => {},
  onUnreadable = () => {},
}: PersistencePorts) {
  const failing = new Set<string>();
  const underWay = new Map<string, Promise<unknown>>();
  let isTold = false;
  let isUnreadableTold = false;

  function settle(what: string, keep: () => PromiseLike<unknown>): Promise<void> {
    const before = underWay.get(what);
    const settling = settleOne(what, keep);
    underWay.set(
      what,
      settling.then(() => before),
    );
    return settling;
  }

  async function settleOne(what: string, keep: () => PromiseLike<unknown>): Promise<void> {
    try {
      await keep();
    } catch (error) {
      if (!failing.has(what)) logger.error(`Chat: failed to save ${what}: ${String(error)}`);
      failing.add(what);
      if (!isTold) {
        isTold = true;
        onUnkept();
      }
      return;
    }
    if (failing.delete(what)) logger.info(`Chat: ${what} can be saved again`);
    if (failing.size === 0) isTold = false;
  }

  return {
    /**
     * Runs `keep`, which saves something. Never rejects. A failure is logged once until saving works again, and the
     * person is notified once until everything can be saved again.
     */
    settle,
    /** Logs that this file can't be read, and notifies the person of the first one. */
    reportUnreadable(path: string): void {
      logger.error(`Chat: ${path} is damaged, or from a later version, and stays as it is`);
      if (!isUnreadableTold) onUnreadable();
      isUnreadableTold = true;
    },
    /** Resolves to true once all of these are saved; to false if one of them can't be. */
    async isKept(...whats: readonly string[]): Promise<boolean> {
      await Promise.all(whats.map((what) => underWay.get(what)));
      return !whats.some((what) => failing.has(what));
    },
    /** The same memory, whose updates never reject. */
    guard: (memory: Memory): Memory => ({
      get: (key) => memory.get(key),
      update: (key, value) => settle(key, () => memory.update(key, value)),
    }),
  };
}

const text = z.catch(z.string(), '');
const texts = z.catch(z.array(z.string()), []);

/** The state of a window's chat that is persisted between sessions. */
export type ChatMemory = ReturnType<typeof createChatMemory>;

export function createChatMemory(memory: Memory) {
  const keep = (key: string, value: unknown) => void memory.update(`chat.${key}`, value);
  const read = (key: string) => memory.get(`chat.${key}`);
  return {
    get openConversation(): string | undefined {
      return text.parse(read('openConversation')) || undefined;
    },
    set openConversation(id: string | undefined) {
      keep('openConversation', id);
    },
    get draft(): string {
      return text.parse(read('draft'));
    },
    set draft(text: string) {
      keep('draft', text || undefined);
    },
    /** Puts a text before the draft. */
    returnToDraft(text: string): void {
      this.draft = [text, this.draft].filter(Boolean).join('\n\n');
    },
    /** Messages that were sent but have no prompt record yet. */
    get unsent(): readonly string[] {
      return texts.parse(read('unsent'));
    },
    set unsent(unsent: readonly string[]) {
      keep('unsent', unsent.length > 0 ? unsent : undefined);
    },
    /** The last selected mode, for chats without a mode of their own. */
    get mode(): ChatMode {
      return read('mode') === 'ask' ? 'ask' : 'agent';
    },
    set mode(mode: ChatMode) {
      keep('mode', mode);
    },
    /** Models that are compared with the selected one. */
    get others(): readonly string[] {
      return texts.parse(read('others'));
    },
    set others(ids: readonly string[]) {
      keep('others', ids.length > 0 ? ids : undefined);
    },
  };
}
