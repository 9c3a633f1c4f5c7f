import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { makeState } from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';

let panel: SettingsPage;
const press = async (...keys: readonly string[]) => {
  for (const key of keys) await panel.page.keyboard.press(key);
};
const type = (words: string) => panel.page.keyboard.type(words);

describe('the suggestions of a field', () => {
  const suggestions = [
    { value: 'alpha-large', description: 'Messages' },
    { value: 'alpha-small', description: 'Messages' },
    { value: 'beta', description: 'Chat completions, large' },
    { value: 'gamma' },
  ];
  const model = () => panel.control('chat.model');
  const options = () => panel.page.locator('[role=option] .suggestion-value').allInnerTexts();
  /** The active option, while the focus stays in the input. */
  const active = () =>
    panel.page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant');
      return id ? document.getElementById(id)?.querySelector('.suggestion-value')?.textContent : undefined;
    });

  beforeEach(async () => {
    panel = await openSettingsPage({ width: 500 });
    await panel.tell(makeState({ fields: { 'chat.model': { value: 'beta', suggestions } } }));
    await model().focus();
  });
  afterEach(() => panel.close());

  it('all appear on an arrow key, starting at the saved one', async () => {
    strictEqual(await model().getAttribute('aria-expanded'), 'false');
    await press('ArrowDown');
    deepStrictEqual(
      [await options(), await active(), await model().getAttribute('aria-expanded')],
      [suggestions.map(({ value }) => value), 'beta', 'true'],
    );
    await press('ArrowDown', 'ArrowDown');
    strictEqual(await active(), 'alpha-large');
    await press('ArrowUp', 'ArrowUp', 'PageUp');
    strictEqual(await active(), 'alpha-large');
  });

  it('do not replace typed text that is not among them', async () => {
    await model().fill('delta');
    await press('ArrowDown');
    deepStrictEqual([await options(), await active()], [suggestions.map(({ value }) => value), undefined]);
    await press('Enter');
    deepStrictEqual(
      panel.intents.findLast(({ type }) => type === 'set'),
      { type: 'set', profile: '', field: 'chat.model', value: 'delta' },
    );
  });

  it('are those that contain every typed word, in value or description', async () => {
    await model().fill('LARGE');
    deepStrictEqual([await options(), await active()], [['alpha-large', 'beta'], undefined]);
    await model().fill('large alpha');
    deepStrictEqual(await options(), ['alpha-large']);
    await model().fill('delta');
    deepStrictEqual([await options(), await model().getAttribute('aria-expanded')], [[], 'false']);
  });

  it('are accepted and saved with Enter, which saves the typed text if none is active', async () => {
    await model().fill('alpha');
    await press('ArrowDown', 'ArrowDown', 'Enter');
    deepStrictEqual(
      [await panel.intent('set'), await model().inputValue(), await options()],
      [{ type: 'set', profile: '', field: 'chat.model', value: 'alpha-small' }, 'alpha-small', []],
    );
    await model().fill('alpha');
    await press('Enter');
    deepStrictEqual(
      [(await panel.intent('set')).value, await model().inputValue(), await options()],
      ['alpha', 'alpha', []],
    );
  });

  it('are closed by Escape, which discards typed text only when pressed again', async () => {
    await model().fill('alpha');
    await press('Escape');
    deepStrictEqual([await options(), await model().inputValue()], [[], 'alpha']);
    await press('Escape');
    deepStrictEqual([await model().inputValue(), panel.sent('set')], ['beta', []]);
  });

  it('can be used with the mouse', async () => {
    await panel.page.locator('settings-field[data-field="chat.model"] .opener').click();
    await panel.page.locator('[role=option]', { hasText: 'gamma' }).click();
    deepStrictEqual(
      [
        (await panel.intent('set')).value,
        await options(),
        await model().evaluate((input) => input === document.activeElement),
      ],
      ['gamma', [], true],
    );
  });

  it('can be several hundred, and every key takes effect within the next frames', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({
      value: `vendor/model-${index}`,
      description: index % 2 ? 'Messages' : 'Chat completions',
    }));
    await panel.tell(makeState({ fields: { 'chat.model': { suggestions: many } } }));
    await press('ArrowUp');
    strictEqual(await active(), 'vendor/model-499');
    ok(
      await panel.page.evaluate(() => {
        const list = document.querySelector('.suggestions')?.getBoundingClientRect();
        const option = document.querySelector('[role=option]:last-child')?.getBoundingClientRect();
        return list && option && option.bottom <= list.bottom && list.bottom <= innerHeight;
      }),
    );
    await type('49');
    strictEqual((await options()).length, 15);
  });
});
