import * as z from 'zod';

/** What a list says of what a model takes. Absent: it says nothing. */
export interface ModelAbilities {
  readonly takesImages?: boolean;
  readonly takesTools?: boolean;
}

const flag = z.boolean().nullish().catch(undefined);
const support = z
  .union([z.boolean(), z.looseObject({ supported: z.boolean() }).transform(({ supported }) => supported)])
  .nullish()
  .catch(undefined);
const words = z.array(z.string()).nullish().catch(undefined);

/** The fields in which lists say it; relays pass on those of the services behind them. */
export const abilityFields = {
  /** Of the Messages protocol's own list (`image_input.supported`), and of another service (`vision`, `function_calling`). */
  capabilities: z
    .looseObject({ image_input: support, vision: flag, function_calling: flag })
    .nullish()
    .catch(undefined),
  architecture: z
    .looseObject({ input_modalities: words, modality: z.string().nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
  input_modalities: words,
  supported_parameters: words,
  supported_features: words,
  supports_vision: flag,
  supports_image_input: flag,
  supports_image_in: flag,
  supports_function_calling: flag,
  supports_tools: flag,
};

const abilityEntry = z.looseObject(abilityFields);

/** What entries about one model say together. What one of them says is there is there: lists leave things out. */
export function readAbilities(entries: readonly z.infer<typeof abilityEntry>[]): ModelAbilities {
  const takesImages = join(entries.flatMap(imageSayings));
  const takesTools = join(entries.flatMap(toolSayings));
  return {
    ...(takesImages !== undefined && { takesImages }),
    ...(takesTools !== undefined && { takesTools }),
  };
}

function imageSayings({
  capabilities,
  architecture,
  input_modalities,
  ...entry
}: z.infer<typeof abilityEntry>) {
  // "text+image->text": what comes in, and what goes out.
  const modality = architecture?.modality?.includes('->') ? architecture.modality.split('->')[0] : undefined;
  return [
    capabilities?.image_input,
    capabilities?.vision,
    has(architecture?.input_modalities, 'image'),
    has(input_modalities, 'image'),
    has(modality?.split('+'), 'image'),
    entry.supports_vision,
    entry.supports_image_input,
    entry.supports_image_in,
  ];
}

function toolSayings({
  capabilities,
  supported_parameters,
  supported_features,
  supports_function_calling,
  supports_tools,
}: z.infer<typeof abilityEntry>) {
  return [
    capabilities?.function_calling,
    has(supported_parameters, 'tools'),
    has(supported_features, 'tools'),
    supports_function_calling,
    supports_tools,
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
