import {
  type Framing,
  isEvent,
  type StreamEvent,
  type StreamPart,
  type StreamPlan,
} from '../wire/eventFraming.ts';
import { isJsonObject, type JsonObject } from '../wire/fields.ts';

/** Small changes of streams, from which quirks are made. */

export function changeParts(
  change: (parts: readonly StreamPart[]) => readonly StreamPart[],
): (plan: StreamPlan) => StreamPlan {
  return (plan) => ({ ...plan, parts: change(plan.parts) });
}

export function changeFraming(framing: Partial<Framing>): (plan: StreamPlan) => StreamPlan {
  return (plan) => ({ ...plan, framing: { ...plan.framing, ...framing } });
}

/** Changes the JSON of every event that has some; undefined drops the event. */
export function changeData(
  change: (fields: JsonObject, event: StreamEvent) => JsonObject | undefined,
): (plan: StreamPlan) => StreamPlan {
  return changeParts((parts) =>
    parts.flatMap((part) => {
      if (!isEvent(part) || !isJsonObject(part.data)) return [part];
      const data = change(part.data, part);
      return data === undefined ? [] : [{ ...part, data }];
    }),
  );
}

/** Between all parts. */
export function insertBetween(raw: string): (plan: StreamPlan) => StreamPlan {
  return changeParts((parts) => parts.flatMap((part, index) => (index === 0 ? [part] : [{ raw }, part])));
}

/** The first half, then something else. */
export function breakOff(...rest: readonly StreamPart[]): (plan: StreamPlan) => StreamPlan {
  return changeParts((parts) => [...parts.slice(0, Math.floor(parts.length / 2)), ...rest]);
}

export function insertHalfway(part: StreamPart): (plan: StreamPlan) => StreamPlan {
  return changeParts((parts) => parts.toSpliced(Math.floor(parts.length / 2), 0, part));
}

/** Writes the JSON of every event in another way. */
export function writeJson(write: (data: unknown) => string): (plan: StreamPlan) => StreamPlan {
  return changeParts((parts) =>
    parts.map((part) =>
      isEvent(part) && typeof part.data !== 'string' ? { ...part, data: write(part.data) } : part,
    ),
  );
}

export function append(...rest: readonly StreamPart[]): (plan: StreamPlan) => StreamPlan {
  return changeParts((parts) => [...parts, ...rest]);
}

export function prepend(...first: readonly StreamPart[]): (plan: StreamPlan) => StreamPlan {
  return changeParts((parts) => [...first, ...parts]);
}
