import { takeIdApart } from '../../relay/models/modelFamilies.ts';
import type { OverridesOfModel } from '../../relay/models/modelOverrides.ts';
import type { RelayModel } from '../../relay/models/relayModel.ts';

/** Known properties of a model family; absent: unknown. */
interface FamilyLimits {
  /** Input and output tokens together. */
  readonly context?: number;
  readonly output?: number;
  /** Output is counted separately from input, which alone may fill the context. */
  readonly inputApart?: boolean;
  readonly seesPictures?: boolean;
  readonly takesTools?: boolean;
}

/** The context is the number in the model ID: "-32k". */
type NamedContext = 'named';

type Row = readonly [
  family: RegExp,
  context: number | NamedContext,
  output: number,
  abilities?: 'pictures' | 'no tools' | undefined,
];

/** For families whose makers state no output limit: enough for an agent's longest turn. */
const unlimited = 32_768;

/**
 * Limits of model families from their makers' documentation, or the lower limits of services that host them: too small
 * a limit causes an early summary, too large a limit breaks the conversation. The first match counts. Versions are
 * written with dashes: 4.5 is 4-5 here.
 */
const families: readonly Row[] = [
  [/^claude-3-(?:opus|sonnet|haiku)/, 200_000, 4_096, 'pictures'],
  [/^claude-3-5-/, 200_000, 8_192, 'pictures'],
  [/^claude-3-7-/, 200_000, 64_000, 'pictures'],
  [/^claude-(?:opus|sonnet|haiku)-4-[5-9](?!\d)/, 200_000, 64_000, 'pictures'],
  [/^claude-(?:sonnet-4|4-sonnet)(?!\d)/, 200_000, 64_000, 'pictures'],
  [/^claude-(?:(?:opus|sonnet|fable|mythos)-5|haiku-5-5)(?!\d)/, 1_000_000, 128_000, 'pictures'],
  [/^claude-(?!instant|v?[12](?!\d))/, 200_000, 32_000, 'pictures'],

  [/^gpt-3-5-turbo(?!-instruct)/, 16_385, 4_096],
  [/^gpt-4-32k/, 32_768, 4_096],
  [/^gpt-4-(?:turbo-preview|1106|0125)/, 128_000, 4_096],
  [/^gpt-4(?:-0\d{3})?$/, 8_192, 4_096],
  [/^gpt-4(?:-turbo|o-2024-05-13)/, 128_000, 4_096, 'pictures'],
  [/^gpt-4o-(?:mini-)?(?:audio|realtime)/, 128_000, 16_384],
  [/^(?:chat)?gpt-4o/, 128_000, 16_384, 'pictures'],
  [/^gpt-4-1(?!\d)/, 1_047_576, 32_768, 'pictures'],
  [/^gpt-5(?:-\d)?-chat/, 128_000, 16_384, 'pictures'],
  [/^gpt-5-3-codex-spark/, 128_000, 32_000, 'pictures'],
  [/^gpt-(?:5-[56]|6)(?!\d)/, 1_050_000, 128_000, 'pictures'],
  [/^gpt-[5-9](?!\d)/, 400_000, 128_000, 'pictures'],
  [/^gpt-oss-/, 128_000, 32_768],
  [/^o1-mini/, 128_000, 65_536, 'no tools'],
  [/^o1-preview/, 128_000, 32_768, 'no tools'],
  [/^o3-mini/, 200_000, 100_000],
  [/^o[134](?![a-z\d])/, 200_000, 100_000, 'pictures'],

  [/^gemini-(?:1-5|2-0)-(?:pro|flash)/, 1_048_576, 8_192, 'pictures'],
  [/^gemini-(?:2-5|[3-9](?:-\d)?)-(?:pro|flash)(?!.*(?:audio|image|live))/, 1_048_576, 65_536, 'pictures'],
  [/^gemini-(?:pro|flash|flash-lite)-latest/, 1_048_576, 65_536, 'pictures'],
  [/^gemma-?3(?!n|-1b|-270m)/, 40_000, 8_192, 'pictures'],
  [/^gemma-?4/, 262_144, unlimited, 'pictures'],

  [/^deepseek-(?:v4|flash)/, 1_000_000, 384_000],
  [/^deepseek-(?:chat-)?v3-[12](?!\d)/, 128_000, 32_768],
  [/^deepseek-(?:chat-)?v3/, 64_000, 8_192],
  [/^deepseek-r1-.*(?:distill|qwen|llama)/, 32_768, 8_192],
  [/^deepseek[-.]r1/, 128_000, 16_384],
  [/^deepseek-chat/, 128_000, 8_192],
  [/^deepseek-reasoner/, 128_000, 32_768],

  [/^qwen-?3-coder/, 256_000, 32_768],
  [/^qwen-?3-max/, 252_000, 32_000],
  [/^qwen-?3-vl/, 128_000, 32_000, 'pictures'],
  [/^qwen-?3-(?:next|.*2507)/, 131_072, 16_384],
  [/^qwen-?3-\d+b/, 40_960, 8_192],
  [/^qwen-?3-6-max/, 240_000, 64_000],
  [/^qwen-?3-[56]-(?:plus|flash)/, 980_000, 64_000, 'pictures'],
  [/^qwen-?3-[78]-(?:plus|flash|max)/, 980_000, 64_000],
  [/^qwen-?3-[56]-\d/, 254_000, 32_768, 'pictures'],
  [/^qwen-?3-[78]-\d/, 254_000, 32_768],
  [/^qwen-max/, 32_768, 8_192],
  [/^qwen-(?:plus|turbo|flash|vl-max)(?!-character)/, 131_072, 8_192],
  [/^qwen-?2-5-(?:vl|coder|\d)/, 32_768, 8_192],
  [/^qwq-/, 32_768, 8_192],

  [/^glm-5-[23]-flash/, 1_000_000, 128_000, 'pictures'],
  [/^glm-5-[23](?!\d)/, 1_000_000, 128_000],
  [/^glm-5v/, 200_000, 65_536, 'pictures'],
  [/^glm-5(?!\d)/, 200_000, 65_536],
  [/^glm-4-[67](?!\d|v)/, 200_000, 65_536],
  [/^glm-4-6v/, 128_000, 32_768, 'pictures'],
  [/^glm-4-[15]v/, 64_000, 16_384, 'pictures'],
  [/^glm-4-5/, 128_000, 98_304],
  [/^glm-4-(?:plus|air|flash|32b|long)/, 128_000, 4_096],
  [/^glm-z1-/, 32_768, 16_384],

  [/^kimi-k3/, 1_048_576, 131_072, 'pictures'],
  [/^kimi-k2-[5-9](?!\d)/, 256_000, 32_768, 'pictures'],
  [/^kimi-(?:k2-thinking|for-coding)/, 256_000, 32_768],
  [/^kimi-k2(?!\d)/, 131_000, 16_384],
  [/^kimi-latest/, 131_072, 8_192],
  [/^moonshot-v1-8k/, 'named', 4_096],
  [/^moonshot-v1-\d+k/, 'named', 8_192],

  [/^grok-3/, 131_072, unlimited],
  [/^grok-4-(?:1-)?fast/, 2_000_000, 30_000, 'pictures'],
  [/^grok-4-(?:3|6|20)(?!\d)/, 200_000, 30_000, 'pictures'],
  [/^grok-4-[57](?!\d)/, 500_000, unlimited, 'pictures'],
  [/^grok-4(?!\d)/, 256_000, unlimited, 'pictures'],
  [/^grok-code-fast/, 256_000, 10_000],
  [/^grok-build/, 131_072, unlimited, 'pictures'],

  [/^(?:meta-)?llama-?4-/, 131_000, 8_192, 'pictures'],
  [/^(?:meta-)?llama-?v?3-[123](?!\d)/, 128_000, 4_096],
  [/^(?:meta-)?llama-?v?3(?:-|:|$)/, 8_192, 4_096],

  [/^mistral-large-(?:3|4|2512|latest)/, 128_000, 16_384, 'pictures'],
  [/^mistral-large/, 128_000, 16_384],
  [/^mistral-medium-(?:3|2505|2508|2604|latest)/, 128_000, 16_384, 'pictures'],
  [/^mistral-small-(?:3-[12]|4|2503|2506|2603|latest)/, 128_000, 16_384, 'pictures'],
  [/^mistral-small/, 32_768, 8_192],
  [/^(?:open-)?mistral-nemo/, 128_000, 8_192],
  [/^codestral(?!-embed)/, 32_000, 4_096],
  [/^(?:labs-)?devstral/, 128_000, 16_384],
  [/^magistral/, 40_000, 16_384],
  [/^ministral-.*2512/, 128_000, 16_384, 'pictures'],
  [/^ministral-/, 128_000, 8_192],
  [/^pixtral-/, 128_000, 4_096, 'pictures'],
  [/^(?:open-)?mixtral-8x22b/, 64_000, 4_096],
  [/^(?:open-)?mixtral-8x7b/, 32_000, 4_096],

  [/^minimax-m3/, 200_000, 65_536],
  [/^minimax-m2/, 196_608, 65_536],
  [/^minimax-m1/, 1_000_000, 40_000],

  [/^(?:doubao-)?seed-1-6/, 256_000, 16_000, 'pictures'],
  [/^(?:doubao-)?seed-(?:1-8|2-\d)/, 256_000, 32_000, 'pictures'],
  [/^doubao-1-5-(?:lite|pro|vision-pro)-\d+k/, 'named', 12_288],
  [/^doubao-1-5-(?:pro|thinking|vision)/, 128_000, 16_000],
  [/^doubao-(?:vision-)?(?:lite|pro)-\d+k/, 'named', 4_096],

  [/^hy4/, 1_048_576, 65_536],
  [/^hy3/, 256_000, 64_000],
  [/^hunyuan-a13b/, 256_000, 32_000],
  // It has 92,000 tokens in all, but an input limit of 28,000: a context of 56,000 leaves exactly that.
  [/^hunyuan-t1(?!-vision)/, 56_000, 28_000],
  [/^hunyuan-.*\d+k(?!\w)/, 'named', 6_000],
  [/^hunyuan-lite(?!-vision)/, 256_000, 6_000],
  [/^hunyuan-.*vision/, 8_000, 2_000],
  [/^hunyuan-turbos/, 32_000, 8_000],
  [/^hunyuan-(?:turbo|large)/, 32_000, 4_000],
  [/^hunyuan-standard/, 32_000, 2_000],

  [/^ernie-4-5-.*vl-.*\d+b/, 30_000, 8_000],
  [/^ernie-4-5-.*\d+b/, 120_000, 8_000],
  [/^ernie-4-5-turbo-.*\d+k/, 'named', 12_000],
  [/^ernie-4-5-turbo/, 131_000, 12_000],
  [/^ernie-(?:5|x1-1)/, 119_000, 16_384],
  [/^ernie-x1/, 50_000, 8_192],
  [/^ernie-.*\d+k/, 'named', 2_048],

  [/^step-5/, 1_000_000, unlimited, 'pictures'],
  [/^step-3-[57]-flash/, 256_000, unlimited],
  [/^step-3(?!-\d)/, 64_000, 8_192, 'pictures'],
  [/^step-r1-v/, 100_000, 8_192, 'pictures'],
  [/^step-1v-\d+k/, 'named', 4_096, 'pictures'],
  [/^step-[12].*-\d+k/, 'named', 4_096],
  [/^step-2-mini/, 8_000, 4_000],

  [/^command-a-plus/, 128_000, 64_000, 'pictures'],
  [/^command-a(?:-\d|$)/, 256_000, 8_000],
  [/^command-r/, 128_000, 4_000],
  [/^nova-(?:pro|lite)/, 300_000, 5_120, 'pictures'],
  [/^nova-micro/, 128_000, 5_120],
  [/^nova-(?:premier|2-lite)/, 1_000_000, 32_000, 'pictures'],
  [/^mimo-v2(?:-5)?(?:-(?:pro|flash)|(?:-omni)?(?:-free)?$)/, 256_000, 32_768],
  [/^jamba-(?:large|mini)/, 256_000, 4_096],
];

/** Models whose names tell that they accept images. */
const seeingName = /(?<![a-z])(?:vl|vision)(?![a-z])/;

/** The known properties of a model by its ID, with or without a vendor prefix and a date suffix. */
export function limitsByFamily(id: string): FamilyLimits {
  const bare = takeIdApart(id).bare.replaceAll(/(?<=\d)[.p](?=\d)/g, '-');
  const row = families.find(([family]) => family.test(bare));
  const isNamedSeeing = seeingName.test(bare);
  if (!row) return isNamedSeeing ? { seesPictures: true } : {};
  const [, context, output, abilities] = row;
  return {
    context: context === 'named' ? namedContext(bare) : context,
    output,
    ...(bare.startsWith('gemini-') && { inputApart: true }),
    seesPictures: isNamedSeeing || abilities === 'pictures',
    ...(abilities === 'no tools' && { takesTools: false }),
  };
}

/** "-32k" is 32,768 for some makers and 32,000 for others: use the smaller number. */
function namedContext(bare: string): number {
  return Number(/\d+(?=k)/.exec(bare)?.[0]) * 1_000;
}

/** A model's token limits. */
interface TokenBudget {
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** The output limit to request if nobody specifies another one. */
  readonly usualOutputTokens: number;
  /** The context that is assumed if none is known: input and output together. */
  readonly assumedContext?: number;
}

/**
 * The context of unknown models. VS Code's agent needs some 20,000 tokens for its tools and instructions: half of this
 * would leave it no room to work. Most current models have twice as much, but not all.
 */
const unknownContext = 65_536;
/** The output of unknown models: enough for a file of some hundred lines, and no more than current models allow. */
const unknownOutput = 8_192;

/**
 * More output is requested only if the person sets it: it reduces the room for input, relays reserve its price from the
 * balance before they respond, and no turn of an agent is that long.
 */
const mostOutput = 128_000;

/**
 * The most output to request if neither the caller nor the person specifies more: relays reserve its full price until
 * the response is complete, and refuse the request if the balance is lower.
 */
const usualOutput = 32_000;

const leastInput = 1_024;

/** From the model's setting, else the relay's list, the family, the setting for all models, or a careful default. */
export function shareTokens(
  model: RelayModel,
  { own, general }: OverridesOfModel,
  family: FamilyLimits,
): TokenBudget {
  const listedInput = own.context === undefined ? model.inputTokenLimit : undefined;
  const knownContext = own.context ?? model.contextTokens;
  const someContext = knownContext ?? listedInput ?? family.context ?? general.context;
  const context = someContext ?? unknownContext;
  const knownOutput = model.outputTokenLimit ?? family.output;
  const saidOutput = own.output ?? (knownOutput === undefined ? general.output : undefined);
  const output = saidOutput ?? Math.min(knownOutput ?? unknownOutput, mostOutput);
  // Reserve at least half of the context for the input, whatever output limit is stated.
  const maxOutputTokens = Math.max(1, Math.min(output, Math.floor(context / 2), context - leastInput));
  const usualOutputTokens =
    saidOutput === undefined ? Math.min(maxOutputTokens, usualOutput) : maxOutputTokens;
  const room = Math.max(leastInput, context - maxOutputTokens);
  if (listedInput === undefined) {
    const assumed = someContext === undefined ? { assumedContext: context } : {};
    return { maxInputTokens: room, maxOutputTokens, usualOutputTokens, ...assumed };
  }
  // Some lists give the whole context as the input limit: then the output has to fit into it, too.
  const shared = knownContext ?? (family.inputApart ? undefined : family.context);
  const isWhole = shared !== undefined && listedInput + maxOutputTokens > shared;
  const maxInputTokens = isWhole ? room : Math.max(leastInput, listedInput);
  return { maxInputTokens, maxOutputTokens, usualOutputTokens };
}
