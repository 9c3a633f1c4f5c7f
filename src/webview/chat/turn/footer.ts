import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { t } from '../../l10n.ts';
import { onOnce } from '../../listener.ts';
import type { AnswerView } from '../../protocolViews.ts';
import { copyText, emitIntent } from '../events.ts';
import { renderIconButton } from '../iconButton.ts';
import { shortenModel } from '../shorten.ts';
import type { Outcome } from './ending.ts';
import { renderReceiptLine } from './receipt.ts';
import { renderVersions } from './versions.ts';

export interface Footer {
  readonly answer: AnswerView;
  readonly outcome: Outcome;
  readonly hasText: boolean;
  /** All text of the answer, as Markdown. */
  readonly text: () => string;
  readonly isAnyRunning: boolean;
  readonly isCompared: boolean;
  /** Whether there is anything in it to go on with. */
  readonly isKeepable: boolean;
  /** The details, where there are any. */
  readonly receipt: { readonly isOpen: boolean; readonly toggle: () => void } | undefined;
}

/** What can be done with an answer that is over, and what it cost. */
export function renderFooter(footer: Footer): TemplateResult {
  const { answer, outcome, hasText, isCompared, receipt } = footer;
  // In a comparison the model is named above each answer.
  const model = isCompared && !outcome.receipt?.servedModel ? '' : shortenModel(answer.model);
  return html`
    <div class="turn-footer">
      ${isCompared && footer.isKeepable ? renderKeep(answer) : nothing}
      <div class="turn-actions">
        ${
          hasText
            ? renderIconButton('copy', t('Copy answer'), (button) =>
                copyText(button, footer.text(), t('Copied')),
              )
            : nothing
        }
        ${isCompared ? nothing : renderRetry(footer)} ${receipt ? renderReceiptButton(receipt) : nothing}
        ${isCompared ? nothing : renderVersions('answer', answer.answerVersion, answer.id)}
      </div>
      ${renderReceiptLine(model, outcome)}
    </div>
  `;
}

function renderKeep({ id, model }: AnswerView): TemplateResult {
  const keep = (button: Element) => emitIntent(button, { type: 'keepAnswer', turnId: id });
  return html`<vscode-button
    class="keep-answer"
    secondary
    title=${t('Go on with the answer of {0}', shortenModel(model) || t('the relay'))}
    @click=${onOnce(keep)}
    >${t('Keep This One')}</vscode-button
  >`;
}

function renderRetry({ answer, isAnyRunning }: Footer): TemplateResult {
  const name = t('Try Again');
  return renderIconButton(
    'refresh',
    name,
    (button) => emitIntent(button, { type: 'retry', turnId: answer.id }),
    { tip: isAnyRunning ? `${name}\n${t('Stops the running answer')}` : name, isPressedOnce: true },
  );
}

function renderReceiptButton({ isOpen, toggle }: NonNullable<Footer['receipt']>): TemplateResult {
  const name = t('Details of the answer');
  return html`<button
    type="button"
    class="icon-button"
    title=${name}
    aria-label=${name}
    aria-expanded=${isOpen}
    @click=${toggle}
  >
    <span class="codicon codicon-info" aria-hidden="true"></span>
  </button>`;
}
