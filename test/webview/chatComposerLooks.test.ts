import type { HostMessage } from '../../src/protocol/chatPageProtocol.ts';
import { makeSnapshot, makeTurn } from './chatFacts.ts';
import { describeLooks } from './chatLooking.ts';
import type { ChatPage } from './chatPage.ts';
import { allKinds, file, files, makeDraft, picture, selection } from './composerFacts.ts';

const others = [
  { id: 'cmp-large', label: 'cmp-large' },
  { id: 'gen-pro', label: 'gen-pro' },
];
const tools = { mode: 'agent', given: 12, available: 40 } as const;
const configuration = { short: '', words: ['Thinking effort: Default', 'Temperature: Default'] };
const answering = makeSnapshot(makeTurn({ id: 'a', status: 'running', text: 'Use' }));

interface Scene {
  readonly facts: readonly HostMessage[];
  /** What to type for the scene. */
  readonly typed?: string;
  readonly act?: (chat: ChatPage) => Promise<void>;
}

/** Sends the host's suggestions for the text that was typed last. */
async function suggest(chat: ChatPage, suggestions: typeof files): Promise<void> {
  const asked = chat.sent('suggest').at(-1);
  await chat.tell({ type: 'suggestions', requestId: asked?.requestId ?? -1, suggestions: [...suggestions] });
}

const scenes: Readonly<Record<string, Scene>> = {
  begin: {
    facts: [
      { ...makeDraft(), tools, configuration, context: { tokens: 1_200, isEstimate: true, limit: 200_000 } },
    ],
  },
  attachments: {
    facts: [
      { ...makeDraft(...allKinds), tools, context: { tokens: 72_400, isEstimate: true, limit: 200_000 } },
    ],
    typed: 'What do these have in common?',
  },
  configured: {
    facts: [
      {
        ...makeDraft(),
        tools,
        model: { id: 'x', label: 'vendor/the-model-with-quite-a-long-name-20260131' },
        configuration: {
          short: 'Extra High · 0.75',
          words: ['Thinking effort: Extra High', 'Temperature: 0.75'],
        },
        context: { tokens: 12_400, isEstimate: true, limit: 200_000 },
      },
    ],
  },
  comparing: {
    facts: [
      { ...makeDraft(file), others, tools, configuration, context: { tokens: 12_400, isEstimate: false } },
    ],
  },
  warnings: {
    facts: [
      {
        ...makeDraft(
          { ...picture, warning: 'This model may take no pictures.' },
          { ...file, warning: 'Only its first 2,000 lines are attached.' },
          selection,
        ),
        others,
        tools: { ...tools, warning: 'This model may refuse tools.' },
        context: { tokens: 212_400, isEstimate: true, limit: 200_000 },
      },
    ],
    typed: 'Why?',
  },
  nearlyFull: {
    facts: [
      {
        ...answering,
        tools,
        others,
        configuration,
        context: { tokens: 168_400, isEstimate: true, limit: 200_000 },
      },
    ],
    typed: 'And then?',
  },
  drop: {
    facts: [makeDraft(file, picture)],
    act: async ({ page }) => {
      await page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['x'], 'x.txt'));
        document.body.dispatchEvent(new DragEvent('dragenter', { dataTransfer, bubbles: true }));
      });
    },
  },
  files: { facts: [makeDraft()], typed: 'See #comp', act: (chat) => suggest(chat, files) },
  nothingFound: { facts: [makeDraft()], typed: 'See #nowhere', act: (chat) => suggest(chat, []) },
};

/** The pixels of a model's name that are enough to recognize it. */
const leastName = 36;

/** The controls that wrap below the row under the input, and those that are cut off although there is room. */
function findCrowding({ page }: ChatPage, isWide: boolean): Promise<string[]> {
  return page.evaluate(
    ([least, leastLabel]) => {
      const find = (selector: string) => [...document.querySelectorAll(`.composer-bar ${selector}`)];
      const shown = find('button, .context-meter').filter((element) => element.checkVisibility());
      const middles = shown.map((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      });
      const cut = find('.model-name, .bar-text').filter(
        ({ clientWidth, scrollWidth, className, firstElementChild }) =>
          className === 'model-name'
            ? // The shortened name is only as high as it is seen.
              clientWidth < least && firstElementChild?.clientHeight !== 0
            : clientWidth < Math.min(scrollWidth, leastLabel),
      );
      return [
        ...(new Set(middles).size > 1 ? ['there are two rows'] : []),
        ...cut.map(({ className }) => `${className} is cut`),
      ];
    },
    isWide ? ([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] as const) : ([leastName, 0] as const),
  );
}

async function show(chat: ChatPage, { facts, typed = '', act }: Scene): Promise<void> {
  await chat.press('Escape');
  await chat.page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })));
  await chat.tell(makeSnapshot());
  await chat.page.fill('textarea', '');
  await chat.tell(...facts);
  await chat.page.focus('textarea');
  await chat.type(typed);
  await act?.(chat);
}

describeLooks('the chat’s input', {
  height: 560,
  prefix: 'input-',
  widths: () => [280, 400, 900],
  look: (chat, width) => findCrowding(chat, width === 900),
  scenes: Object.fromEntries(
    Object.entries(scenes).map(([name, scene]) => [name, (chat) => show(chat, scene)]),
  ),
});
