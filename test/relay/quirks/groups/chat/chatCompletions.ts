import { fieldsOf, isEvent, type StreamPart } from '../../../wire/eventFraming.ts';
import { type JsonObject, objectOf } from '../../../wire/fields.ts';
import { forPaths, type Quirk, stream } from '../../quirk.ts';
import { append, breakOff, changeData, changeParts, prepend } from '../../streamChanges.ts';

export const chatCompletionsPath = /^\/v1\/chat\/completions$/;

export function choicesOf(fields: JsonObject): readonly JsonObject[] {
  return Array.isArray(fields['choices']) ? fields['choices'].map(objectOf) : [];
}

/** A change of the message in a whole response, or of the delta in a part of a streamed one. */
function inChoices(change: (content: JsonObject) => JsonObject): (fields: JsonObject) => JsonObject {
  return (fields) => {
    if (fields['choices'] === undefined) return fields;
    const choices = choicesOf(fields).map((choice) => {
      const name = choice['delta'] === undefined ? 'message' : 'delta';
      return { ...choice, [name]: change(objectOf(choice[name])) };
    });
    return { ...fields, choices };
  };
}

/** Changes messages and deltas. */
export function changeContent(does: string, change: (content: JsonObject) => JsonObject): Quirk {
  return { does, changeStream: changeData(inChoices(change)), changeBody: inChoices(change) };
}

function changeFields(does: string, change: (fields: JsonObject) => JsonObject | undefined): Quirk {
  return stream(does, changeData(change));
}

function isFinish(fields: JsonObject): boolean {
  return choicesOf(fields).some(({ finish_reason: reason }) => typeof reason === 'string');
}

function isThoughtChunk(fields: JsonObject): boolean {
  return choicesOf(fields).some(({ delta }) => typeof objectOf(delta)['reasoning_content'] === 'string');
}

function changeFinishReason(does: string, reason: string | null): Quirk {
  const change = (fields: JsonObject) => ({
    ...fields,
    choices: choicesOf(fields).map((choice) =>
      typeof choice['finish_reason'] === 'string' ? { ...choice, finish_reason: reason } : choice,
    ),
  });
  return { does, changeStream: changeData(change), changeBody: change };
}

/** What stands in place of [DONE]. */
function changeDone(does: string, change: (done: StreamPart) => readonly StreamPart[]): Quirk {
  const isDone = (part: StreamPart) => isEvent(part) && part.data === '[DONE]';
  return stream(
    does,
    changeParts((parts) => parts.flatMap((part) => (isDone(part) ? change(part) : [part]))),
  );
}

/** Half of a response, then an error's type as the finish reason in a chunk with little else, and no [DONE]. */
function failAsFinishReason(reason: string): Quirk {
  const choices = [{ finish_reason: reason, delta: { content: '' } }];
  return stream(
    `half of the answer, then the finish reason "${reason}"`,
    breakOff({ data: { id: 'anthropic-1', object: 'chat.completion.chunk', choices } }),
  );
}

const someUsage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** Thoughts within the text, between marks, opened with the first and closed before the first of the text. */
function thinkInText(): Quirk {
  const whole = (content: JsonObject): JsonObject => {
    const { reasoning_content: thinking, ...rest } = content;
    return typeof thinking === 'string'
      ? { ...rest, content: `<think>\n${thinking}\n</think>\n${String(content['content'] ?? '')}` }
      : content;
  };
  return {
    ...changeContent('thoughts between <think> marks in the text', whole),
    changeStream: (plan) => {
      let isOpen = false;
      const changed = inChoices(({ reasoning_content: thinking, ...delta }) => {
        if (typeof thinking === 'string') {
          const mark = isOpen ? '' : '<think>\n';
          isOpen = true;
          return { ...delta, content: mark + thinking };
        }
        if (!isOpen || typeof delta['content'] !== 'string') return delta;
        isOpen = false;
        return { ...delta, content: `\n</think>\n${delta['content']}` };
      });
      return changeData(changed)(plan);
    },
  };
}

/** Chat completions as different providers and conversions write them. */
export const chatCompletionsQuirks = forPaths(chatCompletionsPath, {
  'done-without-finish': stream('half of the answer, then [DONE]', breakOff({ data: '[DONE]' })),
  'no-done': changeDone('the stream ends after its last chunk, without [DONE]', () => []),
  'done-with-spaces': changeDone('spaces around [DONE]', () => [{ data: '  [DONE]  ' }]),
  'text-after-done': stream(
    'more text after [DONE], which is not part of the answer',
    append({
      data: { choices: [{ index: 0, delta: { content: 'after the end' }, finish_reason: null }] },
    }),
  ),
  'chunk-after-finish': stream(
    'an empty chunk after the one with the finish reason',
    changeParts((parts) =>
      parts.flatMap((part) => {
        const fields = fieldsOf(part);
        const choices = [{ index: 0, delta: { content: '' }, finish_reason: null }];
        return isFinish(fields) ? [part, { data: { ...fields, choices } }] : [part];
      }),
    ),
  ),
  'azure-filter-chunk-first': stream(
    'first a chunk without choices, with the verdict of a filter',
    prepend({
      data: {
        id: '',
        object: '',
        created: 0,
        model: '',
        choices: [],
        prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }],
      },
    }),
  ),
  'usage-on-every-chunk': changeFields('every chunk tells usage', (fields) => ({
    ...fields,
    usage: someUsage,
  })),
  'usage-on-finish-chunk': stream(
    'usage comes with the finish reason',
    changeParts((parts) => {
      const usage = parts.map((part) => fieldsOf(part)['usage']).findLast((value) => value) ?? someUsage;
      return parts.flatMap((part) => {
        const fields = fieldsOf(part);
        if (Array.isArray(fields['choices']) && fields['choices'].length === 0) return [];
        return isFinish(fields) ? [{ ...part, data: { ...fields, usage } }] : [part];
      });
    }),
  ),
  'usage-missing': {
    ...changeFields('no usage, though it was asked for', ({ usage, ...fields }) =>
      Array.isArray(fields['choices']) && fields['choices'].length === 0 ? undefined : fields,
    ),
    changeBody: ({ usage, ...fields }) => fields,
  },
  'choices-null': changeFields('the chunk with usage has null for choices', (fields) =>
    choicesOf(fields).length === 0 ? { ...fields, choices: null } : fields,
  ),
  'choices-missing': changeFields('the chunk with usage has no choices', (fields) => {
    const { choices, ...rest } = fields;
    return choicesOf(fields).length === 0 ? rest : fields;
  }),
  'obfuscation-field': changeFields('every chunk has a field of random letters', (fields) => ({
    ...fields,
    obfuscation: 'kJ3x9',
  })),
  'nulls-in-deltas': changeContent('fields that are not meant are null', (content) => ({
    role: null,
    content: null,
    reasoning_content: null,
    tool_calls: null,
    refusal: null,
    ...content,
  })),
  'reasoning-field': changeContent('thoughts in "reasoning"', ({ reasoning_content: thinking, ...rest }) =>
    thinking === undefined ? rest : { ...rest, reasoning: thinking },
  ),
  'reasoning-in-both-fields': changeContent('thoughts in "reasoning", too', (content) =>
    content['reasoning_content'] === undefined
      ? content
      : { ...content, reasoning: content['reasoning_content'] },
  ),
  'think-tags-in-content': thinkInText(),
  'think-tags-around-reasoning': stream(
    'empty <think> marks in the text around thoughts in "reasoning_content"',
    changeParts((parts) => {
      const isThought = (part: StreamPart) => isThoughtChunk(fieldsOf(part));
      const mark = (content: string) => ({ data: { choices: [{ index: 0, delta: { content } }] } });
      const first = parts.findIndex(isThought);
      return first < 0
        ? parts
        : parts
            .toSpliced(parts.findLastIndex(isThought) + 1, 0, mark('</think>'))
            .toSpliced(first, 0, mark('<think>'));
    }),
  ),
  'content-blocks': {
    ...changeContent('thoughts, and the text once more, in "content_blocks"', (content) => {
      const { reasoning_content: thinking, ...rest } = content;
      const blocks = [
        { type: 'thinking', thinking },
        { type: 'text', text: '' },
      ];
      return typeof thinking === 'string' ? { ...rest, content_blocks: blocks } : content;
    }),
    changeStream: changeData(
      inChoices(({ reasoning_content: thinking, ...delta }) => {
        if (typeof thinking === 'string') {
          return { ...delta, content_blocks: [{ index: 0, delta: { thinking } }] };
        }
        const { content: text } = delta;
        return typeof text === 'string'
          ? { ...delta, content_blocks: [{ index: 1, delta: { text } }] }
          : delta;
      }),
    ),
  },
  'reasoning-newline': stream(
    'thoughts end with a line end of their own, which was a signature',
    changeParts((parts) => {
      const last = parts.findLastIndex((part) => isThoughtChunk(fieldsOf(part)));
      const fields = fieldsOf(parts[last] ?? { raw: '' });
      const choices = [{ index: 0, delta: { reasoning_content: '\n' }, finish_reason: null }];
      return last < 0 ? parts : parts.toSpliced(last + 1, 0, { data: { ...fields, choices } });
    }),
  ),
  'text-in-refusal': changeContent('the text is in "refusal"', (content) =>
    typeof content['content'] === 'string'
      ? { ...content, content: null, refusal: content['content'] }
      : content,
  ),
  'content-as-parts': changeContent('content is a list of parts', (content) =>
    typeof content['content'] === 'string' && content['content'] !== ''
      ? { ...content, content: [{ type: 'text', text: content['content'] }] }
      : content,
  ),
  'images-as-markdown': changeContent('pictures as Markdown in the text', (content) => {
    const { images, ...rest } = content;
    const uris = (Array.isArray(images) ? images : []).map(
      (image) => objectOf(objectOf(image)['image_url'])['url'],
    );
    return uris.length === 0
      ? content
      : {
          ...rest,
          content: [content['content'] ?? '', ...uris.map((uri) => `![image](${String(uri)})`)].join('\n'),
        };
  }),
  'finish-reason-empty': changeFinishReason('the finish reason is an empty text', ''),
  'finish-reason-null': changeFinishReason('the finish reason stays null', null),
  'finish-reason-null-text': changeFinishReason('the finish reason is the text "null"', 'null'),
  'finish-reason-eos': changeFinishReason('the finish reason is "eos"', 'eos'),
  'finish-reason-max-tokens': changeFinishReason('the finish reason is "max_tokens"', 'max_tokens'),
  'finish-reason-malformed': changeFinishReason(
    'the finish reason is another provider’s',
    'MALFORMED_FUNCTION_CALL',
  ),
  'finish-reason-error-type': failAsFinishReason('overloaded_error'),
  'finish-reason-error': failAsFinishReason('error'),
  'finish-reason-abort': failAsFinishReason('abort'),
  'finish-reason-end-turn': changeFinishReason('the finish reason is "end_turn"', 'end_turn'),
  'finish-reason-tool-use': changeFinishReason('the finish reason is "tool_use"', 'tool_use'),
  'finish-reason-capitals': changeFinishReason('the finish reason is "STOP"', 'STOP'),
  'finish-reason-capital-length': changeFinishReason('the finish reason is "MAX_TOKENS"', 'MAX_TOKENS'),
  'comment-lines-before-done': changeDone('comments right above [DONE]', (done) => [
    { raw: ': x-omniroute-latency-ms=43\n: x-omniroute-cost=0\n' },
    done,
  ]),
  'usage-estimated': changeFields('usage is estimated, with a prompt that the relay put in', (fields) =>
    fields['usage']
      ? {
          ...fields,
          usage: { prompt_tokens: 2016, completion_tokens: 7, total_tokens: 2023, estimated: true },
        }
      : fields,
  ),
  'finish-reason-stop-with-calls': changeFinishReason('"stop" even after tool calls', 'stop'),
});
