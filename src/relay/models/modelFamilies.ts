/** How much a model is to think before it responds, from least to most. Each model accepts some of them. */
export const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof efforts)[number];

/** The valid efforts among these words, each once, from least to most. */
export function toEfforts(words: readonly unknown[]): Effort[] {
  return efforts.filter((effort) => words.includes(effort));
}

/** Known properties of a model family; absent: unknown. */
interface FamilyConfiguration {
  /** The efforts it takes; none if thinking is not supported or can't be set. */
  readonly efforts?: readonly Effort[];
  readonly takesTemperature?: boolean;
  /**
   * How its own protocol sets thinking: as a number of tokens (`budget`), as a word (`level`), or as a word next to
   * the switch that lets the model decide (`adaptive`).
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
 * Families according to their makers' documentation: a wrong no hides an option, a wrong yes is refused by the
 * service. The first match counts. Versions are written with dashes: 4.5 is 4-5 here.
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

  // These have their own fields for thinking, which `modelRelay.chat.requestFields` can send.
  [/^(?:qwen|qwq|qvq|glm|minimax|ernie|hunyuan|doubao|seed-\d|step-)/, '', 'temperature'],
  // Newer Kimi models accept only one temperature.
  [/^(?:kimi-k2-[5-9]|kimi-k3)/, ''],
  [/^(?:kimi|moonshot)-/, '', 'temperature'],
  [
    /^(?:(?:meta-)?llama|(?:open-)?mi[sx]tral|ministral|magistral|codestral|(?:labs-)?devstral|pixtral|gemma|phi-|command-|nova-|jamba-|yi-)/,
    '',
    'temperature',
  ],
];

/** The known properties of a model by its id, with or without a vendor prefix and a date suffix. */
export function configurationByFamily(id: string): FamilyConfiguration {
  const bare = takeIdApart(id)
    .bare.replaceAll(/(?<=\d)[.p](?=\d)/g, '-')
    // The contract's prefixes for these two families.
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

/** The parsed parts of a model's id. */
interface ModelIdParts {
  /** Without the vendor prefix. */
  readonly name: string;
  /** In lower case, without the reseller's prefix. */
  readonly bare: string;
  /** The same without suffixes such as a date, `-latest` or `:free`. */
  readonly family: string;
  /** The suffixes; the whole id if there are none. */
  readonly version: string;
}

/** Maximum length of an id that is parsed, so that a hostile one costs no time. */
const longestRead = 200;
/** Maximum number of suffixes of an id, such as a preview with its date and a price. */
const mostSuffixes = 4;

/** Vendors and regions before an id, as clouds and libraries write them. Others write them before a slash. */
const vendorBefore =
  /^(?:(?:us|us-gov|eu|apac|jp|au|ca|global|anthropic|openai|google|amazon|meta|mistral|cohere|qwen|xai|zai|minimax|moonshot|moonshotai|nvidia)[.:])+(?=[a-z])/i;
/** Prefixes for the relay's channel or price: "[pro]", "【官转】", "azure-". */
const resellerBefore =
  /^(?:[[【(（「][^\]】)）」]{0,40}[\]】)）」]\s*|(?:azure|aws|bedrock|vertex|coding|free)-(?=[a-z]))+/i;

const month = '(?:0[1-9]|1[0-2])';
const day = '(?:0[1-9]|[12]\\d|3[01])';
const suffixes = [
  '-v\\d+:\\d+',
  '[:@][\\w.-]{1,40}',
  `-20\\d\\d-?${month}-?${day}`,
  `-2\\d${month}${day}`,
  `-${month}-20\\d\\d`,
  `-(?:preview|exp)-${month}-?${day}`,
  `-${month}${day}`,
  `-2[3-9]${month}`,
  '-00\\d',
  '-(?:latest|preview|exp|experimental|beta|stable|free)',
];
/** Dates, releases and prices after an id. */
const suffix = new RegExp(`(?:${suffixes.join('|')})$`);

export function takeIdApart(id: string): ModelIdParts {
  const read = id.slice(0, longestRead).trim();
  const afterSlash = read.slice(read.lastIndexOf('/') + 1).trim();
  const name = (afterSlash || read).replace(vendorBefore, '');
  const bare = (name.replace(resellerBefore, '') || name).toLowerCase();
  let family = bare;
  for (let count = 0; count < mostSuffixes; count += 1) {
    const shorter = family.replace(suffix, '');
    if (shorter === '' || shorter === family) break;
    family = shorter;
  }
  return { name, bare, family, version: bare.slice(family.length).replace(/^[-:@]/, '') || read };
}

let collator: Intl.Collator | undefined;

/** The order of ids and names: by letter, with numbers by value. The collator is created on first use. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
}
