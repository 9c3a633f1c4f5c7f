import * as vscode from 'vscode';
import { describeFailure } from '../messages/failures.ts';
import { readActiveProfile, readModelLimits, writeSetting } from '../platform/settings/settings.ts';
import type { ModelEntryView, ModelListView } from '../protocol/modelListView.ts';
import { findConfigurable } from '../relay/models/modelConfiguration.ts';
import { readOverrides } from '../relay/models/modelOverrides.ts';
import { createModelFavorites } from './modelFavorites.ts';
import { type OrderedModel, orderModels } from './modelOrder.ts';
import type { SharedModelPorts } from './modelStore.ts';

/** The content and the actions of the chat's model menu. */
export function createModelMenu({ models: store, context, connection }: SharedModelPorts) {
  const { t } = vscode.l10n;
  const favorites = createModelFavorites(context.globalState);

  function view(isLoading: boolean, host?: string): ModelListView {
    const { models, failure, readAt, isCapped } = store.state;
    const order = { ...favorites.of(readActiveProfile().name), selected: store.selected('chat'), t };
    const overridesOf = readOverrides(readModelLimits());
    const toEntry = (ordered: OrderedModel) => describeEntry(ordered, overridesOf(ordered.model.id));
    const isFailed = failure !== undefined && !isLoading;
    const notice =
      isFailed && readAt !== undefined
        ? t('Model list last updated: {0}', new Date(readAt).toLocaleString(vscode.env.language))
        : isCapped
          ? t('The first {0} models are listed. To use another model, enter its ID.', models.length)
          : undefined;
    return {
      sections: orderModels(models, 'chat', order).map((section) => ({
        title: section.title,
        models: section.models.map(toEntry),
      })),
      isLoading,
      ...(isFailed && { failure: describeFailure(failure, { t, host }) }),
      ...(notice !== undefined && { notice }),
    };
  }

  return {
    /** Shows the stored list, then the relay's current one. Never rejects: the list reports a relay's failure. */
    async list(show: (list: ModelListView) => void): Promise<void> {
      const { host } = await connection.view();
      await store.recall('chat');
      show(view(true));
      await store.refresh();
      show(view(false, host));
    },
    async select(id: string): Promise<void> {
      await writeSetting('modelRelay.chat.model', id);
      await favorites.use(readActiveProfile().name, id);
    },
    async pin(id: string, isPinned: boolean): Promise<ModelListView> {
      await favorites.pin(readActiveProfile().name, id, isPinned);
      return view(false);
    },
  };
}

/** A model's data from the settings and the relay's list; for thinking, also what is known about its family. */
function describeEntry(
  { model, provider, isPinned, isUnlisted }: OrderedModel,
  overrides: ReturnType<ReturnType<typeof readOverrides>>,
): ModelEntryView {
  const { id, displayName, prices } = model;
  const { own } = overrides;
  const contextTokens = own.context ?? model.contextTokens ?? model.inputTokenLimit;
  const takesTools = own.tools ?? model.takesTools;
  const takesImages = own.images ?? model.takesImages;
  const thinks = findConfigurable(id, model, overrides).efforts.length > 0 || model.thinks;
  return {
    id,
    ...(displayName && displayName !== id && { name: displayName }),
    ...(provider !== undefined && { provider }),
    ...(contextTokens && { contextTokens }),
    ...(takesTools && { takesTools }),
    ...(takesImages && { takesImages }),
    ...(thinks && { thinks }),
    ...(prices && { prices: { input: prices.input, output: prices.output } }),
    ...(isPinned && { isPinned }),
    ...(isUnlisted && { isUnlisted }),
  };
}
