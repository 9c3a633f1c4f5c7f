import type { TurnsWindow } from '../../../protocol/protocolViews.ts';
import { t } from '../../ui/l10n.ts';
import { type ChooseVersion, findStep } from '../turn/footer.ts';
import type { ChatConversation } from './conversationView.ts';

/** A pending choice of a version, and its result. */
export class VersionChoice {
  #awaited: { readonly step: ChooseVersion; readonly place: number } | undefined;

  get isAwaited(): boolean {
    return this.#awaited !== undefined;
  }

  /** Records an action of the person; if they chose a version, the turn at this index will change. */
  note(step: ChooseVersion | undefined, place = -1): void {
    this.#awaited = step && { step, place };
  }

  /**
   * Shows the received turns, and keeps the pressed button, or its replacement, focused and at its position on the
   * screen. Returns the announcement if these are the awaited turns.
   */
  async show(
    conversation: ChatConversation,
    window: TurnsWindow,
    leave: () => void,
  ): Promise<string | undefined> {
    const choice = this.#awaited;
    const find = () => choice && findStep(conversation.turnAt(choice.place), choice.step);
    if (choice) conversation.position?.hold(find);
    conversation.takeTurns(window);
    await conversation.updateComplete;
    if (!choice) return undefined;
    if (this.#awaited === choice) this.#awaited = undefined;
    if (document.hasFocus()) {
      const button = find();
      if (button) button.focus({ preventScroll: true });
      else leave();
    }
    conversation.position?.restore();
    const turn = window.turns[choice.place - window.first];
    const version = choice.step.of === 'prompt' ? turn?.promptVersion : turn?.answerVersion;
    return version && t('Version {0} of {1}', version.place, version.count);
  }
}
