import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { endpoints, makeState } from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';

const saved = 'https://relay.example.com';
const refusal = { remark: { severity: 'error', text: 'The setting could not be saved.' } } as const;

/** The page with a profile beside the default one. */
function show(shown: string, other = 'Work') {
  const profiles = ['', other].map((name) => ({ name, label: name || 'Default', isActive: name === '' }));
  const fields = { baseUrl: { value: saved, verdict: { endpoints } } };
  return makeState({ profiles, shown, ...(shown === '' && { fields }) });
}

describe('unsaved text in the settings panel', () => {
  let panel: SettingsPage;
  const address = () => panel.control('baseUrl');
  const press = (key: string) => panel.page.keyboard.press(key);
  const refuse = (profile: string, text: string) =>
    panel.tell({ type: 'verdict', profile, field: 'baseUrl', text, verdict: refusal });

  beforeEach(async () => {
    panel = await openSettingsPage({ width: 500 });
    await panel.tell(show(''));
  });
  afterEach(() => panel.close());

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
      ['relay', [refusal.remark.text], 'true'],
    );
    await panel.tell(makeState({ fields: { baseUrl: { value: 'https://other.test' } } }));
    deepStrictEqual(
      [await address().inputValue(), await panel.remarks('baseUrl')],
      ['relay', [refusal.remark.text]],
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
      ['relay', [refusal.remark.text]],
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
