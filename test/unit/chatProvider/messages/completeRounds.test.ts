import { deepStrictEqual } from 'node:assert/strict';
import { completeRounds } from '../../../../src/chatProvider/messages/completeRounds.ts';
import type { AssistantPart, ChatMessage, UserPart } from '../../../../src/relay/chat/chatRequest.ts';
import { createRandom } from '../../../randomNumbers.ts';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const call = (id: string) => ({ type: 'toolCall', id, name: 'read', input: {} }) as const;
const result = (callId: string, content = `of ${callId}`) =>
  ({ type: 'toolResult', callId, content }) as const;
const missing = (callId: string) => result(callId, 'There is no result of this call.');
const user = (...content: UserPart[]): ChatMessage => ({ role: 'user', content });
const model = (...content: AssistantPart[]): ChatMessage => ({ role: 'assistant', content });

describe('a history for a model', () => {
  const cases: readonly [string, readonly ChatMessage[], readonly ChatMessage[]][] = [
    ['may be empty', [], []],
    ['may be one question', [{ role: 'user', content: 'Hi' }], [user(text('Hi'))]],
    [
      'gets consecutive messages of one role merged, and empty and blank ones removed',
      [
        user(text('a')),
        user(text('')),
        user(text('b')),
        model(text(' \n')),
        user(text('c')),
        model(text('d')),
      ],
      [user(text('a'), text('b'), text('c')), model(text('d'))],
    ],
    [
      'gets results moved right after their calls, in order, before other text',
      [
        user(text('a')),
        model(call('1'), call('2')),
        user(text('b')),
        user(result('2')),
        user(result('1')),
        user(text('c')),
      ],
      [user(text('a')), model(call('1'), call('2')), user(result('1'), result('2'), text('b'), text('c'))],
    ],
    [
      'gets a note for a missing result before more text of the model',
      [user(text('a')), model(call('1')), user(text('')), model(text('b'))],
      [user(text('a')), model(call('1'), text('b')), user(missing('1'))],
    ],
    [
      'gets a note for a missing result at the end',
      [user(text('a')), model(call('1'))],
      [user(text('a')), model(call('1')), user(missing('1'))],
    ],
    [
      'gets a result as text if its call is missing or already has one',
      [user(result('0')), model(call('1')), user(result('1'), result('1', 'again'))],
      [user(text('of 0')), model(call('1')), user(result('1'), text('again'))],
    ],
    [
      'gets unique call IDs, also for protocols that don’t allow dots',
      [
        model(call('a.0')),
        user(result('a.0', 'first')),
        model(call('a.0'), call('a_0')),
        user(result('a_0', 'third'), result('a.0', 'second')),
      ],
      [
        user(text('…')),
        model(call('a.0')),
        user(result('a.0', 'first')),
        model(call('a_0_2'), call('a_0_3')),
        user(result('a_0_2', 'second'), result('a_0_3', 'third')),
      ],
    ],
    [
      'keeps the signature of an empty text',
      [user(text('a')), model({ ...text(''), signature: 's' })],
      [user(text('a')), model({ ...text(''), signature: 's' })],
    ],
    [
      'begins with the user before a message of the model',
      [model(text('Hello.')), user(text('Hi'))],
      [user(text('…')), model(text('Hello.')), user(text('Hi'))],
    ],
  ];
  for (const [name, given, expected] of cases) {
    it(name, () => deepStrictEqual(completeRounds(given), expected));
  }

  it('is well-formed, whatever is missing, and does not change the second time', () => {
    const random = createRandom(7);
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    const ids = ['1', '2', '3', '4'];
    for (let run = 0; run < 2000; run++) {
      const messages = Array.from({ length: Math.floor(random() * 9) }, () =>
        random() < 0.5
          ? user(...Array.from({ length: 2 }, () => pick<UserPart>([text(''), text('u'), result(pick(ids))])))
          : model(
              ...Array.from({ length: 2 }, () => pick<AssistantPart>([text(''), text('m'), call(pick(ids))])),
            ),
      );
      const complete = completeRounds(messages);
      deepStrictEqual(complete.flatMap(problemsOf), [], JSON.stringify(messages));
      deepStrictEqual(completeRounds(complete), complete);
    }
  });
});

/** The problems that a strict service would find in a message. */
function problemsOf({ role, content }: ChatMessage, index: number, all: readonly ChatMessage[]): string[] {
  const before = all[index - 1];
  const calls = [before?.content ?? []].flat().flatMap((part) => (isCall(part) ? [part.id] : []));
  const results = [content].flat().flatMap((part) => (isResult(part) ? [part.callId] : []));
  const leading = [content].flat().slice(0, results.length).every(isResult);
  const isLast = index === all.length - 1;
  const hasCalls = [content].flat().some(isCall);
  return [
    ...(index === 0 && role !== 'user' ? ['begins with the model'] : []),
    ...(role === before?.role ? ['not in turn'] : []),
    ...(content.length === 0 ? ['empty'] : []),
    ...(role === 'user' && JSON.stringify(results) !== JSON.stringify(calls) ? ['other results'] : []),
    ...(leading ? [] : ['results later']),
    ...(isLast && hasCalls ? ['unanswered'] : []),
    ...(new Set(idsOf(all)).size < idsOf(all).length ? ['ids come twice'] : []),
  ];
}

function idsOf(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap(({ content }) =>
    [content].flat().flatMap((part) => (isCall(part) ? [part.id] : [])),
  );
}

function isCall(part: unknown): part is { readonly id: string } {
  return (part as { readonly type?: string }).type === 'toolCall';
}

function isResult(part: unknown): part is { readonly callId: string } {
  return (part as { readonly type?: string }).type === 'toolResult';
}
