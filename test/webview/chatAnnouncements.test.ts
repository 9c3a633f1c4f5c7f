import { deepStrictEqual } from 'node:assert/strict';
import { delta, end, makeSnapshot, makeTurn, makeTurnMessage } from './chatFacts.ts';
import { useChatPage } from './chatPage.ts';
import { makeComparison, makeTool } from './chatScenes.ts';
import { file, folder, makeDraft } from './composerFacts.ts';

describe('the chat’s announcer', () => {
  const chat = useChatPage({ width: 280 });
  /** The number of announcements that were already read. */
  let heard = 0;
  const news = async () => {
    const said = await chat.said();
    const added = said.slice(heard);
    heard = said.length;
    return added;
  };

  beforeEach(async () => {
    heard = 0;
  });

  it('overwrites nothing: it keeps every message of a moment, and can repeat the same one', async () => {
    const [first, second] = [
      makeTurn({ id: 'a', status: 'running', text: '' }),
      makeTurn({ id: 'b', status: 'running', text: '' }),
    ];
    await chat.tell(
      makeSnapshot(),
      makeTurnMessage(first),
      delta('a', 'One two'),
      end('a'),
      makeTurnMessage(second, 2),
      delta('b', 'Three four'),
      end('b'),
    );
    const turn = ['msg-sonnet-4-6 is responding', 'Response complete, 2 words'];
    deepStrictEqual(await news(), [...turn, ...turn]);
    deepStrictEqual(await chat.page.locator('.announcements').getAttribute('role'), 'log');
  });

  it('names the model once, as soon as it is known, even if the whole chat is shown again', async () => {
    const [unknown, known] = ['', 'gpt'].map((model) =>
      makeTurn({ id: 'a', status: 'waiting', model, text: '' }),
    );
    if (!unknown || !known) return;
    await chat.tell(
      makeSnapshot(),
      ...[unknown, known, known].map((turn) => makeTurnMessage(turn)),
      makeSnapshot(known),
      makeTurnMessage(known),
    );
    deepStrictEqual(await news(), ['gpt is responding']);
  });

  it('names each model of a comparison once, however often the host updates it', async () => {
    const status = 'running';
    const models = (...names: string[]) =>
      makeComparison(...names.map((model) => ({ id: model, model, status, text: '' }) as const));
    const running = (...ids: string[]) => ({ running: ids });
    await chat.tell(
      makeSnapshot(),
      { ...makeTurnMessage(models('gpt', 'claude')), ...running('gpt', 'claude') },
      { ...makeTurnMessage(models('gpt', 'claude', 'gemini')), ...running('gpt', 'claude', 'gemini') },
    );
    deepStrictEqual(await news(), ['gpt is responding. claude is responding', 'gemini is responding']);
  });

  it('does not call sent attachments removed', async () => {
    await chat.tell(makeDraft(file), { type: 'state', attachments: [] });
    deepStrictEqual(await news(), []);
  });

  it('says once that a thinking effort is not sent, as does the button', async () => {
    const configuration = { short: 'Low', words: ['Thinking effort: Low'] };
    const refused = { ...configuration, warning: 'The model refused it.' };
    await chat.tell(
      { ...makeSnapshot(), configuration },
      { type: 'state', configuration: refused },
      { type: 'state', configuration: refused },
    );
    deepStrictEqual(
      [await news(), await chat.page.locator('.configuration .visually-hidden').textContent()],
      [['The model refused it.'], 'Thinking effort: Low. The model refused it. Change'],
    );
  });

  it('keeps no audio thread running between its signals', async () => {
    await chat.page.evaluate(() => {
      const states: string[] = Object.assign(globalThis, { states: [] }).states;
      globalThis.AudioContext = class extends AudioContext {
        constructor() {
          super();
          this.addEventListener('statechange', () => states.push(this.state));
        }
      };
    });
    const snapshot = makeSnapshot(makeTurn({ id: 'a', status: 'running' }));
    await chat.page.locator('textarea').click();
    await chat.tell(
      {
        ...snapshot,
        accessibility: { ...snapshot.accessibility, signals: { response: 0.01, question: 0.01 } },
      },
      end('a'),
    );
    await chat.page.waitForFunction(() => Reflect.get(globalThis, 'states').join() === 'running,suspended');
    await chat.tell(makeTurnMessage(makeTurn({ id: 'b', status: 'running' })), end('b'));
    await chat.page.waitForFunction(
      () => Reflect.get(globalThis, 'states').join() === 'running,suspended,running,suspended',
    );
  });

  it('reports changes of the draft: attachments, tools, models', async () => {
    const draft = makeDraft(file, folder);
    await chat.tell({ ...draft, tools: { mode: 'agent', given: 0, available: 19 } });
    await chat.page.getByRole('button', { name: 'Remove src/chat/' }).press('Enter');
    await chat.tell({ type: 'state', attachments: [file] });
    await chat.page.locator('.attachment-view').first().press('Delete');
    await chat.tell({ type: 'state', attachments: [] });
    const tools = { mode: 'agent', given: 2, available: 19 } as const;
    await chat.tell(
      { type: 'state', tools },
      { type: 'state', tools },
      { type: 'state', others: [{ id: 'gpt', label: 'gpt' }] },
      { type: 'state', others: [] },
      { type: 'state', model: { id: 'gemini', label: 'gemini' } },
      { type: 'state', model: { id: 'gpt', label: 'gpt' }, others: [{ id: 'claude', label: 'claude' }] },
    );
    deepStrictEqual(await news(), [
      'Removed: src/chat/',
      'Removed: src/webview/chat/input/composer.ts:120-180',
      'Tools: 2 of 19',
      'Models to compare: gpt',
      'No longer comparing models',
      'Model: gemini',
      'Model: gpt. Models to compare: claude',
    ]);
  });

  it('says that another chat is shown, and nothing when the page is new', async () => {
    await chat.tell(makeSnapshot(makeTurn({ id: 'a' })));
    await chat.tell({ ...makeSnapshot(), conversationId: 'new' });
    await chat.tell({ ...makeSnapshot(makeTurn({ id: 'b' })), conversationId: 'old', title: 'Files' });
    deepStrictEqual(await news(), ['New chat', 'Conversation: Files']);
  });

  describe('for a response’s text', () => {
    const listen = (responses: 'off' | 'onComplete' | 'byParagraph') =>
      chat.tell({
        ...makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'Before.\n\n' })),
        accessibility: { ...makeSnapshot().accessibility, responses },
      });
    const write = (text: string) => chat.tell(delta('a', text));
    const finish = () => chat.tell(end('a'));
    const drawn = () => chat.page.locator('.markdown[data-drawn]').waitFor();

    it('says nothing if that is turned off', async () => {
      await listen('off');
      await write('One two.\n\nThree.');
      await finish();
      await drawn();
      deepStrictEqual(await news(), ['Response complete, 4 words']);
    });

    it('says all of it once it is complete, with code by its name and each language marked', async () => {
      await listen('onComplete');
      await write('## Two files\n\n- `a.ts`\n- b\n\n```ts\nconst a = 1;\nsecret();\n```\n\n这是中文。');
      const before = await news();
      await finish();
      await drawn();
      deepStrictEqual(
        [before, await news(), await chat.page.locator('.announcements > p[lang]').getAttribute('lang')],
        [
          [],
          ['Response complete, 15 words', 'Before. Two files a.ts b Code: ts, const a = 1;', '这是中文。'],
          'zh',
        ],
      );
    });

    it('shortens the code of a list and of a quote, too', async () => {
      await listen('onComplete');
      await write(
        '1. Run it:\n\n   ```sh\n   npm test\n   secret\n   ```\n\n   Done.\n\n> ```js\n> quoted\n> secret\n> ```',
      );
      await finish();
      await drawn();
      deepStrictEqual((await news())[1], 'Before. Run it: Code: sh, npm test Done. Code: js, quoted');
    });

    it('says one paragraph after the other as they arrive', async () => {
      await listen('byParagraph');
      await write('One two.\n\nThr');
      await chat.page.locator('.announcements > p').first().waitFor();
      const first = await news();
      await write('ee.\n\n');
      await finish();
      await drawn();
      deepStrictEqual([first, await news()], [['One two.'], ['Response complete, 4 words', 'Three.']]);
    });

    it('says no more than a limited length', async () => {
      await listen('onComplete');
      await write('Word. '.repeat(2_000));
      await finish();
      await drawn();
      const [, text = '', rest] = await news();
      deepStrictEqual([text.length, rest], [2_002, 'The rest of the response is in the chat.']);
    });
  });

  it('omits questions and names the help as VS Code’s own settings say', async () => {
    await chat.page.evaluate(() => {
      const { start } = OscillatorNode.prototype;
      Object.assign(globalThis, { tones: 0 });
      OscillatorNode.prototype.start = function (when) {
        Object(globalThis).tones += 1;
        start.call(this, when);
      };
    });
    await chat.tell(makeSnapshot(makeTurn({ id: 'a', status: 'running', text: '' })), {
      type: 'state',
      accessibility: {
        ...{ responses: 'off', announcesQuestions: false, namesHelp: true },
        signals: { response: 0, question: 0.5 },
      },
    });
    await chat.tell({ type: 'part', turnId: 'a', part: makeTool({ callId: '1', status: 'asking' }) });
    await chat.tell(end('a'));
    deepStrictEqual(
      [
        await news(),
        await chat.page.locator('.composer textarea').getAttribute('aria-label'),
        await chat.page.evaluate('tones'),
      ],
      [['Response complete'], 'Message, Shift+Alt+F1 for accessibility help', 3],
    );
  });
});
