import { html, nothing, type TemplateResult } from 'lit';
import type { FailureView } from '../../../protocol/protocolViews.ts';
import type { SoundCheckView } from '../../../protocol/readerProtocol.ts';
import { renderAction } from '../../ui/failure.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import type { ReaderActions, ReaderModel, SoundTest, Wait } from './readerModel.ts';

/** The messages between the controls and the text, if there are any. */
export function renderMessages(
  { status, failure, wait, notice }: ReaderModel,
  actions: ReaderActions,
  isInTab: boolean,
): TemplateResult {
  return html`
    ${status === 'blocked' ? renderListen(actions, isInTab) : nothing}
    ${failure ? renderFailure(failure, actions) : nothing}
    ${wait && !failure ? renderWait(wait, actions) : nothing}
    ${notice ? html`<p class="notice">${renderIcon('info')}<span>${notice}</span></p>` : nothing}
  `;
}

/** The button that unlocks playback: it only works in the page that plays the sound. */
function renderListen({ listen }: ReaderActions, isInTab: boolean): TemplateResult {
  const words = isInTab ? t('Open Read Aloud View') : t('Click to Listen');
  return html`
    <section class="listen">
      <vscode-button block icon="unmute" @click=${listen}>${words}</vscode-button>
      <p class="hint">${
        isInTab
          ? t('VS Code allows sound only after a click or key press in the Read Aloud view.')
          : t('VS Code allows sound in this view only after a click or key press.')
      }</p>
    </section>
  `;
}

function renderFailure(
  { title, advice, relayMessage, requestId, actions }: FailureView,
  { send }: ReaderActions,
): TemplateResult {
  return html`
    <section class="failure">
      <p class="failure-title">${renderIcon('error')}<span>${title}</span></p>
      ${advice.length > 0 ? html`<ul>${advice.map((line) => html`<li>${line}</li>`)}</ul>` : nothing}
      ${relayMessage ? html`<p class="hint">${t('Message from the relay: {0}', relayMessage)}</p>` : nothing}
      ${requestId ? html`<p class="hint">${t('Request ID: {0}', requestId)}</p>` : nothing}
      <div class="buttons">
        ${actions.map((action, place) =>
          renderAction(action, place === 0, (_button, id) => send({ type: 'action', action: id })),
        )}
      </div>
    </section>
  `;
}

function renderWait(wait: Wait, { send }: ReaderActions): TemplateResult {
  return html`
    <section class="wait">
      <p>${renderIcon('history')}<span>${describeWait(wait)}</span></p>
      <div class="buttons">
        <vscode-button @click=${() => send({ type: 'retryNow' })}>${t('Try Again Now')}</vscode-button>
      </div>
    </section>
  `;
}

function describeWait({ title, endsAt }: Wait): string {
  const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000));
  return t('{0} Retrying in {1} s.', title, seconds);
}

/** The findings of a sound test, step by step. */
export function renderSoundChecks(
  soundTest: SoundTest | undefined,
  { send }: ReaderActions,
): TemplateResult | typeof nothing {
  if (!soundTest) return nothing;
  const { isRunning, checks, isGestureMissing } = soundTest;
  const again = () => send({ type: 'testSound' });
  return html`
    <section class="sound-checks" aria-label=${t('Sound test')}>
      <div class="section-title">
        <h2>${t('Sound test')}</h2>
        ${renderIconButton('close', t('Close'), () => send({ type: 'closeSoundTest' }))}
      </div>
      <ul aria-live="polite">
        ${checks.map(renderCheck)}
      </ul>
      ${
        isRunning
          ? html`<p class="hint running">${renderIcon('loading codicon-modifier-spin')}<span>${t('Testing…')}</span></p>`
          : html`<div class="buttons">
              ${
                isGestureMissing
                  ? html`<vscode-button icon="unmute" @click=${again}>${t('Click to Listen')}</vscode-button>`
                  : html`<vscode-button secondary @click=${again}>${t('Test Again')}</vscode-button>`
              }
            </div>`
      }
    </section>
  `;
}

function renderCheck({ status, label, detail }: SoundCheckView): TemplateResult {
  const [icon, words] = checkStatuses[status];
  return html`<li class=${status}>
    ${renderIcon(icon)}
    <span class="visually-hidden">${words()}</span>
    <div>
      <p>${label}</p>
      ${detail ? html`<p class="hint">${detail}</p>` : nothing}
    </div>
  </li>`;
}

/** The icon and the name of each result of a sound check. */
const checkStatuses: Readonly<
  Record<SoundCheckView['status'], readonly [icon: string, words: () => string]>
> = {
  ok: ['pass-filled', () => t('Passed:')],
  failed: ['error', () => t('Failed:')],
  unknown: ['question', () => t('Unknown:')],
};
