import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readPictureSize } from '../../src/relay/tokens/pictureSize.ts';
import { drawHugePng } from '../relay/pictures/drawPng.ts';
import { type ChatPage, useChatPage } from './chatPage.ts';
import { makeDraft } from './composerFacts.ts';

/** A file with a text, or with bytes in base64. */
interface DroppedFile {
  readonly name: string;
  readonly type: string;
  readonly text?: string;
  readonly bytes?: string;
}

/** What is dropped or pasted: texts by their types, and files by their names. */
interface Data {
  readonly texts?: Readonly<Record<string, string>>;
  readonly files?: readonly DroppedFile[];
}

/** Dispatches events with this data, as the browser would; returns which of them were prevented. */
async function bring({ page }: ChatPage, names: readonly string[], { texts = {}, files = [] }: Data) {
  return page.evaluate(
    ([types, allTexts, allFiles]) => {
      const data = new DataTransfer();
      for (const [type, text] of Object.entries(allTexts)) data.setData(type, text);
      for (const { name, type, text = '', bytes = '' } of allFiles) {
        const decoded = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
        data.items.add(new File([text, decoded], name, { type }));
      }
      const input = document.querySelector('textarea');
      return types.map((type) => {
        const options = { bubbles: true, cancelable: true };
        const event =
          type === 'paste'
            ? new ClipboardEvent(type, { ...options, clipboardData: data })
            : type === 'Enter'
              ? new KeyboardEvent('keydown', { ...options, key: type })
              : new DragEvent(type, { ...options, dataTransfer: data });
        input?.dispatchEvent(event);
        return event.defaultPrevented;
      });
    },
    [names, texts, files] as const,
  );
}

/** An image of 9,000 × 90 pixels. */
function drawWide({ page }: ChatPage): Promise<string> {
  return page.evaluate(async () => {
    const canvas = new OffscreenCanvas(9_000, 90);
    canvas.getContext('2d')?.fillRect(0, 0, 10, 10);
    const blob = await canvas.convertToBlob();
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  });
}

describe('the chat’s input with pasted and dropped content', () => {
  const chat = useChatPage({ isShared: true, width: 300 }, makeDraft());
  const taken = () => chat.sent('attachBytes', 'attachAddresses', 'send');
  const hint = async () => (await chat.page.textContent('#composer-hint'))?.trim();
  const notes = { name: 'notes.txt', type: 'text/plain', text: 'Grüße' };
  const attachedNotes = {
    type: 'attachBytes',
    name: 'notes.txt',
    bytes: Buffer.from('Grüße').toString('base64'),
  };

  beforeEach(async () => {
    await chat.page.focus('textarea');
  });

  const drops: readonly [string, Data, readonly unknown[]][] = [
    [
      'files of the editor',
      { texts: { 'application/vnd.code.uri-list': 'file:///a/x.ts\r\nvscode-remote://ssh/b/y.ts#L3' } },
      [{ type: 'attachAddresses', addresses: ['file:///a/x.ts', 'vscode-remote://ssh/b/y.ts#L3'] }],
    ],
    [
      'a list of addresses',
      { texts: { 'text/uri-list': '# a comment\nfile:///a/x.ts\nhttps://evil.test/' } },
      [{ type: 'attachAddresses', addresses: ['file:///a/x.ts'] }],
    ],
    ['a file of the system', { files: [notes] }, [attachedNotes]],
    ['a link', { texts: { 'text/uri-list': 'https://example.com/', 'text/html': '<a>x</a>' } }, []],
    ['text', { texts: { 'text/plain': 'file:///a/x.ts' } }, []],
  ];
  it('accepts files and addresses that are dropped, and leaves the rest to the browser', async () => {
    for (const [name, data, expected] of drops) {
      const [, , isTaken] = await bring(chat, ['dragenter', 'dragover', 'drop'], data);
      if (isTaken) await chat.intent(data.files ? 'attachBytes' : 'attachAddresses');
      strictEqual(isTaken, expected.length > 0, name);
      strictEqual(await chat.page.locator('.drop-words').count(), 0);
    }
    deepStrictEqual(
      taken(),
      drops.flatMap(([, , expected]) => expected),
    );
  });

  it('shows where to drop only while something is dragged', async () => {
    const target = chat.page.locator('.drop-words');
    const places: unknown[] = [];
    for (const event of ['dragenter', 'dragleave', 'dragover', 'drop']) {
      await bring(chat, [event], { files: [notes] });
      await chat.drawn();
      places.push([event, await target.count()]);
    }
    deepStrictEqual(places, [
      ['dragenter', 1],
      ['dragleave', 0],
      ['dragover', 1],
      ['drop', 0],
    ]);
    await chat.intent('attachBytes');
    await bring(chat, ['dragenter'], { texts: { 'text/plain': 'x' } });
    await chat.drawn();
    strictEqual(await target.count(), 0);
  });

  it('keeps a drag of files from VS Code, which would open them in an editor', async () => {
    await chat.page.evaluate(() => {
      for (const type of ['dragenter', 'dragover']) {
        addEventListener(type, () => console.error(`${type} got through`), { once: true });
      }
    });
    deepStrictEqual(await bring(chat, ['dragenter', 'dragover'], { files: [notes] }), [true, true]);
  });

  const pastes: readonly [string, Data, readonly unknown[]][] = [
    ['a file alone', { files: [notes] }, [attachedNotes]],
    ['a file beside its name', { texts: { 'text/plain': 'notes.txt' }, files: [notes] }, [attachedNotes]],
    ['text with a picture of it', { texts: { 'text/plain': 'a\tb' }, files: [notes] }, []],
    ['text', { texts: { 'text/plain': 'words' } }, []],
  ];
  it('accepts files from the clipboard, unless text was copied with a picture of it', async () => {
    for (const [name, data, expected] of pastes) {
      const [isTaken] = await bring(chat, ['paste'], data);
      if (isTaken) await chat.intent('attachBytes');
      strictEqual(isTaken, expected.length > 0, name);
    }
    deepStrictEqual(
      taken(),
      pastes.flatMap(([, , expected]) => expected),
    );
  });

  it('scales a large image down, says so, and sends a message only afterwards', async () => {
    const wide = await drawWide(chat);
    await chat.page.fill('textarea', 'What is this?');
    await bring(chat, ['paste', 'Enter'], { files: [{ name: 'wide.png', type: 'image/png', bytes: wide }] });
    await chat.intent('send');
    const [attached, sent] = taken();
    ok(attached?.type === 'attachBytes');
    deepStrictEqual(
      [attached.name, readPictureSize(Buffer.from(attached.bytes, 'base64')), attached.isScaled, sent],
      ['wide.png', { width: 2_000, height: 20 }, true, { type: 'send', text: 'What is this?' }],
    );
    strictEqual(await chat.lastSaid(), 'wide.png: scaled to 2,000 × 20, 1 KB');
  });

  /** Images that a canvas draws, and how they are sent to the host. */
  const images: [
    what: string,
    width: number,
    height: number,
    type: string,
    isNoisy: boolean,
    expected: unknown,
  ][] = [
    ['a small image stays what it is', 300, 200, 'image/webp', false, ['image.webp', 300, 200, undefined]],
    ['a large photograph stays a JPEG', 3_000, 1_500, 'image/jpeg', true, ['image.jpg', 2_000, 1_000, true]],
    ['a large screenshot stays a PNG', 4_000, 1_000, 'image/png', false, ['image.png', 2_000, 500, true]],
    ['noise of 6 MB becomes a WebP', 1_450, 1_450, 'image/png', true, ['image.webp', 1_015, 1_015, true]],
  ];
  for (const [what, width, height, type, isNoisy, expected] of images) {
    it(`scales images down so that many fit into one request: ${what}`, async () => {
      const original = await chat.page.evaluate(
        async ([width, height, type, isNoisy]) => {
          const canvas = new OffscreenCanvas(width, height);
          const context = canvas.getContext('2d');
          const pixels = new ImageData(width, height);
          // Transparent on the left, and filled with noise, which no encoding makes smaller, or with text.
          const noise = pixels.data;
          for (let start = 0; isNoisy && start < noise.length; start += 65_536)
            crypto.getRandomValues(noise.subarray(start, Math.min(noise.length, start + 65_536)));
          for (let alpha = 3; isNoisy && alpha < noise.length; alpha += 4) noise[alpha] = 255;
          for (let y = 0; y < height; y++) noise.fill(0, y * width * 4, y * width * 4 + 40);
          context?.putImageData(pixels, 0, 0);
          if (!isNoisy) context?.fillText('words on a screen', width / 2, height / 2);
          const data = new DataTransfer();
          const blob = await canvas.convertToBlob({ type });
          data.items.add(
            new File([blob], `image.${type === 'image/jpeg' ? 'jpg' : type.slice(6)}`, { type }),
          );
          document.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));
          return blob.size;
        },
        [width, height, type, isNoisy] as const,
      );
      const { name, bytes, isScaled } = await chat.intent('attachBytes');
      const buffer = Buffer.from(bytes, 'base64');
      const size = readPictureSize(buffer);
      deepStrictEqual([name, size?.width, size?.height, isScaled], expected);
      ok(buffer.length <= 1_000_000, `${buffer.length} of ${original}`);
      const isOpaque = await chat.page.evaluate(async (base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const canvas = new OffscreenCanvas(1, 1);
        const context = canvas.getContext('2d');
        context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0);
        return context?.getImageData(0, 0, 1, 1).data[3] === 255;
      }, bytes);
      strictEqual(isOpaque, type === 'image/jpeg', 'what is transparent stays so');
    });
  }

  it('sends the first frame of a GIF, because not all services accept GIFs', async () => {
    const gif = 'R0lGODlhAgABAIAAAP8AAAAA/yH5BAAAAAAALAAAAAACAAEAAAICRAoAOw==';
    await bring(chat, ['drop'], { files: [{ name: 'moving.gif', type: 'image/gif', bytes: gif }] });
    const { name, bytes } = await chat.intent('attachBytes');
    deepStrictEqual(
      [name, readPictureSize(Buffer.from(bytes, 'base64'))],
      ['moving.png', { width: 2, height: 1 }],
    );
  });

  it('scales an image down for the host, or reports that it can’t', async () => {
    const wide = await drawWide(chat);
    await chat.tell({ type: 'scaleImage', requestId: 1, mediaType: 'image/png', bytes: wide });
    const { requestId, bytes = '' } = await chat.intent('imageScaled');
    deepStrictEqual(
      [requestId, readPictureSize(Buffer.from(bytes, 'base64'))],
      [1, { width: 2_000, height: 20 }],
    );
    const large = drawHugePng(23_000).toString('base64');
    await chat.tell({ type: 'scaleImage', requestId: 2, mediaType: 'image/png', bytes: large });
    deepStrictEqual(await chat.intent('imageScaled'), { type: 'imageScaled', requestId: 2 });
  });

  it('says which file it can’t read, and continues with the next', async () => {
    const broken = { name: 'broken.png', type: 'image/png', text: 'no picture' };
    await bring(chat, ['drop'], { files: [broken, notes] });
    await chat.intent('attachBytes');
    deepStrictEqual([taken(), await hint()], [[attachedNotes], 'broken.png could not be read.']);
  });

  it('rejects a file that is too large', async () => {
    await chat.page.evaluate(() => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(10_000_001)], 'dump.bin'));
      document.dispatchEvent(new DragEvent('drop', { bubbles: true, dataTransfer: data }));
    });
    await chat.page.waitForFunction(() => document.getElementById('composer-hint')?.textContent);
    deepStrictEqual(
      [taken(), await hint()],
      [[], 'dump.bin is too large. Files up to 10 MB can be attached.'],
    );
  });
});
