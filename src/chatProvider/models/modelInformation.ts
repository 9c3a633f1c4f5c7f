import { describeProtocol, type Protocol } from '../../relay/chat/protocolNames.ts';
import { type ConfigurableModel, findConfigurable } from '../../relay/models/modelConfiguration.ts';
import { compareNames, takeIdApart } from '../../relay/models/modelFamilies.ts';
import { type OverridesOfModel, readOverrides } from '../../relay/models/modelOverrides.ts';
import type { RelayModel } from '../../relay/models/relayModel.ts';
import { invisibleCharacters } from '../../text/invisibleCharacters.ts';
import type { Translate } from '../../text/translate.ts';
import { type ConfigurationSchema, createConfigurationSchema } from './configurationSchema.ts';
import { limitsByFamily, shareTokens } from './modelLimits.ts';

/** A model as reported to VS Code, with our own fields for requests. */
export interface ModelInformation {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly version: string;
  readonly detail?: string;
  readonly tooltip?: string;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** The output limit to request if the caller specifies no other. */
  readonly usualOutputTokens: number;
  readonly capabilities: { readonly toolCalling: boolean; readonly imageInput: boolean };
  /** The options of the model, which VS Code reads although its API does not declare them. */
  readonly configurationSchema?: ConfigurationSchema;
  readonly configurable: ConfigurableModel;
  readonly isUserSelectable: true;
  readonly isBYOK: true;
  readonly model: string;
  readonly profile: string;
  readonly protocol: Protocol;
}

/**
 * VS Code accepts these fields from any extension without declaring them. Without the first, MCP servers that request a
 * model are not offered ours; without the second, some releases show the limits of VS Code's own quota for it. Never
 * add `capabilities.editTools`: VS Code then refuses all models of an extension.
 */
const undeclaredFields = { isUserSelectable: true, isBYOK: true } as const;

interface ListOfProfile {
  readonly profile: string;
  readonly profileName: string;
  readonly models: readonly RelayModel[];
}

interface ModelOfProfile {
  readonly model: RelayModel;
  readonly profile: string;
  /** Set if there are several profiles. */
  readonly profileName?: string | undefined;
  readonly overrides: (id: string) => OverridesOfModel;
  readonly t: Translate;
}

/** Characters that would split an identifier, that are markup, or that are invisible. */
const markup = /[#<>`\\\p{Cc}\p{Zl}\p{Zp}\p{Format}\p{Default_Ignorable_Code_Point}]|(?<=[$\]])[([:]/gu;

/**
 * The chat models of all profiles, as they are reported to VS Code: profiles in the given order, each sorted by family
 * and name. `limits` is the unparsed setting.
 */
export function collectModels(
  lists: readonly ListOfProfile[],
  limits: unknown,
  t: Translate,
): ModelInformation[] {
  const overrides = readOverrides(limits);
  const byId = new Map<string, ModelInformation>();
  for (const { profile, profileName, models } of lists) {
    const chatModels = models.filter(({ kind, protocols }) => kind === 'chat' && protocols.length > 0);
    const described = chatModels.map((model) =>
      describeModel({
        model,
        profile,
        profileName: lists.length > 1 ? profileName : undefined,
        overrides,
        t,
      }),
    );
    const sorted = nameApart(described).sort(
      (a, b) => compareNames(a.family, b.family) || compareNames(a.name, b.name) || compareNames(a.id, b.id),
    );
    for (const information of sorted) {
      if (!byId.has(information.id)) byId.set(information.id, information);
    }
  }
  return namesApartByProfile([...byId.values()]);
}

/** Distinguishes models with the same name in several profiles, because VS Code shows only the name. */
function namesApartByProfile(models: readonly ModelInformation[]): ModelInformation[] {
  const byName = Map.groupBy(models, ({ name }) => name);
  return models.map((information) => {
    const { name, detail, profile } = information;
    const isShared = byName.get(name)?.some((other) => other.profile !== profile);
    return isShared && detail !== undefined ? { ...information, name: `${name} · ${detail}` } : information;
  });
}

function describeModel({ model, profile, profileName, overrides, t }: ModelOfProfile): ModelInformation {
  const { id, displayName, protocols } = model;
  const { name, family, version } = takeIdApart(id);
  const known = limitsByFamily(id);
  const said = overrides(id);
  const { assumedContext, ...limits } = shareTokens(model, said, known);
  const protocol = protocols[0] ?? 'chatCompletions';
  const configurable = findConfigurable(id, model, said);
  const configurationSchema = createConfigurationSchema(configurable, t);
  return {
    id: modelIdentifier(id, profile),
    name: plainLabel(displayName ?? name) || plainLabel(id),
    family: plainLabel(family),
    version: plainLabel(version),
    ...(profileName !== undefined && { detail: plainLabel(profileName) }),
    tooltip: describeSource(id, protocol, assumedContext, t),
    ...limits,
    capabilities: {
      // A wrong `false` hides the model from the agent; after a wrong `true`, the relay's error gives the reason.
      toolCalling: said.own.tools ?? model.takesTools ?? known.takesTools ?? said.general.tools ?? true,
      imageInput: said.own.images ?? model.takesImages ?? known.seesPictures ?? said.general.images ?? false,
    },
    ...(configurationSchema && { configurationSchema }),
    configurable,
    ...undeclaredFields,
    model: id,
    profile,
    protocol,
  };
}

/**
 * The identifier of a model for VS Code: its ID in the default profile; in another one, the ID and the profile's name.
 * Characters that would be ambiguous, or markup where VS Code shows them, are percent-encoded.
 */
export function modelIdentifier(id: string, profile: string): string {
  const plain = id.toWellFormed().replace(markup, percentEncode);
  return profile === '' ? plain : `${plain}#${encodeURIComponent(profile.toWellFormed())}`;
}

function percentEncode(character: string): string {
  const encoded = encodeURIComponent(character);
  // `encodeURIComponent` leaves parentheses as they are.
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}

/** Models with the same short name keep their full IDs. */
function nameApart(models: readonly ModelInformation[]): ModelInformation[] {
  const ids = new Set(models.map(({ model }) => plainLabel(model)));
  const byName = Map.groupBy(models, ({ name }) => name);
  return models.map((information) => {
    const { name, model } = information;
    const id = plainLabel(model);
    const isOnlyOne = byName.get(name)?.length === 1 && (name === id || !ids.has(name));
    return isOnlyOne ? information : { ...information, name: id };
  });
}

/** What VS Code does not show by itself, as it does the limits. */
function describeSource(
  id: string,
  protocol: Protocol,
  assumedContext: number | undefined,
  t: Translate,
): string {
  const lines = [plainLabel(id), describeProtocol(protocol, t)];
  const setting = 'modelRelay.languageModels.capabilities';
  if (assumedContext !== undefined)
    lines.push(
      t(
        'The size of the context window is unknown. {0} tokens are assumed. Set the size in {1}.',
        assumedContext.toLocaleString('en'),
        setting,
      ),
    );
  return lines.join('\n');
}

const longestLabel = 200;

/**
 * A relay's name for something as one line of plain text: VS Code would render icons, links, images and tags in the
 * information about a model.
 */
function plainLabel(words: string): string {
  return words
    .slice(0, longestLabel)
    .replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .replace(invisibleCharacters, '')
    .trim()
    .replace(/(?<=[$\]])(?=[([:])|(?<=<)(?=[\w/!])/g, '\u200b');
}
