import { nameOfValue } from './chat/requestFields.ts';
import { configurationByFamily, type Effort } from './models/modelFamilies.ts';

/** Storage in which refusals outlive a window, such as VS Code's mementos. */
export interface RefusalStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'relay.refusedFields';
/** A relay may start to support a field, or change its provider; finding out costs one more refusal. */
const keptMs = 7 * 24 * 60 * 60 * 1000;
/** Maximum number of refusals: the oldest are forgotten first, and recorded again if they recur. */
const mostKept = 200;

type Entry = readonly [id: string, refusedAt: number];

/** Which optional fields of requests models refused, by relay. A relay is identified by its origin or its host. */
export type FieldRefusals = ReturnType<typeof createFieldRefusals>;

export function createFieldRefusals(storage: RefusalStorage, now = Date.now) {
  const idOf = (relay: string, model: string, what: string) =>
    JSON.stringify([URL.canParse(relay) ? new URL(relay).host || relay : relay, model, what]);
  const read = (): Entry[] => {
    const stored = storage.get(key);
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  };

  const isKnown = (id: string) => read().some(([each, at]) => each === id && now() - at <= keptMs);

  return {
    has: (relay: string, model: string, what: string) => isKnown(idOf(relay, model, what)),
    set(relay: string, model: string, what: string, isRefused: boolean): void {
      const id = idOf(relay, model, what);
      if (isKnown(id) === isRefused) return;
      const entries = read().filter(([each]) => each !== id);
      if (isRefused) entries.unshift([id, now()]);
      // If storing fails, the model merely refuses once more.
      void storage.update(key, entries.slice(0, mostKept)).then(undefined, () => {});
    },
  };
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'number';
}

/** The names under which a model's refusal of a thinking effort is stored, in any protocol. */
export function refusalsOfEffort(model: string, effort: Effort): readonly string[] {
  const fields = ['output_config', 'reasoning_effort', 'thinkingConfig'].map((field) =>
    nameOfValue(field, effort),
  );
  // If `thinking` is refused, adaptive models still get the effort in another field; a token budget has no other.
  return configurationByFamily(model).thinking === 'adaptive' ? fields : ['thinking', ...fields];
}
