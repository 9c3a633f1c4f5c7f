/** What a model's id says, taken apart. */
interface ModelIdParts {
  /** Without the vendor before it: as people know it. */
  readonly name: string;
  /** In small letters, without the reseller's words before it. */
  readonly bare: string;
  /** The same without date, `-latest`, `:free` and the like behind it. */
  readonly family: string;
  /** What stood behind it; the whole id where nothing did. */
  readonly version: string;
}

/** Nobody's ids are longer; what is read of one costs no time. */
const longestRead = 200;
/** Suffixes of one id, such as a preview with its date and a price. */
const mostSuffixes = 4;

/** Vendors and regions before an id, as clouds and libraries write them. Others write them before a slash. */
const vendorBefore =
  /^(?:(?:us|us-gov|eu|apac|jp|au|ca|global|anthropic|openai|google|amazon|meta|mistral|cohere|qwen|xai|zai|minimax|moonshot|moonshotai|nvidia)[.:])+(?=[a-z])/i;
/** By which channel a relay reaches the model, at which price: "[pro]", "【官转】", "azure-". */
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
/** Dates, releases and prices behind an id. */
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

/** The order of ids and names: by letter, and by the value of numbers. Its rules are read when they are first needed. */
export function compareNames(one: string, other: string): number {
  collator ??= new Intl.Collator('en', { numeric: true });
  return collator.compare(one, other);
}
