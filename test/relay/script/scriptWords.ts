import type { Question } from '../chat/chatProtocol.ts';
import { readCall, readCalls, type WantedCall } from './toolCalls.ts';

/**
 * What the scripted models listen to, in every protocol. The words count wherever they stand in the first or the
 * last line of what the user said last, as whole words; a sample, manners and an accident may be combined: "long
 * 40 thinking cut". A new word is a row here; what it does is written in scriptedAnswers.ts (samples, manners) or
 * chat/answerChat.ts (accidents, and what comes instead). Lines that call tools are read in toolCalls.ts.
 */
export const scriptWords = [
  { words: 'code', group: 'sample', does: 'blocks of code in several languages' },
  { words: 'edits', group: 'sample', does: 'code for a file, a diff, a command, a diagram, links to files' },
  { words: 'table', group: 'sample', does: 'a table' },
  { words: 'math', group: 'sample', does: 'formulas' },
  { words: 'commit', group: 'sample', does: 'a commit message, with words and a fence around it' },
  { words: 'chinese', group: 'sample', does: 'an answer in Chinese' },
  { words: 'html', group: 'sample', does: 'hostile HTML, links and pictures, to be shown as text' },
  { words: 'long', group: 'sample', does: 'about 200 KB; "long 20" is 20 paragraphs' },
  { words: 'thinking', group: 'manner', does: 'a block of thoughts first' },
  { words: 'redacted thinking', group: 'manner', does: 'a block of thoughts that nobody can read first' },
  { words: 'picture', group: 'manner', does: 'a picture in the answer, in the way of the protocol' },
  { words: 'broken arguments', group: 'manner', does: 'tool calls whose arguments are no JSON' },
  { words: 'empty arguments', group: 'manner', does: 'tool calls whose arguments are an empty text' },
  { words: 'slow', group: 'manner', does: 'a word at a time' },
  { words: 'refuse', group: 'manner', does: 'a few words, then stop_reason "refusal"' },
  { words: 'max tokens', group: 'manner', does: 'stops half-way with stop_reason "max_tokens"' },
  { words: 'cut', group: 'accident', does: 'the socket is destroyed half-way' },
  { words: 'error event', group: 'accident', does: 'an error event half-way' },
  { words: 'raw tail', group: 'accident', does: 'a bare JSON error half-way, outside of the event framing' },
  { words: 'stall', group: 'accident', does: 'nothing more comes after half of it; the socket stays open' },
  { words: 'never', group: 'instead', does: 'no reply at all; the socket stays open' },
  { words: 'overloaded', group: 'instead', does: '529' },
  { words: 'server error', group: 'instead', does: '500' },
  { words: 'rate limit', group: 'instead', does: '429' },
] as const;

type ScriptWord = (typeof scriptWords)[number];
type WordsOf<Group extends ScriptWord['group']> = Extract<ScriptWord, { group: Group }>['words'];
export type Sample = WordsOf<'sample'>;
type Manner = WordsOf<'manner'>;
export type Accident = WordsOf<'accident'>;
type Instead = WordsOf<'instead'>;

/** What a message asks of the script. */
export interface Ask {
  readonly text: string;
  /** What a line such as `answer "Yes."` wants to hear, in JSON; a comment's mark may stand before it. */
  readonly answer: string | undefined;
  /** One for each line that calls a tool in this round. */
  readonly calls: readonly WantedCall[];
  readonly sample: Sample | undefined;
  /** The number after `long`. */
  readonly paragraphs: number | undefined;
  readonly manners: ReadonlySet<Manner>;
  readonly accident: Accident | undefined;
  readonly instead: Instead | undefined;
}

const answerLine = /^[^\w"\n]{0,20}answer[ \t]+("(?:[^"\\\n]|\\.)*")/gm;

/** The last line counts that wants a certain response: what a file says stands before what a person says of it. */
function readAnswerLine(text: string): string | undefined {
  const literal = [...text.matchAll(answerLine)].at(-1)?.[1];
  if (literal === undefined) return undefined;
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}

/** Longer lines are pasted or attached text, whose words are not meant for the script. */
const longestLine = 200;

/** The first line and the last: what a person typed around a quotation or an attached file. */
function linesToSearch(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && readCall(line) === undefined);
  const ends = lines.length > 1 ? [lines[0] ?? '', lines.at(-1) ?? ''] : lines;
  return ends.filter((line) => line.length <= longestLine).join('\n');
}

// The longer phrases first, so that "redacted thinking" is not taken for "thinking".
const phrases = scriptWords
  .map(({ words }) => words.replace(' ', '\\s+'))
  .sort((a, b) => b.length - a.length);
const phrasePattern = new RegExp(`(?<![\\w-])(?:${phrases.join('|')})(?![\\w-])`, 'gi');

/** Reads the words for the script out of a message. Of two samples or accidents the first one counts. */
export function readAsk({ text: said, asked }: Pick<Question, 'text' | 'asked'>): Ask {
  const text = readOwnWords(said);
  // What is to be answered has words of its own, which are not for the script.
  const searched = linesToSearch(text.replaceAll(answerLine, ''));
  // In a round of results nothing is said: what was asked goes on.
  const isRound = text.trim() === '';
  const told = isRound ? readOwnWords(asked.text) : text;
  const found = [...searched.matchAll(phrasePattern)].flatMap(([match]) => {
    const words = match.toLowerCase().replaceAll(/\s+/g, ' ');
    return scriptWords.filter((candidate) => candidate.words === words);
  });
  const [, paragraphs] = /(?<![\w-])long\s+(\d{1,5})(?!\w)/i.exec(searched) ?? [];
  return {
    text,
    calls: readCalls(told, isRound ? asked.rounds : 0),
    manners: new Set(found.filter((word) => word.group === 'manner').map(({ words }) => words)),
    answer: readAnswerLine(told),
    sample: found.find((word) => word.group === 'sample')?.words,
    paragraphs: paragraphs === undefined ? undefined : Number(paragraphs),
    accident: found.find((word) => word.group === 'accident')?.words,
    instead: found.find((word) => word.group === 'instead')?.words,
  };
}

/**
 * What a person typed. Editors' agents send much around it, and mark it: VS Code's puts it between these tags, at the end
 * of the message.
 */
function readOwnWords(text: string): string {
  return /^[\s\S]*(?:^|\n)<userRequest>\n([\s\S]*)\n<\/userRequest>\s*$/.exec(text)?.[1] ?? text;
}
