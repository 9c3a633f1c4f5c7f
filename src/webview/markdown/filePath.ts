const longestPath = 1_000;

/**
 * The target of a link as a file path relative to a workspace folder, optionally with a line (`#L12`, `:12:3`);
 * undefined if it can't be one. The host checks whether the file exists when the link is opened.
 */
export function filePathOf(address: string): string | undefined {
  if (address.length > longestPath || /[\p{Cc}\\]|^[/#?]|^[a-z][a-z\d+.-]*:(?!\d)/iu.test(address))
    return undefined;
  const [path = ''] = address.split(/[#?]/, 1);
  if (
    !/[./]/.test(path) ||
    !/[^./]/.test(path) ||
    path.split('/').some((name) => /^(?:\.|%2e){2}$/i.test(name))
  )
    return undefined;
  return address;
}
