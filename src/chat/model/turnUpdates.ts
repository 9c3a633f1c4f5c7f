import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { TurnsWindow } from '../../protocol/protocolViews.ts';
import type { Conversation } from './conversation.ts';
import type { JournalRecord } from './records.ts';
import { type TurnViewContext, toEndView, toPartView, toTurnView } from './turnViews.ts';

/** The turns of the current branch from `first` on, `count` at most. */
export function toTurnsWindow(
  conversation: Conversation,
  first: number,
  count: number,
  context: TurnViewContext,
): TurnsWindow {
  const { turns } = conversation;
  const start = Math.min(Math.max(0, first), turns.length);
  const shown = turns.slice(start, start + count);
  return {
    turns: shown.map((turn) => toTurnView(conversation, turn, context)),
    first: start,
    total: turns.length,
  };
}

/** The turn with this answer; undefined where it takes more than that to show what has become of it. */
export function toTurnMessage(
  conversation: Conversation,
  answerId: string,
  running: readonly string[],
  context: TurnViewContext,
): HostMessage | undefined {
  const { turns } = conversation;
  const turn = turns.find(({ answer }) => answer.id === answerId);
  // Of answers side by side, which one is the turn's may have changed.
  if (!turn || turn.answer.isCompared) return undefined;
  return {
    type: 'turn',
    turn: toTurnView(conversation, turn, context),
    total: turns.length,
    running: [...running],
  };
}

/** What a page that shows the conversation is told of a record that has come to it. */
export function toHostMessages(
  conversation: Conversation,
  record: JournalRecord,
  context: TurnViewContext,
): HostMessage[] {
  switch (record.type) {
    case 'delta':
      return [{ type: 'delta', turnId: record.id, kind: record.kind, text: record.text }];
    case 'picture': {
      const { file } = record.picture;
      return [{ type: 'part', turnId: record.id, part: { type: 'picture', picture: { file } } }];
    }
    case 'toolCall':
    case 'toolResult':
      return toCallMessages(conversation, record.id, record.callId, context);
    case 'end': {
      const answer = conversation.answer(record.id);
      if (!answer) return [];
      // A call that is still there without a result won't get one.
      const open = answer.parts.flatMap((part) =>
        part.type === 'tool' && !part.result ? part.call.callId : [],
      );
      return [
        ...open.flatMap((callId) => toCallMessages(conversation, record.id, callId, context)),
        { type: 'end', turnId: record.id, ...toEndView(record, answer, context.failures) },
      ];
    }
    case 'title':
      return [{ type: 'title', title: conversation.title }];
    default:
      return [];
  }
}

/** How the call of a tool is by now. */
export function toCallMessages(
  conversation: Conversation,
  answerId: string,
  callId: string,
  { running, toolTitle }: TurnViewContext,
): HostMessage[] {
  const call = conversation
    .answer(answerId)
    ?.parts.findLast((part) => part.type === 'tool' && part.call.callId === callId);
  const parts = call ? toPartView(call, running(answerId), toolTitle) : [];
  return parts.map((part) => ({ type: 'part', turnId: answerId, part }));
}
