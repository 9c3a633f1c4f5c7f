import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { OtherSetting, OtherValue } from '../../protocol/settingsProtocol.ts';
import { t } from '../ui/l10n.ts';
import { emitMessage } from './settingsEvents.ts';

/** The settings that have no field of their own kind: a row for each that the manifest declares. */
export function renderOthers(others: readonly OtherSetting[]): TemplateResult {
  return html`
    <p class="setting-description">
      ${t('Default for all profiles. Changes are saved immediately.')}
    </p>
    ${others.map(renderOther)}
  `;
}

function renderOther(setting: OtherSetting): TemplateResult {
  const { name, label, description, isModified } = setting;
  const id = `other-${name}`;
  return html`
    <div class="setting ${isModified ? 'modified' : ''}" data-other=${name}>
      <div class="setting-title">
        ${
          setting.kind === 'json'
            ? html`<h3 id="label-${id}">${label}</h3>`
            : html`<label id="label-${id}" for=${id}>${label}</label>`
        }
        <code class="setting-id">modelRelay.${name}</code>
      </div>
      <p class="setting-description" id="description-${id}">${description}</p>
      <div class="setting-control">
        ${renderControl(setting, id)}
        ${
          isModified
            ? html`<button
                type="button"
                class="link-button reset"
                aria-label=${t('Reset: {0}', label)}
                @click=${({ target }: Event) => {
                  send(target, name, undefined);
                  // This button goes, and the focus must not go with it.
                  document.getElementById(id)?.focus();
                }}
              >
                ${t('Reset')}
              </button>`
            : nothing
        }
      </div>
    </div>
  `;
}

function renderControl({ name, kind, value, choices, ...limits }: OtherSetting, id: string): TemplateResult {
  switch (kind) {
    case 'switch':
      return html`<input
        type="checkbox"
        id=${id}
        aria-describedby="description-${id}"
        .checked=${live(value === true)}
        @change=${({ target }: Event) => {
          if (target instanceof HTMLInputElement) send(target, name, target.checked);
        }}
      />`;
    case 'choice':
      return html`<select
        class="select"
        id=${id}
        aria-describedby="description-${id}"
        @change=${({ target }: Event) => {
          if (target instanceof HTMLSelectElement) send(target, name, target.value);
        }}
      >
        ${choices?.map(
          (choice) =>
            html`<option value=${choice.value} .selected=${live(choice.value === value)}>
              ${choice.description === '' ? choice.value : `${choice.value}: ${choice.description}`}
            </option>`,
        )}
      </select>`;
    case 'json':
      return html`<vscode-button
        id=${id}
        secondary
        aria-describedby="label-${id} description-${id}"
        @click=${({ target }: Event) => {
          if (target instanceof HTMLElement) emitMessage(target, { type: 'openSettingsJson' });
        }}
        >${t('Edit in settings.json')}</vscode-button
      >`;
    case 'text':
      return html`<div class="text-box name">
        <input
          class="text-input"
          type="text"
          spellcheck="false"
          autocomplete="off"
          id=${id}
          aria-describedby="description-${id}"
          .value=${String(value)}
          @change=${({ target }: Event) => {
            if (target instanceof HTMLInputElement) send(target, name, target.value.trim());
          }}
        />
      </div>`;
    case 'whole':
    case 'number':
      return html`<div class="text-box number">
        <input
          class="text-input"
          type="number"
          id=${id}
          aria-describedby="description-${id}"
          min=${limits.minimum ?? nothing}
          max=${limits.maximum ?? nothing}
          step=${kind === 'whole' ? 1 : 'any'}
          .value=${String(value)}
          @change=${({ target }: Event) => {
            // What can't be saved stays in the field; the browser says why, and that it is not saved.
            if (!(target instanceof HTMLInputElement) || !target.reportValidity()) return;
            send(target, name, target.value === '' ? undefined : target.valueAsNumber);
          }}
        />
      </div>`;
  }
}

function send(target: EventTarget | null, name: string, value: OtherValue | undefined): void {
  if (target instanceof Element)
    emitMessage(target, { type: 'setOther', name, ...(value !== undefined && { value }) });
}
