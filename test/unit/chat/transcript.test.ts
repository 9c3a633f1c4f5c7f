import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import type { Conversation } from '../../../src/chat/model/conversation.ts';
import { type Answer, textOf } from '../../../src/chat/model/message.ts';
import type { EndRecord, JournalRecord } from '../../../src/chat/model/records.ts';
import { toOneLine } from '../../../src/chat/model/titles.ts';
import { readTranscript, writeTranscript } from '../../../src/chat/storage/transcript.ts';
import { seenParts } from '../../../src/relay/chat/responseParts.ts';
import { createRandom } from '../../randomNumbers.ts';
import { createHostileText } from './hostileTexts.ts';
import { answer, conversationOf, delta, end, prompt } from './journalRecords.ts';

const t = (message: string) => message;
const write = (conversation: Conversation) => writeTranscript(conversation, t, new Map());

const thinkingOf = ({ parts }: Pick<Answer, 'parts'>) =>
  seenParts(parts)
    .flatMap((part) => (part.type === 'thinking' ? part.text : []))
    .join('\n\n');

/** The shown branch without IDs, and with well-formed texts, as files can hold them. */
function branchOf(conversation: Conversation) {
  return conversation.turns.map(({ prompt, answer }) => {
    const { model, at, end } = answer;
    return {
      prompt: [prompt.text.toWellFormed(), prompt.kind, prompt.at],
      answer: [textOf(answer).toWellFormed(), thinkingOf(answer).toWellFormed(), model, at],
      end: end && [
        [end.status, end.at, end.cause, end.endedBy, end.usage, end.durationMs, end.cost],
        end.servedModel?.toWellFormed(),
      ],
    };
  });
}

function readBack(markdown: string): Conversation {
  const transcript = readTranscript(markdown);
  ok(transcript, 'it is a transcript');
  return conversationOf(transcript.records);
}

const textsOf = (conversation: Conversation) =>
  conversation.turns.map(({ prompt, answer }) => [prompt.text, textOf(answer)]);

function turnRecords(
  number: number,
  question: string,
  text: string,
  more?: Partial<EndRecord>,
  thinking = '',
  model = 'claude',
): JournalRecord[] {
  const parentId = number > 1 ? `a${number - 1}` : null;
  const id = `a${number}`;
  return [
    prompt(`p${number}`, parentId, question, { at: number * 10 }),
    answer(id, `p${number}`, { model, at: number * 10 + 1 }),
    ...(thinking ? [delta(id, thinking, 'thinking')] : []),
    delta(id, text),
    end(id, { at: number * 10 + 2, ...more }),
  ];
}

const example = conversationOf([
  { type: 'title', title: 'Loops', at: 1 },
  ...turnRecords(1, 'A loop?', 'Yes:\n\n```ts\nfor (;;)'),
  ...turnRecords(2, 'And then?', 'Then', { status: 'stopped' }),
]);

describe('a transcript', () => {
  it('is readable Markdown, without what the relay told of itself', () => {
    const ended: Partial<EndRecord> = {
      status: 'stopped',
      usage: { outputTokens: 3 },
      requestId: 'r',
      withheld: ['The relay says no.'],
      finishReason: 'of https://relay.test',
      failure: { kind: 'timeout', details: { status: 408, url: 'https://relay.test/v1' } },
    };
    deepStrictEqual(
      write(
        conversationOf([
          { type: 'title', title: 'Loops', at: 1 },
          ...turnRecords(1, 'A loop?', 'Yes:\n\n```ts\nfor (;;)', ended, 'hm'),
        ]),
      ),
      `<!-- model-relay:chat {"version":2,"title":"Loops"} -->

<!-- This file contains only the branch that was shown. The comments are needed to import it again. Do not remove them. -->

# Loops

## You

<!-- model-relay:prompt {"at":10,"kind":"question"} -->

A loop?

<!-- model-relay:textEnd -->

## claude

<!-- model-relay:answer {"model":"claude","at":11} -->

<details>
<summary>Thinking</summary>

<!-- model-relay:delta {"kind":"thinking"} -->

hm

<!-- model-relay:textEnd -->

</details>

<!-- model-relay:delta {"kind":"text"} -->

Yes:

\`\`\`ts
for (;;)

<!-- model-relay:textEnd -->

\`\`\`

<!-- model-relay:end {"status":"stopped","at":12,"usage":{"outputTokens":3}} -->

*Stopped.*
`,
    );
  });

  it('has no comments if it is only for people', () => {
    deepStrictEqual(
      writeTranscript(example, t),
      write(example)
        .replaceAll(/<!-- .* -->\n\n/g, '')
        .trimStart(),
    );
  });

  it('restores the shown branch, whatever the texts are', () => {
    const random = createRandom(7);
    const pick = <Item>(...items: Item[]) => items[Math.floor(random() * items.length)] as Item;
    const text = () => createHostileText(random);
    for (let round = 0; round < 1000; round++) {
      const records: JournalRecord[] = pick(true, false) ? [{ type: 'title', title: text(), at: 1 }] : [];
      const count = Math.floor(random() * 4);
      for (let number = 1; number <= count; number++) {
        const status = pick<EndRecord['status']>('complete', 'stopped', 'interrupted', 'failed');
        const ended = {
          status,
          servedModel: text(),
          ...pick<Partial<EndRecord>>(
            { cause: 'length' },
            { usage: { inputTokens: 1 }, durationMs: 9, cost: 0.5, endedBy: 'loop' },
          ),
        };
        const [asked, ...said] = turnRecords(number, text(), text(), ended, text(), text());
        const kind = pick({ kind: 'question' }, { kind: 'continue' }, { isCompaction: true }, {});
        const other = pick([], said).map((record) => ({ ...record, id: `other${number}` }));
        const answered = pick(said, said.slice(0, -1));
        records.push(...([{ ...asked, ...kind }, ...other, ...answered] as JournalRecord[]));
      }
      const original = conversationOf(records);
      const markdown = write(original);
      const again = readBack(markdown);
      deepStrictEqual(branchOf(again), branchOf(original), JSON.stringify(markdown));
      deepStrictEqual(again.title ?? '', toOneLine(original.title ?? ''));
    }
  });

  it('includes attachments, tools and images in their order', () => {
    const picture = (start: string) => ({
      file: `${start}${'0'.repeat(63)}.png`,
      mediaType: 'image/png' as const,
    });
    const records: JournalRecord[] = [
      prompt('p', null, 'q', {
        attachments: [
          {
            kind: 'file',
            name: 'a <b>.md',
            text: '````\n<!-- model-relay:end -->\n',
            language: 'md',
            tokens: 3,
          },
          { kind: 'picture', name: 'b.png', picture: picture('1') },
        ],
      }),
      answer('a', 'p'),
      delta('a', 'hm', 'thinking'),
      delta('a', 'I look.'),
      { type: 'toolCall', id: 'a', callId: 'c', name: 'look', input: { at: '<!-- -->' } },
      {
        type: 'toolResult',
        id: 'a',
        callId: 'c',
        status: 'done',
        text: '```\nx\n',
        pictures: [picture('2')],
      },
      delta('a', 'ah', 'thinking'),
      delta('a', 'Seen.'),
      { type: 'picture', id: 'a', picture: picture('3') },
      { type: 'toolCall', id: 'a', callId: 'd', name: 'draw', input: {}, invalidInput: '{' },
      end('a', { status: 'stopped' }),
      prompt('p2', 'a', 'draw'),
      answer('a2', 'p2'),
      { type: 'picture', id: 'a2', picture: picture('4') },
      end('a2'),
    ];
    const original = conversationOf(records);
    const pictures = new Map(['1', '2', '3'].map((start) => [picture(start).file, `${start}AAA`]));
    const transcript = readTranscript(writeTranscript(original, t, pictures));
    ok(transcript);
    const withoutIds = (conversation: Conversation) =>
      conversation.turns.map(({ prompt, answer }) => [
        prompt.text,
        prompt.attachments,
        answer.parts.map((part) =>
          part.type === 'tool'
            ? { call: { ...part.call, id: '' }, result: part.result && { ...part.result, id: '' } }
            : part,
        ),
        answer.end?.status,
      ]);
    deepStrictEqual(
      [withoutIds(conversationOf(transcript.records)), transcript.pictures],
      [withoutIds(original), [...pictures.values()]],
    );
  });

  it('has a title only if the conversation has one', () => {
    const titleOf = (conversation: Conversation) => readBack(write(conversation)).title;
    deepStrictEqual(
      [example, conversationOf(turnRecords(1, 'What?', 'A monoid.')), conversationOf([])].map(titleOf),
      ['Loops', undefined, undefined],
    );
  });

  const all = [
    ['A loop?', 'Yes:\n\n```ts\nfor (;;)'],
    ['And then?', 'Then'],
  ];
  const edits: [name: string, edit: (markdown: string) => string, texts: (readonly string[])[]][] = [
    ['another encoding', (markdown) => `\uFEFF${markdown.replaceAll('\n', '\r\n')}`, all],
    [
      'changed texts',
      (markdown) => markdown.replace('A loop?', 'No\nloop').replace('Then\n', 'Later\n'),
      [
        ['No\nloop', 'Yes:\n\n```ts\nfor (;;)'],
        ['And then?', 'Later'],
      ],
    ],
    [
      'values of another version',
      (markdown) => markdown.replaceAll(/"status":"\w+"/g, '"status":"later"'),
      all,
    ],
    [
      'a turn removed',
      (markdown) =>
        markdown.replace(/<!-- model-relay:prompt \{"at":10[\s\S]*(?=<!-- model-relay:prompt)/, ''),
      [['And then?', 'Then']],
    ],
  ];
  for (const [name, edit, texts] of edits) {
    it(`can be read with ${name}`, () => {
      deepStrictEqual(textsOf(readBack(edit(write(example)))), texts);
    });
  }

  const breaks: [name: string, mark: RegExp, replacement?: string][] = [
    ['without its data', /\{"at":20/, '{'],
    ['with the data of an end broken', /\{"status"/, '{status"'],
    ['with invalid data', /"claude"/, '7'],
    ['without a question', /<!-- model-relay:prompt \{"at":20.*/],
    ['without a response', /<!-- model-relay:answer [\s\S]*?(?=<!-- model-relay:prompt)/],
    ['without the beginning of a response', /<!-- model-relay:answer .*/],
    ['without its last response', /<!-- model-relay:answer \{.*"at":21[\s\S]*/],
  ];
  for (const [name, mark, replacement = ''] of breaks) {
    it(`is not read in part: ${name}`, () => {
      const broken = write(example).replace(mark, replacement);
      notStrictEqual(broken, write(example));
      strictEqual(readTranscript(broken), undefined);
    });
  }

  it('is distinguished from other Markdown', () => {
    const markdown = write(example);
    const others = [
      '',
      '# Loops\n\n## You\n\nA loop?\n',
      `Look:\n\n${markdown}`,
      markdown.replace('"version":2', '"version":3'),
      markdown.replace('{"version":2', '{version'),
      markdown.replace('chat', 'prompt'),
    ];
    deepStrictEqual(
      others.map(readTranscript),
      others.map(() => undefined),
    );
  });

  it('adds nothing that only its window or service may say, and no other records', () => {
    const transcript = `<!-- model-relay:chat {"version":2} -->
<!-- model-relay:delete {"isDeleted":true,"at":1} -->
<!-- model-relay:prompt {"at":1} -->
<!-- model-relay:answer {"model":"m","at":1,"writer":"here:1"} -->
<!-- model-relay:toolCall {"callId":"c","name":"t","input":{},"signature":"s"} -->
<!-- model-relay:end {"status":"failed","at":1,"failure":{"kind":"server","details":{"relayMessage":{}}}} -->`;
    deepStrictEqual(
      readTranscript(transcript)?.records.map((record) => Object.keys(record).toSorted().join()),
      [
        'at,attachments,id,parentId,text,type',
        'at,id,model,parentId,type',
        'callId,id,input,name,type',
        'at,id,status,type',
      ],
    );
  });

  it('is read in linear time, whatever it contains', () => {
    const start = '<!-- model-relay:chat {"version":2} -->';
    for (const piece of [
      '<!-- model-relay:a',
      '<!-- model-relay\\',
      '-->',
      '<!-- model-relay:prompt {"at":1} --><!-- model-relay:answer {"model":"m","at":1} -->',
      '(data:image/png;base64,',
      ' ',
      '\n',
    ])
      ok(readTranscript(start + piece.repeat(100_000)));
    // In quadratic time, this would take 15 minutes.
    deepStrictEqual(readTranscript(`<!-- model-relay:${'a'.repeat(1_000_000)}`), undefined);
  });
});
