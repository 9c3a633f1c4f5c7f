import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerView } from '../../../protocol/protocolViews.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { onOnce } from '../../ui/listeners.ts';
import { copyText, emitMessage } from '../pageEvents.ts';
import { nameWithPrompt, shortenModel } from '../shownNames.ts';
import { renderReceiptLine } from './receipt.ts';
import { renderVersions } from './versions.ts';

export interface Footer {
  readonly answer: AnswerView;
  /** What it answers. */
  readonly prompt: string;
  /** Of a response that is being written: that more is to come, where nothing else says so. */
  readonly progress: TemplateResult | typeof nothing | undefined;
  readonly hasText: boolean;
  /** All text of the response, as Markdown. */
  readonly text: () => string;
  readonly isAnyRunning: boolean;
  readonly isCompared: boolean;
  /** Whether there is anything in it to go on with. */
  readonly isKeepable: boolean;
  /** The details, where there are any. */
  readonly receipt: { readonly isOpen: boolean; readonly toggle: () => void } | undefined;
}

/**
 * What can be done with a response, and what it cost. What can be done while it is written comes first, and is the same
 * button when it is over: neither the mouse nor the focus misses it.
 */
export function renderFooter(footer: Footer): TemplateResult {
  const { answer, progress, hasText, isCompared } = footer;
  return html`
    <div class="turn-footer">
      <div class="turn-actions">
        ${hasText ? renderRead(footer) : nothing} ${progress ? nothing : renderActions(footer)}
      </div>
      ${isCompared && footer.isKeepable && !progress ? renderKeep(answer) : nothing}
      ${progress ?? renderCost(footer)}
    </div>
  `;
}

function renderRead({ answer, prompt }: Footer): TemplateResult {
  return renderIconButton(
    'unmute',
    nameWithPrompt(t('Read Aloud'), prompt),
    (button) => emitMessage(button, { type: 'readAnswer', turnId: answer.id }),
    { tip: t('Read Aloud') },
  );
}

function renderActions(footer: Footer): TemplateResult {
  const { answer, hasText, isCompared, receipt } = footer;
  return html`
    ${
      hasText
        ? renderIconButton(
            'copy',
            nameWithPrompt(t('Copy response'), footer.prompt),
            (button) => copyText(button, footer.text()),
            { tip: t('Copy response') },
          )
        : nothing
    }
    ${isCompared ? nothing : renderRetry(footer)} ${receipt ? renderReceiptButton(receipt, footer.prompt) : nothing}
    ${isCompared ? nothing : renderVersions('answer', answer.answerVersion, answer.id)}
  `;
}

function renderCost({ answer, isCompared }: Footer): TemplateResult {
  // In a comparison the model is named above each response.
  const isNamed = isCompared && !answer.receipt?.servedModel;
  return renderReceiptLine(isNamed ? '' : shortenModel(answer.model), answer);
}

function renderKeep({ id, model }: AnswerView): TemplateResult {
  const keep = (button: Element) => emitMessage(button, { type: 'keepAnswer', turnId: id });
  return html`<vscode-button
    class="keep-answer"
    secondary
    title=${t('Continue with the response from {0}', shortenModel(model) || t('the relay'))}
    @click=${onOnce(keep)}
    >${t('Keep This Response')}</vscode-button
  >`;
}

function renderRetry({ answer, prompt, isAnyRunning }: Footer): TemplateResult {
  const name = t('Try Again');
  return renderIconButton(
    'refresh',
    nameWithPrompt(name, prompt),
    (button) => emitMessage(button, { type: 'retry', turnId: answer.id }),
    { tip: isAnyRunning ? `${name}\n${t('Stops the current response')}` : name, isPressedOnce: true },
  );
}

function renderReceiptButton(
  { isOpen, toggle }: NonNullable<Footer['receipt']>,
  prompt: string,
): TemplateResult {
  const name = t('Response details');
  return renderIconButton('info', nameWithPrompt(name, prompt), toggle, { tip: name, isExpanded: isOpen });
}
