import type { HostMessage } from '../../src/protocol/chatPageProtocol.ts';
import type { AnswerView, FailureView, PartView, TurnView } from '../../src/protocol/protocolViews.ts';
import type { ReadingView } from '../../src/protocol/readerProtocol.ts';

/** Where the images of a conversation are, on the test's page. */
export const picturesAddress = 'http://chat-view.test/pictures';

/** Parts of a response that has only thoughts and a text, for those who care for no more. */
interface Words {
  readonly text?: string;
  readonly thinking?: string;
}

/** A response with what the test cares about; the rest is ordinary. */
export function makeAnswer({
  text,
  thinking,
  ...part
}: Partial<AnswerView> & Words & { id: string }): AnswerView {
  return {
    model: 'msg-sonnet-4-6',
    status: 'complete',
    parts: makeParts(text ?? 'Use `readFile`.', thinking),
    ...part,
  };
}

/** A turn with what the test cares about; the rest is ordinary. */
export function makeTurn(part: Partial<TurnView> & Words & { id: string }): TurnView {
  return {
    promptId: part.id,
    prompt: 'How do I read a file in Node?',
    attachments: [],
    ...makeAnswer(part),
  };
}

export function makeParts(text: string, thinking = ''): PartView[] {
  return [
    ...(thinking === '' ? [] : [{ type: 'thinking', text: thinking } as const]),
    ...(text === '' ? [] : [{ type: 'text', text } as const]),
  ];
}

export function makeSnapshot(...turns: TurnView[]): Extract<HostMessage, { type: 'snapshot' }> {
  return {
    type: 'snapshot',
    conversationId: 'conversation-1',
    window: { turns, first: 0, total: turns.length },
    running: runningIn(turns),
    draft: '',
    title: null,
    connection: { state: 'connected', host: 'relay.example.com', fromEnvironment: false },
    model: { id: 'msg-sonnet-4-6', label: 'msg-sonnet-4-6' },
    queue: [],
    isQueueHeld: false,
    attachments: [],
    suggested: null,
    reading: null,
    configuration: null,
    changes: { files: [], canAllow: false },
    others: [],
    context: { tokens: 0, isEstimate: false },
    tools: { mode: 'agent', given: 0, available: 0 },
    system: { text: '', isOwn: false },
    isTrusted: true,
    accessibility: {
      responses: 'off',
      announcesQuestions: true,
      namesHelp: false,
      signals: { response: 0, question: 0 },
    },
    codeStyles: '',
    pictures: picturesAddress,
  };
}

/** What is read aloud, with what the test cares about. */
export function makeReading(reading: Partial<ReadingView> = {}): ReadingView {
  return {
    title: 'welcome.md',
    status: 'playing',
    hasPlayer: true,
    sentence: 3,
    total: 120,
    isWhole: false,
    speed: 1,
    ...reading,
  };
}

/** All turns of a conversation are these now. */
export function makeTurnsMessage(...turns: TurnView[]): Extract<HostMessage, { type: 'turns' }> {
  return {
    type: 'turns',
    window: { turns, first: 0, total: turns.length },
    running: runningIn(turns),
  };
}

/** This turn is the last of so many, or one of them. */
export function makeTurnMessage(turn: TurnView, total = 1): Extract<HostMessage, { type: 'turn' }> {
  return { type: 'turn', turn, total, running: runningIn([turn]) };
}

/** More text of a response, or more of its thinking. */
export function delta(
  turnId: string,
  text: string,
  kind: 'text' | 'thinking' = 'text',
): Extract<HostMessage, { type: 'delta' }> {
  return { type: 'delta', turnId, kind, text };
}

type End = Extract<HostMessage, { type: 'end' }>;

export function end(turnId: string, status: End['status'] = 'complete', more: Partial<End> = {}): End {
  return { ...more, type: 'end', turnId, status };
}

function runningIn(turns: readonly TurnView[]): string[] {
  return turns
    .flatMap((turn) => turn.compared ?? [turn])
    .filter(({ status }) => status === 'waiting' || status === 'running')
    .map(({ id }) => id);
}

export const rateLimitFailure: FailureView = {
  title: 'The relay is limiting requests.',
  advice: ['Wait a moment, then try again.', 'The relay’s console shows the limits of your key.'],
  relayMessage: 'You have reached the total request limit: 60 requests in 1 minute (request id: 2026112109)',
  requestId: '20261121092817',
  actions: [
    { id: 'tryAgain', label: 'Try Again' },
    { id: 'showLog', label: 'Show Log' },
  ],
};

/** The same, announced. */
export const saidFailure =
  'The relay is limiting requests. Wait a moment, then try again. The relay’s console shows the limits of your key. Buttons: Try Again, Show Log';

/** A response with one of everything. */
export const richAnswer = `Reading a file takes **one call**. The promise-based functions are in \`node:fs/promises\`; see the [documentation](https://nodejs.org/api/fs.html) for _all_ of them.

## Reading it whole

\`\`\`typescript
import { readFile } from 'node:fs/promises';

/** Reads the settings, or the defaults when there are none. */
export async function readSettings(path: string): Promise<Settings> {
  const text = await readFile(path, { encoding: 'utf8' }); // may throw
  return text === '' ? { retries: 3, verbose: false } : JSON.parse(text);
}
\`\`\`

Some things to keep in mind:

1. The path is relative to the **working directory**.
2. For big files, read a stream:
   - it needs less memory,
   - and begins at once.
3. Errors have a \`code\`, such as \`ENOENT\`.

- [x] Works with Node 24
- [ ] Works in a browser

| Function | Returns | Blocks |
| :-- | :-: | --: |
| \`readFile\` | a promise | no |
| \`readFileSync\` | the text | **yes** |

> A file that is being written may be read half-done.[^1]

---

\`\`\`python
def read(path: str) -> list[str]:
    # One line at a time
    with open(path, encoding="utf-8") as file:
        return [line.rstrip() for line in file if len(line) > 80]
\`\`\`

![A diagram of streams](https://example.com/streams.png) and ~~old~~ news.

[^1]: Unless the writer replaces it at once.
`;
