import * as z from 'zod';
import { defined } from '../json.ts';
import { flag, maybe, text, texts } from '../schemas.ts';
import { toEfforts } from './modelFamilies.ts';
import type { ModelAbilities, TokenLimits } from './relayModel.ts';

const support = maybe(
  z.union([z.boolean(), z.looseObject({ supported: z.boolean() }).transform(({ supported }) => supported)]),
);
const mixed = maybe(z.array(z.unknown()));

/** The fields of lists; relays pass on those of the services behind them. */
export const abilityFields = {
  /**
   * From the Messages protocol's own list (`image_input.supported`), and from other services (`vision`,
   * `function_calling`, `tools`).
   */
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
  architecture: maybe(z.looseObject({ input_modalities: texts, modality: text })),
  input_modalities: texts,
  supported_parameters: texts,
  supported_features: texts,
  supports_vision: flag,
  supports_image_input: flag,
  supports_image_in: flag,
  supports_function_calling: flag,
  supports_tools: flag,
  thinking: flag,
  supports_reasoning: flag,
  reasoning: maybe(z.looseObject({ supported_efforts: mixed })),
  supported_reasoning_efforts: mixed,
  /** A default, in the generate-content protocol's list; absent if the model accepts none. */
  temperature: maybe(z.union([z.boolean(), z.number().transform(() => true)])),
  maxTemperature: maybe(z.number().transform((most) => most > 0)),
  supports_temperature: flag,
};

type AbilityEntry = z.infer<z.ZodObject<typeof abilityFields>>;

/** Merges entries about one model. A capability in one of them counts, because lists leave fields out. */
export function readAbilities(entries: readonly AbilityEntry[]): ModelAbilities {
  const efforts = toEfforts(entries.flatMap(namedEfforts));
  return defined({
    takesImages: join(entries.flatMap(imageSayings)),
    takesTools: join(entries.flatMap(toolSayings)),
    thinks: join(entries.flatMap(thinkingSayings)),
    efforts: efforts.length > 0 ? efforts : undefined,
    takesTemperature: join(entries.flatMap(temperatureSayings)),
  });
}

function imageSayings({ capabilities, architecture, ...entry }: AbilityEntry) {
  // "text+image->text": input before the arrow, output after it.
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

/** An empty list states nothing. */
function has(list: readonly string[] | null | undefined, word: string): boolean | undefined {
  return list && list.length > 0 ? list.some((each) => each.trim().toLowerCase() === word) : undefined;
}

function join(sayings: readonly (boolean | null | undefined)[]): boolean | undefined {
  if (sayings.includes(true)) return true;
  return sayings.includes(false) ? false : undefined;
}

const tokens = z.number().int().positive();
const limit = maybe(tokens);

/** The fields of lists; relays pass on those of the services behind them. */
export const limitFields = {
  inputTokenLimit: limit,
  max_input_tokens: limit,
  context_length: limit,
  context_window: maybe(
    z.union([tokens, z.looseObject({ context_length: limit, max_output_tokens: limit })]),
  ),
  max_context_length: limit,
  max_model_len: limit,
  /** A provider may serve a model with lower limits than the model has. */
  top_provider: maybe(z.looseObject({ context_length: limit, max_completion_tokens: limit })),
  outputTokenLimit: limit,
  max_output_tokens: limit,
  max_completion_tokens: limit,
  max_output_length: limit,
  max_tokens: limit,
};

type LimitEntry = z.infer<z.ZodObject<typeof limitFields>>;

/** Merges entries about one model: for each limit, the first one that is stated. */
export function readLimits(entries: readonly LimitEntry[]): TokenLimits {
  const first = (read: (entry: LimitEntry) => number | undefined) =>
    entries.map(read).find((found) => found !== undefined);
  return defined({
    inputTokenLimit: first(readInput),
    contextTokens: first(readContext),
    outputTokenLimit: first(readOutput),
  });
}

function readInput({ inputTokenLimit, max_input_tokens }: LimitEntry): number | undefined {
  return inputTokenLimit ?? max_input_tokens ?? undefined;
}

function readContext(entry: LimitEntry): number | undefined {
  const { context_window } = entry;
  const contexts = [
    entry.context_length,
    typeof context_window === 'number' ? context_window : context_window?.context_length,
    entry.max_context_length,
    entry.max_model_len,
    entry.top_provider?.context_length,
  ].filter((context) => typeof context === 'number');
  return contexts.length > 0 ? Math.min(...contexts) : undefined;
}

function readOutput(entry: LimitEntry): number | undefined {
  const { context_window, max_tokens } = entry;
  const named =
    entry.outputTokenLimit ??
    entry.max_output_tokens ??
    entry.top_provider?.max_completion_tokens ??
    entry.max_completion_tokens ??
    entry.max_output_length ??
    (typeof context_window === 'number' ? undefined : context_window?.max_output_tokens);
  if (named) return named;
  // In the lists of the Messages protocol and of gateways, `max_tokens` is the output limit. If it equals the
  // input limit, it is the whole context, as in older lists, and says nothing about the output.
  const whole = readContext(entry) ?? readInput(entry);
  return max_tokens && (whole === undefined || max_tokens < whole) ? max_tokens : undefined;
}
