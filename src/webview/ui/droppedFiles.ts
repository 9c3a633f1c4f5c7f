/** Files that people paste and drop: from the system, with their bytes, or from VS Code, with their URIs. */

/** Whether a drag contains files, from the system or from VS Code. */
function canTake(data: DataTransfer | null): data is DataTransfer {
  return data !== null && (data.types.includes('Files') || hasAddresses(data));
}

interface DropListeners {
  readonly onDrag: (isOver: boolean) => void;
  /** URIs of files from VS Code. */
  readonly onAddresses: (addresses: string[]) => void;
  /** Files of the system; they may include folders, which `items` tells apart. */
  readonly onFiles: (files: readonly File[], items: DataTransferItemList) => void;
}

/** The whole page accepts drops: people aim at the tab. */
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

/** The files of a paste. None if text was copied together with an image of it: then the text was meant. */
function readPastedFiles(data: DataTransfer | null): readonly File[] {
  const files = [...(data?.files ?? [])];
  const text = data?.getData('text/plain').trim() ?? '';
  // Some systems also add the names of copied files as text.
  const areNames = text.split(/\r?\n/).every((line) => files.some(({ name }) => line.endsWith(name)));
  return text === '' || areNames ? files : [];
}

/** A listener for pasted files; ignores pasted text. */
export function onPastedFiles(take: (files: readonly File[]) => void): (event: ClipboardEvent) => void {
  return (event) => {
    const files = readPastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    take(files);
  };
}

/** Uses the browser's own conversion: for any size, and off the page's thread. */
export function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,?/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(blob);
  });
}

/** The data type of files that are dragged from VS Code. */
const uriList = 'application/vnd.code.uri-list';
/** Set by tree views of other extensions; browsers also set it for a link. */
const plainUriList = 'text/uri-list';

/** Whether files from VS Code are dragged. Before the drop, only the types of the data are visible. */
function hasAddresses({ types }: DataTransfer): boolean {
  // A link dragged from a web page comes with its markup, and is dropped as text.
  return types.includes(uriList) || (types.includes(plainUriList) && !types.includes('text/html'));
}

/** URIs of dropped files and folders, without web links. */
function readAddresses(data: DataTransfer): string[] {
  const isFile = (line: string) => /^[a-z][a-z\d+.-]+:/i.test(line) && !/^https?:/i.test(line);
  const lists = [uriList, plainUriList].map((type) => data.getData(type).split(/\r?\n/).filter(isFile));
  return [...new Set(lists.find(({ length }) => length > 0))];
}
