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
import { createJournal } from '../../../src/chat/storage/journal.ts';
import { createPictureStore } from '../../../src/chat/storage/pictureStore.ts';
import type { HostMessage } from '../../../src/protocol/chatPageProtocol.ts';
import type { TurnView } from '../../../src/protocol/protocolViews.ts';
import type { ChatEvent } from '../../../src/relay/chat/chatEvent.ts';
import type { ChatRequest } from '../../../src/relay/chat/chatRequest.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { silentLogger } from '../../../src/relay/logger.ts';

/** Sessions in a separate folder, with their requests and the messages they told. */
export interface SessionHarness {
  readonly requests: ChatRequest[];
  readonly facts: HostMessage[];
  readonly folder: string;
  open(options?: SessionOptions, conversationId?: string): Promise<ChatSession>;
  /** Waits until the condition holds. It is checked after each event. */
  until(isSo: () => boolean): Promise<void>;
  /** Sends a question and waits until no response is running. */
  ask(session: ChatSession, text: string): Promise<void>;
  /** For tests that replace `tell` and pass events on. */
  tell(event: SessionEvent): void;
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

/** Call it in `describe`: each test begins without sessions, and all are closed after it. */
export function useSessions(): SessionHarness {
  const requests: ChatRequest[] = [];
  const facts: HostMessage[] = [];
  const sessions: ChatSession[] = [];
  let folder: string;
  let waiting: (() => void)[] = [];
  const tell = (event: SessionEvent) => {
    if (isFact(event)) facts.push(event);
    for (const look of waiting) look();
  };
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        waiting = waiting.filter((other) => other !== look);
        resolve();
      };
      waiting.push(look);
      look();
    });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'session-'));
    waiting = [];
    for (const list of [requests, facts, sessions]) list.length = 0;
  });
  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.close()));
    // The end of a response may still write into the folder.
    await rm(folder, { recursive: true, maxRetries: 5 });
  });

  return {
    requests,
    facts,
    get folder() {
      return folder;
    },
    async open(
      {
        reply = answerWith('fine'),
        prepare = prepareUsual,
        tools,
        services,
        scaleImage = async () => undefined,
      } = {},
      conversationId,
    ) {
      const pictures = createPictureStore(join(folder, 'pictures'));
      const session = await ChatSession.open({
        journal: createJournal(join(folder, 'conversations'), silentLogger),
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
        t: (words) => words,
        memory: { openConversation: conversationId, mode: 'agent' },
        queue: { load: async () => [], keep: () => {}, close: async () => {} },
        putBack: () => {},
        tell,
        ...services,
      });
      sessions.push(session);
      return session;
    },
    tell,
    until,
    async ask(session, text) {
      session.send(question(text));
      await until(() => session.running.length === 0);
    },
  };
}

const prepareUsual = async (model = 'm') => ({
  model,
  relay: 'https://relay.test',
  settings: { maxTokens: 100 },
  configurable: { efforts: ['low', 'high'] as const, takesTemperature: model !== 'cold' },
});

/** Whether an event goes to the views as it is, and is not just a signal to read again. */
function isFact(event: SessionEvent): event is HostMessage {
  return !['branch', 'switch', 'configured', 'answering', 'unwritable', 'unreadable'].includes(event.type);
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

export const question = (text: string) => ({ text, attachments: [] });
