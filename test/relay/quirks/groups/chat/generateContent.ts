import { fieldsOf, isEvent, type StreamPart } from '../../../wire/eventFraming.ts';
import { type JsonObject, objectOf } from '../../../wire/fields.ts';
import { forPaths, type Quirk, stream } from '../../quirk.ts';
import { append, changeData, changeParts } from '../../streamChanges.ts';

function changeBoth(does: string, change: (response: JsonObject) => JsonObject): Quirk {
  return { does, changeStream: changeData(change), changeBody: change };
}

function changeCandidates(response: JsonObject, change: (candidate: JsonObject) => JsonObject): JsonObject {
  return { ...response, candidates: candidatesOf(response).map(change) };
}

function changeEach(does: string, change: (candidate: JsonObject) => JsonObject): Quirk {
  return changeBoth(does, (response) => changeCandidates(response, change));
}

/** Changes the candidate that has the finish reason. */
function changeLast(does: string, change: (candidate: JsonObject) => JsonObject): Quirk {
  return changeEach(does, (candidate) =>
    candidate['finishReason'] === undefined ? candidate : change(candidate),
  );
}

function candidatesOf({ candidates }: JsonObject): readonly JsonObject[] {
  return Array.isArray(candidates) ? candidates.map(objectOf) : [];
}

function partsOf(candidate: JsonObject): readonly JsonObject[] {
  const { parts } = objectOf(candidate['content']);
  return Array.isArray(parts) ? parts.map(objectOf) : [];
}

function withParts(candidate: JsonObject, parts: readonly JsonObject[]): JsonObject {
  return { ...candidate, content: { ...objectOf(candidate['content']), parts } };
}

const blocked = {
  promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
  usageMetadata: { promptTokenCount: 1 },
};

const paths = /^\/v1beta\/models\/.+:(generateContent|streamGenerateContent)$/;

/** Generate content as the provider and conversions write it. */
export const generateContentQuirks = forPaths(paths, {
  'json-array-stream': stream('the stream is one JSON array, an element at a time', (plan) => ({
    ...plan,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    parts: plan.parts
      .flatMap((part, index) =>
        isEvent(part) ? [{ raw: (index === 0 ? '[' : ',\r\n') + JSON.stringify(part.data) }] : [part],
      )
      .concat({ raw: '\n]' }),
  })),
  'finish-reason-null-until-end': changeEach(
    'finishReason is null in all events but the last',
    (candidate) => ({ finishReason: null, safetyRatings: [], ...candidate }),
  ),
  'empty-parts-at-end': changeEach('the event with the finish reason has no parts', (candidate) =>
    partsOf(candidate).every(({ text }) => text === '') ? withParts(candidate, []) : candidate,
  ),
  'no-content-at-end': changeEach('the event with the finish reason has no content', (candidate) => {
    const { content, ...rest } = candidate;
    return partsOf(candidate).every(({ text }) => text === '') ? rest : candidate;
  }),
  'finish-with-last-text': stream(
    'the finish reason comes with the last piece of the answer',
    changeParts((parts) => {
      const last = parts.at(-1);
      const before = parts.at(-2);
      if (last === undefined || before === undefined || !isEvent(last) || !isEvent(before)) return parts;
      const [answer] = (objectOf(before.data)['candidates'] as readonly unknown[]).map(objectOf);
      const merged = changeCandidates(objectOf(last.data), (candidate) =>
        withParts(candidate, partsOf(answer ?? {})),
      );
      return [...parts.slice(0, -2), { ...last, data: merged }];
    }),
  ),
  'no-finish-reason': changeEach(
    'no finish reason, though all of the answer has come',
    ({ finishReason, ...candidate }) => candidate,
  ),
  'finish-reason-recitation': changeLast('the finish reason is RECITATION', (candidate) => ({
    ...candidate,
    finishReason: 'RECITATION',
  })),
  'code-parts': changeLast('parts with code that the provider ran, and a file', (candidate) =>
    withParts(candidate, [
      { executableCode: { language: 'PYTHON', code: 'print(1)' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
      { fileData: { mimeType: 'text/plain', fileUri: 'https://files.invalid/1' } },
      ...partsOf(candidate),
    ]),
  ),
  'signature-on-empty-text': changeLast('a signature on an empty text at the end', (candidate) =>
    withParts(candidate, [...partsOf(candidate), { text: '', thoughtSignature: 'c2lnbmVk' }]),
  ),
  'think-tags-around-thought-parts': {
    does: 'thoughts are parts of their own, between texts that are <think> marks',
    changeStream: changeParts((parts) => {
      const isThought = (part: StreamPart) =>
        candidatesOf(fieldsOf(part)).some((candidate) =>
          partsOf(candidate).some(({ thought }) => thought === true),
        );
      const first = parts.findIndex(isThought);
      const mark = (text: string) => ({
        data: { ...fieldsOf(parts[0] ?? { raw: '' }), candidates: [{ content: { parts: [{ text }] } }] },
      });
      return first < 0
        ? parts
        : parts
            .toSpliced(parts.findLastIndex(isThought) + 1, 0, mark('</think>'))
            .toSpliced(first, 0, mark('<think>'));
    }),
    changeBody: (response) =>
      changeCandidates(response, (candidate) =>
        withParts(
          candidate,
          partsOf(candidate).flatMap((part) =>
            part['thought'] === true ? [{ text: '<think>' }, part, { text: '</think>' }] : [part],
          ),
        ),
      ),
  },
  'finish-reason-other-error': changeLast('the finish reason is an error', (candidate) => ({
    ...candidate,
    finishReason: 'error',
  })),
  'snake-case-parts': changeEach('inline_data and mime_type in answers', (candidate) =>
    withParts(
      candidate,
      partsOf(candidate).map((part) => {
        const { inlineData, ...rest } = part;
        const { mimeType, data } = objectOf(inlineData);
        return inlineData === undefined ? part : { ...rest, inline_data: { mime_type: mimeType, data } };
      }),
    ),
  ),
  'blocked-prompt': {
    does: 'no candidates: the prompt was blocked',
    changeStream: changeParts(() => [{ data: blocked }]),
    changeBody: () => blocked,
  },
  'empty-candidates': changeBoth('candidates is an empty list', (response) => ({
    ...response,
    candidates: [],
  })),
  'done-after-generate-content': stream('[DONE] at the end', append({ data: '[DONE]' })),
  'usage-metadata-missing': changeBoth('no usageMetadata', ({ usageMetadata, ...response }) => response),
});
