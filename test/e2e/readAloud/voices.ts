import { deepStrictEqual } from 'node:assert/strict';
import type { UsedEditor } from '../harness/relayEditor.ts';
import { waitUntil } from '../harness/waitUntil.ts';

const spokenPath = '/v1/audio/speech';

export const voicedFiles = { 'bells.md': 'Nine bells rang.\n' };
export const voicedSettings = { 'modelRelay.speech.model': 'seed-tts-2.0' };

/** Which voice speaks, and how it is chosen. */
export function describeVoices({ editor, relay }: UsedEditor): void {
  /** Many labels begin with an icon, so not by the whole label. */
  const row = (words: string) =>
    editor.quickInput.widget.locator('.quick-input-list .monaco-list-row', { hasText: words });
  const spoken = () => relay.requests.filter(({ path }) => path === spokenPath).length;

  it('previews the voice with a single request, and keeps the selection, also for each language', async () => {
    const { quickInput, page } = editor;
    await editor.runCommand('Model Relay: Select Voice…');
    await quickInput.waitFor('Voices of seed-tts-2.0');
    // The voice in use is the active row. Tab goes on to the list, and then to the row's button.
    await row('Vivi 2.0').and(page.locator('.focused')).waitFor();
    const preview = row('Vivi 2.0').getByRole('button', { name: 'Preview' });
    const stop = row('Vivi 2.0').getByRole('button', { name: 'Stop' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await waitUntil('the request', async () => relay.utterances.at(-1));
    await stop.waitFor();
    await preview.waitFor();
    await preview.click();
    await stop.waitFor();
    await preview.waitFor();
    deepStrictEqual(
      [spoken(), relay.utterances.map(({ voice, text }) => [voice, text])],
      [1, [['zh_female_vv_uranus_bigtts', '你好，我来为你朗读。']]],
    );
    await quickInput.dismiss();
    await quickInput.waitUntilClosed();

    await editor.runCommand('Model Relay: Select Voice…');
    await quickInput.waitFor('Voices of seed-tts-2.0');
    await quickInput.type('m191');
    await row('云舟 2.0').waitFor();
    await quickInput.accept();
    await editor.waitForSetting('modelRelay.speech.voice', 'zh_male_m191_uranus_bigtts');
    await editor.runCommand('Model Relay: Select Voice…');
    await quickInput.waitFor('Voices of seed-tts-2.0');
    await row('Voices by Language…').click();
    await quickInput.waitFor('Select a language to set its voice');
    await quickInput.pick('English');
    await quickInput.waitFor('Voices of seed-tts-2.0 for English');
    await quickInput.type('xiaohe');
    await row('小何 2.0').waitFor();
    await quickInput.accept();
    // Back in the list of languages.
    await quickInput.waitFor('Select a language to set its voice');
    deepStrictEqual((await editor.readSettings())['modelRelay.speech.voicesByLanguage'], {
      en: 'zh_female_xiaohe_uranus_bigtts',
    });
    await quickInput.dismiss();
    const before = relay.utterances.length;
    await editor.openFile('bells.md');
    await editor.selectText('Nine bells rang.');
    await editor.runCommand('Model Relay: Read Selection Aloud');
    const utterance = await waitUntil('the reading', async () => relay.utterances[before]);
    deepStrictEqual(
      [utterance.voice, utterance.text],
      ['zh_female_xiaohe_uranus_bigtts', 'Nine bells rang.'],
    );
  });
}
