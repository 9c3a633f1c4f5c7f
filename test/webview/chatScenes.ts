import type { Page } from 'playwright-core';
import type { HostMessage } from '../../src/protocol/chatPageProtocol.ts';
import type { AttachmentView, PartView, ToolCallView, TurnView } from '../../src/protocol/protocolViews.ts';
import { makeAnswer, makeSnapshot, makeTurn, rateLimitFailure } from './chatFacts.ts';

/** A call with what the test cares about. */
export function makeCall(call: Partial<ToolCallView> & { callId: string }): ToolCallView {
  return {
    title: 'Read File',
    input: '{\n  "path": "src/extension.ts",\n  "lines": 200\n}',
    status: 'done',
    ...call,
  };
}

/** The same as a part of a response. */
export function makeTool(call: Partial<ToolCallView> & { callId: string }): PartView {
  return { type: 'tool', call: makeCall(call) };
}

const longTitle = 'Search the whole workspace for a text, with a regular expression or without one';
const receipt = { firstTokenMs: 840, durationMs: 7_300 };
/** Some day that is not today, in summer and at noon. */
const sentAt = Date.UTC(2026, 6, 1, 12);
const usage = { inputTokens: 1234, outputTokens: 567 };

const manyParts: PartView[] = [
  { type: 'thinking', text: 'Files, then.' },
  { type: 'text', text: 'I look at the file first.' },
  makeTool({ callId: '1', result: 'export function activate() {}' }),
  makeTool({ callId: '2', title: longTitle, result: '12 results', status: 'failed' }),
  makeTool({ callId: '3', title: 'Run in Terminal', status: 'refused' }),
  makeTool({ callId: '4', title: 'Fetch Page', status: 'cancelled' }),
  { type: 'text', text: 'It **starts** everything. Here is a picture of it:' },
  { type: 'picture', picture: { file: 'wide.png' } },
  { type: 'picture', picture: { file: 'small.png' } },
  { type: 'picture', picture: { file: 'gone.png' } },
];

const asking = makeTurn({
  id: 'a',
  status: 'running',
  parts: [
    { type: 'text', text: 'I look at the file first.' },
    makeTool({ callId: '1', result: 'export function activate() {}' }),
    makeTool({ callId: '2', status: 'asking' }),
  ],
});

const attachments: AttachmentView[] = [
  { id: '', kind: 'file', name: 'src/webview/chat/turn/anAnswerWithAVeryLongName.ts', tokens: 1234 },
  { id: '', kind: 'selection', name: 'README.md:12-40', tokens: 300 },
  { id: '', kind: 'problems', name: 'Problems', tokens: 80 },
  { id: '', kind: 'picture', name: 'wide.png', tokens: 1100, picture: { file: 'wide.png' } },
];

export function makeComparison(...answers: Parameters<typeof makeAnswer>[0][]): TurnView {
  const compared = answers.map(makeAnswer);
  const [first] = compared;
  if (!first) throw new Error('There is nothing to compare.');
  return { ...makeTurn({ id: first.id }), ...first, compared };
}

const twoAnswers = makeComparison(
  { id: 'a', usage, receipt },
  {
    id: 'b',
    model: 'gpt-5.2-codex-high-with-a-long-name',
    status: 'running',
    parts: [{ type: 'text', text: 'Read it.' }],
  },
);

/** Scenes of messages and responses that are more than text, by name. */
export const partScenes: Readonly<Record<string, readonly HostMessage[]>> = {
  parts: [makeSnapshot(makeTurn({ id: 'a', parts: manyParts, usage, receipt }))],
  toolOpen: [makeSnapshot(makeTurn({ id: 'a', parts: manyParts.slice(0, 3), status: 'stopped' }))],
  toolMenu: [makeSnapshot(asking)],
  toolOwnQuestion: [
    makeSnapshot(
      makeTurn({
        id: 'a',
        status: 'running',
        parts: [
          makeTool({
            callId: '2',
            title: longTitle,
            status: 'asking',
            question: 'This will run “npm test” in the terminal of the workspace.',
          }),
        ],
      }),
    ),
  ],
  attachments: [makeSnapshot(makeTurn({ id: 'a', attachments }))],
  attachmentsEditing: [makeSnapshot(makeTurn({ id: 'edited', attachments }))],
  comparison: [makeSnapshot(twoAnswers)],
  comparisonOfFour: [
    makeSnapshot(
      makeComparison(
        { id: 'a', usage, receipt },
        {
          id: 'b',
          model: 'gpt-5.2',
          status: 'running',
          parts: [makeTool({ callId: '1', status: 'asking' })],
        },
        { id: 'c', model: 'gemini-3-pro', status: 'failed', text: '', failure: rateLimitFailure },
        { id: 'd', model: 'qwen3-max', status: 'waiting', text: '' },
      ),
    ),
  ],
  actions: [
    makeSnapshot(
      makeTurn({ id: 'a', sentAt, usage, receipt }),
      makeTurn({
        id: 'b',
        sentAt,
        prompt: 'A question that is so long that its bubble takes all of the place that there is, and more',
        promptVersion: { place: 12, count: 12 },
        model: 'a-model-with-a-very-long-name-2026-11-21',
        usage,
        receipt,
        answerVersion: { place: 10, count: 12 },
      }),
    ),
  ],
  unsent: [makeSnapshot(makeTurn({ id: 'unsent', sentAt, promptVersion: { place: 1, count: 2 } }))],
  pictures: [
    makeSnapshot(
      makeTurn({
        id: 'a',
        parts: [
          { type: 'picture', picture: { file: 'small.png' } },
          { type: 'picture', picture: { file: 'wide.png' } },
          makeTool({ callId: '1', title: longTitle, status: 'running' }),
        ],
        endedBy: 'loop',
        usage,
      }),
    ),
  ],
};

/** What to press for a scene, or to do with the page. */
export type Act = string | ((page: Page) => Promise<unknown>);

export const partActs: Readonly<Record<string, Act>> = {
  toolOpen: '.tool-call summary',
  toolMenu: '.tool-decisions [aria-haspopup=menu]',
  attachmentsEditing: '.edit-question',
  actions: (page) => page.locator('.question').last().hover(),
  unsent: async (page) => {
    await page.locator('.edit-question').click();
    await page.locator('.question textarea').fill('In other words');
    await page.keyboard.press('Escape');
    await page.focus('.composer textarea');
  },
  pictures: (page) => page.locator('.answer-picture').first().hover(),
};
