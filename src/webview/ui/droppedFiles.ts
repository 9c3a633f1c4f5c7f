/** Files that people paste and drop: from the system, with their bytes, or from the editor, with their addresses. */

/** Whether a drag has files, of the system or of the editor. */
function canTake(data: DataTransfer | null): data is DataTransfer {
  return data !== null && (data.types.includes('Files') || hasAddresses(data));
}

interface DropListeners {
  readonly onDrag: (isOver: boolean) => void;
  /** Files of the editor. */
  readonly onAddresses: (addresses: string[]) => void;
  /** Files of the system; folders are among them, and `items` tells which. */
  readonly onFiles: (files: readonly File[], items: DataTransferItemList) => void;
}

/** The whole page takes what is dropped: people aim at the tab. */
export function listenForDrops({ onDrag, onAddresses, onFiles }: DropListeners): void {
  // Otherwise, VS Code takes over the drag and opens the file in an editor.
  const claim = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  const handleDrag = (event: DragEvent) => {
    if (!canTake(event.dataTransfer)) return;
    claim(event);
    event.dataTransfer.dropEffect = 'copy';
    onDrag(true);
  };
  document.addEventListener('dragenter', handleDrag);
  document.addEventListener('dragover', handleDrag);
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) onDrag(false);
  });
  document.addEventListener('drop', (event) => {
    onDrag(false);
    const data = event.dataTransfer;
    if (!canTake(data)) return;
    const addresses = readAddresses(data);
    // A web link is dropped as text.
    if (addresses.length === 0 && data.files.length === 0) return;
    claim(event);
    if (addresses.length > 0) onAddresses(addresses);
    else onFiles([...data.files], data.items);
  });
}

/** The files of a paste. Where text was copied with an image of it, the text was meant: none then. */
export function readPastedFiles(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])];
  const text = data?.getData('text/plain').trim() ?? '';
  // Some systems also add the names of copied files as text.
  const areNames = text.split(/\r?\n/).every((line) => files.some(({ name }) => line.endsWith(name)));
  return text === '' || areNames ? files : [];
}

/** A listener for pastes of files; none of a text. */
export function onPastedFiles(take: (files: readonly File[]) => void): (event: ClipboardEvent) => void {
  return (event) => {
    const files = readPastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
}

/** The browser's own way: of any size, and off the page's thread. */
export function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(blob);
  });
}

/** What VS Code puts into a drag of files, in the order in which it is looked for. */
const uriList = 'application/vnd.code.uri-list';
const resources = 'ResourceURLs';
/** From trees of other extensions; also what a browser puts there for a link. */
const plainUriList = 'text/uri-list';

type DragTypes = Pick<DataTransfer, 'types'>;
type DragData = Pick<DataTransfer, 'types' | 'getData'>;

function has({ types }: DragTypes, type: string): boolean {
  return types.some((other) => other.toLowerCase() === type.toLowerCase());
}

/** Whether files of the editor are dragged. Until they are dropped, only the kinds of the data can be seen. */
function hasAddresses(data: DragTypes): boolean {
  if (has(data, uriList) || has(data, resources)) return true;
  // A link dragged from a web page comes with its markup, and is dropped as text.
  return has(data, plainUriList) && !has(data, 'text/html');
}

/** URIs of dropped files and folders, without links to the web. */
function readAddresses(data: DragData): string[] {
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
