import { deepStrictEqual, ok } from 'node:assert/strict';
import { chooseSpeed, openReader } from './harness/drivers/readerDriver.ts';
import { openRelayEditor } from './harness/relayEditor.ts';

const path = '/v1/audio/speech';

/** What a folder may wish for the way its texts are read, and who hears them. */
const wishes = {
  'modelRelay.speech.model': 'seed-tts-1.0',
  'modelRelay.speech.voice': 'zh_male_m191_uranus_bigtts',
  'modelRelay.speech.voices': { en: 'zh_male_m191_uranus_bigtts', zh: 'zh_male_m191_uranus_bigtts' },
  'modelRelay.speech.speed': 3,
  'modelRelay.speech.emotion': 'angry',
  'modelRelay.readAloud.pronunciations': { Rhinos: 'Unicorns' },
  'modelRelay.readAloud.code': 'everything',
  'modelRelay.readAloud.askAboveBytes': 1,
  'modelRelay.readAloud.requestSize': 'paragraph',
};

describe('a folder with wishes of its own for reading aloud', () => {
  for (const trust of [false, true]) {
    it(`has no say in ${trust ? 'words and costs' : 'words, costs and voices while it is not trusted'}`, async () => {
      const { editor, relay, close } = await openRelayEditor({
        files: {
          '.vscode/settings.json': JSON.stringify(wishes),
          'rhinos.md': 'Rhinos charge. [Seals](command:workbench.action.quit) bark.\n',
        },
        connectByEnvironment: true,
        trust,
        settings: {
          'modelRelay.speech.model': 'seed-tts-2.0',
          'security.workspace.trust.startupPrompt': 'never',
        },
      });
      try {
        if (!trust) await editor.statusBarItem('Restricted Mode').waitFor();
        await editor.runCommand('modelRelay.reader.focus');
        const reader = await openReader(editor);
        await chooseSpeed(editor, 3);
        await editor.openFile('rhinos.md');
        const text = await reader.readToEnd(() => editor.runCommand('Model Relay: Read File Aloud'));
        deepStrictEqual(text.join(' '), 'Rhinos charge. Seals bark.');
        deepStrictEqual(await reader.frame.locator('a').count(), 0);
        const bodies = relay.requests
          .filter((request) => request.path === path)
          .map(({ bodyText }) => bodyText);
        ok(bodies.length > 0);
        deepStrictEqual(await editor.statusBarItem('Restricted Mode').count(), trust ? 0 : 1);
        if (!trust)
          deepStrictEqual(
            bodies.map((body) => {
              const { model, voice, speed, emotion } = JSON.parse(body);
              return { model, voice, speed, emotion };
            }),
            bodies.map(() => ({
              model: 'seed-tts-2.0',
              voice: 'zh_female_vv_uranus_bigtts',
              speed: undefined,
              emotion: undefined,
            })),
          );
      } finally {
        await close();
      }
    });
  }
});
