import type { ChatFact, FailureView, TurnView } from '../../src/webview/protocol.ts';

/** A turn with what the test cares about; the rest is ordinary. */
export function makeTurn(part: Partial<TurnView> & { id: string }): TurnView {
  return {
    prompt: 'How do I read a file in Node?',
    model: 'msg-sonnet-4-6',
    status: 'complete',
    thinking: '',
    text: 'Use `readFile`.',
    ...part,
  };
}

export function makeSnapshot(...turns: TurnView[]): Extract<ChatFact, { type: 'snapshot' }> {
  return {
    type: 'snapshot',
    conversationId: 'conversation-1',
    turns,
    connection: { state: 'connected', host: 'relay.example.com', fromEnvironment: false },
    model: { id: 'msg-sonnet-4-6', label: 'msg-sonnet-4-6' },
    queue: [],
    isQueueHeld: false,
  };
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

/** An answer with one of everything. */
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
