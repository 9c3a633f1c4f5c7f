import { compareNames } from '../relay/models/modelFamilies.ts';
import { providerOf, sortNewestFirst } from '../relay/models/modelProviders.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import type { Translate } from '../text/translate.ts';
import type { Favorites } from './modelFavorites.ts';

/** A model to choose. */
export interface OrderedModel {
  readonly model: RelayModel;
  readonly provider: string | undefined;
  readonly isPinned: boolean;
  /** The relay doesn't list it: it was chosen anyway, or listed once. */
  readonly isUnlisted: boolean;
}

/** A group of the chat models. */
export interface ModelSection {
  /** `current`: the selected model, where the relay doesn't list it; `provider` without a name: all others. */
  readonly kind: 'current' | 'pinned' | 'recent' | 'provider';
  readonly provider?: string;
  readonly models: readonly OrderedModel[];
}

interface OrderOptions extends Favorites {
  readonly selected: string | undefined;
}

/**
 * The chat models in the order in which they are offered everywhere: pinned ones, those used last, then by provider, each
 * model once. Of pinned and recent ones also those that the relay doesn't list: relays serve models that they don't list.
 */
export function orderModels(
  listed: readonly RelayModel[],
  { pinned, recent, selected }: OrderOptions,
): ModelSection[] {
  const chatModels = listed.filter(({ kind }) => kind === 'chat');
  const byId = new Map(chatModels.map((model) => [model.id, model]));
  const pins = new Set(pinned);
  const placed = new Set<string>();
  const toOrdered = (model: RelayModel): OrderedModel => ({
    model,
    provider: providerOf(model),
    isPinned: pins.has(model.id),
    // Before there is a list, nothing can be said of it.
    isUnlisted: listed.length > 0 && !byId.has(model.id),
  });
  const place = (ids: readonly string[]) =>
    ids
      .filter((id) => !placed.has(id) && placed.add(id))
      .map((id) => toOrdered(byId.get(id) ?? { id, kind: 'chat', protocols: [] }));
  const named: ModelSection[] = [
    { kind: 'pinned', models: place(pinned) },
    { kind: 'recent', models: place(recent) },
    { kind: 'current', models: place(selected !== undefined && !byId.has(selected) ? [selected] : []) },
  ];
  const others = sortNewestFirst(chatModels.filter(({ id }) => !placed.has(id))).map(toOrdered);
  const groups = [...Map.groupBy(others, ({ provider }) => provider)]
    .sort(([a], [b]) => Number(a === undefined) - Number(b === undefined) || compareNames(a ?? '', b ?? ''))
    .map(
      ([provider, models]): ModelSection => ({
        kind: 'provider',
        ...(provider !== undefined && { provider }),
        models,
      }),
    );
  return [...named, ...groups].filter(({ models }) => models.length > 0);
}

/** The heading of a group. */
export function describeSection({ kind, provider }: ModelSection, t: Translate): string {
  switch (kind) {
    case 'pinned':
      return t('Pinned');
    case 'recent':
      return t('Recent');
    case 'current':
      return t('Current model');
    case 'provider':
      return provider ?? t('Other models');
  }
}
