import type { FailureContext } from '../../messages/connectionErrors.ts';
import { describeFailure } from '../../messages/failures.ts';
import type { WebviewMessage } from '../../protocol/chatPageProtocol.ts';
import type { Logger } from '../../relay/logger.ts';
import type { Attachments } from '../context/attachments.ts';
import type { Prompts } from '../context/prompts/prompts.ts';
import type { ChatSession } from '../model/chatSession.ts';
import { readImagePrompt } from '../model/message.ts';
import type { AttachmentRecord } from '../model/records.ts';
import type { ChatMemory } from '../storage/persistence.ts';
import type { ChatPage } from './chatPage.ts';

/** The page in which a text was written. */
type Writer = Pick<ChatPage, 'post'>;
type Message<Type extends WebviewMessage['type']> = Extract<WebviewMessage, { readonly type: Type }>;

export interface OutboxPorts {
  readonly session: () => Promise<Pick<ChatSession, 'send' | 'edit' | 'dequeue'>>;
  readonly attachments: Pick<Attachments, 'settled' | 'take' | 'putBack'>;
  readonly prompts: Pick<Prompts, 'expand'>;
  /** Adds the attachments that every message gets. */
  readonly addToMessage: () => Promise<void>;
  /** Has the draft, and texts that were sent but are not prompts yet, in case of a crash. */
  readonly memory: Pick<ChatMemory, 'returnToDraft' | 'unsent'>;
  /** Called when a text was sent from this page: other pages may still have it in their input. */
  readonly onSent: (text: string, page: Writer) => void;
  readonly t: FailureContext['t'];
  readonly logger: Logger;
}

/** Moves texts from a page into the conversation and back, so that they are saved somewhere at any time. */
export class Outbox {
  readonly #ports: OutboxPorts;
  /** Texts on their way into the conversation. */
  #unsent: readonly { readonly text: string }[] = [];
  /** The last sending: a later one must not overtake it, or take its attachments. */
  #lastSending: Promise<unknown> = Promise.resolve();

  constructor(ports: OutboxPorts) {
    this.#ports = ports;
  }

  send({ text }: Message<'send'>, page: Writer): Promise<void> {
    const before = this.#lastSending;
    const sending = this.#keepMeanwhile(text, async () => {
      await before;
      await this.#sendNow(text, page);
    });
    this.#lastSending = sending.catch(() => {});
    return sending;
  }

  edit({ turnId, text }: Message<'edit'>, page: Writer): Promise<void> {
    return this.#keepMeanwhile(text, async () => {
      let isTaken = false;
      try {
        isTaken = (await this.#ports.session()).edit(turnId, text);
      } finally {
        // The turn may no longer be shown, or the session could not be opened.
        if (!isTaken) this.#giveBack(text, page);
      }
    });
  }

  async dequeue({ id, isEdit }: Message<'dequeue'>, page: Writer): Promise<void> {
    const question = (await this.#ports.session()).dequeue(id);
    if (!isEdit || !question) return;
    this.#ports.attachments.putBack(question.attachments);
    this.#giveBack(question.text, page);
  }

  #setUnsent(unsent: readonly { readonly text: string }[]): void {
    this.#unsent = unsent;
    this.#ports.memory.unsent = unsent.map(({ text }) => text);
  }

  /** Saves a text until `work` has sent it or given it back. */
  async #keepMeanwhile(text: string, work: () => Promise<void>): Promise<void> {
    const own = { text };
    this.#setUnsent([...this.#unsent, own]);
    try {
      await work();
    } finally {
      this.#setUnsent(this.#unsent.filter((other) => other !== own));
    }
  }

  /** A text that can't be sent goes back into the input, so that nothing is lost. */
  async #sendNow(typed: string, page: Writer): Promise<void> {
    const { addToMessage, attachments, logger, memory, onSent, prompts, t } = this.#ports;
    let taken: readonly AttachmentRecord[] = [];
    try {
      const isImage = readImagePrompt(typed) !== undefined;
      const expanded = isImage ? undefined : await prompts.expand(typed);
      if (expanded && 'cancelled' in expanded) return this.#giveBack(typed, page);
      // A box for an input of the prompt leaves the focus in the editor.
      if (expanded) page.post({ type: 'focusInput' });
      const session = await this.#ports.session();
      // An image model would draw code that is sent with the prompt.
      if (!isImage) await addToMessage();
      await attachments.settled();
      taken = attachments.take();
      session.send({ text: expanded?.text ?? typed, attachments: taken });
      onSent(typed, page);
    } catch (error) {
      logger.error(`Chat: ${String(error)}`);
      memory.returnToDraft(typed);
      if (taken.length > 0) attachments.putBack(taken);
      page.post({ type: 'rejected', text: typed, failure: describeFailure(error, { t }) });
    }
  }

  /** Returns a text to the saved draft as well, because the page may be gone by now. */
  #giveBack(text: string, page: Writer): void {
    this.#ports.memory.returnToDraft(text);
    page.post({ type: 'putBack', text });
  }
}
