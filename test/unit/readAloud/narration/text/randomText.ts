/** Fragments of texts, separated by `¦`, including everything that makes splitting hard. */
const fragments = [
  'word¦Dr.¦e.g.¦z. B.¦No. 5¦v1.2.3¦index.ts¦https://example.org/a?b=c,d¦1,000¦10:30¦.¦. ¦? ¦! ¦, ',
  '; ¦: ¦ — ¦…¦。¦？¦！¦，¦；¦、¦“¦”¦「¦」¦(¦)¦\n¦\r\n¦\n\n¦\n- ¦\n1. ¦\n# ¦\n| a |¦ ¦  ¦\t¦\u00a0¦\u2028',
  '\u00ad¦\u200b¦你好¦世界¦今天天气很好¦カタカナ¦한국어¦Ünïcödé¦ﬀ¦Привет, мир¦Это предложение. Это тоже',
  'مرحبا بالعالم¦، ¦؟ ¦오늘은 날씨가 좋아요¦今日はいい天気ですね¦`getUserById(id)`¦a !== b && c?.d¦e\u0301\u0302\u0303',
  '🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}¦𠮷野家¦🏠¦👨‍👩‍👧‍👦¦🇨🇳¦👍🏽¦e\u0301¦1️⃣',
  'a sentence of several words¦supercalifragilisticexpialidocious¦我们一起去公园散步好吗',
]
  .join('¦')
  .split('¦');

/** A random text of fewer than `most` fragments. */
export function randomText(random: () => number, most: number): string {
  const count = Math.floor(random() * most);
  const pick = () => fragments[Math.floor(random() * fragments.length)] ?? '';
  return Array.from({ length: count }, () => pick() + (random() < 0.4 ? ' ' : '')).join('');
}
