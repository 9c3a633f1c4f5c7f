const longestPath = 1_000;

/**
 * The address of a link as a path of a file below a folder of the workspace, perhaps with a line (`#L12`, `:12:3`);
 * undefined where it can't be one. Whether there is such a file, the host finds out when the link is opened.
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
