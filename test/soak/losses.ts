import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { createJournal } from '../../src/chat/storage/journal.ts';
import { silentLogger } from '../../src/relay/logger.ts';
import type { Soak } from './load.ts';
import { storageFolder } from './measures.ts';

/** The part of the page's element that is needed here. */
type ConversationElement = Element & { reveal(place: number): Promise<Element | undefined> };

/** What of the messages isn't in the journal, with a response that has ended somehow. */
export async function findLostInJournal({
  editor,
  conversation: { sent },
}: Soak): Promise<readonly string[]> {
  const folder = join(storageFolder(editor.dataFolder), 'conversations');
  const journal = createJournal(folder, silentLogger);
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.jsonl') || !(await readFile(join(folder, name), 'utf8')).includes(sent[0] ?? ''))
      continue;
    const conversation = await journal.load(name.slice(0, -'.jsonl'.length));
    const turns = conversation?.turns ?? [];
    return sent.flatMap((text, place) => {
      const turn = turns[place];
      if (turn?.prompt.text !== text) return [`journal: “${text}” is not turn ${place + 1}`];
      return turn.answer.end ? [] : [`journal: no end of the response to “${text}”`];
    });
  }
  return ['journal: there is none'];
}

/** What of the messages can't be found in the page by scrolling, with a response or an error. */
export async function findLostInPage(
  name: string,
  chat: Frame,
  { conversation: { sent } }: Soak,
): Promise<readonly string[]> {
  const lost: string[] = [];
  for (const [place, text] of sent.entries()) {
    const turn = await chat.evaluate(async (place) => {
      const found = await document.querySelector<ConversationElement>('chat-conversation')?.reveal(place);
      const answer = found?.querySelector('.answer');
      return {
        prompt: found?.querySelector('.prompt')?.textContent ?? '',
        isBusy: answer?.getAttribute('aria-busy') !== 'false',
        response: answer?.textContent?.trim() ?? '',
      };
    }, place);
    if (!turn.prompt.includes(text)) lost.push(`${name}: “${text}” is not turn ${place + 1}`);
    else if (turn.isBusy) lost.push(`${name}: the response to “${text}” has no end`);
    else if (turn.response === '') lost.push(`${name}: nothing in place of a response to “${text}”`);
  }
  return lost;
}

const uncaught = /unhandled|uncaught|rejected promise not handled/i;
const leak = /potential listener leak|MaxListenersExceeded/i;

/**
 * Lines of logs that no part of the extension may write, each once, with how often it came. VS Code's own agent leaves
 * listeners behind at each turn, which the workbench warns of: what is said of leaks counts only where it had none. (Five
 * minutes of all loads with 163 turns had five such lines, and without the agent none.)
 */
export function findUncaught(logs: string, { hasAgent }: { hasAgent: boolean }): readonly string[] {
  const counts = new Map<string, number>();
  for (const line of logs.split('\n')) {
    if (!uncaught.test(line) && (hasAgent || !leak.test(line))) continue;
    const words = line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ /, '');
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${count} × ${line}`);
}
