import type { PartView } from '../../../protocol/protocolViews.ts';
import { ShownPicture } from './pictureElement.ts';
import { type AnswerContext, AnswerText, type ShownPart } from './shownPart.ts';
import { ShownThinking } from './thinking.ts';
import { ShownToolCall } from './toolCall.ts';

/** By what the last of these parts has grown. */
interface Growth {
  readonly from: readonly PartView[];
  readonly text: string;
}

/** The elements of a response's parts, in order. A part that only grows is never rendered again. */
export class AnswerParts {
  #context: AnswerContext;
  /** What is shown, one for each of the elements. */
  #views: readonly PartView[] = [];
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

  /** The first call that needs approval. */
  get asking(): ShownToolCall | undefined {
    return this.#toolCalls.find(({ isAsking }) => isAsking);
  }

  /** These are all parts now: those that are the same, or have only grown, stay what they are. */
  take(views: readonly PartView[], growth?: Growth): void {
    const [before, shown] = [this.#views, this.#parts];
    const more = growth?.from === before ? growth.text : undefined;
    this.#views = views;
    this.#parts = [];
    for (const [place, view] of views.entries()) {
      this.last?.end?.();
      const known = shown[place];
      const isKnown = known && (view === before[place] || known.take(view, more));
      this.#parts.push(isKnown ? known : this.#create(view, place));
    }
  }

  showIn(context: AnswerContext): void {
    const { answerId, model, pictures, isRunning } = this.#context;
    const isSame =
      context.answerId === answerId &&
      context.model === model &&
      context.pictures === pictures &&
      context.isRunning === isRunning;
    if (isSame) return;
    this.#context = context;
    for (const part of this.#parts) part.showIn?.(context);
  }

  /** Announces new approvals. */
  announceQuestions(): void {
    for (const call of this.#toolCalls) call.announceQuestion();
  }

  /** Updates the elapsed times of running calls. */
  showTime(): void {
    for (const call of this.#toolCalls) call.showTime();
  }

  end(): void {
    this.last?.end?.();
  }

  get #toolCalls(): ShownToolCall[] {
    return this.#parts.filter((part) => part instanceof ShownToolCall);
  }

  #create(view: PartView, place: number): ShownPart {
    const part = createPart(view, place);
    part.take(view);
    part.showIn?.(this.#context);
    return part;
  }
}

function createPart({ type }: PartView, place: number): ShownPart {
  switch (type) {
    case 'text':
      return new ShownText();
    case 'thinking':
      return new ShownThinking(place);
    case 'picture':
      return new ShownPicture(true);
    case 'tool':
      return new ShownToolCall(place);
  }
}

/** A text of a response, between other parts of it. */
class ShownText extends AnswerText implements ShownPart {
  readonly type = 'text';

  constructor() {
    super();
    this.startDrawing();
  }

  take(part: PartView, more?: string): boolean {
    return part.type === 'text' && this.become(part.text, more);
  }
}
