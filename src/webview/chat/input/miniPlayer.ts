import { html, type TemplateResult } from 'lit';
import type { ReadingAction, ReadingView } from '../../../protocol/readerProtocol.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { renderSpeedSelect } from '../../ui/speedSelect.ts';
import { emitMessage, sends } from '../pageEvents.ts';

/** The current reading with its controls: one row, in which only the title shrinks. */
export function renderMiniPlayer(reading: ReadingView): TemplateResult {
  const { title, sentence, total, isWhole, speed } = reading;
  const act = (action: ReadingAction) => sends({ type: 'reading', action });
  const { stateIcon, icon, name } = looksOf(reading);
  const place = t(
    'Sentence {0} of {1}',
    formatNumber(sentence),
    `${formatNumber(total)}${isWhole ? '' : '+'}`,
  );
  return html`<section class="mini-player" aria-label=${t('Read Aloud')}>
    <button
      type="button"
      class="mini-player-title"
      title=${`${title}\n${place}`}
      aria-label=${t('Show {0} in the Read Aloud view', title)}
      @click=${on(act('show'))}
    >
      ${renderIcon(stateIcon)}<span dir="auto">${title}</span>
    </button>
    ${renderIconButton('chevron-left', t('Previous Sentence'), act('previous'))}
    ${renderIconButton(icon, name, act('toggle'))}
    ${renderIconButton('chevron-right', t('Next Sentence'), act('next'))}
    ${renderSpeedSelect(speed, (chosen, select) => emitMessage(select, { type: 'setReadingSpeed', speed: chosen }))}
    ${renderIconButton('debug-stop', t('Stop Reading'), act('stop'))}
  </section>`;
}

interface Looks {
  readonly stateIcon: string;
  /** Icon of the button that pauses and resumes. */
  readonly icon: string;
  readonly name: string;
}

/** The same icons as in the status bar item. */
function looksOf({ status, hasPlayer }: ReadingView): Looks {
  if (!hasPlayer || status === 'blocked')
    return { stateIcon: 'mute', icon: 'play', name: t('Listen in the Read Aloud view') };
  if (status === 'failed') return { stateIcon: 'warning', icon: 'debug-restart', name: t('Try Again') };
  if (status === 'paused') return { stateIcon: 'unmute', icon: 'play', name: t('Resume') };
  const stateIcon = status === 'loading' ? 'loading codicon-modifier-spin' : 'unmute';
  return { stateIcon, icon: 'debug-pause', name: t('Pause') };
}
