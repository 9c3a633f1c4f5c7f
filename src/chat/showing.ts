import type { SystemView, TurnView } from '../webview/protocolViews.ts';
import type { ChatPorts } from './chatPorts.ts';
import type { Conversation } from './conversation.ts';
import type { Turn } from './message.ts';
import type { JournalRecord } from './records.ts';
import { type RunningView, toEndView, toPartView, toTurnView } from './turnViews.ts';

export interface ShowingOptions {
  readonly ports: Pick<ChatPorts, 'onFact' | 'onBranch' | 'onConfigured' | 'failureContext' | 'tools'>;
  /** The open conversation: of others, nothing is shown. */
  readonly conversation: () => Conversation;
  /** Of an answer that is being written, here or in another window. */
  readonly running: (answerId: string) => RunningView | undefined;
  readonly runningIds: () => readonly string[];
  readonly system: () => SystemView;
}

/** Tells the views what happens in the open conversation. */
export interface Showing {
  turnView(turn: Turn): TurnView;
  /** What a record adds to an answer, or changes in the conversation. */
  showRecord(entry: JournalRecord): void;
  showCall(target: Conversation, answerId: string, callId: string): void;
  showTurn(target: Conversation, answerId: string): void;
}

export function createShowing({ ports, conversation, running, runningIds, system }: ShowingOptions): Showing {
  const { onFact } = ports;
  const turnView = (turn: Turn): TurnView =>
    toTurnView(conversation(), turn, {
      failures: ports.failureContext(),
      running,
      toolTitle: ports.tools.titleOf,
    });

  function showCall(target: Conversation, answerId: string, callId: string): void {
    if (target !== conversation()) return;
    const call = conversation()
      .answer(answerId)
      ?.parts.findLast((part) => part.type === 'tool' && part.call.callId === callId);
    const [part] = call ? toPartView(call, running(answerId), ports.tools.titleOf) : [];
    if (part) onFact({ type: 'part', turnId: answerId, part });
  }

  function showRecord(entry: JournalRecord): void {
    switch (entry.type) {
      case 'delta':
        return onFact({ type: 'delta', turnId: entry.id, kind: entry.kind, text: entry.text });
      case 'picture': {
        const { file } = entry.picture;
        return onFact({ type: 'part', turnId: entry.id, part: { type: 'picture', picture: { file } } });
      }
      case 'toolCall':
      case 'toolResult':
        return showCall(conversation(), entry.id, entry.callId);
      case 'end': {
        const answer = conversation().answer(entry.id);
        if (!answer) return;
        // A call that is still there without a result won't get one.
        for (const part of answer.parts)
          if (part.type === 'tool' && !part.result) showCall(conversation(), entry.id, part.call.callId);
        return onFact({
          type: 'end',
          turnId: entry.id,
          ...toEndView(entry, answer, ports.failureContext()),
        });
      }
      case 'title':
        return onFact({ type: 'title', title: conversation().title });
      case 'system':
        return onFact({ type: 'system', system: system() });
      case 'configuration':
        return ports.onConfigured();
    }
  }

  return {
    turnView,
    showRecord,
    showCall,
    showTurn(target, answerId) {
      if (target !== conversation()) return;
      const turns = target.turns;
      const turn = turns.find(({ answer }) => answer.id === answerId);
      // Of answers side by side, which one is the turn's may have changed.
      if (!turn || turn.answer.isCompared) return ports.onBranch();
      onFact({ type: 'turn', turn: turnView(turn), total: turns.length, running: [...runningIds()] });
    },
  };
}
