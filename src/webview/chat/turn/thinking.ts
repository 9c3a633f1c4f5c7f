import { html, nothing, type TemplateResult } from 'lit';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import type { Growth } from './textElement.ts';
import { renderSeconds } from './waiting.ts';

interface Thinking {
  readonly text: string;
  readonly growth: Growth | undefined;
  /** No more of it comes. */
  readonly isOver: boolean;
  /** How long it goes on already; undefined when it does not. */
  readonly seconds: number | undefined;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Thoughts of a model, folded: only who unfolds them has them drawn. */
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
