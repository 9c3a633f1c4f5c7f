import { deepStrictEqual, match, rejects } from 'node:assert/strict';
import * as vscode from 'vscode';
import { promptOf, saveDrawnImage } from '../../src/chatProvider/responder.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { detectImageType } from '../../src/relay/media/imageFormat.ts';
import { lastBody } from './relayJournal.ts';
import { type StartedProvider, startProvider } from './startedProvider.ts';

const textsOf = (parts: readonly unknown[]) =>
  parts.flatMap((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : []));

/** What only VS Code's own chat and agent pass, or get. */
describe('VS Code’s own chat', () => {
  let provider: StartedProvider;
  before(async () => {
    provider = await startProvider();
  });
  after(() => provider.close());

  it('has the options of its model picker sent, as far as the model accepts them', async () => {
    const sentTo = async (model: string, modelConfiguration: unknown) => {
      await provider.ask(model, 'Hi', { modelConfiguration });
      const { temperature, reasoning_effort: effort } = Object(await lastBody());
      return [temperature, effort];
    };
    const chosen = { reasoningEffort: 'low', temperature: 0.3 };
    deepStrictEqual(
      [await sentTo('msg-sonnet-4-6', { temperature: 0.3 }), await sentTo('oa-mini', chosen)],
      [
        [0.3, undefined],
        [undefined, 'low'],
      ],
    );
  });

  // VS Code's agent validates each call against the tool's schema, and reports errors to the model.
  describe('with a tool call whose arguments are unreadable', () => {
    const properties = { path: { type: 'string' } };
    const contented = {
      name: 'read_file',
      description: 'Reads a file.',
      inputSchema: { type: 'object', properties },
    };
    const needy = { ...contented, inputSchema: { type: 'object', properties, required: ['path'] } };
    const ask = (model: string, requestInitiator: string, tool: vscode.LanguageModelChatTool) =>
      provider.ask(model, 'broken arguments\ncall read_file {"path":"a.txt"}', {
        requestInitiator,
        tools: [tool],
      });
    const callsOf = (parts: readonly unknown[]) =>
      parts.flatMap((part) =>
        part instanceof vscode.LanguageModelToolCallPart ? [[part.name, part.input]] : [],
      );
    const unreadable = /sent an invalid tool call/;

    for (const model of ['msg-sonnet-4-6', 'oa-large']) {
      it(`gets it without them, which the tool’s schema rejects: ${model}`, async () => {
        deepStrictEqual(callsOf(await ask(model, 'core', needy)), [['read_file', {}]]);
      });

      it(`does not get it where nothing would reject it, and is told why: ${model}`, async () => {
        const parts = await ask(model, 'core', contented);
        deepStrictEqual(callsOf(parts), []);
        match(textsOf(parts).at(-1) ?? '', unreadable);
        await rejects(ask(model, 'some.extension', needy), unreadable);
      });
    }
  });

  describe('with an image that the model generates', () => {
    const ask = async (requestInitiator: string) => {
      const asked = '<context>\nToday\n</context>\n<userRequest>\nA picture of a boat\n</userRequest>';
      return textsOf(await provider.ask('oa-large', asked, { requestInitiator })).join('');
    };

    it('is told where it is saved, with its prompt', async () => {
      match(
        await ask('core'),
        /The image is saved in Model Relay: Images\. .*\/images\/drawn(?: |%20)image\.png/,
      );
      deepStrictEqual(
        provider.savedImages.map(({ bytes, model, prompt }) => [detectImageType(bytes), model, prompt]),
        [['image/png', 'oa-large', 'A picture of a boat']],
      );
    });

    it('has nothing saved when another extension requested it', async () => {
      const before = provider.savedImages.length;
      deepStrictEqual(
        [(await ask('some.extension')).includes('saved in'), provider.savedImages.length],
        [false, before],
      );
    });

    it('is told if it can’t be saved', async () => {
      const image = { model: 'm', prompt: promptOf([]), createdAt: 0 };
      const saveImage = () => Promise.reject(new Error('The disk is full'));
      match(
        await saveDrawnImage(new Uint8Array(), image, { saveImage, logger: silentLogger }),
        /could not be saved/,
      );
    });
  });
});
