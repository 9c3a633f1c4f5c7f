import { compareNames } from './modelFamilies.ts';
import type { ModelKind, RelayModel } from './relayModel.ts';

/**
 * The groups of models in order of preference, by their kind and the family in their name; the first match counts.
 * Tiers are from the contract's section 2.6, speech families from its section 2.2.
 */
const families = [
  ['chat', /(^|-)sonnet-\d/i, 'general'],
  ['chat', /(^|-)opus-\d/i, 'advanced'],
  ['chat', /(^|-)haiku-\d/i, 'lightweight'],
  ['chat', /^/, 'chat'],
  ['speech', /^seed-tts-/i, 'speechA'],
  ['speech', /^(gx|gemini)-.*-tts$/i, 'speechB'],
  ['speech', /^/, 'speech'],
  ['image', /^/, 'image'],
] as const satisfies readonly (readonly [ModelKind, RegExp, string])[];
const modelGroups = [...families.map(([, , group]) => group), 'other'] as const;
export type ModelGroup = (typeof modelGroups)[number];

/** The groups whose models differ by their version. */
const tiers: ReadonlySet<ModelGroup> = new Set(['general', 'advanced', 'lightweight']);

function groupOf({ id, kind }: RelayModel): ModelGroup {
  return families.find(([ofKind, name]) => ofKind === kind && name.test(id))?.[2] ?? 'other';
}

/** The models of a list by group. Groups without models are left out. */
export function groupModels(models: readonly RelayModel[]): (readonly [ModelGroup, readonly RelayModel[]])[] {
  const grouped = Map.groupBy(models, groupOf);
  return modelGroups.flatMap((group) => {
    const members = grouped.get(group);
    return members ? [[group, members.toSorted(orderIn(group))] as const] : [];
  });
}

/** Within a tier, the newest comes first, by the version in the name without its date. Otherwise sorts by ID. */
function orderIn(group: ModelGroup): (a: RelayModel, b: RelayModel) => number {
  if (!tiers.has(group)) return (a, b) => compareNames(a.id, b.id);
  const version = (id: string) => id.replace(/-\d{8}$/, '');
  return (a, b) => compareNames(version(b.id), version(a.id)) || compareNames(b.id, a.id);
}

/** The purposes for which a person selects a model. */
export type ChosenKind = 'chat' | 'speech' | 'image';

/** The models of a kind by group: the first one is used while none is selected. */
export function modelsOfKind(models: readonly RelayModel[], kind: ChosenKind): readonly RelayModel[] {
  return groupModels(models.filter((model) => model.kind === kind)).flatMap(([, members]) => members);
}
