import type { RootContent } from 'hast';
import c from 'highlight.js/lib/languages/c';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import javascript from 'highlight.js/lib/languages/javascript';
import makefile from 'highlight.js/lib/languages/makefile';
import markdown from 'highlight.js/lib/languages/markdown';
import r from 'highlight.js/lib/languages/r';
import scss from 'highlight.js/lib/languages/scss';
import { createHighlighter } from '../../text/highlighting.ts';
import { createElement } from '../ui/dom.ts';
import { appendVisibleText, createVisibleText } from './invisible.ts';

const highlighter = createHighlighter({ c, css, diff, javascript, makefile, markdown, r, scss });

const markdownNames: ReadonlySet<string> = new Set(['markdown', 'md', 'mkdown', 'mkd']);

/** The editor tells kinds of keywords apart, which many themes color in different ways. Here, words tell the kind. */
const keywordKinds: ReadonlyMap<string, string> = new Map(
  Object.entries({
    control: `as assert await begin break case catch continue default defer del do done elif else elseif end ensure esac
      except export fi finally for foreach from go goto guard if import include loop match package pass raise repeat
      require rescue return select switch then throw throws try unless until use when while with yield`,
    storage: `class const def enum fn func function impl interface lambda let namespace struct trait type union val var`,
    modifier: `abstract async extends final implements private protected public readonly static virtual volatile`,
  }).flatMap(([kind, words]) => words.split(/\s+/).map((word) => [word, kind] as const)),
);

const primitiveTypes = new Set(
  'any bigint boolean bool double float int never number object str string symbol unknown void'.split(' '),
);

/** What the editor knows of a token beyond its class: its kind, which is a further class. */
function kindOf(className: string, text: string, language: string): string | undefined {
  switch (className) {
    case 'hljs-keyword':
      if (text.startsWith('@')) return 'control';
      return language === 'sql' ? undefined : keywordKinds.get(text);
    case 'hljs-built_in':
      return primitiveTypes.has(text) ? 'type' : undefined;
    case 'hljs-meta':
      return text.startsWith('@') && !text.startsWith('@@') ? 'decorator' : undefined;
    case 'hljs-comment':
      return language === 'diff' || language === 'patch' ? 'header' : undefined;
    default:
      return undefined;
  }
}

const codeStyleSheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(codeStyleSheet);

/** Shows code in these colors; with none, in those of markdown.css. */
export function showCodeStyles(styles: string): void {
  codeStyleSheet.replaceSync(styles);
}

/** Code with colors. */
interface ColouredCode {
  readonly nodes: Node[];
  /**
   * Whether its last line break is outside of comments, strings and the like: then the next part can be colored on
   * its own.
   */
  readonly endsOutside: boolean;
}

/** A part of some code with colors, or undefined if the language is unknown, or coloring would cost too much. */
function colourPart(code: string, language: string): ColouredCode | undefined {
  if (!highlighter.registered(language)) return undefined;
  // Patterns for links in Markdown take cubic time in a line's length.
  if (markdownNames.has(language) && /[^\n]{1000}/.test(code)) return undefined;
  const { children } = highlighter.highlight(language, code);
  const last = children.at(-1);
  return {
    nodes: toNodes(children, language),
    endsOutside: last?.type === 'text' && last.value.endsWith('\n'),
  };
}

/** Longer code is not colored at once: colors are not worth a dropped frame. */
const maximumColouredAtOnce = 100_000;

/** The code as colored nodes, or undefined if the language is unknown or the code is too long. */
export function colourCode(code: string, language: string): Node[] | undefined {
  return code.length > maximumColouredAtOnce ? undefined : colourPart(code, language)?.nodes;
}

function toNodes(children: readonly RootContent[], language: string): Node[] {
  return children.flatMap((child): Node[] => {
    if (child.type === 'text') return [createVisibleText(child.value)];
    if (child.type !== 'element') return [];
    const className = [child.properties['className']].flat().join(' ');
    const [first] = child.children;
    const kind = kindOf(className, first?.type === 'text' ? first.value : '', language);
    const attributes = { class: kind ? `${className} hljs-${kind}` : className };
    return [createElement('span', attributes, ...toNodes(child.children, language))];
  });
}

/**
 * Length of a part of a block's code, in characters. The browser lays out a box of text again whenever it grows, and
 * a text can only be colored as a whole: so the code is a stack of parts, of which only the last one grows, and each
 * is colored as soon as it is complete. Where the parts end depends only on the code, not on how it was chunked.
 */
const partLength = 2_000;
/** A part ends here at the latest, even within a comment, or within a line. */
const maximumPartLength = 16_000;
/** After this much code, the rest stays plain. */
const maximumColouredLength = 1_000_000;

/** The code of one block, which may still be streaming. */
export class CodeText {
  readonly element = createElement('code');
  readonly #language: string;
  /** The code of the last part. */
  #open = '';
  #box: HTMLElement | undefined;
  /** Length of the last part that its box shows. */
  #shownLength = 0;
  /** The last part is known not to end before this offset. */
  #searchedLength = partLength;
  #closedLength = 0;

  constructor(language: string) {
    this.#language = language;
  }

  add(text: string): void {
    this.#open += text;
    while (this.#closePart());
    this.#showOpen();
  }

  /** Call it when the code is complete. */
  finish(): void {
    if (this.#open !== '') this.#close(this.#open, this.#colour(this.#open)?.nodes);
  }

  /** Closes the last part at its end, if that has arrived. Returns whether it did. */
  #closePart(): boolean {
    const open = this.#open;
    for (let at = open.indexOf('\n', this.#searchedLength); at !== -1; at = open.indexOf('\n', at + 1)) {
      const length = at + 1;
      if (length === open.length || length > maximumPartLength) break;
      this.#searchedLength = length;
      // Prefer a line where something new seems to begin; if there is none, any line will do.
      if (length < 2 * partLength && /[\s)\]}]/.test(open.charAt(length))) continue;
      const part = open.slice(0, length);
      const colours = this.#colour(part);
      if (!colours || colours.endsOutside) {
        this.#close(part, colours?.nodes);
        return true;
      }
      // Within a comment or a string, the next part would begin in the wrong color. Checking every line costs too
      // much.
      this.#searchedLength = 2 * length;
      at = Math.max(at, this.#searchedLength - 1);
    }
    if (open.length <= maximumPartLength) return false;
    const end = open.lastIndexOf('\n', maximumPartLength - 1) + 1 || maximumPartLength;
    const isWithinPair = /[\uD800-\uDBFF]/.test(open.charAt(end - 1));
    const part = open.slice(0, isWithinPair ? end - 1 : end);
    this.#close(part, this.#colour(part)?.nodes);
    return true;
  }

  #colour(part: string): ReturnType<typeof colourPart> {
    if (this.#closedLength > maximumColouredLength) return undefined;
    return colourPart(part, this.#language);
  }

  #close(part: string, coloured: readonly Node[] | undefined): void {
    const box = this.#box ?? this.#addBox();
    box.replaceChildren(...(coloured ?? [createVisibleText(part)]));
    this.#open = this.#open.slice(part.length);
    this.#box = undefined;
    this.#shownLength = 0;
    this.#searchedLength = partLength;
    this.#closedLength += part.length;
  }

  #showOpen(): void {
    if (this.#shownLength === this.#open.length) return;
    appendVisibleText(this.#box ?? this.#addBox(), this.#open.slice(this.#shownLength));
    this.#shownLength = this.#open.length;
  }

  #addBox(): HTMLElement {
    this.#box = createElement('span', { class: 'code-part' });
    this.element.append(this.#box);
    return this.#box;
  }
}
