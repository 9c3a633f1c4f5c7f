import type { SpeakableBlock, WordsLanguage } from '../../block.ts';
import { type CodeReading, createCodeSpeech } from '../codeSpeech.ts';
import type { Declaration } from '../declarations/scopes.ts';
import { sayExpression } from '../expressions/expressions.ts';
import { sayName } from '../names/names.ts';
import { sayProse } from '../prose.ts';
import { sayDeclarationKind } from '../words/declarations.ts';
import type { CommentGroup } from './commentGroups.ts';
import { sayMarkedProse } from './markedProse.ts';
import { paragraphsOf } from './paragraphs.ts';

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\uFF00-\uFFEF]/u;
/** A tag is a part of the text; a comment this long without a space is none. */
const longestLine = 20_000;

/** The paragraphs of a comment as they are said; the first one begins with what the comment belongs to. */
export function* sayComments(
  reading: CodeReading,
  group: CommentGroup,
  owner?: Declaration,
): Generator<SpeakableBlock> {
  const { text, asked, wordsLanguage } = reading;
  // Who asks for a part from the middle knows what it belongs to.
  let due = owner && group.start >= asked.start ? owner : undefined;
  if (group.end <= asked.start || group.start >= asked.end) return;
  for (const { lead, lines } of paragraphsOf(text, group)) {
    const speech = createCodeSpeech(reading);
    const { words } = speech;
    if (lead) {
      speech.say(words.tags.get(lead.words.toLowerCase()) ?? words.marks.get(lead.words) ?? '', lead.range);
      if (lead.name) {
        speech.space();
        sayExpression(speech, lead.name);
      }
      speech.colon();
    }
    let last = '';
    for (const line of lines) {
      if (!(wide.test(last) && wide.test(text.charAt(line.start)))) speech.space();
      if (line.end - line.start > longestLine) sayProse(speech, line);
      else sayMarkedProse(speech, line);
      last = text.charAt(line.end - 1);
    }
    const block = speech.build('comment');
    if (!block) continue;
    if (due)
      yield beginWith(`${sayOwner(due, wordsLanguage)}${words.colon === ':' ? ': ' : words.colon}`, block);
    else yield block;
    due = undefined;
  }
}

/** `getUserById` "function get user by id". */
function sayOwner({ kind, name }: Declaration, language: WordsLanguage): string {
  return `${sayDeclarationKind(kind, language)} ${sayName(name)}`;
}

function beginWith(words: string, block: SpeakableBlock): SpeakableBlock {
  const spans = block.spans.map((span) => ({
    ...span,
    spokenStart: span.spokenStart + words.length,
    spokenEnd: span.spokenEnd + words.length,
  }));
  return { ...block, text: words + block.text, spans };
}
