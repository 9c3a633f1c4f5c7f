/** Random numbers in [0, 1) that are the same in every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What texts are made of, with all that makes cutting hard. */
const fragments = [
  'word',
  'Dr.',
  'e.g.',
  'z. B.',
  'No. 5',
  'v1.2.3',
  'index.ts',
  'https://example.org/a?b=c,d',
  '1,000',
  '10:30',
  '.',
  '. ',
  '? ',
  '! ',
  ', ',
  '; ',
  ': ',
  ' — ',
  '…',
  '。',
  '？',
  '！',
  '，',
  '；',
  '、',
  '“',
  '”',
  '「',
  '」',
  '(',
  ')',
  '\n',
  '\r\n',
  '\n\n',
  '\n- ',
  '\n1. ',
  '\n# ',
  '\n| a |',
  ' ',
  '  ',
  '\t',
  '\u00a0',
  '\u2028',
  '\u00ad',
  '\u200b',
  '你好',
  '世界',
  '今天天气很好',
  'カタカナ',
  '한국어',
  'Ünïcödé',
  'ﬀ',
  '🏠',
  '👨‍👩‍👧‍👦',
  '🇨🇳',
  '👍🏽',
  'e\u0301',
  '1️⃣',
  'a sentence of several words',
  'supercalifragilisticexpialidocious',
  '我们一起去公园散步好吗',
];

/** A text of up to so many fragments. */
export function randomText(random: () => number, most: number): string {
  const count = Math.floor(random() * most);
  const pick = () => fragments[Math.floor(random() * fragments.length)] ?? '';
  return Array.from({ length: count }, () => pick() + (random() < 0.4 ? ' ' : '')).join('');
}
