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
  ['unlisted', { 'un*': 'chatCompletions' }, 'chatCompletions'],
  ['unlisted', { 'un*ed': 'chatCompletions', '*': 'messages' }, 'chatCompletions'],
  ['unlisted', { '*list*': 'messages', 'unlisted*': 'chatCompletions' }, 'chatCompletions'],
  ['unlisted', { unlist: 'messages', '*lis': 'messages', 'x*': 'messages' }, undefined],
  ['aba', { 'ab*ba': 'messages' }, undefined],
  ['team/b*c', { 'team/b*c': 'chatCompletions', 'team/b*c*****': 'messages' }, 'chatCompletions'],
  ['a.b', { 'a?b': 'messages', 'a.': 'messages' }, undefined],
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
