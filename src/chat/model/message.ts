import type { Protocol } from '../../relay/chat/protocolNames.ts';
import type { AnswerPart } from './answerParts.ts';
import type { AttachmentRecord } from './attachment.ts';
import type { EndRecord } from './records.ts';

/** What a person asks. */
export interface Question {
  readonly text: string;
  readonly attachments: readonly AttachmentRecord[];
}

export interface Prompt {
  readonly type: 'prompt';
  readonly id: string;
  readonly parentId: string | null;
  readonly text: string;
  readonly kind: 'question' | 'continue';
  readonly attachments: readonly AttachmentRecord[];
  readonly at: number;
}

export interface Answer {
  readonly type: 'answer';
  readonly id: string;
  readonly parentId: string;
  readonly at: number;
  /** Empty until it is known which model answers: its record then comes again, with the name and the relay. */
  readonly model: string;
  readonly relay?: string | undefined;
  readonly protocol?: Protocol | undefined;
  /** The process that writes it. */
  readonly writer?: string | undefined;
  readonly isCompared: boolean;
  readonly parts: readonly AnswerPart[];
  /** Absent while the answer is being written. */
  readonly end?: EndRecord;
}

/** A question on the current branch, with the answer to it that is shown. */
export interface Turn {
  readonly prompt: Prompt;
  readonly answer: Answer;
}

/** What is sent to have a cut answer go on. */
export const continueText =
  'Your last answer ended too early. Continue it exactly where it ended, without repeating anything and without a word about it.';
