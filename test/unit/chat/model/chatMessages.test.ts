import { deepStrictEqual, ok } from 'node:assert/strict';
import { type ChatMessagesOptions, toChatMessages } from '../../../../src/chat/model/chatMessages.ts';
import type { JournalRecord } from '../../../../src/chat/model/records.ts';
import { chatRequestSchema } from '../../../../src/relay/chat/chatRequest.ts';
import { answer, conversationOf, delta, end, prompt } from '../journalRecords.ts';

const model = 'm';
const picture = { file: `${'a'.repeat(64)}.png`, mediaType: 'image/png' as const };
const image = { type: 'image', mediaType: 'image/png', bytes: new Uint8Array([1]) };

const call = (id: string, callId: string, name = 'look'): JournalRecord => ({
  type: 'toolCall',
  id,
  callId,
  name,
  input: { at: 1 },
});
const result = (id: string, callId: string, text = 'seen'): JournalRecord => ({
  type: 'toolResult',
  id,
  callId,
  status: 'done',
  text,
});

/** A first question, and its response `a1` so far. */
const asked = (text: string, ...said: readonly JournalRecord[]) => [
  prompt('p1', null, text),
  answer('a1', 'p1'),
  ...said,
];
/** The end of that response, and a second question. */
const next = [end('a1'), prompt('p2', 'a1', 'and?'), answer('a2', 'p2')];
const toUser = (...content: object[]) => ({ role: 'user', content });
const toolResult = (callId: string, content: unknown, more: object = {}) => ({
  type: 'toolResult',
  callId,
  content,
  ...more,
});
const textPart = (text: string) => ({ type: 'text', text });
const lookCall = (id: string, input: object = { at: 1 }, more: object = {}) => ({
  type: 'toolCall',
  id,
  name: 'look',
  input,
  ...more,
});
const fromUser = (content: string) => ({ role: 'user', content });
const fromModel = (...content: object[]) => ({ role: 'assistant', content });

async function messagesOf(records: readonly JournalRecord[], options: Partial<ChatMessagesOptions> = {}) {
  const messages = await toChatMessages(conversationOf(records).turns, {
    model,
    hasTools: true,
    readPicture: async () => ({ mediaType: 'image/png', bytes: new Uint8Array([1]) }),
    ...options,
  });
  ok(chatRequestSchema.safeParse({ model, maxTokens: 1, messages }).success);
  return messages;
}

describe('the messages of a request', () => {
  it('show a model the image of its last response, which had no text', async () => {
    const records = asked(
      'draw',
      { type: 'picture', id: 'a1', picture },
      { type: 'signature', id: 'a1', signature: 's' },
    );
    deepStrictEqual(await messagesOf([...records, ...next]), [
      fromUser('draw'),
      { role: 'assistant', content: '[A picture]' },
      toUser(textPart('From your last answer:'), image, textPart('and?')),
    ]);
  });

  it('never have the same role twice in a row', async () => {
    deepStrictEqual(await messagesOf([...asked('q', call('a1', 'c'), result('a1', 'c')), ...next]), [
      fromUser('q'),
      fromModel(lookCall('c')),
      toUser(toolResult('c', 'seen'), textPart('and?')),
    ]);
  });

  it('are never empty', async () => {
    deepStrictEqual(await messagesOf(asked(' ', call('a1', 'c'), result('a1', 'c', ' '))), [
      fromUser('\u2026'),
      fromModel(lookCall('c')),
      toUser(toolResult('c', 'The tool returned nothing.')),
    ]);
  });

  it('give each call a unique ID, with names and IDs that every service accepts', async () => {
    const records = [
      prompt('p1', null, 'q'),
      answer('a1', 'p1', { model: 'other' }),
      call('a1', 'call_0', 'to look'),
      result('a1', 'call_0'),
      call('a1', 'functions.look:0'),
      result('a1', 'functions.look:0'),
      end('a1'),
      prompt('p2', 'a1', 'q'),
      answer('a2', 'p2'),
      call('a2', 'call_0'),
      call('a2', 'look:1'),
      result('a2', 'call_0'),
    ];
    const parts = (await messagesOf(records)).flatMap(({ content }) =>
      typeof content === 'string' ? [] : [...content],
    );
    deepStrictEqual(
      parts.map((part) =>
        part.type === 'toolCall'
          ? `${part.name} ${part.id}`
          : part.type === 'toolResult'
            ? part.callId
            : part.type,
      ),
      [
        'to_look_a76c2026 call_0',
        'call_0',
        'look functions_look_0_ec000204',
        'functions_look_0_ec000204',
        'text',
        'look call_0_2',
        'look look:1',
        'call_0_2',
        'look:1',
      ],
    );
  });

  it('describe calls in text when no tools are given', async () => {
    const records = asked(
      'q',
      delta('a1', 'I look.'),
      call('a1', 'c'),
      result('a1', 'c'),
      delta('a1', 'There.'),
    );
    deepStrictEqual(await messagesOf([...records, ...next], { hasTools: false }), [
      fromUser('q'),
      fromModel(textPart('I look.'), textPart('[The tool look was called with {"at":1}]')),
      toUser(textPart('[What the tool look gave]\nseen')),
      fromModel(textPart('There.')),
      fromUser('and?'),
    ]);
  });

  const thinking = (more: object = {}) => [
    prompt('p1', null, 'q'),
    answer('a1', 'p1', more),
    delta('a1', 'hm', 'thinking'),
    { type: 'signature' as const, id: 'a1', signature: 's' },
  ];

  it('leave out a response that was interrupted while the model was thinking', async () => {
    deepStrictEqual(await messagesOf([...thinking(), ...next]), [fromUser('and?')]);
  });

  it('repeat the question when a response without text is continued', async () => {
    const goOn = (id: string, parentId: string): JournalRecord[] => [
      prompt(id, parentId, 'Continue.', { kind: 'continue' }),
      answer(`${id}-a`, id),
    ];
    deepStrictEqual(
      await messagesOf([...thinking(), end('a1'), ...goOn('p2', 'a1'), end('p2-a'), ...goOn('p3', 'p2-a')]),
      [fromUser('q')],
    );
  });

  it('leave out a question whose response was empty', async () => {
    deepStrictEqual(await messagesOf([...asked('q', delta('a1', ' \n')), ...next]), [fromUser('and?')]);
  });

  it('include the part of a response that was stopped', async () => {
    const [, ...question] = next;
    const records = [...asked('q', delta('a1', 'half'), end('a1', { status: 'stopped' })), ...question];
    deepStrictEqual(await messagesOf(records), [
      fromUser('q'),
      { role: 'assistant', content: 'half' },
      fromUser('and?'),
    ]);
  });

  it('have attachments before the question, in fences that their text can’t close', async () => {
    const gone = { ...picture, file: `${'0'.repeat(64)}.png` };
    const large = { ...picture, file: `${'1'.repeat(64)}.png` };
    const records: JournalRecord[] = [
      prompt('p', null, 'why?', {
        attachments: [
          { kind: 'file', name: 'a.md', text: '````\nx', language: 'markdown' },
          { kind: 'picture', name: 'b.png', picture },
          { kind: 'picture', name: 'gone.png', picture: gone },
          { kind: 'picture', name: 'large.png', picture: large },
        ],
      }),
      answer('a', 'p'),
    ];
    const readPicture: ChatMessagesOptions['readPicture'] = async ({ file }) => {
      if (file === gone.file) throw new Error('gone');
      if (file === large.file) return undefined;
      return { mediaType: 'image/png', bytes: image.bytes };
    };
    deepStrictEqual(await messagesOf(records, { readPicture }), [
      {
        role: 'user',
        content: [
          textPart('a.md:\n`````markdown\n````\nx\n`````'),
          textPart('b.png:'),
          image,
          textPart('gone.png:'),
          textPart('(This picture is no longer there.)'),
          textPart('large.png:'),
          textPart('(This image is too large to be shown to you.)'),
          textPart('why?'),
        ],
      },
    ]);
  });

  const withTools: JournalRecord[] = [
    ...thinking(),
    delta('a1', 'I look.'),
    { type: 'toolCall', id: 'a1', callId: 'c1', name: 'look', input: { at: 1 }, signature: 's2' },
    { type: 'toolCall', id: 'a1', callId: 'c2', name: 'look', input: {} },
    { type: 'toolResult', id: 'a1', callId: 'c1', status: 'done', text: 'seen', pictures: [picture] },
  ];
  const results = toUser(
    toolResult('c1', [textPart('seen'), image]),
    toolResult('c2', 'The tool was not run.', { isError: true }),
  );

  it('have the calls of the running response, each with a result', async () => {
    deepStrictEqual(await messagesOf(withTools), [
      fromUser('q'),
      fromModel(
        { type: 'thinking', text: 'hm', signature: 's' },
        textPart('I look.'),
        lookCall('c1', { at: 1 }, { signature: 's2' }),
        lookCall('c2', {}),
      ),
      results,
    ]);
  });

  it('have no signatures for another model', async () => {
    deepStrictEqual(await messagesOf([...withTools, delta('a1', 'Done.'), ...next], { model: 'other' }), [
      fromUser('q'),
      fromModel(textPart('I look.'), lookCall('c1'), lookCall('c2', {})),
      results,
      fromModel(textPart('Done.')),
      fromUser('and?'),
    ]);
  });

  for (const [name, own, other] of [
    ['relay', { relay: 'https://here.example' }, { relay: 'https://there.example' }],
    ['protocol', { protocol: 'messages' }, { protocol: 'generateContent' }],
  ] as const)
    it(`include signatures only for the ${name} that made them`, async () => {
      const records = [...thinking(own), delta('a1', 'so'), ...next];
      const sent = await Promise.all([own, other].map((options) => messagesOf(records, options)));
      deepStrictEqual(
        sent.map(([, answer]) => answer?.content),
        [
          [
            { type: 'thinking', text: 'hm', signature: 's' },
            { type: 'text', text: 'so' },
          ],
          'so',
        ],
      );
    });

  it('can include a text of nothing but fences', async () => {
    const text = '```\n'.repeat(250_000);
    const asked = prompt('p1', null, 'q', { attachments: [{ kind: 'file', name: 'a.md', text }] });
    const [message] = await messagesOf([asked, answer('a1', 'p1')]);
    deepStrictEqual(message?.content[0], textPart(`a.md:\n\`\`\`\`\n${text}\`\`\`\``));
  });
});
