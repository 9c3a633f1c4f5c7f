import { deepStrictEqual } from 'node:assert/strict';
import type { ProtocolRow } from '../../src/protocol/settingsProtocol.ts';
import { endpoints, makeState } from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';

const saved = 'https://relay.example.com';
const savedRows: readonly ProtocolRow[] = [{ pattern: 'team/*', protocol: 'chatCompletions' }];
const refusal = { remark: { severity: 'error', text: 'The setting could not be saved.' } } as const;

/** The page with a profile beside the default one. */
function show(shown: string, other = 'Work') {
  const profiles = ['', other].map((name) => ({ name, label: name || 'Default', isActive: name === '' }));
  const fields = {
    baseUrl: { value: saved, verdict: { endpoints } },
    'chat.protocols': { value: [...savedRows] },
  };
  return makeState({ profiles, shown, ...(shown === '' && { fields }) });
}

describe('unsaved text in the settings panel', () => {
  let panel: SettingsPage;
  const address = () => panel.control('baseUrl');
  const patterns = () => panel.page.locator('.protocol-row input');
  const press = (key: string) => panel.page.keyboard.press(key);
  const refuse = (profile: string, text: string, field: 'baseUrl' | 'chat.protocols' = 'baseUrl') =>
    panel.tell({ type: 'verdict', profile, field, text, verdict: refusal });
  const addRow = async (pattern: string, protocol?: string) => {
    await panel.page.click('.add-row');
    await panel.page.keyboard.type(pattern);
    if (protocol) await panel.page.locator('.protocol-row select').last().selectOption(protocol);
  };
  const rows = () =>
    panel.page
      .locator('.protocol-row')
      .evaluateAll((elements) =>
        elements.map((row) =>
          [row.querySelector('input')?.value, row.querySelector('select')?.value].join(': '),
        ),
      );
  const saves = () => panel.sent('set').map(({ profile, value }) => [profile, value]);

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

  it('has the remark of rejected rows, which can be sent again', async () => {
    const mine = [...savedRows, { pattern: 'new', protocol: 'messages' }];
    await addRow('new', 'messages');
    await refuse('', '', 'chat.protocols');
    deepStrictEqual(await panel.remarks('chat.protocols'), [refusal.remark.text]);
    await patterns().last().focus();
    await press('Tab');
    await refuse('', '', 'chat.protocols');
    await patterns().last().focus();
    await press('Enter');
    await press('Enter');
    deepStrictEqual(saves(), [
      ['', mine],
      ['', mine],
      ['', mine],
    ]);
    await panel.tell(
      makeState({
        fields: { 'chat.protocols': { value: [...savedRows, { pattern: 'new', protocol: 'messages' }] } },
      }),
    );
    deepStrictEqual(
      [await rows(), await panel.remarks('chat.protocols')],
      [['team/*: chatCompletions', 'new: messages'], []],
    );
  });

  it('shows no remark about rejected rows after they were edited', async () => {
    await patterns().first().fill('group/*');
    await press('Enter');
    await refuse('', '', 'chat.protocols');
    await patterns().first().fill('groups/*');
    deepStrictEqual(await panel.remarks('chat.protocols'), []);
    await patterns().first().fill('group/*');
    deepStrictEqual(await panel.remarks('chat.protocols'), [refusal.remark.text]);
  });

  it('keeps incomplete and rejected rows during a visit to another profile', async () => {
    await addRow('new', 'messages');
    await addRow('half');
    await panel.tell(show('Work'));
    const elsewhere = await rows();
    await addRow('of work');
    await refuse('', '', 'chat.protocols');
    const remarks = await panel.remarks('chat.protocols');
    await panel.tell(show(''));
    deepStrictEqual(
      { elsewhere, remarks, rows: await rows(), said: await panel.remarks('chat.protocols') },
      {
        elsewhere: [],
        remarks: [],
        rows: ['team/*: chatCompletions', 'new: messages', 'half: '],
        said: [refusal.remark.text],
      },
    );
    await panel.tell(show('Work'));
    deepStrictEqual(await rows(), ['of work: ']);
  });

  it('follows its profile when that is renamed, both texts and rows', async () => {
    await panel.tell(show('Work'));
    await address().fill('relay');
    await addRow('half');
    await panel.tell({ type: 'renamed', from: 'Work', to: 'Job' }, show('Work'));
    await address().fill('relay.test');
    await panel.tell(show('Job', 'Job'), show('', 'Job'), show('Job', 'Job'));
    deepStrictEqual([await address().inputValue(), await rows()], ['relay.test', ['half: ']]);
    await panel.tell(show(''), show('Work'));
    deepStrictEqual([await address().inputValue(), await rows()], ['', []]);
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
    await addRow('half');
    await panel.tell(makeState());
    await refuse('Work', 'relay');
    await panel.tell(show('Work'));
    deepStrictEqual(
      [await address().inputValue(), await rows(), await panel.remarks('baseUrl')],
      ['', [], []],
    );
  });
});
