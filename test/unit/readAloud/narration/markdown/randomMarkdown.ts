/** Lines of Markdown, separated by `¦`, that begin, end or continue a block, in five scripts. */
const lines = [
  '# Heading¦## 标题¦Setext\n---¦A sentence of words.¦Другой текст, и ещё.¦今天天气很好，我们去公园。¦カタカナとひらがな',
  '한국어 문장입니다.¦نص عربي هنا¦ends with two spaces  ¦ends with a backslash\\¦- item¦* [x] done',
  '- [ ] to do¦1. one¦2) two¦10. ten¦   indented three¦  indented two¦    code or more',
  '\tbehind a tab¦  - inner¦   1. inner number¦> quote¦> - item in a quote¦>> deeper¦> ```',
  '> [!NOTE]¦```¦```ts¦  ```¦   ```sh¦~~~¦    ```¦- ```¦const a = b && c;¦| a | b |¦|---|:-:|',
  '| 1 | `x\\|y` |¦---¦***¦* * *¦$$¦\\[¦\\]¦x^2 + y = $z$¦:::note¦:::¦<div>¦</div>',
  '<p align="center">centre</p>¦<b>¦<!--¦-->¦<script>¦</script>¦<?php¦?>',
  '[ref]: https://example.org "Title"¦[^1]: footnote¦<think>¦</think>¦¦¦¦¦ ¦===¦1.¦-¦#',
]
  .join('¦')
  .split('¦');

const inline = [
  '**bold**¦*em¦_u_¦~~gone~~¦`code`¦``a ` b``¦`getUserById`¦[text](https://example.org/a)',
  '[text][ref]¦[ref]¦![alt *x*](y.png)¦![](y.png)¦[^1]¦[[wiki|link]]¦https://example.org/a_b，',
  'www.example.com.¦<https://example.org>¦me@example.org¦$a_1 * b$¦\\(c\\)¦$5¦&amp;¦&nbsp;',
  '&#x1F600;¦\\*¦\\\\¦<br>¦<kbd>x</kbd>¦🎉¦👨‍👩‍👧‍👦¦1️⃣¦:tada:¦🇨🇳¦e\u0301¦\u200b¦\u00ad¦\u00a0¦\ud83d',
  '𠮷野¦a1b2c3d4e5f6a7b8¦src/a/b/c.ts:3¦"quoted"¦字¦(¦]¦[¦*¦_¦|¦>',
]
  .join('¦')
  .split('¦');

/** Random Markdown of at most `most` lines. */
export function randomMarkdown(random: () => number, most: number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? '';
  const lineEnd = random() < 0.2 ? '\r\n' : '\n';
  const count = 1 + Math.floor(random() * most);
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: Math.floor(random() * 4) }, () => pick(inline));
    return [pick(lines), ...parts].join(random() < 0.7 ? ' ' : '');
  }).join(lineEnd);
}
