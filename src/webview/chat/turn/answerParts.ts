import { placeOfCall, seenParts, takesText } from '../../../relay/chat/responseParts.ts';
import type { PartView } from '../../protocolViews.ts';
import { ShownPicture } from './picture.ts';
import type { AnswerContext, ShownPart } from './shownPart.ts';
import { ShownText } from './shownText.ts';
import { ShownThinking } from './thinking.ts';
import { ShownToolCall } from './toolCall.ts';

/** The parts of one answer on the screen, in their order. What is drawn is never drawn anew while it only grows. */
export class AnswerParts {
  #context: AnswerContext;
  #parts: ShownPart[] = [];

  constructor(context: AnswerContext) {
    this.#context = context;
  }

  get elements(): readonly HTMLElement[] {
    return this.#parts.map(({ element }) => element);
  }

  get last(): ShownPart | undefined {
    return this.#parts.at(-1);
  }

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  get hasText(): boolean {
    return this.#parts.some(({ type }) => type === 'text');
  }

  /** All text, as Markdown: what came before a tool's call and after it are paragraphs of their own. */
  get text(): string {
    return this.#parts.flatMap((part) => (part instanceof ShownText ? part.text : [])).join('\n\n');
  }

  /** The first call that waits for a decision. */
  get asking(): ShownToolCall | undefined {
    return this.#toolCalls.find(({ isAsking }) => isAsking);
  }

  get isCallRunning(): boolean {
    return this.#toolCalls.some(({ status }) => status === 'running');
  }

  /** More of the answer, at its end. Returns whether that began another part. */
  append(type: 'text' | 'thinking', text: string): boolean {
    if (text === '') return false;
    const { last } = this;
    const canGrow = takesText(last, type) && (last instanceof ShownText || last instanceof ShownThinking);
    // What comes after its end is shown by itself: nothing is lost, whatever the order in which it is told.
    if (canGrow && last.append(text)) return false;
    this.#push({ type, text });
    return true;
  }

  /** A part that is whole, or what became of a call that is there. Returns whether it is another part. */
  add(part: PartView): boolean {
    if (part.type === 'text' || part.type === 'thinking') return this.append(part.type, part.text);
    if (part.type === 'tool') {
      const known = this.#parts[placeOfCall(this.#parts, part.call)];
      if (known?.take(part)) return false;
    }
    this.#push(part);
    return true;
  }

  /** These are all parts now: those that are the same, or have only grown, stay what they are. */
  take(parts: readonly PartView[]): void {
    const shown = this.#parts;
    this.#parts = [];
    for (const [place, part] of seenParts(parts).entries()) {
      this.last?.end();
      const known = shown[place];
      if (known?.take(part)) this.#parts.push(known);
      else this.#push(part);
    }
  }

  showIn(context: AnswerContext): void {
    this.#context = context;
    for (const part of this.#parts) part.showIn(context);
  }

  /** Says what calls ask that nobody heard of yet. */
  announceQuestions(): void {
    for (const call of this.#toolCalls) call.announceQuestion();
  }

  /** Shows how long calls that run take already. */
  showTime(): void {
    for (const call of this.#toolCalls) call.showTime();
  }

  end(): void {
    this.last?.end();
  }

  get #toolCalls(): ShownToolCall[] {
    return this.#parts.filter((part) => part instanceof ShownToolCall);
  }

  #push(part: PartView): void {
    this.last?.end();
    const shown = createPart(part, this.#parts.length);
    shown.take(part);
    shown.showIn(this.#context);
    this.#parts.push(shown);
  }
}

function createPart({ type }: PartView, place: number): ShownPart {
  switch (type) {
    case 'text':
      return new ShownText();
    case 'thinking':
      return new ShownThinking(place);
    case 'picture':
      return new ShownPicture();
    case 'tool':
      return new ShownToolCall(place);
  }
}
