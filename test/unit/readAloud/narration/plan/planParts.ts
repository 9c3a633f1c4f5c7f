import type { BlockKind, NarratedBlock } from '../../../../../src/readAloud/narration/block.ts';
import type { StreamingText } from '../../../../../src/readAloud/narration/plan/streamingPlan.ts';
import type { Utterance, UtteranceSource } from '../../../../../src/readAloud/narration/plan/utterance.ts';
import { blocksFrom } from '../../../../../src/readAloud/narration/text/sentences.ts';
import { createSpokenText } from '../../../../../src/readAloud/narration/text/spokenText.ts';

/** A block that contains part of a text verbatim. */
export function blockOf(
  text: string,
  start = 0,
  end = text.length,
  kind: BlockKind = 'paragraph',
): NarratedBlock {
  const spoken = createSpokenText(text);
  spoken.copy({ start, end });
  return { ...spoken.build(), kind };
}

/** The blocks of a plain text, word for word. */
export function* blocksOf(text: string): Generator<NarratedBlock> {
  for (const { start, end } of blocksFrom(text)) yield blockOf(text, start, end);
}

/** All utterances that a source has without waiting. */
export function takeAll(source: UtteranceSource): Utterance[] {
  const utterances: Utterance[] = [];
  for (;;) {
    const utterance = source.next();
    if (utterance === undefined || utterance === 'later') return utterances;
    utterances.push(utterance);
  }
}

/** The visible characters of a text. */
export function signsOf(text: string): string {
  return text.replace(/[\s\u00ad\u200b]/gu, '');
}

/** A sentence of the given number of bytes. */
export function sized(bytes: number): string {
  return `A${' word'.repeat(Math.floor((bytes - 4) / 5))}`.padEnd(bytes - 1, 's').concat('.');
}

/** A streaming text that the test writes. */
export function createWriting(
  text: string,
): StreamingText & { write(count: number): void; readonly isHeard: boolean } {
  let length = 0;
  let isComplete = false;
  const listeners = new Set<() => void>();
  return {
    read: () => text.slice(0, length),
    isComplete: () => isComplete,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Once the whole text is written, the next call marks it as complete. */
    write(count) {
      isComplete = length >= text.length;
      length = Math.min(text.length, length + count);
      for (const listener of [...listeners]) listener();
    },
    get isHeard() {
      return listeners.size > 0;
    },
  };
}

const pieces = [
  'Here is **bold text. It has two sentences** in it. ',
  'A `call(a. B)` of code, and a [link. With two](https://example.org/a.b) words. ',
  'Dr. Smith said it was v1.2.3 of 3.14, e.g. This one. ',
  'It costs 5 * 3 = 15. Nothing more. ',
  '他轻轻地问我你好吗？“我很好，谢谢你的关心。”他笑了。',
  '今天的天气真的非常好，我们一起去公园散步好吗？太好了！',
  '今日はとても良い天気です。公園へ行きませんか？',
  '오늘은 날씨가 정말 좋아요. 공원에 갈까요? ',
  'Сегодня хорошая погода. Пойдём **гулять! Все** вместе. ',
  'الطقس جميل اليوم. هل نخرج معا؟ ',
  'Hi. Yes. No! ',
  'Wow 👨‍👩‍👧‍👦 that is nice 🎉. 🎉🎉 ',
  'It goes on and on, with one clause after another, and then some more, until it really is a long one. ',
  'An open [bracket. And a lone ` tick. And ** stars. ',
  'In the year 2019. 14 were there. 2020 came. ',
];
const breaks = [
  '\n\n',
  '\n\n',
  '\n',
  '\n\n# A heading. Of two\n\n',
  '\n\n- ',
  '\n* ',
  '\n\n1. ',
  '\n2. ',
  '\r\n\r\n',
  '\n\n```ts\nconst a = "b. C";\n\n# no heading\n```\n\n',
  '\n\n<think>Let me see. Is it so?\n\nIt is.</think>\n\n',
  '\n\n> ',
];

/** A random response as a model would write it, in any language. */
export function randomAnswer(random: () => number, most: number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const count = 1 + Math.floor(random() * most);
  return Array.from({ length: count }, () => pick(pieces) + (random() < 0.4 ? pick(breaks) : '')).join('');
}

const marks = [
  ...['**', '*', '_', '~~', '`', '``', '[', '](x)', ']', '![', '$', '$$', '\\', '&amp;', '"', '“', '”'],
  ...['\n', '\r\n', '\n\n', '\n\n', '\n\n    ', '    ', '\n---\n', '\n===\n', '\n|-|-|\n', '| '],
  ...['\n```\n', '\n\n```js\n', '\n> ', '\n- ', '\n* ', '\n1. ', '\n3) ', '\n\n## ', '\n\n[^1]: '],
  ...['<think>', '</think>', '<!--', '-->', '<div>', '</div>', '. ', '. ', '. ', '。', '，', ', '],
];
const words = ['word', 'A longer part of a sentence, and', '词语', '単語です', '단어', 'слово', 'كلمة'];

/** Numbered words, and between them marks that open and close in any order. */
export function randomMarks(random: () => number, most: number): string {
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  const count = Math.floor(random() * most);
  return Array.from(
    { length: count },
    (_, at) => `${pick(words)} ${at}q ${random() < 0.5 ? pick(marks) : ''}`,
  ).join('');
}
