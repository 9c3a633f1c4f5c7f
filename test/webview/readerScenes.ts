import type { FailureView } from '../../src/protocol/protocolViews.ts';
import type { AccountView, ReaderHostMessage, SentenceView } from '../../src/protocol/readerProtocol.ts';
import { audio, audioEnd, begin } from './readerFacts.ts';
import type { ReaderPage } from './readerPage.ts';

const texts: readonly (readonly [paragraph: number, kind: SentenceView['kind'], text: string])[] = [
  [0, 'heading', 'Reading aloud'],
  [1, 'paragraph', 'The extension sends one sentence at a time to your relay, and plays the answer here.'],
  [1, 'paragraph', 'It never asks for more than two sentences ahead of what you hear.'],
  [1, 'paragraph', '每一句话都会单独发送到你的中继服务，所以高亮显示总是准确的。'],
  [
    2,
    'listItem',
    'A-very-long-identifier-without-a-place-to-break-createReaderPlaybackControllerFactory is wrapped.',
  ],
  [3, 'listItem', 'Pause it with Space.'],
  [4, 'quote', 'Quote: the sentence that you hear is marked here and in the editor.'],
  [5, 'paragraph', 'هذه جملة تُقرأ من اليمين إلى اليسار.'],
  [6, 'comment', 'Where a sentence begins in the document.'],
  [7, 'code', 'const place equals text dot index of sentence.'],
  [8, 'notice', 'Code block, TypeScript, 12 lines.'],
  [9, 'paragraph', 'The end.'],
];
export const sentences: SentenceView[] = texts.map(([paragraph, kind, text], index) => ({
  index,
  text,
  paragraph,
  kind,
}));

export const failure: FailureView = {
  title: 'The relay rejected a request: the balance is too low.',
  advice: [
    'Top up your wallet in the relay’s console.',
    'Then try again: nothing that you heard is paid for twice.',
  ],
  relayMessage: 'insufficient_user_quota: pre-consumed 0.02, remaining 0.0001',
  requestId: '20261121-8f3a01c2',
  actions: [
    { id: 'tryAgain', label: 'Try Again' },
    { id: 'showLog', label: 'Show Log' },
  ],
};

const account: AccountView = {
  heardSeconds: 60,
  leftSeconds: 240,
  totalBytes: 3_210,
  keptBytes: 1_100,
  unpaidBytes: 1_800,
};

const document: Partial<Parameters<typeof begin>[2]> = {
  title: 'A rather long file name of a document.md',
  sentences,
};

function start(current: number, change: Parameters<typeof begin>[2] = {}): ReaderHostMessage {
  return begin('r', 0, { ...document, current, ...change });
}

/** Brings the page into one of its states. */
export const scenes = {
  async idle(view) {
    await view.until('document.querySelector(".welcome") !== null');
  },
  async loading(view) {
    await view.send(start(0));
    await view.state('loading', 0);
  },
  async blocked(view, bytes) {
    await view.send(start(0), audio('r', 0, bytes));
    await view.state('blocked', 0);
  },
  async playing(view, bytes) {
    await view.press('a');
    await view.send(
      start(3, { skipped: [2] }),
      { type: 'account', readingId: 'r', account },
      { type: 'queue', items: [], sleepAfter: 'paragraph' },
      audio('r', 3, bytes),
    );
    await view.state('playing', 3);
  },
  async paused(view) {
    await view.send(
      start(5, { paused: true }),
      {
        type: 'account',
        readingId: 'r',
        account: { ...account, keptBytes: 3_210, unpaidBytes: 0 },
      },
      { type: 'notice', readingId: 'r', text: 'The relay is busy: sentences come one at a time.' },
      {
        type: 'queue',
        items: [
          { id: 'one', title: 'README.md' },
          { id: 'two', title: 'The answer of a model whose name is very long indeed' },
        ],
        sleepAfter: 'off',
      },
    );
    await view.state('paused', 5);
  },
  async waiting(view) {
    await view.send(start(4), {
      type: 'waiting',
      readingId: 'r',
      wait: { title: 'The relay is busy.', remainingMs: 12_000 },
    });
    await view.state('loading', 4);
  },
  async failed(view) {
    await view.send(start(7), { type: 'failed', readingId: 'r', failure });
    await view.state('failed', 7);
  },
  async finished(view) {
    await view.send(start(11), audioEnd('r'));
    await view.state('finished', 11);
  },
  async tested(view) {
    await view.send({
      type: 'soundChecks',
      isRunning: false,
      checks: [
        { status: 'ok', label: 'The relay sent speech', detail: '4,812 bytes of MP3' },
        { status: 'failed', label: 'The sound is muted here', detail: 'Turn the volume up in the toolbar.' },
        { status: 'unknown', label: 'Whether your loudspeaker is on' },
      ],
    });
    await view.until('document.querySelectorAll(".sound-checks li").length === 3');
  },
} satisfies Record<string, (view: ReaderPage, bytes: Uint8Array) => Promise<void>>;
export type SceneName = keyof typeof scenes;

/** Elements that extend beyond the view, texts that are cut off, and buttons that are too small to hit. */
export const misfits = `[...document.querySelectorAll('body *')].flatMap((element) => {
  if (element.closest('.visually-hidden') || !element.checkVisibility()) return [];
  const { left, right, width, height } = element.getBoundingClientRect();
  const isButton = element.matches('vscode-button, button, select');
  const isCut = element.matches('.facts *, .controls *, .keys td, .notice span') && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
  return right > innerWidth + 0.5 || left < -0.5 || isCut || (isButton && (width < 22 || height < 22))
    ? [element.tagName + '.' + element.className + ' ' + [left, right, width, height].map(Math.round)] : [];
})`;

/** The number of letters that a line of the text has room for. */
export const lettersInLine = `(() => {
  const range = document.createRange();
  const text = document.querySelector('.sentence').firstChild;
  range.setStart(text, 0);
  range.setEnd(text, 50);
  const { width } = document.querySelector('.paragraph').getBoundingClientRect();
  return width / (range.getBoundingClientRect().width / 50);
})()`;
