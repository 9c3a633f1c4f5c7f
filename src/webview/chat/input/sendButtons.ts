import { html, type TemplateResult } from 'lit';
import type { ConnectionView } from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { on, onOnce } from '../../ui/listeners.ts';
import { emitMessage } from '../pageEvents.ts';

interface Sender {
  readonly isEmpty: boolean;
  readonly isAnswering: boolean;
  readonly connection: ConnectionView | undefined;
}

export function renderSend(sender: Sender, send: () => void): TemplateResult {
  const isDisabled = sender.isEmpty || sender.connection?.state !== 'connected';
  const label = describeSend(sender);
  return html`
    <button
      type="button"
      class="send-button"
      title=${label}
      aria-label=${label}
      aria-disabled=${isDisabled}
      @click=${onOnce(send)}
    >
      ${renderIcon('arrow-up')}
    </button>
  `;
}

function describeSend({ connection, isAnswering }: Sender): string {
  if (connection?.state === 'missing') return t('Send (connect to a relay first)');
  return isAnswering ? t('Send after this response (Enter)') : t('Send (Enter)');
}

export function renderStop(): TemplateResult {
  const label = t('Stop (Escape)');
  return html`
    <button
      type="button"
      class="send-button stop"
      title=${label}
      aria-label=${label}
      @click=${on((button) => emitMessage(button, { type: 'stop' }))}
    >
      ${renderIcon('debug-stop')}
    </button>
  `;
}
