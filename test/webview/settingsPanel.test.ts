import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { FieldView, KeyView } from '../../src/protocol/settingsProtocol.ts';
import { failedCheck, makeFullState, makeState } from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';

const hasFocus = (element: Element) => element === document.activeElement;

describe('the settings panel', () => {
  let panel: SettingsPage;
  const button = (name: string) => panel.page.getByRole('button', { name, exact: true });
  const focused = () =>
    panel.page.evaluate(() => {
      const element = document.activeElement;
      return element?.id || element?.classList[0] || element?.localName;
    });

  beforeEach(async () => {
    panel = await openSettingsPage({ width: 600, height: 500 });
  });
  afterEach(() => panel.close());

  it('has the focus on its first control when VS Code gives it to the page, then on the one that had it last', async () => {
    await panel.tell(makeState());
    const comeBack = () =>
      panel.page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        window.dispatchEvent(new Event('focus'));
      });
    await comeBack();
    strictEqual(await panel.page.locator(':focus').innerText(), 'Open settings.json');
    await button('Add Profile…').focus();
    await comeBack();
    strictEqual(await panel.page.locator(':focus').innerText(), 'Add Profile…');
  });

  it('has secondary buttons with the theme’s colors in a light contrast theme, also with the focus', async () => {
    await panel.tell(makeState());
    await panel.setTheme('highContrastLight');
    await button('Add Profile…').focus();
    const background = await button('Add Profile…').evaluate(
      ({ shadowRoot }) =>
        getComputedStyle(shadowRoot?.querySelector('.base') ?? document.body).backgroundColor,
    );
    strictEqual(background, 'rgb(255, 255, 255)');
  });

  describe('profiles', () => {
    const list = () => panel.page.locator('.profile-list');

    it('are not listed while there is only one', async () => {
      await panel.tell(makeState());
      strictEqual(await list().count(), 0);
      await button('Add Profile…').click();
      await panel.intent('addProfile');
    });

    it('are a list in which the arrow keys and the mouse show one', async () => {
      await panel.tell(makeFullState());
      deepStrictEqual(await list().locator('.profile').allInnerTexts(), [
        'Default\nrelay.example.com',
        'Work\nmodels.work.example\nin use',
        'Local\nno base URL',
      ]);
      await list().getByRole('radio', { checked: true }).focus();
      await panel.page.keyboard.press('ArrowDown');
      deepStrictEqual(await panel.intent('show'), { type: 'show', profile: 'Local' });
      await panel.page.keyboard.press('ArrowDown');
      deepStrictEqual(await panel.intent('show'), { type: 'show', profile: '' });
      await list().getByText('Local').click();
      deepStrictEqual(await panel.intent('show'), { type: 'show', profile: 'Local' });
      deepStrictEqual(panel.sent('use'), []);
    });

    it('can be used, renamed and deleted if that is allowed', async () => {
      const buttons = () => panel.page.locator('settings-profiles vscode-button').allInnerTexts();
      await panel.tell(makeFullState());
      deepStrictEqual(await buttons(), ['Add Profile…', 'Rename…', 'Delete…']);
      await panel.tell(makeFullState({ shown: '' }));
      deepStrictEqual(await buttons(), ['Use This Profile', 'Add Profile…']);
      await panel.tell(makeFullState({ shown: 'Local' }));
      for (const name of ['Use This Profile', 'Rename…', 'Delete…']) await button(name).click();
      deepStrictEqual(
        [await panel.intent('use'), await panel.intent('renameProfile'), await panel.intent('deleteProfile')],
        [
          { type: 'use', profile: 'Local' },
          { type: 'renameProfile', profile: 'Local' },
          { type: 'deleteProfile', profile: 'Local' },
        ],
      );
    });

    it('keep the focus when the focused button disappears', async () => {
      await panel.tell(makeFullState({ shown: '' }));
      await button('Use This Profile').focus();
      await panel.tell(makeFullState());
      await panel.tell(
        makeFullState({
          shown: 'Local',
          profiles: [
            { name: 'Local', label: 'Local', isActive: true },
            { name: '', label: 'Default', isActive: false },
          ],
        }),
      );
      strictEqual(await list().getByRole('radio', { name: 'Local' }).evaluate(hasFocus), true);
    });
  });

  describe('the key', () => {
    const origin = 'https://relay.example.com';
    const cases: readonly [KeyView, string, readonly string[]][] = [
      [
        { state: 'stored', origin },
        `An API key is stored for ${origin}.`,
        ['Replace API Key…', 'Remove API Key'],
      ],
      [{ state: 'environment', origin }, 'The API key comes from an environment variable.', ['Set API Key…']],
      [{ state: 'missing', origin }, `No API key is stored for ${origin}.`, ['Set API Key…']],
      [{ state: 'noAddress' }, 'Enter the base URL first. The API key is stored for that URL.', []],
    ];
    for (const [key, words, buttons] of cases) {
      it(`is described in words, and is in no input: ${key.state}`, async () => {
        await panel.tell(makeFullState({ key }));
        deepStrictEqual(
          {
            words: await panel.page.innerText('.key-state'),
            buttons: await panel.page.locator('.key vscode-button').allInnerTexts(),
            inputs: await panel.page.locator('.key input, input[type=password]').count(),
          },
          { words, buttons, inputs: 0 },
        );
      });
    }

    it('is set and removed by the host', async () => {
      await panel.tell(makeFullState());
      await button('Replace API Key…').click();
      await button('Remove API Key').click();
      deepStrictEqual(
        [await panel.intent('setKey'), await panel.intent('removeKey'), await focused()],
        [{ type: 'setKey', profile: 'Work' }, { type: 'removeKey', profile: 'Work' }, 'set-key'],
      );
    });
  });

  describe('a focus target', () => {
    const targets = [
      ['timeouts.idle', 'control-timeouts.idle'],
      ['chat.systemPrompt', 'control-chat.systemPrompt'],
      ['key', 'set-key'],
      ['check', 'check-button'],
    ] as const;
    for (const [target, expected] of targets) {
      it(`gets the focus and comes into view: ${target}`, async () => {
        // The message may arrive before the target exists.
        await panel.tell({ type: 'focus', target }, makeFullState());
        strictEqual(await focused(), expected);
        const isInView = await panel.page.evaluate(() => {
          const { top, bottom } = document.activeElement?.getBoundingClientRect() ?? { top: -1, bottom: 0 };
          return top >= 0 && bottom <= innerHeight;
        });
        strictEqual(isInView, true);
      });
    }

    it('is the base URL while no key can be set', async () => {
      await panel.tell(makeState(), { type: 'focus', target: 'key' });
      strictEqual(await focused(), 'control-baseUrl');
    });
  });

  it('says where requests leave from, and opens all settings', async () => {
    await panel.tell(makeState({ requestsLeaveFrom: 'Requests leave from the container.' }));
    strictEqual(await panel.page.innerText('.page-header p'), 'Requests leave from the container.');
    await button('Open settings.json').click();
    await panel.intent('openSettingsJson');
    await button('Open VS Code Settings').click();
    await panel.intent('openAllSettings');
    const alone = panel.page.getByText('in settings.json, under modelRelay.profiles.');
    strictEqual(await alone.count(), 0);
    await panel.tell(makeFullState());
    strictEqual(await alone.count(), 1);
  });

  it('can be navigated in reading order by keyboard, with a name and a visible focus at every stop', async () => {
    await panel.tell(makeFullState({ check: failedCheck }));
    const stops: { name: string; top: number; outline: boolean }[] = [];
    for (;;) {
      await panel.page.keyboard.press('Tab');
      const stop = await panel.page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return undefined;
        const inner = element.shadowRoot?.querySelector('.base') ?? element;
        const labels =
          element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : [];
        return {
          name:
            element.getAttribute('aria-label') ??
            labels?.[0]?.textContent ??
            element.textContent?.trim() ??
            '',
          top: Math.round(element.getBoundingClientRect().top + scrollY),
          outline: getComputedStyle(inner).outlineStyle === 'solid',
        };
      });
      if (!stop || stops.length > 60) break;
      stops.push(stop);
    }
    deepStrictEqual(
      {
        count: stops.length,
        unnamed: stops.filter(({ name }) => !name),
        hidden: stops.filter(({ outline }) => !outline),
        // Controls in one line differ by a few pixels.
        backwards: stops.filter(({ top }, place) => top < (stops[place - 1]?.top ?? 0) - 12),
      },
      // The first of all has the focus already.
      { count: 29, unnamed: [], hidden: [], backwards: [] },
    );
  });

  it('shows text from elsewhere as plain text everywhere', async () => {
    const attack = '<img src="https://evil.test/a.png" onerror="alert(1)"><script>alert(1)</script>';
    const remark = { severity: 'error', text: attack } as const;
    const field: Partial<FieldView> = {
      value: attack,
      fallback: attack,
      workspaceValue: attack,
      verdict: { remark, endpoints: [{ label: attack, url: attack }] },
    };
    const failure = {
      title: attack,
      advice: [attack],
      relayMessage: attack,
      requestId: attack,
      actions: [{ id: 'setKey' as const, label: attack }],
    };
    await panel.tell(
      makeFullState({
        profiles: [
          { name: attack, label: attack, host: attack, isActive: true },
          { name: '', label: attack, isActive: false },
        ],
        shown: attack,
        key: { state: 'stored', origin: attack },
        requestsLeaveFrom: attack,
        notice: remark,
        fields: {
          baseUrl: field,
          'chat.model': field,
          'chat.systemPrompt': field,
        },
        check: {
          profile: attack,
          isRunning: false,
          summary: { status: 'failed', text: attack },
          stages: [{ id: 'key', label: attack, status: 'failed', verdict: `Verdict: ${attack}`, failure }],
        },
      }),
    );
    const found = await panel.page.evaluate(
      (text) => ({
        strange: document.querySelectorAll('relay-settings :is(img, script, iframe, a, style, link)').length,
        times: document.querySelector('relay-settings')?.textContent?.split(text).slice(1).length,
      }),
      attack,
    );
    deepStrictEqual({ ...found, requests: panel.foreignRequests }, { strange: 0, times: 26, requests: [] });
  });

  it('uses the person’s language', async () => {
    const chinese = await openSettingsPage({ language: 'zh-cn' });
    await chinese.tell(makeFullState());
    await chinese.page.getByRole('button', { name: '重置：基础 URL' }).click();
    strictEqual(await chinese.page.getByLabel('基础 URL', { exact: true }).count(), 1);
    await chinese.close();
  });
});
