import { findBlocks } from '../../text/codeFence.ts';

/** Thinking that a model writes into its response text. If it never ends, no message follows. */
const thoughts = /^\s*<(think|thinking|thought|reasoning)>(?:[\s\S]*?<\/\1>|[\s\S]*$)/i;
/** A line that speaks to the person about what follows, without marks of Markdown. A subject may end with a colon, too. */
const remark =
  /^(?:(?:sure|certainly|of course|okay|here|below|based on|this is|the following|your)(?![-a-z])|i[ '’]|(?:(?:a|the|git|suggested|proposed|generated|updated|new) ){0,3}commit message(?![a-z])|好的|当然|以下|下面|这是|根据|我|(?:建议的)?提交(?:信息|说明|消息)).*[:：!！]$|^(?:commit message|(?:sure|certainly|of course|okay|好的|当然)[.,。，]?)$/i;
/** What models like to write before the subject. */
const label =
  /^[*_]*(?:(?:here['’]s|here is) )?(?:(?:(?:a|the|git|suggested|proposed|generated|updated|new) ){0,3}commit message|(?:以下是|这是)?(?:建议的)?提交(?:信息|说明|消息))[*_]*[:：][*_]*\s*/i;
const quoted = /^(?:"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’|`([^`]*)`|「([^」]*)」)$/;

/**
 * The commit message in what a model wrote so far: without thoughts, remarks to the person, a fence around it, and marks
 * of its subject. Of a response that still streams, only complete lines count. The first line is never empty, and an empty
 * one follows it.
 */
export function cleanMessage(answer: string, isComplete: boolean): string {
  const text = withoutControls(answer).replace(thoughts, '').trimStart();
  const lines = isComplete ? text.split('\n') : text.split('\n').slice(0, -1);
  const start = lines.findIndex(
    (line) => line.trim() !== '' && !remark.test(line.replace(/^[#*_ ]+|[*_ ]+$/g, '')),
  );
  if (start < 0) return '';
  const [first = '', ...body] = withoutFence(lines.slice(start));
  return [plainSubject(first), '', ...body.map((line) => line.trimEnd())]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutControls(text: string): string {
  return plainLineEnds(text).replace(/(?![\n\t])[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** Removes a fence around the whole text; a fence within the message stays. */
function withoutFence(lines: readonly string[]): readonly string[] {
  const [block] = findBlocks(lines);
  if (block?.opening !== 0) return lines;
  const inside = lines.slice(block.start, block.end);
  return inside.slice(inside.findIndex((line) => line.trim() !== ''));
}

/** No label, no quotation, no heading, nothing bold: a commit has no Markdown in its subject. */
function plainSubject(line: string): string {
  const subject = line
    .trim()
    .replace(label, '')
    .replace(/^#{1,6}\s+/, '')
    .replace(/^(\*\*|__)(.+)\1$/, '$2');
  return (quoted.exec(subject)?.slice(1).find(Boolean) ?? subject).trim();
}

/** A box may have the line ends of Windows. */
export function plainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** Brings the draft back where the message is still in the box; tells whether the box has it now. */
export function undoMessage(box: { value: string }, message: string, draft: string): boolean {
  const text = plainLineEnds(box.value);
  if (text === plainLineEnds(message)) box.value = draft;
  else if (text !== plainLineEnds(draft)) return false;
  return true;
}
