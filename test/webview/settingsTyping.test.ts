import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { endpoints, makeState } from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';

const saved = 'https://relay.example.com';
const withAddress = (value: string) =>
  makeState({ fields: { baseUrl: { value, verdict: value ? { endpoints } : {} } } });
const refusal = { remark: { severity: 'error', text: 'This is not a valid URL.' } } as const;
const unsaved = { remark: { severity: 'error', text: 'The setting could not be saved.' } } as const;

/** The page with a profile beside the default one. */
function show(shown: string, other = 'Work') {
  const profiles = ['', other].map((name) => ({ name, label: name || 'Default', isActive: name === '' }));
  const fields = { baseUrl: { value: saved, verdict: { endpoints } } };
  return makeState({ profiles, shown, ...(shown === '' && { fields }) });
}

describe('a field of the settings panel', () => {
  let panel: SettingsPage;
  const address = () => panel.control('baseUrl');
  const text = () => address().inputValue();
  const type = (words: string) => panel.page.keyboard.type(words);
  const press = (key: string) => panel.page.keyboard.press(key);
  const verdict = (about: string, what: object = refusal) =>
    panel.tell({ type: 'verdict', profile: '', field: 'baseUrl', text: about, verdict: what });

  beforeEach(async () => {
    panel = await openSettingsPage({ width: 500 });
    await panel.tell(withAddress(saved));
    await address().selectText();
  });
  afterEach(() => panel.close());

  it('asks the host about typed text, and shows the verdict', async () => {
    await address().fill('relay');
    deepStrictEqual(await panel.intent('typed'), {
      type: 'typed',
      profile: '',
      field: 'baseUrl',
      text: 'relay',
    });
    await verdict('relay');
    deepStrictEqual(
      {
        remarks: await panel.remarks('baseUrl'),
        invalid: await address().getAttribute('aria-invalid'),
        describedBy: await address().getAttribute('aria-describedby'),
        endpoints: await panel.page.locator('.endpoints').count(),
        saved: panel.sent('set'),
      },
      {
        remarks: ['This is not a valid URL.'],
        invalid: 'true',
        describedBy: 'description-baseUrl remark-baseUrl elsewhere-baseUrl',
        endpoints: 0,
        saved: [],
      },
    );
    // It is no longer reported as soon as another letter is typed.
    await type('s');
    strictEqual(await address().getAttribute('aria-invalid'), null);
    ok(await panel.page.locator('.remarks.stale').count());
    await verdict('relays', { endpoints: endpoints.slice(3) });
    deepStrictEqual(
      [await panel.remarks('baseUrl'), await panel.page.locator('.endpoints > *').allInnerTexts()],
      [[], ['Speech', 'https://relay.example.com/v1/audio/speech']],
    );
  });

  it('is saved on Enter and when it loses the focus, but only if the value has changed', async () => {
    await press('Enter');
    await address().fill('https://one.test');
    await press('Enter');
    await panel.tell(withAddress('https://one.test'));
    strictEqual(await text(), 'https://one.test');
    await address().fill('https://two.test');
    await press('Tab');
    await panel.tell(withAddress('https://two.test'));
    await address().focus();
    await address().blur();
    deepStrictEqual(
      panel.sent('set').map(({ value }) => value),
      ['https://one.test', 'https://two.test'],
    );
    await panel.tell(withAddress('https://of-another-window.test'));
    strictEqual(await text(), 'https://of-another-window.test');
  });

  it('asks about a text even if it is saved before typing pauses', async () => {
    await address().fill('relay');
    await press('Enter');
    const types = panel.intents.map(({ type }) => type);
    deepStrictEqual(types.slice(types.indexOf('typed')), ['typed', 'set']);
  });

  it('sends a text once while the host may still save it, however often the focus passes', async () => {
    await address().fill('relay');
    for (let pass = 0; pass < 3; pass += 1) {
      await address().focus();
      await press('Tab');
    }
    deepStrictEqual(
      panel.sent('set').map(({ value }) => value),
      ['relay'],
    );
  });

  it('restores its saved value on Escape', async () => {
    await address().fill('relay');
    await press('Escape');
    await press('Tab');
    await panel.drawn();
    deepStrictEqual([await text(), panel.sent('set')], [saved, []]);
  });

  it('leaves the keys of an input method to the input method', async () => {
    const session = await panel.page.context().newCDPSession(panel.page);
    await session.send('Input.imeSetComposition', { text: 'にほん', selectionStart: 3, selectionEnd: 3 });
    await press('Enter');
    await panel.page.evaluate(() => {
      for (const key of ['Enter', 'Escape']) {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, keyCode: 229, bubbles: true, cancelable: true }),
        );
      }
    });
    deepStrictEqual([panel.sent('set'), panel.sent('typed')], [[], []]);
    await session.send('Input.insertText', { text: '日本' });
    ok((await panel.intent('typed')).text.includes('日本'));
    await press('Enter');
    ok(String((await panel.intent('set')).value).includes('日本'));
  });

  it('asks the host once, when typing pauses', async () => {
    const stopped = await openSettingsPage({ clockStands: true });
    await stopped.tell(makeState());
    await stopped.control('baseUrl').focus();
    for (const letter of 'relay') {
      await stopped.page.keyboard.type(letter);
      await stopped.page.clock.runFor(100);
    }
    deepStrictEqual(stopped.sent('typed'), []);
    await stopped.page.clock.runFor(100);
    deepStrictEqual(
      stopped.sent('typed').map(({ text: typed }) => typed),
      ['relay'],
    );
    await stopped.close();
  });

  it('is reset with its button, which says what it resets', async () => {
    await panel.page.getByRole('button', { name: 'Reset: Base URL' }).click();
    deepStrictEqual(
      [await panel.intent('set'), await text()],
      [{ type: 'set', profile: '', field: 'baseUrl', value: '' }, ''],
    );
    await panel.tell(withAddress(''));
    deepStrictEqual(
      {
        resets: await panel.page.locator('.reset').count(),
        modified: await panel.page.locator('.modified').count(),
        isFocused: await address().evaluate((input) => input === document.activeElement),
      },
      { resets: 0, modified: 0, isFocused: true },
    );
  });

  it('shows its default, and the workspace’s value that overrides it', async () => {
    await panel.tell(
      makeState({
        fields: {
          'chat.maxOutputTokens': { fallback: '8192', workspaceValue: '100' },
          'chat.systemPrompt': { workspaceValue: '' },
        },
      }),
    );
    deepStrictEqual(await panel.remarks('chat.systemPrompt'), [
      'This workspace sets an empty value instead.',
    ]);
    deepStrictEqual(
      [
        await panel.control('chat.maxOutputTokens').getAttribute('placeholder'),
        await panel.remarks('chat.maxOutputTokens'),
      ],
      ['8192', ['This workspace uses 100 instead.']],
    );
  });

  it('with known values has a button to select one', async () => {
    await panel.tell(makeState({ fields: { 'chat.model': { hasChoices: true } } }));
    deepStrictEqual(await panel.page.getByText('Select…').count(), 1);
    await panel.page.getByRole('button', { name: 'Select: Chat model' }).click();
    deepStrictEqual(await panel.intent('choose'), { type: 'choose', profile: '', field: 'chat.model' });
  });

  it('saves a value that was selected, and keeps it with the reason if that fails', async () => {
    const model = panel.control('chat.model');
    const choose = (text: string, profile = '') =>
      panel.tell({ type: 'chosen', profile, field: 'chat.model', text });
    await model.fill('rejected');
    await choose('elsewhere', 'Work');
    await choose('beta');
    await panel.tell({ type: 'verdict', profile: '', field: 'chat.model', text: 'beta', verdict: unsaved });
    deepStrictEqual(
      [
        panel.sent('set').map(({ value }) => value),
        await model.inputValue(),
        await panel.remarks('chat.model'),
      ],
      [['beta'], 'beta', [unsaved.remark.text]],
    );
  });

  it('grows with many lines, which Enter does not save and Escape does not discard', async () => {
    const prompt = panel.control('chat.systemPrompt');
    const height = () => prompt.evaluate(({ clientHeight }) => clientHeight);
    await prompt.focus();
    const before = await height();
    for (let line = 1; line <= 8; line += 1) {
      await type(`Line ${line}`);
      await press('Enter');
    }
    ok((await height()) > before);
    await press('Escape');
    deepStrictEqual([panel.sent('set'), panel.sent('typed')], [[], []]);
    await press('Control+Enter');
    const { field, value } = await panel.intent('set');
    deepStrictEqual([field, value], ['chat.systemPrompt', await prompt.inputValue()]);
  });

  describe('with unsaved text', () => {
    const refuse = (profile: string, about: string) =>
      panel.tell({ type: 'verdict', profile, field: 'baseUrl', text: about, verdict: unsaved });

    beforeEach(() => panel.tell(show('')));

    it('survives every new state, and a visit to another profile', async () => {
      await address().fill('relay');
      await press('Tab');
      await refuse('', 'relay');
      await panel.tell(show(''), show('Work'), show(''));
      deepStrictEqual(
        [
          await address().inputValue(),
          await panel.remarks('baseUrl'),
          await address().getAttribute('aria-invalid'),
        ],
        ['relay', [unsaved.remark.text], 'true'],
      );
      await panel.tell(makeState({ fields: { baseUrl: { value: 'https://other.test' } } }));
      deepStrictEqual(
        [await address().inputValue(), await panel.remarks('baseUrl')],
        ['relay', [unsaved.remark.text]],
      );
    });

    it('follows its profile when that is renamed', async () => {
      await panel.tell(show('Work'));
      await address().fill('relay');
      await panel.tell({ type: 'renamed', from: 'Work', to: 'Job' }, show('Work'));
      await address().fill('relay.test');
      await panel.tell(show('Job', 'Job'), show('', 'Job'), show('Job', 'Job'));
      strictEqual(await address().inputValue(), 'relay.test');
      await panel.tell(show(''), show('Work'));
      strictEqual(await address().inputValue(), '');
    });

    it('follows its profile when that is renamed while another one is shown', async () => {
      await panel.tell(show('Work'));
      await address().fill('relay');
      await press('Enter');
      await panel.tell(show(''), { type: 'renamed', from: 'Work', to: 'Job' });
      await refuse('Work', 'relay');
      await panel.tell(show('', 'Job'), show('Job', 'Job'));
      deepStrictEqual(
        [await address().inputValue(), await panel.remarks('baseUrl')],
        ['relay', [unsaved.remark.text]],
      );
    });

    it('is dropped with its profile, as are verdicts about it', async () => {
      await panel.tell(show('Work'));
      await address().fill('relay');
      await panel.tell(makeState());
      await refuse('Work', 'relay');
      await panel.tell(show('Work'));
      deepStrictEqual([await address().inputValue(), await panel.remarks('baseUrl')], ['', []]);
    });
  });
});
