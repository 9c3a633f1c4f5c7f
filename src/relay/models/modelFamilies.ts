import type { Effort } from './efforts.ts';
import { takeIdApart } from './modelId.ts';

/** What is known of a model by its family; absent: unknown. */
interface FamilyConfiguration {
  /** The efforts it takes; none where thinking can't be set, or is not done. */
  readonly efforts?: readonly Effort[];
  readonly takesTemperature?: boolean;
  /**
   * How its own protocol sets thinking: as a number of tokens (`budget`), in a word (`level`), or in a word beside the
   * switch that has the model decide by itself (`adaptive`).
   */
  readonly thinking?: 'budget' | 'level' | 'adaptive';
}

type Row = readonly [
  family: RegExp,
  efforts: string,
  temperature?: 'temperature' | '',
  thinking?: FamilyConfiguration['thinking'],
];

/**
 * Families by what their makers' documentation says: a wrong no hides a choice, a wrong yes is refused by the service.
 * First match counts. Versions are written with dashes: 4.5 is 4-5 here.
 */
const families: readonly Row[] = [
  [/^claude-(?:opus|sonnet)-4-6(?!\d)/, 'low medium high max', 'temperature', 'adaptive'],
  [
    /^claude-(?:(?:opus|sonnet|haiku)-4-[7-9]|(?:opus|sonnet|haiku|fable|mythos)-[5-9])(?!\d)/,
    'low medium high xhigh max',
    '',
    'adaptive',
  ],
  [/^claude-(?:3-7-|4-|(?:opus|sonnet|haiku)-4(?!\d))/, 'low medium high', 'temperature', 'budget'],
  [/^claude-(?:3|instant|v?[12](?!\d))/, '', 'temperature'],

  [/^gpt-5-pro/, ''],
  [/^gpt-5-\d-pro/, 'medium high xhigh'],
  [/^gpt-5(?:-\d)?-chat/, ''],
  [/^gpt-5-(?:[2-9]-codex|1-codex-max)/, 'low medium high xhigh'],
  [/^gpt-5(?:-1)?-codex/, 'low medium high'],
  [/^gpt-5-1(?!\d)/, 'none low medium high'],
  [/^gpt-(?:5-[2-9]|[6-9])(?!\d)/, 'none low medium high xhigh'],
  [/^gpt-5(?!\d)/, 'minimal low medium high'],
  [/^gpt-oss/, 'low medium high', 'temperature'],
  [/^o1-(?:mini|preview)/, ''],
  [/^o[134](?![a-z\d])/, 'low medium high'],
  [/^(?:chat)?gpt-(?:3-5|4)/, '', 'temperature'],

  [/^gemini-.*(?:audio|image|live|tts)/, ''],
  [/^gemini-2-5-pro/, 'low medium high', 'temperature', 'budget'],
  [/^gemini-2-5-flash/, 'none low medium high', 'temperature', 'budget'],
  [/^gemini-3-pro/, 'low high', 'temperature', 'level'],
  [/^gemini-3-(?:[1-9]-pro|[7-9]-flash)/, 'low medium high', 'temperature', 'level'],
  [/^gemini-3(?:-[1-6])?-flash/, 'minimal low medium high', 'temperature', 'level'],
  [/^gemini-[3-9]/, 'low high', 'temperature', 'level'],
  [/^gemini-/, '', 'temperature'],

  [/^deepseek-v4/, 'low high max'],
  [/^deepseek-(?:reasoner|r1)/, ''],
  [/^deepseek-/, '', 'temperature'],

  [/^grok-3-mini/, 'low high', 'temperature'],
  [/^grok-4-3(?!\d)/, 'none low medium high', 'temperature'],
  [/^grok-4-5(?!\d)/, 'low medium high', 'temperature'],
  [/^grok-4-20-multi-agent/, 'low medium high xhigh', 'temperature'],
  [/^grok-/, '', 'temperature'],

  // These set thinking in fields of their own, which `modelRelay.chat.requestFields` can send.
  [/^(?:qwen|qwq|qvq|glm|minimax|ernie|hunyuan|doubao|seed-\d|step-)/, '', 'temperature'],
  // Its newer models take one temperature and no other.
  [/^(?:kimi-k2-[5-9]|kimi-k3)/, ''],
  [/^(?:kimi|moonshot)-/, '', 'temperature'],
  [
    /^(?:(?:meta-)?llama|(?:open-)?mi[sx]tral|ministral|magistral|codestral|(?:labs-)?devstral|pixtral|gemma|phi-|command-|nova-|jamba-|yi-)/,
    '',
    'temperature',
  ],
];

/** What is known of a model by its id, with or without a vendor before it and a date behind it. */
export function configurationByFamily(id: string): FamilyConfiguration {
  const bare = takeIdApart(id)
    .bare.replaceAll(/(?<=\d)[.p](?=\d)/g, '-')
    // As the contract writes them.
    .replace(/^msg-/, 'claude-')
    .replace(/^gx-/, 'gemini-');
  const row = families.find(([family]) => family.test(bare));
  if (!row) return {};
  const [, words, temperature, thinking] = row;
  return {
    efforts: words === '' ? [] : (words.split(' ') as Effort[]),
    takesTemperature: temperature === 'temperature',
    ...(thinking && { thinking }),
  };
}
