import { compareNames, takeIdApart } from './modelFamilies.ts';
import type { RelayModel } from './relayModel.ts';

/** Families by the beginning of their ids, and their makers. The first match counts. */
const makers: readonly (readonly [RegExp, string])[] = [
  [/^claude/, 'Anthropic'],
  [/^(?:chatgpt|gpt-|codex|o[134](?![a-z\d])|davinci|babbage)/, 'OpenAI'],
  [/^(?:gemini|gemma|learnlm|palm)/, 'Google'],
  [/^deepseek/, 'DeepSeek'],
  [/^grok/, 'xAI'],
  [/^(?:qwen|qwq|qvq)/, 'Qwen'],
  [/^(?:glm|chatglm)/, 'Z.ai'],
  [/^(?:kimi|moonshot)/, 'Moonshot AI'],
  [/^(?:doubao|seed-)/, 'ByteDance'],
  [/^(?:meta-)?llama/, 'Meta'],
  [/^(?:open-)?(?:mi[sx]tral|ministral|magistral|codestral|pixtral)|^(?:labs-)?devstral/, 'Mistral AI'],
  [/^(?:command-|c4ai-)/, 'Cohere'],
  [/^nova-/, 'Amazon'],
  [/^jamba/, 'AI21 Labs'],
  [/^phi-/, 'Microsoft'],
  [/^ernie/, 'Baidu'],
  [/^hunyuan/, 'Tencent'],
  [/^(?:minimax|abab)/, 'MiniMax'],
  [/^step-/, 'StepFun'],
  [/^yi-/, '01.AI'],
  [/^nemotron/, 'NVIDIA'],
];

/** What relays write as the owner if they don't know a model's owner. */
const noOwner = /^(?:custom|default|library|organization-owner|other|proxy|system|unknown|user)$/i;

/** The maker of a model: by its family, or else by the relay's list; undefined if neither tells. */
export function providerOf({ id, ownedBy }: Pick<RelayModel, 'id' | 'ownedBy'>): string | undefined {
  const { bare } = takeIdApart(id);
  const maker = makers.find(([family]) => family.test(bare))?.[1];
  if (maker) return maker;
  if (!ownedBy || noOwner.test(ownedBy)) return undefined;
  // Two spellings of one name are one provider.
  return makers.find(([, name]) => compareLoosely(name, ownedBy))?.[1] ?? ownedBy;
}

function compareLoosely(one: string, other: string): boolean {
  const bare = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');
  return bare(one) === bare(other);
}

/** The generation of a model as its id names it: 4.6 as [4, 6]. */
const generation = /(?<!\d)(\d{1,2})(?:[.p-](\d{1,2})(?![\da-z]))?(?!\d)/;

interface Age {
  readonly major: number;
  readonly minor: number;
  readonly family: string;
  readonly id: string;
}

function ageOf(id: string): Age {
  const { family } = takeIdApart(id);
  const [, major, minor] = generation.exec(family) ?? [];
  return { major: major === undefined ? -1 : Number(major), minor: Number(minor ?? 0), family, id };
}

/** Models of one provider, the newest generation first; in one, by name, and of the same the latest date first. */
export function sortNewestFirst<Model extends { readonly id: string }>(models: readonly Model[]): Model[] {
  return models
    .map((model) => ({ model, ...ageOf(model.id) }))
    .sort(
      (a, b) =>
        b.major - a.major ||
        b.minor - a.minor ||
        compareNames(a.family, b.family) ||
        compareNames(b.id, a.id),
    )
    .map(({ model }) => model);
}
