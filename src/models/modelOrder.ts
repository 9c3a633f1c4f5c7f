import { compareNames } from '../relay/models/modelFamilies.ts';
import { type ChosenKind, groupModels, type ModelGroup } from '../relay/models/modelGroups.ts';
import { providerOf, sortNewestFirst } from '../relay/models/modelProviders.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import type { Translate } from '../text/translate.ts';
import type { Favorites } from './modelFavorites.ts';

/** A model to select. */
export interface OrderedModel {
  readonly model: RelayModel;
  readonly provider: string | undefined;
  readonly isPinned: boolean;
  /** The relay doesn't list it: it was typed, or listed earlier. */
  readonly isUnlisted: boolean;
}

/** A group of models under its heading. */
interface ModelSection {
  readonly title: string;
  readonly models: readonly OrderedModel[];
}

interface OrderOptions extends Favorites {
  readonly selected: string | undefined;
  readonly t: Translate;
}

/**
 * The models of a kind in the order in which they are offered everywhere: pinned ones, recent ones, then chat models
 * by provider and others by family, each model once. Pinned and recent models are included even if the relay doesn't
 * list them: relays serve models that they don't list.
 */
export function orderModels(
  listed: readonly RelayModel[],
  kind: ChosenKind,
  { pinned, recent, selected, t }: OrderOptions,
): ModelSection[] {
  const ofKind = listed.filter((model) => model.kind === kind || (kind === 'chat' && model.kind === 'image'));
  const byId = new Map(ofKind.map((model) => [model.id, model]));
  const pins = new Set(pinned);
  const placed = new Set<string>();
  const toOrdered = (model: RelayModel): OrderedModel => ({
    model,
    provider: providerOf(model),
    isPinned: pins.has(model.id),
    // Until there is a list, it is unknown which models the relay lists.
    isUnlisted: listed.length > 0 && !byId.has(model.id),
  });
  const place = (ids: readonly string[]) =>
    ids
      .filter((id) => !placed.has(id) && placed.add(id))
      .map((id) => byId.get(id) ?? { id, kind, protocols: [] });
  const sections: (readonly [title: string, models: readonly RelayModel[]])[] = [
    [t('Pinned'), place(pinned)],
    [t('Recent'), place(recent)],
    [t('Current model'), place(selected !== undefined && !byId.has(selected) ? [selected] : [])],
  ];
  const others = ofKind.filter(({ id }) => !placed.has(id));
  sections.push(...(kind === 'chat' ? byProvider(others, t) : byFamily(others, t)));
  return sections
    .filter(([, models]) => models.length > 0)
    .map(([title, models]) => ({ title, models: models.map(toOrdered) }));
}

/** Image models, which answer a message with an image, come last. */
function byProvider(all: readonly RelayModel[], t: Translate) {
  const { chat: models = [], image = [] } = Object.groupBy(all, ({ kind }) => kind);
  const sections = [...Map.groupBy(sortNewestFirst(models), providerOf)]
    .sort(([a], [b]) => Number(a === undefined) - Number(b === undefined) || compareNames(a ?? '', b ?? ''))
    .map(([provider, members]) => [provider ?? t('Other models'), members] as const);
  return [...sections, [t('Image models'), sortNewestFirst(image)] as const];
}

function byFamily(models: readonly RelayModel[], t: Translate) {
  const titles: Partial<Record<ModelGroup, string>> = {
    speechA: t('Seed TTS models (Chinese voices)'),
    speechB: t('Gemini TTS models (preview)'),
    image: t('Image models'),
  };
  return groupModels(models).map(
    ([group, members]) => [titles[group] ?? t('More speech models'), members] as const,
  );
}
