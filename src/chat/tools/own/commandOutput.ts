import { stripVTControlCharacters } from 'node:util';

/** How much raw output is kept from the beginning and from the end. */
const keptHead = 40_000;
const keptTail = 120_000;
/** How much of that is sent to the model. */
const givenHead = 8_000;
const givenTail = 24_000;
const shownTail = 4_000;

const escapeSign = String.fromCharCode(27);
const bell = String.fromCharCode(7);
/** Sequences of shells and terminals: titles, links, marks where a command begins. */
const operatingSystemCommand = new RegExp(
  `${escapeSign}\\][^${bell}${escapeSign}]*(?:${bell}|${escapeSign}\\\\)`,
  'g',
);

/** The output of a command, within bounds: its beginning and its end. */
export type CommandOutput = ReturnType<typeof createCommandOutput>;

export function createCommandOutput(leftOut: string) {
  let head = '';
  let tail = '';
  let isCut = false;
  return {
    add(chunk: string): void {
      const room = keptHead - head.length;
      head += chunk.slice(0, room);
      tail += chunk.slice(Math.max(0, room));
      if (tail.length <= 2 * keptTail) return;
      tail = tail.slice(-keptTail);
      isCut = true;
    },
    /** The output for the model. */
    read(): { readonly text: string; readonly isCut: boolean } {
      const whole = isCut ? undefined : toPlainText(head + tail);
      if (whole !== undefined && whole.length <= givenHead + givenTail) return { text: whole, isCut: false };
      const first = toPlainText(head).slice(0, givenHead);
      const last = (whole ?? toPlainText(tail)).slice(-givenTail);
      return { text: `${first}\n${leftOut}\n${last}`.toWellFormed(), isCut: true };
    },
    /** The end of the output, which a card shows while the command runs. */
    readEnd: (): string =>
      toPlainText((head + tail).slice(-2 * shownTail))
        .slice(-shownTail)
        .toWellFormed(),
  };
}

/** The text that a terminal would show: without escape sequences, and with the last state of overwritten lines. */
export function toPlainText(raw: string): string {
  return stripVTControlCharacters(raw.replace(operatingSystemCommand, ''))
    .replace(/\r+\n/g, '\n')
    .split('\n')
    .map((line) => line.slice(line.trimEnd().lastIndexOf('\r') + 1))
    .join('\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .replace(/^\n+|\s+$/g, '');
}
