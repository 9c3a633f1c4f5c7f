/** What a body is, by its first bytes. Neither the request's `stream` nor the Content-Type can be trusted. */
type ReplyShape = 'empty' | 'json' | 'html' | 'events' | 'other';

const enoughCharacters = 6;

/** Reads as much of a body as tells its shape, and gives the whole body back beside it. */
export async function detectShape(
  body: AsyncIterable<Uint8Array>,
): Promise<{ shape: ReplyShape; body: AsyncIterable<Uint8Array> }> {
  const iterator = body[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  const decoder = new TextDecoder();
  let start = '';
  let isAtEnd = false;
  while (!isDecided(start)) {
    const next = await iterator.next();
    if (next.done) {
      isAtEnd = true;
      break;
    }
    pieces.push(next.value);
    start = (start + decoder.decode(next.value, { stream: true })).trimStart();
  }

  async function* whole() {
    try {
      yield* pieces;
      if (isAtEnd) return;
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { shape: shapeOf(start), body: whole() };
}

function isDecided(start: string): boolean {
  return /^[{[<:]/.test(start) || start.length >= enoughCharacters;
}

function shapeOf(start: string): ReplyShape {
  if (start === '') return 'empty';
  if (/^[{[]/.test(start)) return 'json';
  if (start.startsWith('<')) return 'html';
  return /^(:|(data|event|id|retry)\s*(:|[\r\n]|$))/.test(start) ? 'events' : 'other';
}
