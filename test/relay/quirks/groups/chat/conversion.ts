import { interleave } from '../../../script/toolCalls.ts';
import { fieldsOf, isEvent, type StreamEvent, type StreamPart } from '../../../wire/eventFraming.ts';
import { objectOf } from '../../../wire/fields.ts';

/**
 * What relays do to a Messages stream that they convert from another protocol. Each step takes the stream as the
 * provider would have sent it.
 */

export function withoutPings(parts: readonly StreamPart[]): readonly StreamPart[] {
  return parts.filter((part) => fieldsOf(part)['type'] !== 'ping');
}

/** Thoughts without their signature, and a `message_delta` with nothing but the reason in it. */
export function withoutSignatures(parts: readonly StreamPart[]): readonly StreamPart[] {
  return parts.flatMap((part) => {
    const fields = fieldsOf(part);
    const block = objectOf(fields['content_block']);
    if (objectOf(fields['delta'])['type'] === 'signature_delta') return [];
    if (block['type'] === 'thinking') {
      return [{ ...part, data: { ...fields, content_block: { type: 'thinking', thinking: '' } } }];
    }
    return fields['type'] === 'message_delta'
      ? [{ ...part, data: { ...fields, delta: { stop_reason: objectOf(fields['delta'])['stop_reason'] } } }]
      : [part];
  });
}

/** All tool calls open at the same time, their arguments taking turns; every block is stopped at the end. */
export function withOpenBlocks(parts: readonly StreamPart[]): readonly StreamPart[] {
  const events = parts.filter(isEvent);
  const starts = events.filter((event) => objectOf(fieldsOf(event)['content_block'])['type'] === 'tool_use');
  const indexes = starts.map((event) => fieldsOf(event)['index']);
  if (indexes.length === 0) return parts;
  const rest = events.filter((event) => !indexes.includes(fieldsOf(event)['index']));
  const tail = rest.findIndex((event) => fieldsOf(event)['type'] === 'message_delta');
  const streams = indexes.map((index): readonly StreamEvent[] =>
    events.filter((event) => {
      const fields = fieldsOf(event);
      return fields['index'] === index && fields['type'] !== 'content_block_stop';
    }),
  );
  const stops = events.filter((event) => {
    const fields = fieldsOf(event);
    return fields['type'] === 'content_block_stop' && indexes.includes(fields['index']);
  });
  return [...rest.slice(0, tail), ...interleave(streams), ...stops, ...rest.slice(tail)];
}
