import type { ConnectionView, ModelView } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import { type ConfigurableModel, findConfigurable } from '../../relay/models/modelConfiguration.ts';
import { type Effort, toEfforts } from '../../relay/models/modelFamilies.ts';
import { readOverrides } from '../../relay/models/modelOverrides.ts';
import type { RelayModel } from '../../relay/models/relayModel.ts';
import { type FieldRefusals, refusalsOfEffort } from '../../relay/refusalMemory.ts';
import type { ChatMemory } from '../storage/persistence.ts';

interface ModelTargetPorts {
  readonly connection: { view(): Promise<ConnectionView> };
  readonly models: {
    /** A model's entry in the relay's list. */
    find(id: string): RelayModel | undefined;
    /** The selected model as far as known without a request: the view must not wait for the network. */
    recall(kind: 'chat'): Promise<string | undefined>;
  };
  /** The setting `languageModels.capabilities`, unparsed. */
  readonly limits: () => unknown;
  readonly memory: ChatMemory;
  readonly fieldRefusals: FieldRefusals;
  readonly logger: Logger;
}

/** The targets of the next prompt: the relay, the selected model, and the models compared with it. */
export type ModelTargets = ReturnType<typeof createModelTargets>;

export function createModelTargets(ports: ModelTargetPorts) {
  const { models, memory, fieldRefusals, logger } = ports;
  let host: string | undefined;
  let model: string | undefined;

  const configurable = (id: string) =>
    findConfigurable(id, models.find(id), readOverrides(ports.limits())(id));
  /** The compared models without the selected one, which may be among them and must not be asked twice. */
  const others = (): readonly string[] => memory.others.filter((id) => id !== model);
  const toView = (id: string): ModelView => ({ id, label: models.find(id)?.displayName ?? id });
  const asked = () => [model ?? [], others()].flat();
  const refusesEffort = (id: string, effort: Effort) =>
    refusalsOfEffort(id, effort).some((name) => host !== undefined && fieldRefusals.has(host, id, name));

  return {
    /** Host of the relay, as last seen. */
    get host(): string | undefined {
      return host;
    },
    /** The chosen model, as last seen. */
    get model(): string | undefined {
      return model;
    },
    /** Never rejects. */
    async connectionView(): Promise<ConnectionView> {
      try {
        const connection = await ports.connection.view();
        host = connection.host;
        return connection;
      } catch (error) {
        // The system's keyring may be locked; the conversation can be read anyway.
        logger.error(`Chat: failed to read the connection: ${String(error)}`);
        return { state: 'missing', fromEnvironment: false };
      }
    },
    async modelView(): Promise<ModelView | undefined> {
      model = await models.recall('chat');
      return model === undefined ? undefined : toView(model);
    },
    others,
    /** The options of a model that can be configured. */
    configurable,
    /** The options of all targets of the next prompt together, with the efforts that all of them refused. */
    configurableInAll(): ConfigurableModel {
      const targets = asked().map((id) => ({ id, ...configurable(id) }));
      const efforts = toEfforts(targets.flatMap((each) => each.efforts));
      return {
        efforts,
        takesTemperature: targets.some(({ takesTemperature }) => takesTemperature),
        refusedEfforts: efforts.filter((effort) =>
          targets.every(({ id, efforts }) => !efforts.includes(effort) || refusesEffort(id, effort)),
        ),
      };
    },
    /** Sends a refused effort again with the next prompt. */
    forgetRefusal(effort: Effort): void {
      if (host === undefined) return;
      for (const id of asked())
        for (const name of refusalsOfEffort(id, effort)) fieldRefusals.set(host, id, name, false);
    },
    otherViews: (): ModelView[] => others().map(toView),
    /** Whether the relay lists the selected model as one without this input. */
    lacks: (what: 'takesImages' | 'takesTools'): boolean =>
      model !== undefined && models.find(model)?.[what] === false,
  };
}
