import { deepStrictEqual } from 'node:assert/strict';
import {
  createChatMemory,
  createPersistence,
  type Memory,
  type Persistence,
} from '../../../../src/chat/storage/persistence.ts';
import { createToolDecisions } from '../../../../src/chat/tools/toolDecisions.ts';
import { createFullMemory, type FullMemory } from '../fullMemory.ts';

describe('chat state in VS Code’s memory', () => {
  let told: number;
  let logged: string[];
  let full: FullMemory;
  let persistence: Persistence;
  let memory: Memory;

  beforeEach(() => {
    told = 0;
    logged = [];
    full = createFullMemory();
    const log = (line: string) => void logged.push(line);
    persistence = createPersistence({
      logger: { debug: log, info: log, warn: log, error: log },
      onUnkept() {
        told += 1;
      },
    });
    memory = persistence.guard(full);
  });

  it('is reported as unsaved once until all of it can be saved again, and logged once per key', async () => {
    for (const [key, isFull] of [
      ['draft', true],
      ['draft', true],
      ['others', true],
      ['draft', false],
      ['draft', true],
      ['draft', false],
      ['others', false],
      ['draft', true],
    ] as const) {
      full.isFull = isFull;
      await memory.update(key, 'value');
    }
    deepStrictEqual(
      [told, logged],
      [
        2,
        [
          'Chat: failed to save draft: Error: the disk is full',
          'Chat: failed to save others: Error: the disk is full',
          'Chat: draft can be saved again',
          'Chat: failed to save draft: Error: the disk is full',
          'Chat: draft can be saved again',
          'Chat: others can be saved again',
          'Chat: failed to save draft: Error: the disk is full',
        ],
      ],
    );
  });

  it('is known as saved or not once the update is over, separately for each key', async () => {
    let end = () => {};
    const isOver = new Promise<void>((resolve) => {
      end = resolve;
    });
    void persistence.settle('slow', () => isOver.then(() => Promise.reject(new Error('full'))));
    void persistence.settle('slow', () => Promise.resolve());
    void persistence.settle('other', () => Promise.resolve());
    const isKept = [
      persistence.isKept('other', 'slow'),
      persistence.isKept('other'),
      persistence.isKept('never'),
    ];
    end();
    deepStrictEqual(await Promise.all(isKept), [false, true, true]);
    await persistence.settle('slow', () => Promise.resolve());
    deepStrictEqual(await persistence.isKept('other', 'slow'), true);
  });

  it('causes no unhandled rejections, whoever stores it', async () => {
    full.isFull = true;
    const rejections: unknown[] = [];
    const note = (reason: unknown) => rejections.push(reason);
    process.on('unhandledRejection', note);
    try {
      const chat = createChatMemory(memory);
      chat.draft = 'a';
      chat.openConversation = 'c';
      chat.unsent = ['b'];
      chat.others = ['m'];
      const decisions = createToolDecisions(memory, memory);
      decisions.keep({ key: 'k', fingerprint: '1', title: 'T', isOfWorkspace: false }, 'c', 'always');
      await full.tried();
      // Node reports unhandled rejections after settled promises have been processed.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.off('unhandledRejection', note);
    }
    deepStrictEqual([rejections, told, full.attempts], [[], 1, 5]);
  });

  it('is read with defaults in place of invalid values', () => {
    const stored: Record<string, unknown> = {
      'chat.draft': 5,
      'chat.openConversation': [],
      'chat.unsent': 'x',
      'chat.others': [1],
    };
    const { draft, openConversation, unsent, others } = createChatMemory({
      get: (key) => stored[key],
      update: async () => {},
    });
    deepStrictEqual([draft, openConversation, unsent, others], ['', undefined, [], []]);
  });
});
