import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { ChatServices, DrawPreparation } from '../../../src/chat/model/chatServices.ts';
import type { DrawnImage, DrawRequest } from '../../../src/chat/model/drawnImages.ts';
import { readImagePrompt } from '../../../src/chat/model/message.ts';
import type { AnswerEvent } from '../../../src/chat/model/recordResponse.ts';
import { createPictureStore } from '../../../src/chat/storage/pictureStore.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { drawPng } from '../../relay/pictures/drawPng.ts';
import { createBitmap, createBoxes } from '../relay/images/pictureSamples.ts';
import { events, finish, idIn, prepared, turnsOf, useSessions } from './sessionHarness.ts';

const png = drawPng('boat');
const image = { type: 'image', mediaType: 'image/png', bytes: png } as const;

describe('responses by image models', () => {
  const harness = useSessions();
  let orders: DrawRequest[];
  let gallery: DrawnImage[];
  let draw: () => AsyncIterable<AnswerEvent>;

  beforeEach(async () => {
    orders = [];
    gallery = [];
    draw = async function* () {
      yield { type: 'start', requestId: 'r-1' };
      yield { ...image, revisedPrompt: 'A crimson boat' };
      yield { type: 'finish', verdict: 'complete', cause: 'stop' };
    };
  });

  const drawing: DrawPreparation = {
    model: 'imagen',
    relay: prepared.relay,
    draw(order) {
      orders.push(order);
      return draw();
    },
  };
  const open = (services: Partial<ChatServices> = {}) =>
    harness.open({
      services: {
        prepare: async (model = 'gx', isImage) =>
          isImage || model === 'imagen' ? drawing : { ...prepared, model, ask: () => events(image, finish) },
        addToGallery: async (images) => void gallery.push(...images),
        ...services,
      },
    });

  it('get the text after the command as prompt, and attached images as sources', async () => {
    const pictures = createPictureStore(`${harness.folder}/pictures`);
    const source = await pictures.keep(drawPng('source'));
    const session = await open();
    session.send({
      text: '/image a red boat',
      attachments: [
        { kind: 'picture', name: 'source.png', ...(source && { picture: source }) },
        { kind: 'file', name: 'style.md', text: 'flat colours' },
      ],
    });
    await harness.idle(session);
    deepStrictEqual(orders, [
      {
        prompt: 'a red boat\n\nstyle.md:\nflat colours',
        sources: [{ name: 'source.png', bytes: drawPng('source') }],
      },
    ]);
    const [turn] = turnsOf(session);
    deepStrictEqual(
      [
        turn?.model,
        turn?.isImage,
        turn?.status,
        turn?.parts.map(({ type }) => type),
        turn?.receipt?.requestId,
      ],
      ['imagen', true, 'complete', ['picture'], 'r-1'],
    );
  });

  it('are added to the gallery with prompt and model, as are images from a chat model', async () => {
    const session = await open();
    await harness.ask(session, '/image a red boat');
    await harness.ask(session, 'draw another');
    await harness.until(() => gallery.length === 2);
    deepStrictEqual(
      gallery.map(({ prompt, model, revisedPrompt, requestId, sources }) => [
        prompt,
        model,
        revisedPrompt,
        requestId,
        sources,
      ]),
      [
        ['a red boat', 'imagen', 'A crimson boat', 'r-1', []],
        ['draw another', 'gx', undefined, undefined, []],
      ],
    );
    strictEqual(new Set(gallery.map(({ path }) => basename(path))).size, 1);
  });

  it('are stored in every image type, including those that models don’t accept', async () => {
    draw = async function* () {
      yield { ...image, bytes: createBoxes('avif') };
      yield { ...image, bytes: createBitmap() };
      yield finish;
    };
    const session = await open();
    await harness.ask(session, '/image two boats');
    await harness.until(() => gallery.length === 2);
    const kept = await Promise.all(gallery.map(({ path }) => readFile(path)));
    deepStrictEqual(
      [kept, gallery.map(({ path }) => extname(path)), turnsOf(session)[0]?.parts.map(({ type }) => type)],
      [
        [createBoxes('avif'), createBitmap()],
        ['.avif', '.bmp'],
        ['picture', 'picture'],
      ],
    );
  });

  it('come from the image model alone when models are compared, and can be retried', async () => {
    const session = await open({ modelTargets: { host: undefined, others: () => ['other'] } });
    await harness.ask(session, '/image a red boat');
    session.retry(idIn(session));
    await harness.idle(session);
    deepStrictEqual([orders.length, turnsOf(session)[0]?.compared], [2, undefined]);
  });

  it('fail with a message about images that says they may have been billed', async () => {
    draw = async function* () {
      yield* [];
      throw new RelayError('timeout', { status: 524 });
    };
    const session = await open();
    await harness.ask(session, '/image a late boat');
    const [turn] = turnsOf(session);
    match(turn?.failure?.title ?? '', /gateway timed out.*generated and billed/);
    strictEqual(orders.length, 1);
  });

  it('list the images that were withheld', async () => {
    draw = async function* () {
      yield { type: 'withheld', reason: 'Against the rules.' };
      yield { type: 'withheld' };
      yield finish;
    };
    const session = await open();
    await harness.ask(session, '/image a boat');
    deepStrictEqual([turnsOf(session)[0]?.withheld, gallery], [['Against the rules.', ''], []]);
  });

  it('are not used to compact the conversation', async () => {
    const session = await open({ prepare: async () => drawing });
    await harness.ask(session, 'a boat');
    strictEqual(session.compact(), true);
    await harness.idle(session);
    deepStrictEqual(turnsOf(session).at(-1)?.failure?.title, 'No model is selected.');
  });
});

describe('/image', () => {
  it('is a command before a prompt, and nothing else', () => {
    deepStrictEqual(
      ['/image a boat', ' /image\n a\nboat ', '/image', '/image ', '/images a', 'an /image a', '/imagea'].map(
        readImagePrompt,
      ),
      ['a boat', 'a\nboat', undefined, undefined, undefined, undefined, undefined],
    );
  });
});
