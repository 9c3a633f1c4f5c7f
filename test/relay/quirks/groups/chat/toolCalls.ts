import { fieldsOf, type StreamPart } from '../../../wire/eventFraming.ts';
import { type JsonObject, objectOf } from '../../../wire/fields.ts';
import { forPaths, type Quirk, stream } from '../../quirk.ts';
import { changeParts } from '../../streamChanges.ts';
import { changeContent, chatCompletionsPath, choicesOf } from './chatCompletions.ts';

function changeCalls(does: string, change: (call: JsonObject, place: number) => JsonObject): Quirk {
  return changeContent(does, (content) =>
    Array.isArray(content['tool_calls'])
      ? { ...content, tool_calls: content['tool_calls'].map((call, place) => change(objectOf(call), place)) }
      : content,
  );
}

function isCallChunk(fields: JsonObject): boolean {
  return choicesOf(fields).some(({ delta }) => objectOf(delta)['tool_calls'] !== undefined);
}

function withWholeCalls(parts: readonly StreamPart[]): readonly StreamPart[] {
  const calls = new Map<unknown, JsonObject>();
  for (const part of parts) {
    for (const { delta } of choicesOf(fieldsOf(part))) {
      const fragments: readonly unknown[] = Array.isArray(objectOf(delta)['tool_calls'])
        ? (objectOf(delta)['tool_calls'] as readonly unknown[])
        : [];
      for (const fragment of fragments.map(objectOf)) {
        const known = calls.get(fragment['index']) ?? fragment;
        const so = known === fragment ? '' : String(objectOf(known['function'])['arguments']);
        const added = String(objectOf(fragment['function'])['arguments'] ?? '');
        calls.set(fragment['index'], {
          ...known,
          function: { ...objectOf(known['function']), arguments: so + added },
        });
      }
    }
  }
  const first = parts.findIndex((part) => isCallChunk(fieldsOf(part)));
  return parts.flatMap((part, place) => {
    const fields = fieldsOf(part);
    if (!isCallChunk(fields)) return [part];
    const delta = { tool_calls: [...calls.values()] };
    return place === first
      ? [{ data: { ...fields, choices: [{ index: 0, delta, finish_reason: null }] } }]
      : [];
  });
}

/** Tool calls of chat completions as conversions write them. */
export const toolCallQuirks = forPaths(chatCompletionsPath, {
  'tool-index-gaps': changeCalls('tool calls are counted from 1, and only odd numbers', (call, place) => ({
    ...call,
    index: Number(call['index'] ?? place) * 2 + 1,
  })),
  'tool-index-missing': changeCalls('tool calls have an id in every fragment and no index', (call) => {
    const { index, ...rest } = call;
    return {
      id: `call_${String(index ?? 0)}`,
      ...rest,
      ...(index !== undefined && { id: `call_${String(index)}` }),
    };
  }),
  'arguments-as-object': changeCalls('whole arguments are an object', (call) => {
    const { arguments: text, ...rest } = objectOf(call['function']);
    try {
      return { ...call, function: { ...rest, arguments: JSON.parse(String(text)) } };
    } catch {
      // A fragment of a stream stays what it is.
      return call;
    }
  }),
  'arguments-at-once': stream('each tool call in one chunk, complete', changeParts(withWholeCalls)),
  'calls-with-foreign-reason': stream(
    'all tool calls, complete, and the finish reason "FUNCTION_CALL" in one chunk',
    changeParts((parts) => {
      const whole = withWholeCalls(parts);
      const calls = whole.findIndex((part) => isCallChunk(fieldsOf(part)));
      return whole.flatMap((part, place) => {
        const fields = fieldsOf(part);
        const [choice] = choicesOf(fields);
        if (place === calls) {
          return [{ data: { ...fields, choices: [{ ...choice, finish_reason: 'FUNCTION_CALL' }] } }];
        }
        return typeof choice?.['finish_reason'] === 'string' ? [] : [part];
      });
    }),
  ),
  'tool-id-in-every-fragment': stream('id and index in every fragment', (plan, protocol) => {
    const ids = new Map<unknown, unknown>();
    return (
      changeCalls('', (call) => {
        const id = ids.get(call['index']) ?? call['id'];
        ids.set(call['index'], id);
        return { ...call, id };
      }).changeStream?.(plan, protocol) ?? plan
    );
  }),
});
