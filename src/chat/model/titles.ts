import { ellipsize } from '../../text/ellipsize.ts';
import type { ChatServices, Preparation } from './chatServices.ts';
import type { Conversation } from './conversation.ts';

/** Enough for a title, and for a model that thinks a little first. */
const maxTokens = 400;
/** Maximum number of characters of the prompt that the model gets. */
const mostQuestionCharacters = 1_000;
const mostTitleCharacters = 80;

/** Generates titles of conversations without one, with the model that replied to their first prompt. */
export class Titling {
  readonly #services: Pick<ChatServices, 'wantsTitle' | 'logger'>;
  readonly #closing = new AbortController();
  /** Conversations for which a title was requested: a failed attempt is not repeated. */
  readonly #asked = new WeakSet<Conversation>();

  constructor(services: Pick<ChatServices, 'wantsTitle' | 'logger'>) {
    this.#services = services;
  }

  /** Never rejects: a conversation without a title is called by its first words. */
  async title(conversation: Conversation, preparation: Preparation): Promise<void> {
    const { wantsTitle, logger } = this.#services;
    const [first] = conversation.turns;
    if (!first || conversation.title !== undefined || this.#asked.has(conversation) || !wantsTitle()) return;
    this.#asked.add(conversation);
    const { signal } = this.#closing;
    try {
      const title = await makeTitle(preparation, first.prompt.text, signal);
      // The person may have named the conversation in the meantime.
      if (title && conversation.title === undefined && !signal.aborted)
        conversation.append({ type: 'title', title, isMade: true, at: Date.now() });
    } catch (error) {
      logger.info(`Titles: failed to generate a title: ${String(error)}`);
    }
  }

  close(): void {
    this.#closing.abort();
  }
}

async function makeTitle(
  { model, settings, ask }: Preparation,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { protocol } = settings;
  const content = `Write a title of six words at most for a conversation that begins with the text below, in the language of that text. Reply with the title and nothing else.\n\n${question.slice(0, mostQuestionCharacters)}`;
  const events = ask(
    {
      model,
      maxTokens,
      messages: [{ role: 'user', content }],
      isOneOff: true,
      ...(protocol && { protocol }),
    },
    { signal, onRetryWait: () => {}, onPhase: () => {} },
  );
  let reply = '';
  for await (const event of events) if (event.type === 'text') reply += event.text;
  return toTitle(reply);
}

/** One line without the marks and quotes that models put around titles. */
export function toTitle(reply: string): string | undefined {
  const [line = ''] = reply.trim().split('\n');
  const words = line.replace(/^(?:#+|title:|标题[:：])\s*/i, '').replaceAll(/\*\*|__|`/g, '');
  const bare = toOneLine(words).replace(/[.。]+$/, '');
  // Quotes around parts of a title stay, as in “A” and “B”.
  const [, , title = bare] = /^(["'“„«「『《])((?:(?!\1)[^“”»」』》])*)["'“”»」』》]$/.exec(bare) ?? [];
  return ellipsize(title.trim().replace(/[.。]+$/, ''), mostTitleCharacters) || undefined;
}

const firstWordsLength = 60;
/** How much of a text is read for its first words, so that a hostile text costs no time. */
const lookedAtLength = 1000;

/** Characters that break a line or change the direction of the text around them. */
const lineBreakers = /[\p{Control}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** The text on one line, without anything that could break it. */
export function toOneLine(text: string): string {
  return text.slice(0, lookedAtLength).toWellFormed().replace(lineBreakers, ' ').replace(/\s+/g, ' ').trim();
}

/** The first words of a text, as a title: about 60 characters, on one line. */
export function firstWords(text: string): string {
  const line = toOneLine(text.trimStart());
  if (line.length <= firstWordsLength) return line;
  const space = line.lastIndexOf(' ', firstWordsLength);
  return ellipsize(line, space > firstWordsLength / 2 ? space : firstWordsLength);
}

/** The conversation's own title, or the first words of its first prompt. */
export function titleOf(conversation: Conversation): string {
  const { title = '', firstPrompt } = conversation;
  return toOneLine(title) || (firstPrompt ? firstWords(firstPrompt.text) : '');
}

/** A title as a file name; '' if none of its characters are allowed in one. */
export function toFileName(title: string): string {
  return title.replaceAll(/[^\p{L}\p{N}_-]+/gu, ' ').trim();
}
