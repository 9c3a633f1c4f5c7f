import { isNarrative, isTraditional, type Kind, kindAt, kinds } from './characterKinds.ts';
import * as costs from './tokenCosts.ts';

/**
 * About how many tokens a text is: within a tenth of `o200k_base` for texts of a page and more in code, English and
 * Chinese. Other tokenizers differ from that by a factor of their own; see `tokenCorrection.ts`. Linear, and nothing is
 * made of the text: its pieces are measured where they lie.
 */
export function estimateTokens(text: string): number {
  const scan: Scan = { text, index: 0, tokens: 0, lead: 'none', han: 0, traditional: 0, narrative: 0 };
  while (scan.index < text.length) scan.tokens += takePiece(scan);
  const { han, traditional, narrative } = scan;
  if (han > 0) scan.tokens += han * costs.extraCostOfHan(traditional / han, narrative / han);
  // Rounded up, many short texts would come to far more than all of them in one.
  return text === '' ? 0 : Math.max(1, Math.round(scan.tokens));
}

interface Scan {
  readonly text: string;
  index: number;
  tokens: number;
  /** What goes into the next word's token. */
  lead: costs.Lead;
  han: number;
  /** Of the Chinese characters, those that tell what their text is. */
  traditional: number;
  narrative: number;
}

/** Goes past the next piece; returns what it costs. */
function takePiece(scan: Scan): number {
  const lead = scan.lead;
  scan.lead = 'none';
  const kind = kindAt(scan.text, scan.index);
  switch (kind) {
    case kinds.lower:
    case kinds.upper:
    case kinds.accented:
    case kinds.digit:
      return takeName(scan, lead);
    case kinds.space:
      return takeSpaces(scan);
    case kinds.line:
      return takeLines(scan);
    case kinds.sign:
      return takeSigns(scan, lead);
    case kinds.han:
      return takeHan(scan);
    case kinds.symbol: {
      const { changes, length } = takeChanges(scan, kind);
      return costs.costOfSymbols(changes, length);
    }
    case kinds.kana:
      return costs.costOfKana(takeRun(scan, kind));
    case kinds.hangul:
      return costs.costOfHangul(takeRun(scan, kind));
    case kinds.greek:
      return costs.costOfGreek(takeRun(scan, kind));
    case kinds.wide:
      return takeRun(scan, kind) * costs.perWideSign;
    case kinds.surrogate:
      return takeRun(scan, kind) * costs.perSurrogate;
    case kinds.otherLetter:
      return takeRun(scan, kind) * costs.perOtherLetter;
  }
}

/** Goes past all of one kind; returns how many there were. */
function takeRun(scan: Scan, kind: Kind): number {
  const start = scan.index;
  while (kindAt(scan.text, scan.index) === kind && scan.index < scan.text.length) scan.index++;
  return scan.index - start;
}

/** Letters and digits without anything between them: `readUtf8Bytes`. */
function takeName(scan: Scan, lead: costs.Lead): number {
  const start = scan.index;
  let [tokens, pieces, capitals] = [0, 0, 0];
  for (;;) {
    const kind = kindAt(scan.text, scan.index);
    if (kind === kinds.digit) tokens += costs.costOfDigits(takeRun(scan, kind));
    else if (isWordKind(kind)) {
      const upper = takeRun(scan, kinds.upper);
      tokens += takeWord(scan, pieces === 0 ? lead : 'none', upper);
      capitals += upper;
    } else break;
    pieces++;
  }
  const length = scan.index - start;
  return costs.isRandom(length, pieces) ? costs.costOfRandom(length, capitals > 0) : tokens;
}

function takeWord(scan: Scan, lead: costs.Lead, capitals: number): number {
  const start = scan.index;
  let accented = 0;
  for (; ; scan.index++) {
    const kind = kindAt(scan.text, scan.index);
    if (kind === kinds.accented) accented++;
    else if (kind !== kinds.lower) break;
  }
  return costs.costOfWord(lead, capitals, scan.index - start) + accented * costs.perAccentedLetter;
}

function isWordKind(kind: Kind): boolean {
  return kind === kinds.lower || kind === kinds.upper || kind === kinds.accented;
}

/** The last space belongs to the word or sign behind it, those before it are one token; a line's last ones to its end. */
function takeSpaces(scan: Scan): number {
  const length = takeRun(scan, kinds.space);
  const next = kindAt(scan.text, scan.index);
  if (next === kinds.line) return 0;
  const indentation = length > 1 ? 1 : 0;
  const last = scan.text.charCodeAt(scan.index - 1);
  const isTab = last !== 0x20;
  // Digits take no space along, and signs no tab.
  if (next === kinds.digit || (isTab && next === kinds.sign)) return indentation + 1;
  scan.lead = isTab ? costs.leadOf(last) : 'space';
  return indentation;
}

/** Lines' ends, with the empty lines between them, are one token; or none behind a sign, which takes them along. */
function takeLines(scan: Scan): number {
  const before = scan.index > 0 ? kindAt(scan.text, scan.index - 1) : kinds.line;
  const isBehindSign = before === kinds.sign || before === kinds.wide || before === kinds.symbol;
  let end = scan.index;
  for (let index = end; index < scan.text.length; index++) {
    const kind = kindAt(scan.text, index);
    if (kind === kinds.line) end = index + 1;
    else if (kind !== kinds.space) break;
  }
  scan.index = end;
  return isBehindSign ? 0 : 1;
}

const quote = 0x22;

function takeSigns(scan: Scan, lead: costs.Lead): number {
  const first = scan.text.charCodeAt(scan.index);
  const { changes, length } = takeChanges(scan, kinds.sign);
  const last = scan.text.charCodeAt(scan.index - 1);
  if (length === 1 && lead === 'none' && isWordKind(kindAt(scan.text, scan.index))) {
    scan.lead = costs.leadOf(last);
    return 0;
  }
  const isQuoted = length > 1 && first === quote && last === quote;
  return isQuoted ? costs.costOfQuotedSigns(length) : costs.costOfSigns(changes, length);
}

/** Goes past all of one kind; returns how many there were, and how many of them differ from the one before. */
function takeChanges(scan: Scan, kind: Kind): { readonly changes: number; readonly length: number } {
  const start = scan.index;
  let [changes, last] = [0, -1];
  for (; kindAt(scan.text, scan.index) === kind; scan.index++) {
    const code = scan.text.charCodeAt(scan.index);
    if (code !== last) changes++;
    last = code;
  }
  return { changes, length: scan.index - start };
}

function takeHan(scan: Scan): number {
  const start = scan.index;
  for (; kindAt(scan.text, scan.index) === kinds.han; scan.index++) {
    const code = scan.text.charCodeAt(scan.index);
    if (isTraditional(code)) scan.traditional++;
    else if (isNarrative(code)) scan.narrative++;
  }
  const length = scan.index - start;
  scan.han += length;
  return costs.costOfHan(length);
}
