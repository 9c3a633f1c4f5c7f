import { type InlineImage, readImage } from '../../media/imageFormat.ts';

interface InlineImageSink {
  text(text: string): void;
  image(image: InlineImage): void;
}

const opening = /!\[[^[\]\n]{0,200}\]\(data:image\/[\w.+-]{1,40};base64,/iy;
/** The beginning of an opening, up to the end of a text; some text of other links is held back with it for a while. */
const begunOpening = /!\[[^[\]\n]{0,200}(?:\](?:\([\w:/;.+-]{0,64})?)?$/y;
const notBase64 = /[^\w+/=-]/;

/**
 * Extracts images that a relay has put into the text as Markdown: `![…](data:image/…;base64,…)`. Only what may be the
 * beginning of an image is held back. After an opening, all base64 is collected up to its end; a truncated image is
 * dropped, like a truncated tool call. Whatever turns out not to be an image is text.
 */
export function createInlineImages(sink: InlineImageSink) {
  /** Text that may be the beginning of an opening. */
  let held = '';
  /** An incomplete image: its opening, and the pieces of its base64. */
  let picture: { readonly opening: string; readonly pieces: string[] } | undefined;

  /** Reads text up to an image's opening. Returns the rest. */
  function readText(piece: string): string {
    if (held === '' && !piece.includes('![') && !piece.endsWith('!')) {
      sink.text(piece);
      return '';
    }
    const text = held + piece;
    held = '';
    for (let at = text.indexOf('!['); at !== -1; at = text.indexOf('![', at + 1)) {
      const begun = matchAt(opening, text, at)?.[0];
      if (begun !== undefined) {
        sink.text(text.slice(0, at));
        picture = { opening: begun, pieces: [] };
        return text.slice(at + begun.length);
      }
      if (matchAt(begunOpening, text, at)) {
        sink.text(text.slice(0, at));
        held = text.slice(at);
        return '';
      }
    }
    if (text.endsWith('!')) held = '!';
    sink.text(text.slice(0, text.length - held.length));
    return '';
  }

  /** Reads base64 up to an image's end. Returns the rest. */
  function readPicture(begun: NonNullable<typeof picture>, piece: string): string {
    const end = piece.search(notBase64);
    begun.pieces.push(end === -1 ? piece : piece.slice(0, end));
    if (end === -1) return '';
    picture = undefined;
    const base64 = begun.pieces.join('');
    const image = piece[end] === ')' ? readImage(base64) : undefined;
    if (image) sink.image(image);
    else sink.text(begun.opening + base64);
    return piece.slice(image ? end + 1 : end);
  }

  function settle(): void {
    const settled = held;
    held = '';
    sink.text(settled);
  }

  return {
    add(piece: string): void {
      let rest = piece;
      while (rest !== '') rest = picture ? readPicture(picture, rest) : readText(rest);
    },

    /** Something else comes next: a possible beginning is text after all. An incomplete image goes on. */
    settle,

    /** The response is over. */
    end(): void {
      picture = undefined;
      settle();
    },
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
