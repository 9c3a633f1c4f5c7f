import { readFileSync } from 'node:fs';
import type { Question } from '../chat/chatProtocol.ts';
import { drawPng } from '../pictures/drawPng.ts';
import type { Ask, Sample } from './scriptWords.ts';
import { chooseCalls, type ToolCall } from './toolCalls.ts';

/** Why a response ends; each protocol has its own words for it. */
export type StopReason = 'end' | 'limit' | 'refusal' | 'toolCalls' | 'stopSequence';

/** A response as no protocol has it: each writes the parts in its own way, in this order. */
export interface ScriptedAnswer {
  readonly thinking: string;
  /** There were thoughts that are kept from the client: `thinking` is empty, and some protocols say so. */
  readonly isThinkingRedacted: boolean;
  readonly text: string;
  /** PNG files. */
  readonly pictures: readonly Buffer[];
  readonly calls: readonly ToolCall[];
  readonly stopReason: StopReason;
  /** Of the request's stop sequences, the one that was met. */
  readonly stopSequence?: string;
}

interface AnswerOptions {
  readonly model: string;
  /** Where the relay is reached, so that a fetch that must not happen would show in its journal. */
  readonly origin: string;
}

/** Pieces of about a word, as models send them; together they are the text again. */
export function splitIntoPieces(text: string): readonly string[] {
  return text.match(/\s*(?:\p{Script=Han}{1,2}|[^\s\p{Script=Han}]{1,24})|\s+/gu) ?? [];
}

/** The rule of thumb by which the script counts tokens. */
const charactersPerToken = 4;
const defaultParagraphs = 500;
const shownAskLength = 120;

export function countTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

export function estimateTokens(text: string): number {
  return countTokens(text.length);
}

const templates = new Map<string, string>();

function readTemplate(name: Exclude<Sample, 'long'> | 'default'): string {
  const known = templates.get(name);
  if (known !== undefined) return known;
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

/** In a block of code that nothing in the text can end. */
function quoteText(text: string): string {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}\n${text}\n${fence}`;
}

function describeImages({ images }: Question): string {
  const lines = images.map(
    ({ mediaType, byteLength, width, height }, index) =>
      `${index + 1}. ${mediaType}, ${byteLength} bytes, ${width} × ${height} pixels`,
  );
  return lines.length === 0 ? '' : `Images that came with the question:\n\n${lines.join('\n')}`;
}

function quoteResults({ toolResults }: Question): string {
  return toolResults
    .map(({ name, text, isError }) => `\`${name}\` ${isError ? 'failed' : 'answered'}:\n\n${quoteText(text)}`)
    .join('\n\n');
}

/** Without tools, a line that calls one is a line like any other. */
function describeCalls(ask: Ask, { tools }: Question, calls: readonly ToolCall[]): string {
  const missing = (tools.length === 0 ? [] : ask.calls)
    .filter((wanted) => !calls.some(({ name }) => name === wanted.name))
    .map(({ name }) => `There is no tool \`${name}\` to call.`);
  const made = calls.length === 0 ? [] : [`Calling ${calls.map(({ name }) => `\`${name}\``).join(' and ')}.`];
  return [...made, ...missing].join('\n\n');
}

function writeSample(ask: Ask, { model, origin }: AnswerOptions): string {
  if (ask.answer !== undefined) return ask.answer;
  return ask.sample === 'long'
    ? writeLongAnswer(ask.paragraphs ?? defaultParagraphs)
    : readTemplate(ask.sample ?? 'default')
        .replaceAll('{{origin}}', () => origin)
        .replaceAll('{{model}}', () => model)
        .replaceAll('{{ask}}', () => quoteAsk(ask.text));
}

/** Who asks for a title gets a few words of the text that it is for, which comes last. */
function writeTitle(ask: Ask): string | undefined {
  const [, about] = /^Write a title\b[\s\S]*?\n\n(.+)/.exec(ask.text) ?? [];
  return about && `About “${about.split(/\s+/).slice(0, 5).join(' ')}”`;
}

function writeText(ask: Ask, question: Question, calls: readonly ToolCall[], options: AnswerOptions): string {
  const title = writeTitle(ask);
  if (title !== undefined) return title;
  if (ask.manners.has('refuse')) return 'The script was told to refuse, so this scripted reply stops here.';
  // Who is told what to respond says nothing else, once there is nothing more to call.
  const isTold = ask.answer !== undefined && calls.length === 0;
  const told = isTold ? [] : [quoteResults(question), describeCalls(ask, question, calls)];
  const said = told.filter((part) => part !== '');
  const sample = said.length === 0 || ask.sample !== undefined ? writeSample(ask, options) : '';
  const text = [describeImages(question), ...said, sample].filter((part) => part !== '').join('\n\n');
  return ask.manners.has('max tokens') ? text.slice(0, text.length / 2) : text;
}

function writeCalls(ask: Ask, question: Question): readonly ToolCall[] {
  return chooseCalls(ask.calls, question).map(({ name, argumentsText }) => {
    if (ask.manners.has('empty arguments')) return { name, argumentsText: '' };
    return ask.manners.has('broken arguments')
      ? { name, argumentsText: `{"broken": ${argumentsText.slice(0, -1)}` }
      : { name, argumentsText };
  });
}

const thoughts =
  'The request has the word "thinking" in it, so the script shows thoughts before its text. There is nothing to think about: no model is at work here. The reply is known already. It only remains to send it.';

/** Cuts without leaving half of a surrogate pair. */
function cutText(text: string, length: number): string {
  const cut = text.slice(0, Math.max(0, length));
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}

/** Up to the first stop sequence, which is not part of the text. */
function stopText(text: string, stopSequences: readonly string[]): { text: string; stopSequence?: string } {
  const [first] = stopSequences
    .map((sequence) => ({ sequence, index: text.indexOf(sequence) }))
    .filter(({ index }) => index >= 0)
    .sort((one, other) => one.index - other.index);
  return first === undefined ? { text } : { text: text.slice(0, first.index), stopSequence: first.sequence };
}

/** Writes the scripted response to a question; the limit of tokens is kept, thoughts included. */
export function writeAnswer(ask: Ask, question: Question, options: AnswerOptions): ScriptedAnswer {
  const isThinkingRedacted = ask.manners.has('redacted thinking');
  const isThinking = question.wantsThinking || ask.manners.has('thinking');
  const thinking = isThinking && !isThinkingRedacted ? thoughts : '';
  const calls = ask.manners.has('refuse') ? [] : writeCalls(ask, question);
  const { text, stopSequence } = stopText(writeText(ask, question, calls, options), question.stopSequences);
  const roomCharacters = (question.maxTokens ?? Number.POSITIVE_INFINITY) * charactersPerToken;
  const shownThinking = cutText(thinking, roomCharacters);
  const answer = {
    thinking: shownThinking,
    isThinkingRedacted,
    text: cutText(text, roomCharacters - shownThinking.length),
    pictures: ask.manners.has('picture') ? [drawPng(ask.text)] : [],
    calls,
  };
  if (ask.manners.has('refuse')) return { ...answer, stopReason: 'refusal' };
  if (thinking.length + text.length > roomCharacters || ask.manners.has('max tokens')) {
    // A call is not begun any more, unless it is to be seen how one is cut.
    return { ...answer, calls: ask.manners.has('broken arguments') ? calls : [], stopReason: 'limit' };
  }
  if (stopSequence !== undefined) return { ...answer, calls: [], stopReason: 'stopSequence', stopSequence };
  return { ...answer, stopReason: calls.length > 0 ? 'toolCalls' : 'end' };
}
