import type { MessageStep } from './conversation/messageList.ts';

export type KeyCommand = 'stop' | 'nextMatch' | 'previousMatch' | MessageStep;

/**
 * What a key means wherever in the page it is pressed. Finding is not among them: that key is one of the manifest, or
 * VS Code would open the editor's find as well. Those for messages are the ones of VS Code's own chat: with
 * Alt, they leave the responses out.
 */
export function findCommand(event: KeyboardEvent): KeyCommand | undefined {
  const { key, altKey, shiftKey } = event;
  const isControl = event.ctrlKey || event.metaKey;
  if (key === 'Escape') return 'stop';
  if (key === 'F3' && !isControl && !altKey) return shiftKey ? 'previousMatch' : 'nextMatch';
  if (!isControl || shiftKey) return undefined;
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined;
  const isUp = key === 'ArrowUp';
  if (!isUp && event.target instanceof HTMLTextAreaElement) return undefined;
  // Within a text the arrows move the caret, for as long as there is a line to go to.
  if (isUp && !altKey && !isAtTop(event.target)) return undefined;
  if (altKey) return isUp ? 'previousQuestion' : 'nextQuestion';
  return isUp ? 'previous' : 'next';
}

function isAtTop(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLTextAreaElement)) return true;
  const { value, selectionStart, selectionEnd } = target;
  return selectionStart === selectionEnd && !value.slice(0, selectionStart).includes('\n');
}
