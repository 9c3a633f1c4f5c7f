import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import type { Growth } from './textElement.ts';
import { renderSeconds } from './waiting.ts';

interface Thinking {
  readonly text: string;
  readonly growth: Growth | undefined;
  /** Whether the thinking is complete. */
  readonly isOver: boolean;
  /** Duration so far; undefined if it is not running. */
  readonly seconds: number | undefined;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** The thinking of a model, collapsed: it is rendered only when expanded. */
export function renderThinking(thinking: Thinking): TemplateResult {
  const { text, growth, isOver, seconds, isOpen, onToggle } = thinking;
  const isThinking = seconds !== undefined;
  const toggle = ({ target }: Event) => target instanceof HTMLDetailsElement && onToggle(target.open);
  return html`<details class="thinking" aria-label=${t('Thinking')} ?open=${isOpen} @toggle=${toggle}>
    <summary>
      ${renderIcon(isThinking ? 'loading spinning' : 'chevron-right')}${isThinking ? t('Thinking…') : t('Thinking')}${isThinking ? renderSeconds(seconds) : nothing}
    </summary>
    <chat-text class="markdown" .text=${text} .growth=${growth} .isOver=${isOver} .isFolded=${!isOpen}></chat-text>
  </details>`;
}
