import { readFileSync } from 'node:fs';
import type { Ask, Sample } from './scriptWords.ts';

export type StopReason = 'end_turn' | 'max_tokens' | 'refusal';

export interface ScriptedAnswer {
  readonly thinking: string;
  readonly text: string;
  readonly stopReason: StopReason;
}

export interface AnswerOptions {
  readonly model: string;
  readonly maxTokens: number;
  /** Where the relay is reached, so that a fetch that must not happen would show in its journal. */
  readonly origin: string;
}

/** The rule of thumb by which the script counts tokens. */
const charactersPerToken = 4;
const defaultParagraphs = 500;
const shownAskLength = 120;

export function estimateTokens(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

const templates = new Map<string, string>();

function readTemplate(name: Exclude<Sample, 'long'> | 'default'): string {
  const known = templates.get(name);
  if (known !== undefined) {
    return known;
  }
  const template = readFileSync(new URL(`./answers/${name}.md`, import.meta.url), 'utf8');
  templates.set(name, template);
  return template;
}

/** Fit for a code span: one line, no backticks, short. */
function quoteAsk(text: string): string {
  const oneLine = text.replaceAll(/\s+/g, ' ').replaceAll('`', "'").trim();
  const characters = [...oneLine];
  return characters.length > shownAskLength
    ? `${characters.slice(0, shownAskLength).join('')}…`
    : oneLine || '(nothing)';
}

const stockSentences = [
  'The reference relay has nothing to say, and says it at length.',
  'A paragraph like this one is about as long as what a model writes between two headings.',
  'It has **bold** and `inline code` in places, so that laying it out is real work.',
  'The number at its start tells whether anything was lost or came twice.',
  'Reading it to the end is not required of anyone.',
];

/** Numbered paragraphs of about 400 characters, under a heading every ten. */
function writeLongAnswer(count: number): string {
  const paragraphs = Array.from({ length: count }, (_, index) => {
    const turn = index % stockSentences.length;
    const sentences = [...stockSentences.slice(turn), ...stockSentences.slice(0, turn)];
    const heading = index % 10 === 0 ? `## Part ${index / 10 + 1}\n\n` : '';
    return `${heading}Paragraph ${index + 1} of ${count}. ${sentences.join(' ')}`;
  });
  return `# A long scripted reply\n\n${paragraphs.join('\n\n')}\n`;
}

function writeText(ask: Ask, { model, origin }: AnswerOptions): string {
  if (ask.manners.has('refuse')) {
    return 'The script was told to refuse, so this scripted reply stops here.';
  }
  const text =
    ask.sample === 'long'
      ? writeLongAnswer(ask.paragraphs ?? defaultParagraphs)
      : readTemplate(ask.sample ?? 'default')
          .replaceAll('{{origin}}', () => origin)
          .replaceAll('{{model}}', () => model)
          .replaceAll('{{ask}}', () => quoteAsk(ask.text));
  return ask.manners.has('max tokens') ? text.slice(0, text.length / 2) : text;
}

const thoughts =
  'The request has the word "thinking" in it, so the script shows thoughts before its text. There is nothing to think about: no model is at work here. The reply is known already. It only remains to send it.';

/** Cuts without leaving half of a surrogate pair. */
function cutText(text: string, length: number): string {
  const cut = text.slice(0, Math.max(0, length));
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Writes the scripted answer to a message; `max_tokens` is kept, thoughts included. */
export function writeAnswer(ask: Ask, options: AnswerOptions): ScriptedAnswer {
  const thinking = ask.manners.has('thinking') ? thoughts : '';
  const text = writeText(ask, options);
  const roomCharacters = options.maxTokens * charactersPerToken;
  const isTooLong = thinking.length + text.length > roomCharacters;
  const shownThinking = cutText(thinking, roomCharacters);
  return {
    thinking: shownThinking,
    text: cutText(text, roomCharacters - shownThinking.length),
    stopReason:
      isTooLong || ask.manners.has('max tokens')
        ? 'max_tokens'
        : ask.manners.has('refuse')
          ? 'refusal'
          : 'end_turn',
  };
}
