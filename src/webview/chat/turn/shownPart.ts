import type { PartView } from '../../../protocol/protocolViews.ts';

/** What a part shows besides what it is itself. */
export interface AnswerContext {
  readonly answerId: string;
  readonly model: string;
  /** Address of the folder with all images. */
  readonly pictures: string;
  readonly isRunning: boolean;
}

/** A piece of a response on the screen. Its element is made once, and stays. */
export interface ShownPart {
  readonly type: PartView['type'];
  readonly element: HTMLElement;
  /**
   * Shows this part instead, if it is more of the one that is shown; false, and nothing happens, if it is another. `more`:
   * by what a text is known to have grown.
   */
  take(part: PartView, more?: string): boolean;
  /** Something around it is different. */
  showIn(context: AnswerContext): void;
  /** No more of it comes. */
  end(): void;
}
