import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { KeyView } from '../../protocol/settingsProtocol.ts';
import { t } from '../ui/l10n.ts';
import { on } from '../ui/listeners.ts';
import { emitMessage } from './settingsEvents.ts';

const icons: Readonly<Record<KeyView['state'], string>> = {
  stored: 'codicon-pass tone-ok',
  environment: 'codicon-pass tone-ok',
  missing: 'codicon-warning tone-warning',
  noAddress: 'codicon-info tone-info',
};

/** Whether there is a key, and the ways to another one. The key itself never comes here. */
export function renderKey(key: KeyView, profile: string): TemplateResult {
  const { state } = key;
  return html`
    <div class="setting key">
      <div class="setting-title"><h3>${t('API key')}</h3></div>
      <p class="setting-description">
        ${t('Stored in VS Code’s secret storage and sent only to its own relay. Never saved in settings.')}
      </p>
      <p class="key-state" role="status">
        <span class="codicon ${icons[state]}" aria-hidden="true"></span><span>${describeKey(key)}</span>
      </p>
      ${
        state === 'noAddress'
          ? nothing
          : html`<div class="buttons">
              <vscode-button
                class="set-key"
                ?secondary=${state !== 'missing'}
                @click=${on((button) => emitMessage(button, { type: 'setKey', profile }))}
                >${state === 'stored' ? t('Replace API Key…') : t('Set API Key…')}</vscode-button
              >
              ${
                state === 'stored'
                  ? html`<vscode-button
                      class="remove-key"
                      secondary
                      @click=${on((button) => {
                        emitMessage(button, { type: 'removeKey', profile });
                        // This button goes with the key, and the focus must not go with it.
                        button.parentElement?.querySelector<HTMLElement>('.set-key')?.focus();
                      })}
                      >${t('Remove API Key')}</vscode-button
                    >`
                  : nothing
              }
            </div>`
      }
    </div>
  `;
}

function describeKey({ state, origin }: KeyView): string {
  switch (state) {
    case 'stored':
      return origin === undefined ? t('An API key is stored.') : t('An API key is stored for {0}.', origin);
    case 'environment':
      return t('The API key comes from an environment variable.');
    case 'missing':
      return origin === undefined ? t('No API key is stored.') : t('No API key is stored for {0}.', origin);
    case 'noAddress':
      return t('Enter the base URL first. The API key is stored for that URL.');
  }
}
