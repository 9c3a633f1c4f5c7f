import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { CheckView } from '../../src/protocol/settingsProtocol.ts';
import {
  askingCheck,
  failedCheck,
  makeCheck,
  makeFullState,
  makeState,
  runningCheck,
} from './settingsFacts.ts';
import { openSettingsPage, type SettingsPage } from './settingsPage.ts';

describe('the check in the settings panel', () => {
  let panel: SettingsPage;
  /** Reports checks, one after the other. */
  const tell = (...checks: readonly CheckView[]) =>
    panel.tell(...checks.map((check) => ({ type: 'check', check }) as const));
  const button = (name: string) => panel.page.locator('settings-check').getByRole('button', { name });
  const hasFocus = (name: string) => button(name).evaluate((element) => element === document.activeElement);
  const stages = () =>
    panel.page.locator('.stage').evaluateAll((elements) =>
      elements.map((stage) => {
        const words = (selector: string) => stage.querySelector(selector)?.textContent ?? '';
        const icon = /codicon-([\w-]+)/.exec(stage.querySelector('.codicon')?.className ?? '')?.[1] ?? '';
        return [icon, words('.stage-label'), words('.stage-time'), words('.stage-verdict')];
      }),
    );

  beforeEach(async () => {
    panel = await openSettingsPage({ width: 600 });
    await panel.tell(makeFullState());
  });
  afterEach(() => panel.close());

  it('starts and is canceled with one button, which keeps the focus, and announces its start alone', async () => {
    await button('Check Connection').focus();
    await panel.page.keyboard.press('Enter');
    deepStrictEqual(await panel.intent('check'), { type: 'check', profile: 'Work' });
    await tell(runningCheck, makeCheck({ key: { status: 'ok' }, models: { status: 'running' } }));
    strictEqual(await panel.lastSaid(), 'Checking the connection…');
    ok(await hasFocus('Cancel'));
    const scrolled = await panel.page.evaluate(() => scrollY);
    await panel.page.keyboard.press('Space');
    await panel.intent('cancelCheck');
    await panel.drawn();
    strictEqual(await panel.page.evaluate(() => scrollY), scrolled);
  });

  it('shows no result under a base URL other than the checked one', async () => {
    await tell(askingCheck);
    const stagesCount = () => panel.page.locator('.stage').count();
    const address = panel.page.locator('[data-field=baseUrl] input');
    const shown = await stagesCount();
    ok(shown > 0);
    await address.focus();
    await panel.page.keyboard.press('End');
    await panel.page.keyboard.type('x');
    await panel.drawn();
    strictEqual(await stagesCount(), 0);
    await panel.page.keyboard.press('Backspace');
    await panel.drawn();
    strictEqual(await stagesCount(), shown);
  });

  it('is not canceled by the second click of a double click', async () => {
    await button('Check Connection').scrollIntoViewIfNeeded();
    const { x, y } = (await button('Check Connection').boundingBox()) ?? { x: 0, y: 0 };
    await panel.page.mouse.move(x + 8, y + 8);
    await panel.page.mouse.down({ clickCount: 1 });
    await panel.page.mouse.up({ clickCount: 1 });
    await panel.intent('check');
    await tell(runningCheck);
    await panel.page.mouse.down({ clickCount: 2 });
    await panel.page.mouse.up({ clickCount: 2 });
    await panel.drawn();
    deepStrictEqual(panel.sent('cancelCheck'), []);
  });

  it('shows every stage with its time and verdict', async () => {
    await tell(askingCheck);
    deepStrictEqual(await stages(), [
      ['pass', 'address', '0 ms', 'Requests go to https://relay.example.com.'],
      ['pass', 'name', '14 ms', 'relay.example.com is 203.0.113.7.'],
      ['pass', 'connect', '120 ms', 'Connected directly.'],
      ['circle-slash', 'certificate', '41 ms', 'There is none.'],
      ['pass', 'key', '220 ms', 'The key is accepted.'],
      ['pass', 'models', '480 ms', '214 models are listed.'],
      ['warning', 'chat', '12 s', 'msg-sonnet-4-6 answered, but slowly.'],
      ['question', 'speech', '', 'Two words would be spoken, which may cost a little. Go on?'],
    ]);
  });

  for (const [name, isWanted] of [
    ['Test Speech', true],
    ['Skip', false],
  ] as const) {
    it(`asks before it tests speech: ${name}`, async () => {
      await tell(runningCheck, askingCheck);
      strictEqual(
        await panel.lastSaid(),
        'The connection works, with warnings. speech: Two words would be spoken, which may cost a little. Go on?',
      );
      await button(name).focus();
      await panel.page.keyboard.press('Enter');
      deepStrictEqual(await panel.intent('answerSpeech'), { type: 'answerSpeech', isWanted });
      await tell(runningCheck);
      ok(await hasFocus('Cancel'));
      ok(!(await panel.lastSaid()).includes('Checking'));
    });
  }

  it('can be restarted while it asks', async () => {
    await tell(askingCheck);
    await button('Check Connection').click();
    await tell(runningCheck);
    strictEqual(await panel.lastSaid(), 'Checking the connection…');
  });

  it('shows the overall result by its icon', async () => {
    const icons: (string | undefined)[] = [];
    for (const status of ['ok', 'warning', 'failed', 'cancelled'] as const) {
      await tell(makeCheck({}, { summary: { status, text: 'Over.' } }));
      const name = await panel.page.locator('.check-summary .codicon').getAttribute('class');
      icons.push(/codicon-([\w-]+)/.exec(name ?? '')?.[1]);
    }
    deepStrictEqual(icons, ['pass', 'warning', 'error', 'circle-slash']);
  });

  it('shows a failure with its advice, the relay’s message and the actions', async () => {
    await tell(runningCheck, failedCheck);
    strictEqual(await panel.lastSaid(), 'The key is not accepted.');
    deepStrictEqual(await panel.page.locator('.stage.failed p, .stage.failed blockquote').allInnerTexts(), [
      'key\n: failed\n231 ms',
      'relay.example.com rejected the API key (HTTP 401).',
      'Message from the relay:',
      'Invalid token (request id: 20260102030405)',
      'Check that the API key is complete, including “sk-”, and belongs to this relay.',
      'If the API key is complete, check its status in the relay’s console: it may be disabled, expired, out of quota, or restricted to other IP addresses.',
      'Request ID: 20260102030405',
    ]);
    await button('Show Log').click();
    deepStrictEqual(await panel.intent('action'), { type: 'action', action: 'showLog' });
    await button('Copy request ID').click();
    deepStrictEqual(await panel.intent('copy'), { type: 'copy', text: '20260102030405' });
  });

  it('has a report to copy when it has finished, and says that it was copied', async () => {
    await tell(runningCheck);
    strictEqual(await button('Copy Report').count(), 0);
    await tell(failedCheck);
    await button('Copy Report').click();
    await panel.intent('copyReport');
    strictEqual(await panel.lastSaid(), 'Copied');
  });

  it('announces nothing about a check that had finished before', async () => {
    const later = await openSettingsPage();
    await later.tell(makeFullState({ check: failedCheck }));
    deepStrictEqual([await later.lastSaid(), await later.page.locator('.stage').count()], ['', 8]);
    await later.close();
  });

  it('shows its progress and duration', async () => {
    const stopped = await openSettingsPage({ clockStands: true });
    await stopped.tell(makeFullState({ check: runningCheck }));
    await stopped.page.clock.runFor(12_000);
    strictEqual(await stopped.page.innerText('.check-summary'), 'Checking… 4 of 8 12 s');
    await stopped.close();
  });

  it('belongs to its profile, but can be canceled from every one', async () => {
    await panel.tell(makeFullState({ shown: '', check: runningCheck }));
    deepStrictEqual(
      [await panel.page.locator('.stage').count(), await panel.page.innerText('.check-summary')],
      [0, 'Another profile is being checked.'],
    );
    await button('Cancel').click();
    await panel.intent('cancelCheck');
    await panel.tell(makeFullState({ shown: '', check: failedCheck }));
    deepStrictEqual(
      [await panel.page.locator('.stage').count(), await button('Check Connection').count()],
      [0, 1],
    );
  });

  it('spins nothing with reduced motion', async () => {
    const still = await openSettingsPage({ reducedMotion: true });
    await still.tell(makeFullState({ check: runningCheck }));
    deepStrictEqual(
      [
        await still.page.locator('.spinning').count(),
        await still.page.evaluate(() => document.getAnimations().length),
      ],
      [2, 0],
    );
    await still.close();
  });

  it('gets the focus when the person is sent to it', async () => {
    await panel.tell({ type: 'focus', target: 'check' });
    ok(await hasFocus('Check Connection'));
    await panel.tell(makeState());
    ok(await button('Check Connection').isVisible());
  });
});
