import { html, nothing, type TemplateResult } from 'lit';
import type { SoundCheckView } from '../../../protocol/readerProtocol.ts';
import { renderIcon, renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import type { ReaderActions, SoundTest } from './readerModel.ts';

/** What a test of the sound found, link by link. */
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
  const [icon, words] = faces()[status];
  return html`<li class=${status}>
    ${renderIcon(icon)}
    <span class="visually-hidden">${words}</span>
    <div>
      <p>${label}</p>
      ${detail ? html`<p class="hint">${detail}</p>` : nothing}
    </div>
  </li>`;
}

function faces(): Readonly<Record<SoundCheckView['status'], readonly [icon: string, words: string]>> {
  return {
    ok: ['pass-filled', t('Passed:')],
    failed: ['error', t('Failed:')],
    unknown: ['question', t('Unknown:')],
  };
}
