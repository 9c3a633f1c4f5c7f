import type * as vscode from 'vscode';
import type { PlanOptions } from '../narration/plan/plan.ts';
import type { UtteranceSource } from '../narration/plan/utterance.ts';
import type { FollowedDocument } from './followedDocument.ts';

/** Something that can be read aloud, now or when its turn in the queue comes. */
export interface Readable {
  /** File name or the like. */
  readonly title: string;
  plan(options: PlanOptions): UtteranceSource;
  /** Where the sentence that is heard is marked. */
  readonly followed?: FollowedDocument;
  /** The place that a part of the text speaks of, where that is another one: the file of a problem. */
  readonly placeOf?: (offset: number) => vscode.Location | undefined;
  /** To be called when it is neither read nor waits to be. */
  dispose?(): void;
}
