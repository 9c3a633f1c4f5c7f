/** A prompt that is called by what was typed, and what was typed behind it. */
export interface PromptCall {
  readonly name: string;
  readonly argument: string;
}

/** Reads `/name argument`. A path such as `/tmp/x` is no call, since a name ends at a space or the end. */
export function readPromptCall(text: string): PromptCall | undefined {
  const [whole, name] = /^\s*\/([\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:-]{0,63})(?=\s|$)/u.exec(text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  return { name: name.normalize('NFC'), argument: text.slice(whole.length).trim() };
}

/** Two names that differ in their letters' case only are the same, as on many disks. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Those to be offered for what was typed so far: names that begin with it first, then those that have it inside. */
export function matchPrompts<Prompt extends { readonly name: string }>(
  prompts: readonly Prompt[],
  typed: string,
): Prompt[] {
  const wanted = typed.normalize('NFC').toLowerCase();
  const place = ({ name }: Prompt) => name.toLowerCase().indexOf(wanted);
  const beginning = prompts.filter((prompt) => place(prompt) === 0);
  return [...beginning, ...prompts.filter((prompt) => place(prompt) > 0)];
}
