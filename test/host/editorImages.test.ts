import { deepStrictEqual, match } from 'node:assert/strict';
import * as vscode from 'vscode';
import { promptOf, saveDrawnImage } from '../../src/chatProvider/editorImages.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { detectImageType } from '../../src/relay/media/imageFormat.ts';
import { type StartedProvider, startProvider } from './startedProvider.ts';

describe('an image that a model generates in VS Code’s chat', () => {
  let provider: StartedProvider;
  before(async () => {
    provider = await startProvider();
  });
  after(() => provider.close());

  const ask = async (requestInitiator: string) => {
    const asked = '<context>\nToday\n</context>\n<userRequest>\nA picture of a boat\n</userRequest>';
    const parts = await provider.ask('oa-large', asked, { requestInitiator });
    const texts = parts.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : []));
    return texts.join('');
  };

  it('is saved with its prompt, and the response says where', async () => {
    match(
      await ask('core'),
      /The image is saved in Model Relay: Images\. .*\/images\/drawn(?: |%20)image\.png/,
    );
    deepStrictEqual(
      provider.savedImages.map(({ bytes, model, prompt }) => [detectImageType(bytes), model, prompt]),
      [['image/png', 'oa-large', 'A picture of a boat']],
    );
  });

  it('is not saved when another extension requested it', async () => {
    const before = provider.savedImages.length;
    deepStrictEqual(
      [(await ask('some.extension')).includes('saved in'), provider.savedImages.length],
      [false, before],
    );
  });

  it('is reported when it can’t be saved', async () => {
    const image = { model: 'm', prompt: promptOf([]), createdAt: 0 };
    const saveImage = () => Promise.reject(new Error('The disk is full'));
    match(
      await saveDrawnImage(new Uint8Array(), image, { saveImage, logger: silentLogger }),
      /could not be saved/,
    );
  });
});
