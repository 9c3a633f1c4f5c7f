import type { HostMessage, WebviewMessage } from '../../src/protocol/chatPageProtocol.ts';
import type { TurnView } from '../../src/protocol/protocolViews.ts';
import { makeSnapshot } from './chatFacts.ts';
import type { ChatPage } from './chatPage.ts';

/** At most so many turns at once, as the host sends them. */
const windowLength = 40;

interface Hosted {
  readonly turns: TurnView[];
  readonly running: readonly string[];
  readonly windowLength: number;
}

/**
 * Plays the host of a long conversation: the snapshot has its end, and what the page asks for it gets. The responses
 * are given within the page, so that they come as fast as a host's; or not at all, and the page holds no more than a
 * window. `running` names responses that are being written.
 */
export async function hostConversation(
  chat: ChatPage,
  turns: readonly TurnView[],
  running: readonly string[] = [],
  where: 'inside' | 'outside' = 'inside',
): Promise<void> {
  const first = Math.max(0, turns.length - windowLength);
  const snapshot: HostMessage = {
    ...makeSnapshot(),
    window: { turns: turns.slice(first), first, total: turns.length },
    running: [...running],
  };
  if (where === 'outside') return chat.tell(snapshot);
  await chat.page.evaluate(
    ({ turns, running, windowLength }: Hosted) => {
      const known = [...turns];
      addEventListener('message', ({ data }) => {
        // Another branch: what is asked for from now on is of that one.
        if (data.type !== 'turns' || data.isAnswer) return;
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
            postMessage({ type: 'turns', window, running, isAnswer: true });
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
    { turns: [...turns], running, windowLength },
  );
  await chat.tell(snapshot);
}
