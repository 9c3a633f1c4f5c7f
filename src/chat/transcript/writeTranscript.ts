import type { Translate } from '../../failures.ts';
import {
  type Answer,
  type Conversation,
  currentTurns,
  type Prompt,
  textOf,
  thinkingOf,
} from '../conversation.ts';
import type { EndRecord } from '../records.ts';
import { titleOf } from '../history/summary.ts';
import { toOneLine } from '../history/words.ts';
import { escapeMarks, openFence, writeMark } from './marks.ts';

/**
 * The conversation as Markdown, to be read by people and by `readTranscript`: the branch that is shown, its
 * texts as they are. Lone surrogates, which no file can hold, become replacement characters.
 */
export function writeTranscript(conversation: Conversation, t: Translate): string {
  const heading = titleOf(conversation) || t('Conversation');
  const isTitled = toOneLine(conversation.title ?? '') !== '';
  const parts = [
    writeMark('conversation', { version: 1, ...(!isTitled && { heading }) }),
    `<!-- ${t('Only the branch that was shown is in here. The comments are for importing it again: leave them where they are.')} -->`,
    '',
    headingOf('#', heading),
    ...currentTurns(conversation).flatMap(({ prompt, answer }) => [
      ...promptParts(prompt, t),
      ...answerParts(answer, t),
    ]),
  ];
  return `${parts.join('\n')}\n`;
}

function promptParts({ text, at, kind }: Prompt, t: Translate): string[] {
  const data = { at, ...(kind === 'continue' && { kind }) };
  return ['', headingOf('##', t('You')), '', ...section('prompt', data, text)];
}

function answerParts(answer: Answer, t: Translate): string[] {
  const { model, at, end } = answer;
  const thinking = thinkingOf(answer);
  const note = end && endWords(end, t);
  return [
    '',
    headingOf('##', toOneLine(model) || t('Answer')),
    '',
    ...(thinking
      ? [
          '<details>',
          `<summary>${t('Thought')}</summary>`,
          '',
          ...section('thinking', {}, thinking),
          '',
          '</details>',
          '',
        ]
      : []),
    ...section('answer', { model, at }, textOf(answer), end && endData(end)),
    ...(note ? ['', `*${note}*`] : []),
  ];
}

const headingOf = (level: string, words: string) => `${level} ${escapeMarks(words)}`;

function section(name: string, data: object, text: string, end: object = {}): string[] {
  const written = escapeMarks(text.toWellFormed());
  const fence = openFence(written);
  const mark = writeMark('end', { ...end, ...(fence && { fence }) });
  return [writeMark(name, data), '', written, ...(fence ? [fence] : []), '', mark];
}

function endWords({ status }: EndRecord, t: Translate): string | undefined {
  switch (status) {
    case 'complete':
      return undefined;
    case 'stopped':
      return t('Stopped.');
    case 'interrupted':
      return t('The answer was cut. What came is kept.');
    case 'failed':
      return t('The answer failed');
  }
}

/** A transcript is given to others: of a failure, only what it was is in it, not what the relay wrote or where it is. */
function endData({ type, id, requestId, failure, ...data }: EndRecord): object {
  if (!failure || failure.kind === 'internal') return data;
  const { status, missing } = failure.details;
  const details = {
    ...(typeof status === 'number' && { status }),
    ...(typeof missing === 'string' && { missing }),
  };
  return { ...data, failure: { kind: failure.kind, details } };
}
