import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { OtherSetting, OtherValue } from '../../protocol/settingsProtocol.ts';
import { t } from '../ui/l10n.ts';
import { on, valueIn } from '../ui/listeners.ts';
import { renderSetting } from './fields/frame.ts';
import { emitMessage } from './settingsEvents.ts';

/** The settings without a dedicated field: one row for each that the manifest declares. */
export function renderOthers(others: readonly OtherSetting[]): TemplateResult {
  return html`
    <p class="setting-description">
      ${t('Default for all profiles. Changes are saved immediately.')}
    </p>
    ${others.map(renderOther)}
  `;
}

function renderOther(setting: OtherSetting): TemplateResult {
  const { name, label, description, kind, isModified } = setting;
  const id = `other-${name}`;
  return html`<div data-other=${name}>
    ${renderSetting({
      id,
      label,
      description,
      settingId: html`<code class="setting-id">modelRelay.${name}</code>`,
      isGroup: kind === 'json',
      isModified,
      reset: (button) => {
        send(button, name, undefined);
        // This button is removed; keep the focus in the page.
        document.getElementById(`control-${id}`)?.focus();
      },
      control: (reset) => html`${renderControl(setting, id)} ${reset}`,
    })}
  </div>`;
}

function renderControl({ name, kind, value, choices, ...limits }: OtherSetting, id: string): TemplateResult {
  const describedBy = `description-${id}`;
  switch (kind) {
    case 'switch':
      return html`<input
        type="checkbox"
        id="control-${id}"
        aria-describedby=${describedBy}
        .checked=${live(value === true)}
        @change=${onInput((input) => send(input, name, input.checked))}
      />`;
    case 'choice':
      return html`<select
        class="select"
        id="control-${id}"
        aria-describedby=${describedBy}
        @change=${on((select) => send(select, name, valueIn(select)))}
      >
        ${choices?.map(
          (choice) =>
            html`<option value=${choice.value} .selected=${live(choice.value === value)}>
              ${choice.description === '' ? choice.value : t('{0}: {1}', choice.value, choice.description)}
            </option>`,
        )}
      </select>`;
    case 'json':
      return html`<vscode-button
        id="control-${id}"
        secondary
        aria-describedby="label-${id} ${describedBy}"
        @click=${on((button) => emitMessage(button, { type: 'openSettingsJson' }))}
        >${t('Edit in settings.json')}</vscode-button
      >`;
    case 'text':
    case 'whole':
    case 'number': {
      const isText = kind === 'text';
      return html`<div class="text-box ${isText ? 'name' : 'number'}">
        <input
          class="text-input"
          type=${isText ? 'text' : 'number'}
          spellcheck="false"
          autocomplete="off"
          id="control-${id}"
          aria-describedby=${describedBy}
          min=${limits.minimum ?? nothing}
          max=${limits.maximum ?? nothing}
          step=${kind === 'whole' ? 1 : 'any'}
          .value=${String(value)}
          @change=${onInput((input) => {
            // An invalid value stays in the field, unsaved, and the browser says why.
            if (!input.reportValidity()) return;
            const text = input.value.trim();
            send(input, name, isText ? text : text === '' ? undefined : input.valueAsNumber);
          })}
        />
      </div>`;
    }
  }
}

function onInput(listener: (input: HTMLInputElement) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement) listener(target);
  };
}

function send(from: Element, name: string, value: OtherValue | undefined): void {
  emitMessage(from, { type: 'setOther', name, ...(value !== undefined && { value }) });
}
