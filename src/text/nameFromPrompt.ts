const longestName = 50;

/** The name of a file, without its ending: the first words of a prompt, in any script. */
export function nameFromPrompt(prompt: string): string {
  const words =
    prompt
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let name = '';
  for (const word of words) {
    const longer = name === '' ? word : `${name}-${word}`;
    if (longer.length > longestName) break;
    name = longer;
  }
  // In a script without spaces, the whole prompt may be one word.
  name ||= [...(words[0] ?? 'image')].slice(0, 20).join('');
  // Windows reserves these names for devices.
  return /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `image-${name}` : name;
}
