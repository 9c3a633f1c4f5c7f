import { deepStrictEqual } from 'node:assert/strict';
import { chooseSpeed, openReader } from './harness/drivers/readerDriver.ts';
import { useEditor } from './harness/useEditor.ts';

/** What a folder may wish for the way its texts are read, and who hears them. */
const wishes = {
  'modelRelay.speech.model': 'seed-tts-1.0',
  'modelRelay.speech.voice': 'zh_male_m191_uranus_bigtts',
  'modelRelay.speech.voicesByLanguage': {
    en: 'zh_male_m191_uranus_bigtts',
    zh: 'zh_male_m191_uranus_bigtts',
  },
  'modelRelay.speech.speakingRate': 3,
  'modelRelay.speech.emotion': 'angry',
  'modelRelay.readAloud.pronunciations': { Rhinos: 'Unicorns' },
  'modelRelay.readAloud.code': 'everything',
  'modelRelay.readAloud.confirmAboveBytes': 1,
  'modelRelay.readAloud.requestSize': 'paragraph',
};

describe('a folder in Restricted Mode, with wishes of its own for reading aloud', () => {
  const started = useEditor({
    files: {
      '.vscode/settings.json': JSON.stringify(wishes),
      'rhinos.md': 'Rhinos charge. [Seals](command:workbench.action.quit) bark.\n',
    },
    connectByEnvironment: true,
    trust: false,
    settings: { 'modelRelay.speech.model': 'seed-tts-2.0' },
  });

  it('has no say in words, costs and voices', async () => {
    const { editor, relay } = started;
    await editor.statusBarItem('Restricted Mode').waitFor();
    const reader = await openReader(editor);
    await chooseSpeed(editor, 3);
    await editor.openFile('rhinos.md');
    const texts = await reader.readToEnd(() => editor.runCommand('Model Relay: Read File Aloud'));
    const bodies = relay.requests
      .filter(({ path }) => path === '/v1/audio/speech')
      .map(({ bodyText }) => {
        const { model, voice, speed, emotion } = JSON.parse(bodyText);
        return { model, voice, speed, emotion };
      });
    const wanted = { model: 'seed-tts-2.0', voice: 'zh_female_vv_uranus_bigtts' };
    const asSet = { ...wanted, speed: undefined, emotion: undefined };
    deepStrictEqual(
      [texts, await reader.frame.locator('a').count(), bodies],
      [['Rhinos charge.', 'Seals bark.'], 0, [asSet, asSet]],
    );
  });
});
