import { colourCode } from '../../markdown/codeText.ts';
import { createVisibleText } from '../../markdown/invisible.ts';
import { createElement } from '../../ui/dom.ts';
import { t } from '../../ui/l10n.ts';

/** Names under which tools take what is run or written as it is, and the language it is in. */
const languages: ReadonlyMap<string, string> = new Map([
  ['command', 'shell'],
  ['commandline', 'shell'],
  ['cmd', 'shell'],
  ['script', 'shell'],
  ['query', ''],
  ['sql', 'sql'],
  ['code', ''],
]);

const longestLine = 80;

/** What a tool is called with, as a person reads it: a command as code, the rest as names with their values. */
export function createToolInput(input: string, tool: string): HTMLElement {
  const rows = readRows(input);
  const content = rows ? rows.map(([name, value]) => createRow(name, value)) : [createCode(input, 'json')];
  return createElement(
    'div',
    { class: 'tool-input', tabindex: '0', role: 'group', 'aria-label': t('{0}: {1}', t('Input'), tool) },
    ...content,
  );
}

/** Undefined where it is no object, or was cut. */
function readRows(input: string): (readonly [name: string, value: unknown])[] | undefined {
  try {
    const parsed: unknown = JSON.parse(input);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? Object.entries(parsed)
      : undefined;
  } catch {
    return undefined;
  }
}

function createRow(name: string, value: unknown): HTMLElement {
  const language = typeof value === 'string' ? languages.get(name.toLowerCase()) : 'json';
  const text = typeof value === 'string' ? value : writeJson(value);
  const isBlock = text.includes('\n') || (typeof value === 'string' && language !== undefined);
  return createElement(
    'div',
    { class: isBlock ? 'tool-block' : 'tool-row' },
    createElement('span', { class: 'tool-name' }, createVisibleText(`${name}:`)),
    // Between the name and the value, also for who listens or copies.
    isBlock ? '\n' : ' ',
    isBlock ? createCode(text, language ?? '') : createElement('span', {}, createVisibleText(text)),
  );
}

/** In one line where that is short. */
function writeJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= longestLine ? line : JSON.stringify(value, undefined, 1);
}

function createCode(text: string, language: string): HTMLElement {
  return createElement('code', {}, ...(colourCode(text, language) ?? [createVisibleText(text)]));
}
