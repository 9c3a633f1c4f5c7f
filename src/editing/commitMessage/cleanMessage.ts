import { findBlocks, mayEndCode } from '../../text/codeFence.ts';

/** Thinking that a model writes into its response text. */
const thoughts = /^\s*<(think|thinking|thought|reasoning)>[\s\S]*?<\/\1>/i;
const openThoughts = /^<(?:think|thinking|thought|reasoning)>/i;
/** Until so much of the first line is there, it may turn out to be an introduction. */
const surelyBegunCharacters = 20;

/** How a line begins that speaks to the person and is no subject. */
const speaking =
  /^(?:sure|certainly|of course|absolutely|okay|ok|great|here(?:'s|’s| is| are)|based on|this is|below|the following|your|you|i(?= |['’]))(?![\p{L}\p{N}])|^(?:好的|当然|可以|以下|下面|这是|根据|我|为[您你])/iu;
const describing =
  /(?:(?:a|an|the|my|git|suggested|proposed|recommended|generated|final|revised|updated|improved|new) )/;
const plain = /(?:commit message(?![a-z])|(?:建议的)?提交(?:信息|说明|消息))/;
const called = `${describing.source}*${plain.source}`;
const introduced = /(?:here(?:'s|’s| is)|以下是|这是)[^\n:：]{0,60}?/;
/** A label, with the subject behind it or below. */
const label = startWith(`(?:${introduced.source}${called}[^\\n:：]{0,40}?|${called})[*_]*[:：][*_]*[ \\t]*`);
const further = /(?: (?:for|in|based|that|which|with|below)(?![a-z])| ?[(（]|如下|为|是)/;
/** One with more words, which only a line of its own has. */
const longLabel = startWith(called + further.source);
/** What may become one: until so much of “commit message” would be there. */
const labelStart = startWith(`(?:${called}|${describing.source}+[a-z ]{0,13}$)`);
const wordsOnly = /^(?:sure|certainly|of course|absolutely|okay|ok|great|好的|当然|可以)[!.,。！，]*$/i;

const quotes: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '“': '”',
  '‘': '’',
  '`': '`',
  '「': '」',
};

/**
 * The commit message in what a model wrote so far: without thoughts, remarks to the person, and fences and quotes
 * around it. Empty until some of it is certain. The first line is never empty, and an empty one follows it. `subjects`
 * are the first lines of the last commits: what they begin with is not a label.
 */
export function cleanMessage(answer: string, isComplete: boolean, subjects: readonly string[] = []): string {
  const text = withoutIntroduction(withoutThoughts(withoutControls(answer)), isComplete, subjects);
  const [subject = '', ...body] = withoutQuotes(withoutFence(text, isComplete), isComplete).split('\n');
  const lines = body.map((line) => line.trimEnd());
  const first = plainSubject(subject);
  const rest = lines.join('\n').trim() === '' ? '' : lines.join('\n').replace(/^\n+/, '');
  const message = rest === '' ? first : `${first}\n\n${rest}`;
  return message.replace(/\n{3,}/g, '\n\n').trimEnd();
}

function withoutControls(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, (character) =>
      character === '\n' || character === '\t' ? character : '',
    );
}

function withoutThoughts(text: string): string {
  const without = text.replace(thoughts, '').trimStart();
  // Thoughts that never end are not followed by a message.
  return openThoughts.test(without) ? '' : without;
}

/** A pattern of how a line begins, behind marks of Markdown. */
function startWith(pattern: string): RegExp {
  return new RegExp(`^[#*_\\s]*${pattern}`, 'i');
}

/** Without the lines before the message that speak to the person. */
function withoutIntroduction(text: string, isComplete: boolean, subjects: readonly string[]): string {
  let rest = text;
  for (let line = 0; line < 3; line++) {
    const end = rest.indexOf('\n');
    const first = (end < 0 ? rest : rest.slice(0, end)).trim();
    if (end < 0 && !isComplete && mayIntroduce(first)) return '';
    const labelled = rest.match(label)?.[0];
    if (labelled !== undefined) {
      if (isArea(labelled, first.slice(labelled.trim().length), subjects)) break;
      rest = rest.slice(labelled.length).trimStart();
    } else if (end >= 0 && isIntroduction(first)) rest = rest.slice(end).trimStart();
    else break;
  }
  return rest;
}

/** Of a line that is not at its end. */
function mayIntroduce(line: string): boolean {
  return (
    line.length < surelyBegunCharacters ||
    speaking.test(line) ||
    (labelStart.test(line) && !/[:：][*_\s]*[^*_\s]/.test(line))
  );
}

/** A colon alone says nothing: a subject may end with one, and a list follow it. */
function isIntroduction(line: string): boolean {
  const leadsOn = /[:：]\**$/.test(line) && (speaking.test(line) || longLabel.test(line));
  return leadsOn || wordsOnly.test(line) || /^#+ commit message$/i.test(line);
}

/**
 * Models like to write a label before the subject, but some repositories name the topic of a commit there. It is a
 * topic if the last commits begin in the same way.
 */
function isArea(labelled: string, behind: string, subjects: readonly string[]): boolean {
  if (behind.trim() === '' || label.test(behind)) return false;
  const area = labelled.trim().toLowerCase();
  return subjects.some((subject) => subject.toLowerCase().startsWith(area));
}

/** Removes a fence around the whole text; a fence within the message stays. */
function withoutFence(text: string, isComplete: boolean): string {
  const lines = text.split('\n');
  const [block] = findBlocks(lines);
  if (block?.opening !== 0) return text;
  const last = lines.length - 1;
  // The closing fence, as far as it has arrived.
  const isClosing = !isComplete && block.end > last && mayEndCode(lines[last]?.trim() ?? '', block.mark);
  return lines
    .slice(1, isClosing ? Math.max(1, last) : block.end)
    .join('\n')
    .trim();
}

function withoutQuotes(text: string, isComplete: boolean): string {
  const closing = quotes[text.charAt(0)];
  if (closing === undefined) return text;
  const inner = text.trimEnd().slice(1);
  if (inner.endsWith(closing) && isOneQuotation(inner.slice(0, -1), closing))
    return inner.slice(0, -1).trim();
  const [first = '', ...rest] = inner.split('\n');
  if (
    rest.length > 0 &&
    first.trimEnd().endsWith(closing) &&
    isOneQuotation(first.trimEnd().slice(0, -1), closing)
  )
    return [first.trimEnd().slice(0, -1), ...rest].join('\n');
  // Until the text is complete, it may be one quotation or only begin with one.
  return isComplete || !isOneQuotation(inner, closing) ? text : inner;
}

function isOneQuotation(text: string, closing: string): boolean {
  return !text.includes(closing);
}

/** No heading, nothing bold: a commit has no Markdown in its subject. */
function plainSubject(line: string): string {
  return line
    .trim()
    .replace(/^#{1,6}\s+/, '')
    .replace(/^(\*\*|__)(.+)\1$/, '$2')
    .replace(/^\*\*(?=[^*]*$)/, '')
    .trim();
}
