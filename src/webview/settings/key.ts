import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { KeyView } from '../../protocol/settingsProtocol.ts';
import { t } from '../ui/l10n.ts';
import { on } from '../ui/listener.ts';
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
      <div class="setting-title"><h3>${t('Key')}</h3></div>
      <p class="setting-description">
        ${t('Kept in the secret storage of VS Code, and sent to its own relay alone. No setting holds it.')}
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
                >${state === 'stored' ? t('Replace Key…') : t('Set Key…')}</vscode-button
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
                      >${t('Remove Key')}</vscode-button
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
      return origin === undefined ? t('A key is stored.') : t('A key is stored for {0}.', origin);
    case 'environment':
      return t('The key comes from the environment’s variables.');
    case 'missing':
      return origin === undefined ? t('No key is stored yet.') : t('No key is stored for {0} yet.', origin);
    case 'noAddress':
      return t('Type the address first: the key belongs to it.');
  }
}
