import type { Html } from 'mdast';
import { joinLines, type NarratedBlock } from '../block.ts';
import { characterOf } from '../code/page.ts';
import type { TextRange } from '../text/ranges.ts';
import { type BlockContext, endBlock, inSource, narrateTag, startBlock } from './narrateInline.ts';
import { atomsIn, rangeOf } from './parseForNarration.ts';

/** What isn't text: comments, elements whose text nobody reads, tags. Whatever is left open goes on to the end. */
const markup =
  /<!--[\s\S]*?(?:-->|$)|<(?<silent>script|style|svg|template|noscript|math)\b[\s\S]*?(?=<\/\k<silent>|$)|<(?<end>\/)?(?<tag>[a-z][a-z0-9-]*)[^<>]*>?|<[!?/][^<>]*>?|&(?<entity>(?:#x?)?[\da-z]{1,8});/gi;

/** Elements that stand in the middle of a sentence; all others end it. */
const phrasing =
  /^(?:a|abbr|b|bdi|bdo|big|cite|code|data|del|dfn|em|font|i|img|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|time|tt|u|var|wbr|br|picture|source)$/i;

/** The text of HTML that stands by itself, an element that ends a sentence after the other. */
export function* narrateHtml(node: Html, context: BlockContext): Generator<NarratedBlock> {
  const { reading } = context;
  const range = rangeOf(node);
  const lines = atomsIn(reading.parsed.atoms, range).map((atom) => inSource(reading, atom));
  const joined = joinLines(reading.source, lines);
  let narrator = startBlock(context, range);
  let depth = 0;
  let at = 0;

  function* finish(): Generator<NarratedBlock> {
    yield* endBlock(
      context,
      depth > 0 ? narrator.build('heading', { depth, ends: true }) : narrator.build(context.kind),
    );
    narrator = startBlock(context, range);
  }

  function copyTo(end: number): void {
    splitAtLines(joined.text, { start: at, end }).forEach((part, index) => {
      if (index > 0) narrator.wrap();
      if (part.end > part.start) narrator.copy(joined.toSource(part));
    });
  }

  for (const found of joined.text.matchAll(markup)) {
    copyTo(found.index);
    at = found.index + found[0].length;
    const { tag, entity, end } = found.groups ?? {};
    const place = joined.toSource({ start: found.index, end: at });
    if (entity !== undefined) narrator.say(characterOf(found[0]), place);
    else if (tag !== undefined && phrasing.test(tag)) {
      narrateTag(found[0], narrator, place);
    } else if (tag !== undefined) {
      yield* finish();
      const heading = /^h(?<depth>[1-6])$/i.exec(tag)?.groups?.['depth'];
      depth = heading !== undefined && end === undefined ? Number(heading) : 0;
    }
  }
  copyTo(joined.text.length);
  yield* finish();
}

function splitAtLines(text: string, { start, end }: TextRange): TextRange[] {
  const parts: TextRange[] = [];
  let at = start;
  for (const found of text.slice(start, end).matchAll(/\n/g)) {
    parts.push({ start: at, end: start + found.index });
    at = start + found.index + 1;
  }
  return [...parts, { start: at, end }];
}
