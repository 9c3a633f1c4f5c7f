import { richAnswer } from '../../webview/chatFacts.ts';

const sentence =
  'The quick **brown fox** jumps over the `lazy dog`, then [rests](https://example.com/den) a while. ';
const chinese =
  '读取文件只需要**一次调用**。返回值是一个 `Promise`，可以用 `await` 等待；详情请看[文档](https://example.com/wendang)。';
const formula =
  String.raw`With $a_n = \frac{1}{n^2}$ it is` +
  '\n\n\\[\n\\sum_{n=1}^\\infty a_n = \\frac{\\pi^2}{6}\n\\]\n\n';
const code = `/** The settings, or the defaults when there are none. */
export async function readSettings(path: string): Promise<Settings> {
  const text = await readFile(path, { encoding: 'utf8' }); // may throw
  return text === '' ? { retries: 3, verbose: false } : JSON.parse(text);
}
`;

function repeat(part: string, length: number): string {
  return part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

const parts: readonly string[] = [
  richAnswer,
  `${sentence.repeat(4)}\n\n`,
  `- ${sentence}\n`.repeat(5),
  `\n\`\`\`ts\n${code}\`\`\`\n\n`,
  `| a | b |\n| - | - |\n${`| ${sentence}| x |\n`.repeat(5)}\n`,
  `${chinese.repeat(3)}\n\n`,
  formula,
];

/** Responses of about a length in characters, by what is in them. */
export const answers: Readonly<Record<string, (length: number) => string>> = {
  mixed: (length) => repeat(parts.join('\n'), length),
  prose: (length) => repeat(`${sentence.repeat(4)}\n\n`, length),
  lists: (length) => repeat(`- ${sentence}\n  1. ${sentence}\n`, length),
  'code blocks': (length) => repeat(`Then:\n\n\`\`\`ts\n${code.repeat(4)}\`\`\`\n\n`, length),
  'one code block': (length) => `\`\`\`ts\n${repeat(code, length)}`,
  tables: (length) => repeat(`| a | b |\n| - | - |\n${`| ${sentence}| x |\n`.repeat(12)}\n`, length),
  'one table': (length) => `| a | b |\n| - | - |\n${repeat(`| ${sentence}| x |\n`, length)}`,
  'one paragraph': (length) => repeat(sentence, length),
  Chinese: (length) => repeat(`${chinese.repeat(3)}\n\n`, length),
  math: (length) => repeat(formula, length),
};
