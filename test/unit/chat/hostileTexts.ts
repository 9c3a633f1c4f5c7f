/** Pieces of user and model text that could be mistaken for markup of the transcript or the journal. */
const pieces = [
  '',
  ' ',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  '\t',
  '\0',
  '\u2028',
  '\u0085',
  '\uFEFF',
  'word',
  'Ünïcødé e\u0301 ﬁ ＡＢＣ ς',
  '你好，世界。',
  '👩‍👩‍👧🇨🇳',
  '\uD83D',
  '\uDE00',
  '# You',
  '## m',
  '# ',
  '```',
  '```ts\n',
  '~~~~',
  '  ```',
  '- item\n  ```',
  '> quote',
  '<!--',
  '-->',
  '<!-- -->',
  '<details>',
  '</details>',
  '<!-- model-relay:',
  '<!-- model-relay:end -->',
  '<!-- model-relay:prompt {"at":1} -->',
  '<!-- model-relay\\:end -->',
  '<!-- model-relay\\\\:',
  '\\:',
  '"}',
  '{"type":"delta"',
  '\\',
  '\\n',
  '$&',
];

/** A text made of some of these pieces; the same random numbers give the same text. */
export function createHostileText(random: () => number): string {
  const count = Math.floor(random() * 7);
  return Array.from({ length: count }, () => pieces[Math.floor(random() * pieces.length)]).join(
    random() < 0.5 ? '' : '\n',
  );
}
