/** What VS Code puts into a drag of files, in the order in which it is looked for. */
const uriList = 'application/vnd.code.uri-list';
const resources = 'ResourceURLs';
/** From trees of other extensions; also what a browser puts there for a link. */
const plainUriList = 'text/uri-list';

export type DragTypes = Pick<DataTransfer, 'types'>;
export type DragData = Pick<DataTransfer, 'types' | 'getData'>;

function has({ types }: DragTypes, type: string): boolean {
  return types.some((other) => other.toLowerCase() === type.toLowerCase());
}

/** Whether files of the editor are dragged. Until they are dropped, only the kinds of the data can be seen. */
export function hasAddresses(data: DragTypes): boolean {
  if (has(data, uriList) || has(data, resources)) return true;
  // A link in a page comes with its markup, and is dropped as text.
  return has(data, plainUriList) && !has(data, 'text/html');
}

/** Addresses of the files and folders that were dropped; a link into the web is none. */
export function readAddresses(data: DragData): string[] {
  const addresses = [
    () => readLines(data.getData(uriList)),
    () => readJson(data.getData(resources)),
    () => readLines(data.getData(plainUriList)),
  ].map((read) =>
    read().filter((address) => /^[a-z][a-z\d+.-]+:/i.test(address) && !/^https?:/i.test(address)),
  );
  return [...new Set(addresses.find(({ length }) => length > 0))];
}

function readLines(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

function readJson(text: string): string[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}
