import { deepStrictEqual } from 'node:assert/strict';
import type { Protocol } from '../../../../src/relay/chat/protocolNames.ts';
import { chooseProtocol } from '../../../../src/relay/models/protocolChoice.ts';
import type { RelayModel } from '../../../../src/relay/models/relayModel.ts';

const listed: readonly RelayModel[] = [
  { id: 'a', kind: 'chat', protocols: ['generateContent', 'chatCompletions'] },
  { id: 'team/b*c', kind: 'chat', protocols: ['messages'] },
];

const cases: readonly (readonly [
  id: string,
  overrides: Readonly<Record<string, unknown>>,
  protocol: Protocol | undefined,
])[] = [
  ['a', {}, 'generateContent'],
  ['unlisted', {}, undefined],
  ['a', { a: 'messages' }, 'messages'],
  ['a', { '*': 'messages' }, 'messages'],
  ['unlisted', { 'un*ed': 'chatCompletions', '*': 'messages' }, 'chatCompletions'],
  ['a', { a: 'openai' }, 'generateContent'],
  ['a', { a: 7, '*': 'messages' }, 'messages'],
];

describe('protocol choice', () => {
  for (const [id, overrides, protocol] of cases) {
    it(`${id} with ${JSON.stringify(overrides)}`, () => {
      deepStrictEqual(chooseProtocol(id, listed, overrides), protocol);
    });
  }
});
