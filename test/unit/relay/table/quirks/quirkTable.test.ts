import { deepStrictEqual, ok } from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createRelayClient, type RelayClientOptions } from '../../../../../src/relay/client.ts';
import { type QuirkName, quirkGroups, quirkNames } from '../../../../relay/quirks/table.ts';
import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import {
  chatCompletionsExpectations,
  framingExpectations,
  generateContentExpectations,
  messagesExpectations,
  refusedFieldExpectations,
  streamFailureExpectations,
  toolCallExpectations,
} from './chatExpectations.ts';
import { type Expectation, shortenBeginning } from './effect.ts';
import { errorCaseExpectations, errorShapeExpectations } from './errorExpectations.ts';
import {
  imageExpectations,
  modelListExpectations,
  speechExpectations,
  taskExpectations,
  transportExpectations,
} from './otherExpectations.ts';
import { askColumn, type QuirkColumnName, quirkColumns } from './quirkColumns.ts';

const chats: readonly QuirkColumnName[] = ['messages', 'chatCompletions', 'generateContent'];
const all = Object.keys(quirkColumns) as readonly QuirkColumnName[];

/** What is asked under the quirks of a group, and what is to come of each. */
const groups: Readonly<
  Record<
    keyof typeof quirkGroups,
    readonly [readonly QuirkColumnName[], Readonly<Record<string, Expectation>>]
  >
> = {
  'shapes of errors': [all, errorShapeExpectations],
  'cases of errors': [all, errorCaseExpectations],
  'framing of streams': [chats, framingExpectations],
  'failures of streams': [chats, streamFailureExpectations],
  'chat completions': [['chatCompletions'], chatCompletionsExpectations],
  'tool calls of chat completions': [['chatCompletions'], toolCallExpectations],
  messages: [['messages'], messagesExpectations],
  'generate content': [['generateContent'], generateContentExpectations],
  'refused fields': [chats, refusedFieldExpectations],
  'model lists': [['lists'], modelListExpectations],
  speech: [['speech'], speechExpectations],
  images: [['createImages', 'editImages'], imageExpectations],
  tasks: [['task'], taskExpectations],
  transport: [all, transportExpectations],
};

describe('the client against every quirk of the reference relay', () => {
  const usual = new Map<QuirkColumnName, unknown>();
  let relay: ReferenceRelay;

  async function ask(
    column: QuirkColumnName,
    timeouts: RelayClientOptions['timeouts'] = {},
  ): Promise<unknown> {
    const client = createRelayClient({ baseAddress: relay.baseAddress, apiKey: relay.keys.good, timeouts });
    try {
      return await askColumn(column, client);
    } finally {
      await client.close();
    }
  }

  before(async () => {
    relay = await startReferenceRelay();
    for (const column of all) usual.set(column, await ask(column));
  });
  after(() => relay.close());

  it('has an expectation for each of them, and for no other', () => {
    const expected = Object.values(groups).flatMap(([, expectations]) => Object.keys(expectations));
    deepStrictEqual(expected.toSorted(), quirkNames.toSorted());
  });

  for (const [group, quirks] of Object.entries(quirkGroups)) {
    const [columns, expectations] = groups[group as keyof typeof quirkGroups];
    describe(group, () => {
      for (const name of Object.keys(quirks) as QuirkName[]) {
        for (const column of columns) {
          it(`${name}: ${column}`, async () => {
            const expectation = expectations[name];
            ok(expectation, `nothing is expected of "${name}"`);
            const unhandled: unknown[] = [];
            const collect = (reason: unknown) => void unhandled.push(reason);
            process.on('unhandledRejection', collect);
            using _quirk = relay.with(name);
            const came = shortenBeginning(await ask(column, expectation.timeouts), usual.get(column));
            await nextTurn();
            process.off('unhandledRejection', collect);
            const effect = expectation.but?.[column] ?? expectation.effect;
            deepStrictEqual(
              { came: expectation.round?.(came) ?? came, unhandled },
              { came: effect(usual.get(column)), unhandled: [] },
            );
          });
        }
      }
    });
  }
});
