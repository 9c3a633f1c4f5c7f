import { describeFailure, type FailureContext } from '../failures.ts';
import type { Logger } from '../relay/logger.ts';
import type { ChatIntent } from '../webview/protocol.ts';
import type { Attachments } from './attach/attachments.ts';
import type { AttachmentRecord } from './attachment.ts';
import type { ChatPage } from './chatPage.ts';
import type { ChatSession } from './chatSession.ts';
import type { Prompts } from './prompts/prompts.ts';

/** The page that something was written in. */
type Writer = Pick<ChatPage, 'post'>;
type Intent<Type extends ChatIntent['type']> = Extract<ChatIntent, { readonly type: Type }>;

export interface HandOverPorts<Page extends Writer> {
  readonly session: () => Promise<Pick<ChatSession, 'send' | 'edit' | 'dequeue'>>;
  readonly attachments: Pick<Attachments, 'settled' | 'take' | 'putBack'>;
  readonly prompts: Pick<Prompts, 'expand'>;
  /** Puts a text before the draft that is kept. */
  readonly returnToDraft: (text: string) => void;
  /** Keeps what was sent and is no question yet, over a crash. */
  readonly keepUnsent: (texts: readonly string[]) => void;
  /** A text was sent from this page: others may still have it in their input. */
  readonly onSent: (text: string, page: Page) => void;
  readonly t: FailureContext['t'];
  readonly logger: Logger;
}

/** What was written in a page, on its way into the conversation and back: at each moment somebody keeps it. */
export interface HandOver<Page extends Writer> {
  send(intent: Intent<'send'>, page: Page): Promise<void>;
  edit(intent: Intent<'edit'>, page: Page): Promise<void>;
  dequeue(intent: Intent<'dequeue'>, page: Page): Promise<void>;
}

export function createHandOver<Page extends Writer>(ports: HandOverPorts<Page>): HandOver<Page> {
  const { attachments, prompts, logger } = ports;

  /** Texts on their way into the conversation. */
  let unsent: readonly { readonly text: string }[] = [];
  /** What comes later must not overtake it, nor take its attachments. */
  let lastSending: Promise<unknown> = Promise.resolve();

  function setUnsent(now: typeof unsent): void {
    unsent = now;
    ports.keepUnsent(unsent.map(({ text }) => text));
  }

  /** Keeps a text until this has taken it, or given it back. */
  async function keepMeanwhile(text: string, work: () => Promise<void>): Promise<void> {
    const own = { text };
    setUnsent([...unsent, own]);
    try {
      await work();
    } finally {
      setUnsent(unsent.filter((other) => other !== own));
    }
  }

  /** What can't be taken goes back into the input: nothing that was written is lost. */
  async function sendNow(typed: string, page: Page): Promise<void> {
    let taken: readonly AttachmentRecord[] = [];
    try {
      const expanded = await prompts.expand(typed);
      if (expanded && 'cancelled' in expanded) return giveBack(typed, page);
      const session = await ports.session();
      await attachments.settled();
      taken = attachments.take();
      session.send({ text: expanded?.text ?? typed, attachments: taken });
      ports.onSent(typed, page);
    } catch (error) {
      logger.error(`Chat: ${String(error)}`);
      ports.returnToDraft(typed);
      if (taken.length > 0) attachments.putBack(taken);
      page.post({ type: 'rejected', text: typed, failure: describeFailure(error, { t: ports.t }) });
    }
  }

  /** Another window may have gone on elsewhere, or there is no conversation to be had. */
  async function editNow({ turnId, text }: Intent<'edit'>, page: Page): Promise<void> {
    let isTaken = false;
    try {
      isTaken = (await ports.session()).edit(turnId, text);
    } finally {
      if (!isTaken) giveBack(text, page);
    }
  }

  /** The page may be gone by now. */
  function giveBack(text: string, page: Page): void {
    ports.returnToDraft(text);
    page.post({ type: 'putBack', text });
  }

  return {
    send({ text }, page) {
      const before = lastSending;
      const sending = keepMeanwhile(text, async () => {
        await before;
        await sendNow(text, page);
      });
      lastSending = sending.catch(() => {});
      return sending;
    },
    edit: (intent, page) => keepMeanwhile(intent.text, () => editNow(intent, page)),
    async dequeue({ id, isEdit }, page) {
      const question = (await ports.session()).dequeue(id);
      if (!isEdit || !question) return;
      attachments.putBack(question.attachments);
      giveBack(question.text, page);
    },
  };
}
