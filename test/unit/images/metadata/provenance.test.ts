import { deepStrictEqual, doesNotMatch, match, ok } from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import type { ImageSettings } from '../../../../src/images/metadata/imageSettings.ts';
import { readPngChunks, writePng } from '../../../../src/images/metadata/pngChunks.ts';
import { readProvenance, writeProvenance } from '../../../../src/images/metadata/provenance.ts';
import { detectImageType, isImageCutShort } from '../../../../src/relay/media/imageFormat.ts';
import { readPictureSize } from '../../../../src/relay/tokens/pictureSize.ts';
import { drawPng } from '../../../relay/pictures/drawPng.ts';
import { createBitmap, createGif, createWebp } from '../../relay/images/pictureSamples.ts';
import { createExif, losslessWebp, plainJpeg, withExif, withSegment } from './photoSamples.ts';

const settings: ImageSettings = {
  prompt: 'A red fox & a <hen>,\n“at dusk” 狐狸 🦊',
  model: 'oa-image-1',
  parameters: { count: 2, size: '1024x1024', aspectRatio: '1:1', further: { quality: 'high', seed: 7 } },
  parentIds: ['a1', 'b2'],
};

const samples: Readonly<Record<string, Buffer>> = {
  PNG: drawPng('fox'),
  JPEG: plainJpeg,
  'WebP, lossy': createWebp(),
  'WebP, lossless': losslessWebp,
};

function write(bytes: Uint8Array, given = settings): Buffer {
  const written = writeProvenance(bytes, given);
  ok(written, 'settings were written');
  return Buffer.from(written);
}

/** A PNG with a chunk as other tools write it. */
function pngWith(type: string, content: Buffer): Buffer {
  const [first, ...others] = readPngChunks(drawPng('x'));
  ok(first);
  return writePng([first, { type, content }, ...others]);
}

const textOf = (text: string) => pngWith('iTXt', Buffer.from(`Model Relay\0\0\0\0\0${text}`));

describe('the settings in an image', () => {
  for (const [name, bytes] of Object.entries(samples)) {
    it(`are restored unchanged, as they were written last: ${name}`, () => {
      const written = write(bytes);
      deepStrictEqual(readProvenance(written), settings);
      const type = detectImageType(written);
      deepStrictEqual(type, detectImageType(bytes));
      ok(type && !isImageCutShort(written, type));
      deepStrictEqual(readPictureSize(written), readPictureSize(bytes));
      deepStrictEqual(readProvenance(write(written, { ...settings, prompt: 'Other' }))?.prompt, 'Other');
    });

    it(`of a truncated file are read or not, without throwing: ${name}`, () => {
      const written = write(bytes);
      for (let length = 0; length < written.length; length += 1) {
        const torn = written.subarray(0, length);
        const found = readProvenance(torn);
        ok(found === undefined || found.prompt === settings.prompt);
        writeProvenance(torn, settings);
      }
    });

    it(`never throw with corrupted bytes: ${name}`, () => {
      const written = write(bytes);
      for (let at = 0; at < written.length; at += 1) {
        for (const value of [0x00, 0xff, (written[at] ?? 0) ^ 0x80]) {
          const spoiled = Buffer.from(written);
          spoiled[at] = value;
          readProvenance(spoiled);
          writeProvenance(spoiled, settings);
        }
      }
    });
  }

  it('leave the pixels of a PNG unchanged, in chunks with correct checksums', () => {
    const bytes = drawPng('fox');
    const written = write(bytes);
    const pixels = (png: Buffer) => readPngChunks(png).find(({ type }) => type === 'IDAT')?.content;
    deepStrictEqual(pixels(written), pixels(bytes));
    let offset = 8;
    while (offset < written.length) {
      const end = offset + 12 + written.readUInt32BE(offset);
      deepStrictEqual(written.readUInt32BE(end - 4), crc32(written.subarray(offset + 4, end - 4)));
      offset = end;
    }
  });

  it('turn a simple WebP into an extended one with the flags for transparency and XMP', () => {
    const written = write(losslessWebp);
    deepStrictEqual(written.toString('latin1', 12, 16), 'VP8X');
    deepStrictEqual(written[20], 0x10 | 0x04);
    deepStrictEqual(written.readUInt32LE(4), written.length - 8);
  });

  it('are added to the EXIF and XMP of a JPEG', () => {
    const packet =
      '<x:xmpmeta><rdf:RDF><rdf:Description Iptc4xmpExt:DigitalSourceType="trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>';
    const xmp = Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(packet)]);
    const written = write(withExif(withSegment(plainJpeg, 0xe1, xmp), createExif()));
    const text = written.toString('latin1');
    match(text, /trainedAlgorithmicMedia/);
    match(text, /Paris/);
    deepStrictEqual(text.split('<x:xmpmeta').length, 2);
    deepStrictEqual(readProvenance(written), settings);
  });

  it('are read from XMP that another program has written again', () => {
    const given = { ...settings, prompt: `"It's" <here> &amp; there` };
    const { parentIds: parents, ...others } = given;
    const json = JSON.stringify({ ...others, parents })
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;');
    for (const [double, single] of [
      ['"', "'"],
      ['&quot;', '&#39;'],
      ['&#34;', '&apos;'],
    ] as const) {
      const statement = json.replaceAll('"', double).replaceAll("'", single);
      const packet = `http://ns.adobe.com/xap/1.0/\0<rdf:RDF><modelRelay:settings>${statement}</modelRelay:settings></rdf:RDF>`;
      deepStrictEqual(readProvenance(withSegment(plainJpeg, 0xe1, Buffer.from(packet))), given);
    }
  });

  it('fit into a JPEG also with a very long prompt', () => {
    const found = readProvenance(write(plainJpeg, { ...settings, prompt: '狐'.repeat(30_000) }));
    deepStrictEqual(found?.prompt.length, 20_001);
    // In XML, each of these takes five bytes.
    deepStrictEqual(writeProvenance(plainJpeg, { ...settings, prompt: '&'.repeat(19_000) }), undefined);
  });

  it('contain no keys and URLs', () => {
    const key = ['sk-', 'proj-4fT9xQ2LmZ8vB1nK7cRw3yHd'].join('');
    const written = write(drawPng('x'), {
      ...settings,
      prompt: `A poster that says ${key}`,
      parameters: {
        further: {
          image: 'https://relay.example/v1/x.png',
          apiKey: key,
          nested: { url: 'data:image/png;base64,AAAA' },
          seed: 3,
        },
      },
    });
    doesNotMatch(written.toString('latin1'), /4fT9xQ2L|relay\.example|data:image/);
    deepStrictEqual(readProvenance(written)?.parameters, { further: { seed: 3 } });
  });

  it('are not written to other formats', () => {
    for (const bytes of [createGif(), createBitmap(), Buffer.from('text'), Buffer.alloc(0)]) {
      deepStrictEqual(writeProvenance(bytes, settings), undefined);
      deepStrictEqual(readProvenance(bytes), undefined);
    }
  });
});

describe('hostile settings', () => {
  it('that are packed are not read', () => {
    const packed = deflateSync('{"prompt":"p"}');
    for (const [type, head] of [
      ['zTXt', 'Model Relay\0\0'],
      ['iTXt', 'Model Relay\0\x01\0\0\0'],
    ] as const)
      deepStrictEqual(readProvenance(pngWith(type, Buffer.concat([Buffer.from(head), packed]))), undefined);
  });

  it('are read up to a limited length, without invisible characters', () => {
    const prompt = `\u001b[31m<img src=x onerror=alert(1)>\u202e[a](command:x)\u0000${'x'.repeat(100_000)}`;
    const read = readProvenance(textOf(JSON.stringify({ prompt, model: 'm\n\u0007x', parameters: 5 })));
    ok(read);
    ok(read.prompt.startsWith('[31m<img src=x onerror=alert(1)>[a](command:x)xxx'), read.prompt.slice(0, 60));
    deepStrictEqual([read.prompt.length, read.model, read.parameters], [20_001, 'm\nx', {}]);
  });

  it('are read without deep or large parameters', () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const large = JSON.stringify({ a: 'x'.repeat(5_000) });
    for (const further of [deep, large, '[1]', '{"__proto__":{"count":9}}']) {
      const json = `{"prompt":"p","parameters":{"further":${further}}}`;
      const read = readProvenance(textOf(json));
      deepStrictEqual(read?.parameters['count'], undefined);
      deepStrictEqual(
        Object.keys(read?.parameters['further'] ?? {}).filter((name) => name !== '__proto__'),
        [],
      );
    }
  });

  it('in a file of many chunks are read quickly', () => {
    const many = Array.from({ length: 50_000 }, () => ({ type: 'tEXt', content: Buffer.from('Comment\0x') }));
    const [first, ...others] = readPngChunks(drawPng('x'));
    ok(first);
    const startedAt = process.cpuUsage();
    readProvenance(writePng([first, ...many, ...others]));
    ok(process.cpuUsage(startedAt).user < 5_000_000);
  });

  it('that are no settings are ignored', () => {
    for (const text of ['', 'a plain text', '[]', '{"prompt":3}'])
      deepStrictEqual(readProvenance(textOf(text)), undefined, text);
  });
});
