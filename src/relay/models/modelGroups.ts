import { compareNames } from './modelFamilies.ts';
import type { RelayModel } from './relayModel.ts';

/**
 * The groups of models in order of preference. Tiers are from the contract's section 2.6, speech families from its
 * section 2.2; a model that the contract doesn't know is grouped by its kind.
 */
const modelGroups = [
  'general',
  'advanced',
  'lightweight',
  'chat',
  'speechA',
  'speechB',
  'speech',
  'image',
  'other',
] as const;
export type ModelGroup = (typeof modelGroups)[number];

/** Families whose names contain their tier, with or without a vendor prefix. */
const tiers: readonly (readonly [RegExp, ModelGroup])[] = [
  [/(^|-)haiku-\d/i, 'lightweight'],
  [/(^|-)sonnet-\d/i, 'general'],
  [/(^|-)opus-\d/i, 'advanced'],
];

const speechFamilies: readonly (readonly [RegExp, ModelGroup])[] = [
  [/^seed-tts-/i, 'speechA'],
  [/^(gx|gemini)-.*-tts$/i, 'speechB'],
];

function groupOf(model: RelayModel): ModelGroup {
  switch (model.kind) {
    case 'chat':
      return firstMatch(tiers, model.id) ?? 'chat';
    case 'speech':
      return firstMatch(speechFamilies, model.id) ?? 'speech';
    case 'image':
      return 'image';
    default:
      return 'other';
  }
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
  if (!tiers.some(([, tier]) => tier === group)) return (a, b) => compareNames(a.id, b.id);
  const version = (id: string) => id.replace(/-\d{8}$/, '');
  return (a, b) => compareNames(version(b.id), version(a.id)) || compareNames(b.id, a.id);
}

/** The purposes for which a person selects a model. */
export type ChosenKind = 'chat' | 'speech' | 'image';

/** The models of a kind by group: the first one is used while none is selected. */
export function modelsOfKind(models: readonly RelayModel[], kind: ChosenKind): readonly RelayModel[] {
  return groupModels(models.filter((model) => model.kind === kind)).flatMap(([, members]) => members);
}

function firstMatch(table: readonly (readonly [RegExp, ModelGroup])[], id: string): ModelGroup | undefined {
  return table.find(([pattern]) => pattern.test(id))?.[1];
}
