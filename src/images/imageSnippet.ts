import { shortenPrompt } from '../text/ellipsize.ts';

/** An image of the workspace, for use in a document next to it. */
export interface ShownImage {
  /** Relative to the document, with `/`. */
  readonly path: string;
  readonly alt: string;
  /** In pixels; 0 if unknown. */
  readonly width: number;
  readonly height: number;
}

/** Screen readers read alt text in one go, so guidelines advise against longer texts. */
const longestAlt = 200;

/** Default alt text, made from the prompt until somebody writes a better one. */
export function altFromPrompt(prompt: string): string {
  return shortenPrompt(prompt, longestAlt);
}

/** The markup that shows the image in a document of this language; if there is none, only its path. */
export function writeSnippet(languageId: string, image: ShownImage): string {
  return (writers[languageId] ?? writePath)(image);
}

type Writer = (image: ShownImage) => string;

const writePath: Writer = ({ path }) => path;

const writeMarkdown: Writer = ({ path, alt }) =>
  `![${alt.replace(/[\\[\]`*_<]/g, '\\$&')}](${toAddress(path)})`;

const writeHtml: Writer = ({ path, alt, width, height }) => {
  const size = width > 0 ? ` width="${width}" height="${height}"` : '';
  return `<img src="${escapeAttribute(toAddress(path))}" alt="${escapeAttribute(alt)}"${size}>`;
};

const writeJsx: Writer = ({ path, alt, width, height }) => {
  const size = width > 0 ? ` width={${width}} height={${height}}` : '';
  return `<img src=${toJsxValue(toAddress(path))} alt=${toJsxValue(alt)}${size} />`;
};

const writeCss: Writer = ({ path }) => `url(${JSON.stringify(toAddress(path))})`;

const writers: Readonly<Record<string, Writer>> = {
  markdown: writeMarkdown,
  mdx: writeJsx,
  html: writeHtml,
  vue: writeHtml,
  svelte: writeHtml,
  astro: writeHtml,
  php: writeHtml,
  handlebars: writeHtml,
  razor: writeHtml,
  javascriptreact: writeJsx,
  typescriptreact: writeJsx,
  css: writeCss,
  scss: writeCss,
  less: writeCss,
};

/** Whether the markup for an image in this language includes its alt text. */
export function hasAlt(languageId: string): boolean {
  const writer = writers[languageId];
  return writer !== undefined && writer !== writeCss;
}

/** A path as a URL, with reserved characters encoded. */
function toAddress(path: string): string {
  return encodeURI(path).replace(
    /[#?'()]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function escapeAttribute(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** JSX strings have no escapes: a value that needs one is written as an expression. */
function toJsxValue(text: string): string {
  return /["&\\\n{}<>]/.test(text) ? `{${JSON.stringify(text)}}` : `"${text}"`;
}
