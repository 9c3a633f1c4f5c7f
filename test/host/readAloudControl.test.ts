import { deepStrictEqual, ok } from 'node:assert/strict';
import * as vscode from 'vscode';
import { Playback } from '../../src/readAloud/playback/playback.ts';
import { createEditorMarks, type EditorMarks } from '../../src/readAloud/view/editorMarks.ts';
import { createAskedTexts } from '../../src/readAloud/view/readingCommands.ts';
import { createReadingControl, type ReadingControl } from '../../src/readAloud/view/readingControl.ts';
import { createShownReading } from '../../src/readAloud/view/shownReading.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import { createTestPage, settle, type TestPage } from '../unit/readAloud/playback/testPage.ts';
import { createTestSpeaker, type TestSpeaker } from '../unit/readAloud/playback/testSpeaker.ts';
import { attendMessages, type Person } from './person.ts';
import { until as waitUntil } from './until.ts';
import { useWorkspaceFolder } from './workspaceFolder.ts';

/** Three lines a paragraph, a sentence in each line. */
const sentences = Array.from(
  { length: 90 },
  (_, place) => `This is sentence ${place} of a text that is walked through.`,
);
const files = {
  'walk.md': sentences.map((sentence, place) => `${sentence}\n${place % 3 === 2 ? '\n' : ''}`).join(''),
  'one.md': 'Ants march.\n\nBees fly.\n',
  'two.txt': 'Hens scratch.\n',
  'three.txt': 'Moles dig.\n',
  'silent.md': '---\ntitle: x\n---\n\n<!-- hidden -->\n',
};
type File = keyof typeof files;

/** The control with the real playback, and with a relay, a disk and a player that the test directs. */
describe('a reading under way', () => {
  const texts = createAskedTexts(silentLogger);
  const folder = useWorkspaceFolder('control', files);
  let person: Person;
  let speaker: TestSpeaker;
  let player: TestPage;
  let playback: Playback;
  let control: ReadingControl;
  let marks: EditorMarks;
  let shown: ReturnType<typeof createShownReading>;

  beforeEach(() => {
    person = attendMessages();
    speaker = createTestSpeaker();
    speaker.hasDisk = true;
    player = createTestPage(() => playback);
    shown = createShownReading();
    playback = new Playback({
      post: player.post,
      logger: silentLogger,
      onChange(state) {
        control.playbackChanged(state);
        shown.show(state, 1.5);
      },
    });
    control = createReadingControl({
      playback,
      createSpeech: () => ({ ...speaker.speech, prepare: async () => {} }),
      granularity: () => 'sentence',
      ensureView: async () => playback.playerReady(),
      onQueueChange() {},
      endTrials() {},
    });
    marks = createEditorMarks({ playback, current: () => control.current?.readable });
  });
  afterEach(async () => {
    playback.stop();
    vscode.Disposable.from(control, marks, shown).dispose();
    person.leave();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const uriOf = (path: File) => folder.uriOf(path);
  /** Opens a file as a person does. */
  async function open(path: File): Promise<vscode.TextEditor> {
    await vscode.commands.executeCommand('vscode.open', uriOf(path));
    const editor = vscode.window.activeTextEditor;
    ok(editor, 'an editor is open');
    return editor;
  }

  async function find(path: File) {
    const readable = await texts.file(uriOf(path));
    ok(readable, 'it is a text');
    return readable;
  }
  const read = async (path: File) => control.read(await find(path));
  const enqueue = async (path: File) => control.enqueue(await find(path));
  const queued = () => control.queue.items.map(({ readable }) => readable.title);
  const now = () => [playback.state.title, queued()];
  const spoken = () => [...speaker.kept];

  const until = (holds: () => boolean) =>
    waitUntil(holds, async () => {
      await speaker.answerAll();
      await settle();
    });

  /** Plays all texts in order, until the one with this title is finished. */
  async function hearOut(title: string): Promise<void> {
    await waitUntil(
      () => playback.state.title === title && playback.state.status === 'finished',
      async () => {
        await speaker.answerAll();
        await settle();
        if (player.status === 'playing') await player.hearOut();
      },
      `${title} is read to its end`,
    );
  }

  it('is reported to other features when what they show changes, and when it ends', async () => {
    const told: unknown[] = [];
    shown.onDidChange(() => told.push(shown.view));
    await read('one.md');
    await until(() => player.status === 'playing');
    playback.session?.pause();
    playback.session?.step('sentence', 1);
    control.stop();
    const whole = { title: 'one.md', total: 2, isWhole: true, speed: 1.5 };
    deepStrictEqual(told, [
      { ...whole, status: 'loading', hasPlayer: false, sentence: 1 },
      { ...whole, status: 'loading', hasPlayer: true, sentence: 1 },
      { ...whole, status: 'playing', hasPlayer: true, sentence: 1 },
      { ...whole, status: 'paused', hasPlayer: true, sentence: 1 },
      { ...whole, status: 'paused', hasPlayer: true, sentence: 2 },
      undefined,
    ]);
  });

  describe('of several texts', () => {
    it('continues with the next one, in the order that the person chose', async () => {
      await read('walk.md');
      for (const path of ['two.txt', 'three.txt', 'one.md'] as const) await enqueue(path);
      deepStrictEqual(now(), ['walk.md', ['two.txt', 'three.txt', 'one.md']]);
      const [two, three, one] = control.queue.items.map(({ id }) => id);
      control.queue.drop(three ?? '');
      await control.playQueued(one ?? '');
      deepStrictEqual(now(), ['one.md', ['two.txt']]);
      deepStrictEqual(two, control.queue.items[0]?.id);
      await hearOut('two.txt');
      deepStrictEqual([queued(), spoken().slice(-3)], [[], ['Ants march.', 'Bees fly.', 'Hens scratch.']]);
    });

    it('starts at once when nothing is being read, and drops the queue with Stop', async () => {
      await enqueue('walk.md');
      await enqueue('two.txt');
      deepStrictEqual(now(), ['walk.md', ['two.txt']]);
      control.stop();
      deepStrictEqual(now(), ['', []]);
    });

    it('skips texts with nothing to read, and says so only if such a text is read by itself', async () => {
      await read('two.txt');
      await enqueue('silent.md');
      await enqueue('three.txt');
      await hearOut('three.txt');
      deepStrictEqual([spoken(), person.takeTold()], [['Hens scratch.', 'Moles dig.'], []]);
      await read('silent.md');
      deepStrictEqual(
        [now(), person.takeTold()],
        [['three.txt', []], [{ text: 'There is nothing to read aloud.' }]],
      );
    });
  });

  describe('that exceeds the confirmation limit', () => {
    const confirmAbove = (bytes: number | undefined) =>
      vscode.workspace
        .getConfiguration('modelRelay.readAloud')
        .update('confirmAboveBytes', bytes, vscode.ConfigurationTarget.Global);
    afterEach(() => confirmAbove(undefined));

    it('needs confirmation before it starts, but not again once its speech is cached', async () => {
      await confirmAbove(15);
      await read('one.md');
      const [question, ...others] = person.takeTold();
      deepStrictEqual(
        [question?.text, question?.detail?.split('\n').slice(0, 2), others, now(), spoken()],
        [
          'Read “one.md” aloud?',
          ['Duration: about a minute.', '20 bytes of text will be sent to the relay.'],
          [],
          ['', []],
          [],
        ],
      );
      person.willPress('Read Aloud');
      await read('one.md');
      await hearOut('one.md');
      deepStrictEqual([person.takeTold().length, spoken().toSorted()], [1, ['Ants march.', 'Bees fly.']]);
      await read('one.md');
      await hearOut('one.md');
      deepStrictEqual([person.takeTold(), spoken().length], [[], 2]);
    });

    it('needs confirmation at its turn in the queue, which continues without it', async () => {
      await read('two.txt');
      await enqueue('one.md');
      await enqueue('three.txt');
      await confirmAbove(15);
      await hearOut('three.txt');
      deepStrictEqual(
        [person.takeTold().map(({ text }) => text), spoken()],
        [['Read “one.md” aloud?'], ['Hens scratch.', 'Moles dig.']],
      );
    });
  });

  describe('in the editor', () => {
    const current = () => [playback.state.status, playback.state.current];
    const lineOf = (place: number) => place + Math.floor(place / 3);
    /** Starts the reading and pauses it at this sentence. */
    async function pauseAt(place: number): Promise<vscode.TextEditor> {
      const editor = await open('walk.md');
      const start = new vscode.Position(0, 0);
      editor.selection = new vscode.Selection(start, start);
      editor.revealRange(new vscode.Range(start, start), vscode.TextEditorRevealType.AtTop);
      await read('walk.md');
      await until(() => playback.state.status === 'playing');
      playback.session?.pause();
      playback.session?.jump(place);
      await until(() => playback.state.status === 'paused' && playback.state.current === place);
      marks.show(playback.state);
      return editor;
    }
    const isVisible = ({ visibleRanges }: vscode.TextEditor, line: number) =>
      visibleRanges.some(({ start, end }) => start.line <= line && line <= end.line);
    /** Waits until a line is visible, or until it no longer is. */
    const untilShown = (editor: vscode.TextEditor, line: number, isShown = true) =>
      waitUntil(
        () => isVisible(editor, line) === isShown,
        undefined,
        `line ${line} is ${isShown ? 'on the screen' : 'out of sight'}`,
      );

    it('continues at the cursor’s sentence, or at a line’s end with the sentence that ends there', async () => {
      const editor = await pauseAt(13);
      const cases = [
        [new vscode.Position(lineOf(16), sentences[16]?.length ?? 0), 16],
        [new vscode.Position(lineOf(18), 0), 18],
        [new vscode.Position(lineOf(20), 9), 20],
        // Between two paragraphs.
        [new vscode.Position(lineOf(20) + 1, 0), 21],
      ] as const;
      for (const [position, place] of cases) {
        editor.selection = new vscode.Selection(position, position);
        marks.continueReadingFromCursor();
        await until(() => playback.state.current === place && playback.state.status === 'paused');
      }
      await open('one.md');
      marks.continueReadingFromCursor();
      deepStrictEqual(current(), ['paused', 21], 'another text has no say');
    });

    it('does not scroll back until asked to after the person has scrolled away, and never moves the cursor', async () => {
      const editor = await pauseAt(10);
      await untilShown(editor, lineOf(10));
      const last = editor.document.lineAt(editor.document.lineCount - 1).range;
      editor.revealRange(last);
      await untilShown(editor, lineOf(10), false);
      const before = editor.visibleRanges;
      playback.session?.step('sentence', 1);
      await until(() => playback.state.current === 11);
      marks.show(playback.state);
      deepStrictEqual(editor.visibleRanges, before);
      await marks.reveal();
      await untilShown(editor, lineOf(11));
      // From here on, the editor follows the reading again.
      playback.session?.jump(80);
      await until(() => playback.state.current === 80);
      marks.show(playback.state);
      await untilShown(editor, lineOf(80));
      deepStrictEqual(editor.selection.active, new vscode.Position(0, 0));
    });

    it('continues in a file that was closed, which reopens to show it', async () => {
      await pauseAt(60);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      playback.session?.step('sentence', 1);
      await until(() => playback.state.current === 61);
      marks.show(playback.state);
      await marks.reveal();
      const [editor] = vscode.window.visibleTextEditors;
      ok(editor, 'it is open again');
      await untilShown(editor, lineOf(61));
    });
  });

  it('shows the location of the problem that is being read', async () => {
    const diagnostics = vscode.languages.createDiagnosticCollection('reading');
    try {
      const range = new vscode.Range(2, 0, 2, 4);
      diagnostics.set(uriOf('one.md'), [new vscode.Diagnostic(range, 'Bees can’t.')]);
      await open('two.txt');
      const problems = await texts.problems();
      ok(problems, 'there is one');
      await control.read(problems);
      playback.session?.jumpTo(({ text }) => text.includes('Bees'));
      await marks.reveal();
      const { activeTextEditor } = vscode.window;
      deepStrictEqual(
        [activeTextEditor?.document.uri.toString(), activeTextEditor?.selection.isEqual(range)],
        [uriOf('one.md').toString(), true],
      );
    } finally {
      diagnostics.dispose();
    }
  });
});
