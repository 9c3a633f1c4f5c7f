import type { HostMessage, WebviewMessage } from '../../src/protocol/chatPageProtocol.ts';
import type { TurnView } from '../../src/protocol/protocolViews.ts';
import { makeSnapshot } from './chatFacts.ts';
import type { ChatPage } from './chatPage.ts';

/** The most turns that the host sends at once. */
const windowLength = 40;

/**
 * Plays the host of a long conversation: the snapshot has its end, and the page gets the turns that it requests. The
 * replies are created within the page, so that they arrive as fast as a host's and the page holds no more than a
 * window.
 */
export async function hostConversation(
  chat: ChatPage,
  turns: readonly TurnView[],
  where: 'inside' | 'outside' = 'inside',
): Promise<void> {
  const first = Math.max(0, turns.length - windowLength);
  const snapshot: HostMessage = {
    ...makeSnapshot(),
    window: { turns: turns.slice(first), first, total: turns.length },
  };
  if (where === 'outside') return chat.tell(snapshot);
  await chat.page.evaluate(
    ({ turns, windowLength }) => {
      const known: TurnView[] = Object(globalThis).known ?? [];
      known.splice(0, known.length, ...turns);
      if ('known' in globalThis) return;
      Object.assign(globalThis, { known });
      addEventListener('message', ({ data }) => {
        // Another branch or another chat: later requests are for that one.
        if (!data.window || data.isAnswer) return;
        known.splice(data.window.first, known.length, ...data.window.turns);
        known.length = data.window.total;
      });
      document.querySelector<HTMLElement>('relay-chat')?.addEventListener('chat-message', (event) => {
        const { detail } = event as CustomEvent<WebviewMessage>;
        if (detail.type === 'showTurns') {
          const { first } = detail;
          setTimeout(() => {
            const shown = known.slice(first, first + Math.min(detail.count, windowLength));
            const window = { turns: shown, first, total: known.length };
            postMessage({ type: 'turns', window, running: [], isAnswer: true });
          });
        }
        if (detail.type === 'find') {
          const wanted = detail.text.toLowerCase();
          const count = (text: string) => text.toLowerCase().split(wanted).length - 1;
          const found = known.flatMap((turn, place) => {
            const texts = turn.parts.map((part) => (part.type === 'text' ? part.text : ''));
            const sum = [turn.prompt, ...texts].reduce((all, text) => all + count(text), 0);
            return sum === 0 ? [] : [{ turnId: turn.id, place, count: sum }];
          });
          setTimeout(() => postMessage({ type: 'found', requestId: detail.requestId, found }));
        }
      });
    },
    { turns: [...turns], windowLength },
  );
  await chat.tell(snapshot);
}
