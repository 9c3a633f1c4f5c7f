import type { TextRange } from '../../../text/ranges.ts';
import type { CodeLanguage } from './codeLanguage.ts';
import { languageOf } from './languages.ts';

/** A part of a file that is written in one language. */
export interface CodeRegion extends TextRange {
  readonly language: CodeLanguage;
}

const element = /<!--|<(script|style)\b([^<>]{0,500})>/gi;

/** The parts of a file in order: a page holds scripts and styles, PHP stands in pages, the rest is one language. */
export function regionsFrom(text: string, language: CodeLanguage): Iterable<CodeRegion> {
  if (language.id === 'php') return regionsOfPhp(text, language);
  if (language.form === 'markup' && language.id !== 'xml') return regionsOfPage(text, language);
  return [{ language, start: 0, end: text.length }];
}

function* regionsOfPage(text: string, language: CodeLanguage): Generator<CodeRegion> {
  const script = language.id === 'astro' ? /^---\r?\n(?:[\s\S]*?\n)?---/.exec(text)?.[0] : undefined;
  let at = 0;
  if (script !== undefined) {
    at = script.length;
    yield { language: languageOf('typescript') ?? language, start: 3, end: at - 3 };
  }
  let from = at;
  for (;;) {
    element.lastIndex = from;
    const found = element.exec(text);
    if (!found) break;
    const inside = found.index + found[0].length;
    const name = found[1]?.toLowerCase();
    if (name === undefined) {
      const close = text.indexOf('-->', inside);
      if (close === -1) break;
      from = close + 3;
      continue;
    }
    const end = indexOfClosing(text, inside, name);
    yield { language, start: at, end: inside };
    yield { language: languageInside(name, found[2] ?? ''), start: inside, end };
    at = end;
    from = end;
  }
  if (at < text.length) yield { language, start: at, end: text.length };
}

function indexOfClosing(text: string, from: number, name: string): number {
  const closing = name === 'script' ? /<\/script/gi : /<\/style/gi;
  closing.lastIndex = from;
  return closing.exec(text)?.index ?? text.length;
}

function languageInside(name: string, attributes: string): CodeLanguage {
  const wanted = /\blang\s?=\s?["']?([\w-]{1,20})/.exec(attributes)?.[1];
  const isData = /\btype\s?=\s?["']?(?:application\/(?:ld\+)?json|importmap)/.test(attributes);
  const fallback = name === 'style' ? 'css' : isData ? 'json' : 'javascript';
  const language = (wanted === undefined ? undefined : languageOf(wanted)) ?? languageOf(fallback);
  if (!language) throw new Error(`No language ${fallback}`);
  return language;
}

function* regionsOfPhp(text: string, php: CodeLanguage): Generator<CodeRegion> {
  const html = languageOf('html') ?? php;
  // A fence often has PHP without its opening mark.
  let isInside = !text.includes('<?');
  let at = 0;
  while (at < text.length) {
    const mark = text.indexOf(isInside ? '?>' : '<?', at);
    const end = mark === -1 ? text.length : mark;
    if (end > at) yield { language: isInside ? php : html, start: at, end };
    if (mark === -1) return;
    at = isInside ? mark + 2 : mark + (/^<\?(?:php|=)/i.exec(text.slice(mark, mark + 5))?.[0].length ?? 2);
    isInside = !isInside;
  }
}
