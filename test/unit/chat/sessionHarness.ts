import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  ChatServices,
  ChatTools,
  Preparation,
  SessionEvent,
} from '../../../src/chat/model/chatServices.ts';
import { ChatSession } from '../../../src/chat/model/chatSession.ts';
import { createSentImages, type ScaleImage } from '../../../src/chat/model/sentImages.ts';
import { createJournal, type Journal } from '../../../src/chat/storage/journal.ts';
import { createPictureStore } from '../../../src/chat/storage/pictureStore.ts';
import type { TurnView } from '../../../src/protocol/protocolViews.ts';
import type { ChatEvent } from '../../../src/relay/chat/chatEvent.ts';
import type { ChatRequest } from '../../../src/relay/chat/chatRequest.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

/** Sessions in a separate folder, with their requests and the events they told, in order. */
export interface SessionHarness {
  readonly requests: ChatRequest[];
  readonly told: SessionEvent[];
  readonly folder: string;
  open(options?: SessionOptions, conversationId?: string): Promise<ChatSession>;
  /** Another writer of the same conversations. */
  openJournal(): Journal;
  /** Waits until everything is on disk. */
  flush(): Promise<unknown>;
  until(isSo: () => boolean): Promise<void>;
  /** Waits until no response is running. */
  idle(session: ChatSession): Promise<void>;
  /** Waits for the text of a response. */
  hasText(): Promise<void>;
  /** The same, after a question. */
  ask(session: ChatSession, text: string): Promise<void>;
}

export interface SessionOptions {
  readonly reply?: Preparation['ask'];
  /** The model, relay and settings of a request, which `reply` answers. */
  readonly prepare?: (model?: string) => Promise<Omit<Preparation, 'ask'>>;
  readonly tools?: Partial<ChatTools>;
  readonly services?: Partial<ChatServices>;
  /** How a chat page scales an image that is too large; absent if no page is open. */
  readonly scaleImage?: ScaleImage;
}

export const prepared = {
  model: 'm',
  relay: 'https://relay.test',
  settings: { maxTokens: 100 },
  configurable: { efforts: ['low', 'high'], takesTemperature: true },
} as const satisfies Omit<Preparation, 'ask'>;

/** Call it in `describe`: each test begins without sessions, and all are closed after it. */
export function useSessions(): SessionHarness {
  const requests: ChatRequest[] = [];
  const told: SessionEvent[] = [];
  const sessions: ChatSession[] = [];
  let folder: string;
  const journals: Journal[] = [];
  const openJournal = () => {
    const journal = createJournal(join(folder, 'conversations'), silentLogger, 5);
    journals.push(journal);
    return journal;
  };
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };
  const idle = (session: ChatSession) => until(() => session.running.length === 0);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'session-'));
    for (const list of [requests, told, sessions, journals]) list.length = 0;
  });
  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    // The end of a response may still write into the folder.
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  return {
    requests,
    told,
    get folder() {
      return folder;
    },
    async open(
      {
        reply = answerWith('fine'),
        prepare = async (model = 'm') => ({ ...prepared, model }),
        tools,
        services,
        scaleImage = async () => undefined,
      } = {},
      conversationId,
    ) {
      const pictures = createPictureStore(join(folder, 'pictures'));
      const session = await ChatSession.open({
        journal: openJournal(),
        pictures,
        readSentImage: createSentImages(pictures, scaleImage, async (bytes) => bytes),
        logger: silentLogger,
        prepare: async (model) => ({
          ...(await prepare(model)),
          ask: (request, call) => {
            requests.push(structuredClone(request));
            return reply(request, call);
          },
        }),
        tools: {
          given: () => [],
          describe: ({ name }) => ({ title: `Tool ${name}` }),
          run: async () => ({ status: 'done', text: 'ok' }),
          mayGoOn: async () => true,
          ...tools,
        },
        modelTargets: { host: undefined, others: () => [] },
        defaultSystem: () => '',
        wantsTitle: () => false,
        addToGallery: async () => {},
        maySaveAgain: async () => false,
        confirmOtherRelay: async () => true,
        t: (message, ...values) =>
          message.replaceAll(/\{(\d)\}/g, (_, index) => String(values[Number(index)])),
        memory: { openConversation: conversationId, mode: 'agent' },
        queue: { load: async () => [], keep: () => {}, close: async () => {} },
        putBack: () => {},
        tell: (event) => told.push(event),
        ...services,
      });
      sessions.push(session);
      return session;
    },
    openJournal,
    flush: () => Promise.all(journals.map((journal) => journal.flush())),
    until,
    idle,
    hasText: () => until(() => told.some((event) => event.type === 'delta' && event.kind === 'text')),
    async ask(session, text) {
      session.send(question(text));
      await idle(session);
    },
  };
}

/** Answers every question with this text. */
export function answerWith(text: string): Preparation['ask'] {
  return () => events({ type: 'text', text }, finish);
}

/** Yields one delta, then waits until it is stopped. */
export const untilStopped: Preparation['ask'] = async function* (_request, { signal }) {
  yield { type: 'text', text: 'part' };
  if (!signal.aborted) await once(signal, 'abort');
  throw new RelayError('cancelled');
};

export const finish: ChatEvent = { type: 'finish', verdict: 'complete', reason: 'end_turn', cause: 'stop' };

export async function* events(...all: ChatEvent[]): AsyncGenerator<ChatEvent> {
  yield* all;
}

export const turnsOf = (session: ChatSession): readonly TurnView[] => session.turns(0, 100).turns;

/** The question, text and status of each turn. */
export const shownIn = (session: ChatSession) =>
  turnsOf(session).map(({ prompt, parts, status }) => [
    prompt,
    parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n'),
    status,
  ]);

/** The ID of a turn; the first one's without a place. */
export const idIn = (session: ChatSession, place = 0): string => turnsOf(session)[place]?.id ?? '';

export const question = (text: string) => ({ text, attachments: [] });
