import { findMark } from '../../text/findMark.ts';
import { type FoundSecret, findSecrets, maskSecrets, maskWord } from '../../text/secrets/secrets.ts';

/** A text around what is rewritten, with line feeds only. */
export interface PlaceText {
  readonly before: string;
  readonly old: string;
  readonly after: string;
}

/** What a model sees of a file: the code that it is to replace, and some of what stands around it. */
export interface SeenText extends PlaceText {
  /** One of the names that stand for secrets in the code, where there are any. */
  readonly example: string | undefined;
  /** Masks these secrets in another text. */
  mask(text: string): string;
  /** Restores the secrets in lines with their names. */
  restore(lines: readonly string[]): readonly string[];
}

const longestSideLines = 200;
const longestSide = 12_000;

/** What the model sees of the text before the code: its last lines. */
export function endOf(text: string): string {
  const lines = text.slice(-longestSide).split('\n');
  const whole = text.length > longestSide ? lines.slice(1) : lines;
  // The line on which the code begins counts, too, however little text it has before the code.
  return whole.slice(-longestSideLines - 1).join('\n');
}

/** What the model sees of the text after the code: its first lines. */
export function startOf(text: string): string {
  const lines = text.slice(0, longestSide).split('\n');
  const whole = text.length > longestSide ? lines.slice(0, -1) : lines;
  return whole.slice(0, longestSideLines + 1).join('\n');
}

/** No secret over several lines is longer than what is looked at beside the text that goes along. */
const longestLookedAtSide = 60_000;

/** What is shorter stands at too many other places for something else. */
const shortestValue = 6;

interface HidingTask extends PlaceText {
  readonly path: string;
  /** Other texts of files that are sent: no name of ours may stand in them. */
  readonly others: readonly string[];
}

/**
 * What a model sees, without anything that looks like a secret, nor its value anywhere else. Around the code, secrets
 * are masked, even if they only begin or end there. In the code, a name replaces each, which comes back with the
 * response.
 */
export function hideSecrets({ path, before, old, after, others }: HidingTask): SeenText {
  const head = before.slice(-longestLookedAtSide);
  const text = head + old + after.slice(0, longestLookedAtSide);
  const secrets = findSecrets(text, path);
  const behind = head.length + old.length;
  const values = [...new Set(secrets.map(({ start, end }) => text.slice(start, end)))].filter(
    (value) => value.length >= shortestValue,
  );
  const replaceValues = createReplacing(values);
  const mask = (part: string) => replaceValues(part, () => maskWord);
  const stem = findMark([text, ...others], (number) => `MASKED_SECRET${'_'.repeat(number)}`);
  return {
    ...nameSecrets(old, clip(secrets, head.length, behind), replaceValues, stem),
    before: mask(maskPart(text, secrets, head.length - endOf(before).length, head.length)),
    after: mask(maskPart(text, secrets, behind, behind + startOf(after).length)),
    mask,
  };
}

function maskPart(text: string, secrets: readonly FoundSecret[], start: number, end: number): string {
  return maskSecrets(text.slice(start, end), clip(secrets, start, end));
}

/** What is of them between two places, counted from the first one on. */
function clip(secrets: readonly FoundSecret[], start: number, end: number): FoundSecret[] {
  return secrets
    .filter((secret) => secret.start < end && secret.end > start)
    .map((secret) => ({
      ...secret,
      start: Math.max(secret.start, start) - start,
      end: Math.min(secret.end, end) - start,
    }));
}

type Replacing = (text: string, replace: (value: string) => string) => string;

/**
 * Replaces each of these values wherever it occurs, with several at one position the longest. There may be thousands,
 * so it takes one pass: values are looked up by their beginning, and those with the same one have few lengths.
 */
function createReplacing(values: readonly string[]): Replacing {
  const known = new Set(values);
  const lengths = new Map<string, Set<number>>();
  for (const value of values.toSorted((one, other) => other.length - one.length)) {
    const head = value.slice(0, shortestValue);
    lengths.set(head, (lengths.get(head) ?? new Set()).add(value.length));
  }
  return (text, replace) => {
    if (known.size === 0) return text;
    let replaced = '';
    let done = 0;
    for (let at = 0; at + shortestValue <= text.length; at += 1) {
      for (const length of lengths.get(text.slice(at, at + shortestValue)) ?? []) {
        const value = text.slice(at, at + length);
        if (!known.has(value)) continue;
        replaced += text.slice(done, at) + replace(value);
        done = at + value.length;
        at = done - 1;
        break;
      }
    }
    return replaced + text.slice(done);
  };
}

/** Names end with what is no digit, so that nothing behind one of them is read as a part of it. */
function nameSecrets(
  code: string,
  secrets: readonly FoundSecret[],
  replaceValues: Replacing,
  stem: string,
): Pick<SeenText, 'old' | 'example' | 'restore'> {
  /** With their names. The same one twice has one name, so that the model sees as much. */
  const named = new Map<string, string>();
  const nameOf = (value: string) => {
    const name = named.get(value) ?? `${stem}${named.size + 1}_`;
    named.set(value, name);
    return name;
  };
  let old = '';
  let end = 0;
  for (const secret of secrets) {
    old +=
      replaceValues(code.slice(end, secret.start), nameOf) + nameOf(code.slice(secret.start, secret.end));
    end = secret.end;
  }
  old += replaceValues(code.slice(end), nameOf);
  const values = new Map([...named].map(([value, name]) => [name, value]));
  const names = new RegExp(`${stem}\\d+_`, 'g');
  const restoreText = (text: string) => text.replace(names, (name) => values.get(name) ?? name);
  return {
    old,
    example: values.size > 0 ? `${stem}1_` : undefined,
    restore: (lines) => lines.flatMap((line) => restoreText(line).split('\n')),
  };
}
