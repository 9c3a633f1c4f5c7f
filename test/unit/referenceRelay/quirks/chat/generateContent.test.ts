import { deepStrictEqual } from 'node:assert/strict';
import { type ReferenceRelay, startReferenceRelay } from '../../../../relay/referenceRelay.ts';
import { askChat, testProtocols } from '../../chat/chatCalls.ts';
import { askWith, readData, readRaw, rewrite } from '../readRaw.ts';
import { both, type Cases, onlyStream, testCases } from './chatCases.ts';

const { generateContent } = testProtocols;

const blocked = {
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  usageMetadata: { promptTokenCount: 1 },
};

function withoutUsage(response: unknown) {
  const { usageMetadata, ...rest } = Object(response);
  return rest;
}

const generateContentCases: Cases = {
  'json-array-stream': { stream: () => [] },
  'finish-reason-null-until-end': {
    stream: (events) => [
      ...rewrite(events.slice(0, -1), '"index":0}', '"index":0,"safetyRatings":[],"finishReason":null}'),
      rewrite(events.at(-1), '"index":0}', '"index":0,"safetyRatings":[]}'),
    ],
    whole: (body) => rewrite(body, '"index":0}', '"index":0,"safetyRatings":[]}'),
  },
  'empty-parts-at-end': onlyStream('"parts":[{"text":""}]', '"parts":[]'),
  'no-content-at-end': onlyStream('"content":{"role":"model","parts":[{"text":""}]},', ''),
  'finish-with-last-text': {
    stream: (events) => {
      const parts = /"parts":\[.*?\]/.exec(JSON.stringify(events.at(-2)))?.[0] ?? '';
      return [...events.slice(0, -2), rewrite(events.at(-1), '"parts":[{"text":""}]', parts)];
    },
  },
  'no-finish-reason': both('"finishReason":"STOP",', ''),
  'finish-reason-recitation': both('"finishReason":"STOP"', '"finishReason":"RECITATION"'),
  'code-parts': both(
    /"parts":\[([^\]]*\]\},"finishReason")/g,
    '"parts":[{"executableCode":{"language":"PYTHON","code":"print(1)"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"1"}},{"fileData":{"mimeType":"text/plain","fileUri":"https://files.invalid/1"}},$1',
  ),
  'signature-on-empty-text': both(
    /(\])(\},"finishReason")/g,
    ',{"text":"","thoughtSignature":"c2lnbmVk"}]$2',
  ),
  'think-tags-around-thought-parts': {
    stream: (events) => {
      const isThought = (event: unknown) => JSON.stringify(event).includes('"thought":true');
      const mark = (text: string) => ({
        ...Object(events[0]),
        candidates: [{ content: { parts: [{ text }] } }],
      });
      return events
        .toSpliced(events.findLastIndex(isThought) + 1, 0, mark('</think>'))
        .toSpliced(events.findIndex(isThought), 0, mark('<think>'));
    },
    whole: (body) =>
      rewrite(
        body,
        /(\{"text":"(?:[^"\\]|\\.)*","thought":true\})/g,
        '{"text":"<think>"},$1,{"text":"</think>"}',
      ),
  },
  'finish-reason-other-error': both('"finishReason":"STOP"', '"finishReason":"error"'),
  'snake-case-parts': {},
  'blocked-prompt': { stream: () => [blocked], whole: () => blocked },
  'empty-candidates': both(/"candidates":\[.*?"index":0\}\]/g, '"candidates":[]'),
  'done-after-generate-content': { stream: (events) => [...events, '[DONE]'] },
  'usage-metadata-missing': { stream: (events) => events.map(withoutUsage), whole: withoutUsage },
};

describe('reference relay: quirks of generate content', () => {
  let relay: ReferenceRelay;
  before(async () => {
    relay = await startReferenceRelay();
  });
  after(() => relay.close());

  testCases('generate content', generateContent, generateContentCases, () => relay);

  it('streams generate content as one JSON array', async () => {
    const more = { generationConfig: { maxOutputTokens: 1 } };
    const plain = await readRaw(await askChat(relay, generateContent, 'Hi', { isStreamed: true, more }));
    deepStrictEqual(
      await askWith(relay, 'json-array-stream', generateContent, 'Hi', { isStreamed: true, more }),
      {
        status: 200,
        type: 'application/json; charset=UTF-8',
        body: `[${readData(plain.body)
          .map((event) => JSON.stringify(event))
          .join(',\r\n')}\n]`,
      },
    );
  });

  it('sends pictures in the other spelling', async () => {
    const [plain, quirky] = [
      await readRaw(await askChat(relay, generateContent, 'picture', { isStreamed: true })),
      await askWith(relay, 'snake-case-parts', generateContent, 'picture', { isStreamed: true }),
    ];
    deepStrictEqual(
      readData(quirky.body),
      rewrite(readData(plain.body), '"inlineData":{"mimeType"', '"inline_data":{"mime_type"'),
    );
  });
});
