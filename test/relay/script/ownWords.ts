/**
 * What a person typed. Editors' agents send much around it, and mark it: VS Code's puts it between these tags, at the end
 * of the message.
 */
export function readOwnWords(text: string): string {
  return /^[\s\S]*(?:^|\n)<userRequest>\n([\s\S]*)\n<\/userRequest>\s*$/.exec(text)?.[1] ?? text;
}
