import type { Effort } from '../models/efforts.ts';
import { configurationByFamily } from '../models/modelFamilies.ts';
import { createRefusalMemory, type RefusalMemory, type RefusalStorage } from '../refusalMemory.ts';
import { nameOfValue } from './requestFields.ts';

/** A relay may learn a field, or get the model from elsewhere; to find out costs one more refusal. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/** Which optional fields of requests models refused. */
export function createFieldRefusals(storage: RefusalStorage): RefusalMemory {
  return createRefusalMemory(storage, { key: 'relay.refusedFields', keptMs });
}

/** Under which names it is remembered that a model refused a thinking effort, in whichever protocol. */
export function refusalsOfEffort(model: string, effort: Effort): readonly string[] {
  const fields = ['output_config', 'reasoning_effort', 'thinkingConfig'].map((field) =>
    nameOfValue(field, effort),
  );
  // Where the switch is refused, a word beside it is still sent, and a number of tokens isn't.
  return configurationByFamily(model).thinking === 'adaptive' ? fields : ['thinking', ...fields];
}
