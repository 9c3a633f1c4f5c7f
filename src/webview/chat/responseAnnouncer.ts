import type { AccessibilityView } from '../../protocol/protocolViews.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import type { Announcer } from '../ui/announcer.ts';
import { t } from '../ui/l10n.ts';
import { shortenModel } from './shownNames.ts';
import type { ChatAnswer } from './turn/answer.ts';

/** A longer response is announced up to here. All of it is in the page, and in the transcript. */
const maximumLength = 2_000;

interface Progress {
  /** Blocks that were announced, or were there before. */
  blocks: number;
  length: number;
}

/** Announces the texts of responses while they come, or when they are complete. */
export class ResponseAnnouncer {
  mode: AccessibilityView['responses'] = 'off';
  readonly #announcer: Announcer;
  /** Responses that this page saw growing. */
  readonly #progress = new WeakMap<ChatAnswer, Progress>();
  readonly #ended = new WeakSet<ChatAnswer>();

  /** `page`: in which texts say that more of them is drawn. */
  constructor(page: HTMLElement, announcer: Announcer) {
    this.#announcer = announcer;
    page.addEventListener('chat-text-drawn', ({ target }) => {
      const answer = target instanceof Element ? target.closest<ChatAnswer>('chat-answer') : null;
      if (answer) this.#announce(answer);
    });
  }

  /** More of a response came. Its paragraphs that are in the page already are no news. */
  begin(answer: ChatAnswer): void {
    if (!this.#progress.has(answer))
      this.#progress.set(answer, { blocks: listBlocks(answer).length, length: 0 });
  }

  /** The response is over. */
  end(answer: ChatAnswer): void {
    this.#ended.add(answer);
    this.#announce(answer);
  }

  #announce(answer: ChatAnswer): void {
    const progress = this.#progress.get(answer);
    if (!progress || this.mode === 'off' || progress.length >= maximumLength) return;
    const isOver = this.#ended.has(answer) && isDrawn(answer);
    if (!isOver && this.mode === 'onComplete') return;
    const blocks = listBlocks(answer);
    // The last one may still grow.
    const end = isOver ? blocks.length : blocks.length - 1;
    const lines: { text: string; lang: string }[] = [];
    for (const block of blocks.slice(this.mode === 'onComplete' ? 0 : progress.blocks, end)) {
      const text = ellipsize(describeBlock(block), maximumLength - progress.length);
      if (text === '') continue;
      progress.length += text.length;
      const last = lines.at(-1);
      if (last?.lang === block.lang) last.text += ` ${text}`;
      else lines.push({ text, lang: block.lang });
      if (progress.length >= maximumLength) break;
    }
    progress.blocks = Math.max(progress.blocks, end);
    if (isOver) this.#progress.delete(answer);
    for (const [place, { text, lang }] of lines.entries()) {
      const isNamed = answer.isCompared && place === 0;
      this.#announcer.announce(
        isNamed ? t('{0}: {1}', shortenModel(answer.answer.model), text) : text,
        lang || undefined,
      );
    }
    if (progress.length >= maximumLength)
      this.#announcer.announce(t('The rest of the response is in the chat.'));
  }
}

const texts = (answer: ChatAnswer) => [
  ...answer.querySelectorAll<HTMLElement>(':scope > article > .markdown'),
];

function isDrawn(answer: ChatAnswer): boolean {
  return texts(answer).every(({ dataset }) => dataset['drawn'] !== undefined);
}

/** Paragraphs, lists, tables and so on, without the boxes that hold several of them. */
function listBlocks(answer: ChatAnswer): HTMLElement[] {
  return texts(answer).flatMap((text) => [
    ...text.querySelectorAll<HTMLElement>(':scope > :not(.group), :scope > .group > *'),
  ]);
}

/** A block in words; of code, also of that in a list or a quote, only which it is. */
function describeBlock(block: Node): string {
  if (!(block instanceof HTMLElement)) return block.textContent ?? '';
  const code = block.matches('.code-block') && block.querySelector('pre');
  const words = code
    ? t('Code: {0}', code.ariaLabel ?? '')
    : block.querySelector('.code-block')
      ? Array.from(block.childNodes, describeBlock).join(' ')
      : block.innerText;
  return words.replace(/\s+/g, ' ').trim();
}
