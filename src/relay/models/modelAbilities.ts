import * as z from 'zod';
import { flag, maybe, text } from '../lenientFields.ts';
import { type Effort, toEfforts } from './efforts.ts';

/** What a list says of what a model takes. Absent: it says nothing. */
export interface ModelAbilities {
  readonly takesImages?: boolean;
  readonly takesTools?: boolean;
  /** Whether it can think before it answers. */
  readonly thinks?: boolean;
  /** Which efforts it takes, where the list names them. */
  readonly efforts?: readonly Effort[];
  readonly takesTemperature?: boolean;
}

const support = maybe(
  z.union([z.boolean(), z.looseObject({ supported: z.boolean() }).transform(({ supported }) => supported)]),
);
const words = maybe(z.array(z.string()));
const mixed = maybe(z.array(z.unknown()));

/** The fields in which lists say it; relays pass on those of the services behind them. */
export const abilityFields = {
  /** Of the Messages protocol's own list (`image_input.supported`), and of other services (`vision`, `function_calling`, `tools`). */
  capabilities: maybe(
    z.looseObject({
      image_input: support,
      vision: flag,
      function_calling: flag,
      tools: flag,
      thinking: support,
      reasoning: support,
      effort: maybe(z.record(z.string(), z.unknown())),
    }),
  ),
  architecture: maybe(z.looseObject({ input_modalities: words, modality: text })),
  input_modalities: words,
  supported_parameters: words,
  supported_features: words,
  supports_vision: flag,
  supports_image_input: flag,
  supports_image_in: flag,
  supports_function_calling: flag,
  supports_tools: flag,
  thinking: flag,
  supports_reasoning: flag,
  reasoning: maybe(z.looseObject({ supported_efforts: mixed })),
  supported_reasoning_efforts: mixed,
  /** A default, in the generate-content protocol's list; where the model takes none, it isn't there. */
  temperature: maybe(z.union([z.boolean(), z.number().transform(() => true)])),
  maxTemperature: maybe(z.number().transform((most) => most > 0)),
  supports_temperature: flag,
};

const abilityEntry = z.looseObject(abilityFields);

type AbilityEntry = z.infer<typeof abilityEntry>;

/** What entries about one model say together. What one of them says is there is there: lists leave things out. */
export function readAbilities(entries: readonly AbilityEntry[]): ModelAbilities {
  const takesImages = join(entries.flatMap(imageSayings));
  const takesTools = join(entries.flatMap(toolSayings));
  const thinks = join(entries.flatMap(thinkingSayings));
  const efforts = toEfforts(entries.flatMap(namedEfforts));
  const takesTemperature = join(entries.flatMap(temperatureSayings));
  return {
    ...(takesImages !== undefined && { takesImages }),
    ...(takesTools !== undefined && { takesTools }),
    ...(thinks !== undefined && { thinks }),
    ...(efforts.length > 0 && { efforts }),
    ...(takesTemperature !== undefined && { takesTemperature }),
  };
}

function imageSayings({ capabilities, architecture, ...entry }: AbilityEntry) {
  // "text+image->text": what comes in, and what goes out.
  const modality = architecture?.modality?.includes('->') ? architecture.modality.split('->')[0] : undefined;
  return [
    capabilities?.image_input,
    capabilities?.vision,
    has(architecture?.input_modalities, 'image'),
    has(entry.input_modalities, 'image'),
    has(modality?.split('+'), 'image'),
    entry.supports_vision,
    entry.supports_image_input,
    entry.supports_image_in,
  ];
}

function toolSayings({ capabilities, ...entry }: AbilityEntry) {
  return [
    capabilities?.function_calling,
    capabilities?.tools,
    has(entry.supported_parameters, 'tools'),
    has(entry.supported_features, 'tools'),
    entry.supports_function_calling,
    entry.supports_tools,
  ];
}

function thinkingSayings({ capabilities, ...entry }: AbilityEntry) {
  const parameters = entry.supported_parameters?.map((parameter) =>
    parameter.replace(/^reasoning_effort$/i, 'reasoning'),
  );
  return [
    capabilities?.thinking,
    capabilities?.reasoning,
    entry.thinking,
    entry.supports_reasoning,
    has(parameters, 'reasoning'),
    has(entry.supported_features, 'reasoning'),
  ];
}

function namedEfforts({ capabilities, reasoning, supported_reasoning_efforts }: AbilityEntry): unknown[] {
  const named = Object.entries(capabilities?.effort ?? {}).filter(
    ([, level]) => support.parse(level) === true,
  );
  return [
    ...named.map(([effort]) => effort),
    ...(reasoning?.supported_efforts ?? []),
    ...(supported_reasoning_efforts ?? []),
  ];
}

function temperatureSayings(entry: AbilityEntry) {
  return [
    has(entry.supported_parameters, 'temperature'),
    entry.temperature,
    entry.maxTemperature,
    entry.supports_temperature,
  ];
}

/** An empty list says nothing. */
function has(list: readonly string[] | null | undefined, word: string): boolean | undefined {
  return list && list.length > 0 ? list.some((each) => each.trim().toLowerCase() === word) : undefined;
}

function join(sayings: readonly (boolean | null | undefined)[]): boolean | undefined {
  if (sayings.includes(true)) return true;
  return sayings.includes(false) ? false : undefined;
}
