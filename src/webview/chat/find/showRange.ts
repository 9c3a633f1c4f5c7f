import { drawInNextFrame } from '../../ui/frames.ts';
import type { ChatConversation } from '../conversation/conversationView.ts';
import type { ChatTurn } from '../turn/turnElement.ts';

/** So many frames without a change, and an answer is drawn; after so many in all it is not waited for any longer. */
const stillFrames = 2;
const mostFrames = 120;

/** RetryCountdown until a turn is drawn, which takes some frames where it is long. */
export function whenStill(turn: Element): Promise<void> {
  const observer = new MutationObserver(() => {
    still = 0;
  });
  let still = 0;
  let frames = 0;
  observer.observe(turn, { childList: true, characterData: true, subtree: true });
  return new Promise((resolve) => {
    drawInNextFrame(() => {
      still += 1;
      frames += 1;
      if (still <= stillFrames && frames < mostFrames) return true;
      observer.disconnect();
      resolve();
      return false;
    });
  });
}

/** Brings a piece of text into view, out of whatever it is folded away in. */
export async function showRange(range: Range, turn: ChatTurn, conversation: ChatConversation): Promise<void> {
  const element = range.startContainer.parentElement;
  const column = element?.closest('.answer-column[hidden]');
  const answer = turn.answerElements.find((one) => column?.contains(one));
  if (answer) {
    turn.selectedId = answer.answer.id;
    await turn.updateComplete;
  }
  for (let at = element; at && at !== turn; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
    scrollInto(at, range);
  }
  conversation.showPiece(range);
}

/** Scrolls a code block or a table that is wider or longer than its frame. */
function scrollInto(frame: Element, range: Range): void {
  const { overflowX, overflowY } = getComputedStyle(frame);
  const [piece, view] = [range.getBoundingClientRect(), frame.getBoundingClientRect()];
  if (/auto|scroll/.test(overflowX) && (piece.left < view.left || piece.right > view.right)) {
    frame.scrollLeft += piece.left - view.left - frame.clientWidth / 3;
  }
  if (/auto|scroll/.test(overflowY) && (piece.top < view.top || piece.bottom > view.bottom)) {
    frame.scrollTop += piece.top - view.top - frame.clientHeight / 3;
  }
}
