import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { ProfileEntry } from '../../protocol/settingsProtocol.ts';
import { renderIcon } from '../ui/iconButton.ts';
import { t } from '../ui/l10n.ts';
import { emitMessage } from './settingsEvents.ts';

/** The list of profiles, with the shown and the active one, and the actions for the shown one. */
export class SettingsProfiles extends PageElement {
  static override readonly properties = drawnProperties('profiles', 'shown');

  declare profiles: readonly ProfileEntry[];
  declare shown: string;
  #hadFocus = false;

  protected override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
  }

  protected override updated(): void {
    // The focused button may have been removed, such as “Use This Profile” after it was used.
    if (this.#hadFocus && document.activeElement === document.body)
      this.querySelector<HTMLElement>('input:checked')?.focus();
  }

  protected override render(): TemplateResult {
    return html`
      <div class="profile-list" role="radiogroup" aria-labelledby="profiles-heading">
        ${repeat(
          this.profiles,
          ({ name }) => name,
          (profile) => this.#renderProfile(profile),
        )}
      </div>
      <div class="buttons">${this.#renderButtons()}</div>
    `;
  }

  #renderProfile({ name, label, host, isActive }: ProfileEntry): TemplateResult {
    return html`<label class="profile">
      <input
        class="visually-hidden"
        type="radio"
        name="profile"
        .checked=${live(name === this.shown)}
        @change=${() => emitMessage(this, { type: 'show', profile: name })}
      />
      ${renderIcon(isActive ? 'check' : 'blank')}
      <span class="profile-label">${label}</span>
      <span class="profile-host">${host ?? t('no base URL')}</span>
      ${isActive ? html`<span class="profile-use">${t('in use')}</span>` : nothing}
    </label>`;
  }

  #renderButtons(): TemplateResult {
    const profile = this.shown;
    const isActive = this.profiles.some(({ name, isActive }) => name === profile && isActive);
    const button = (label: string, type: 'use' | 'renameProfile' | 'deleteProfile') =>
      html`<vscode-button
        ?secondary=${type !== 'use'}
        @click=${() => emitMessage(this, { type, profile })}
        >${label}</vscode-button
      >`;
    return html`
      ${isActive ? nothing : button(t('Use This Profile'), 'use')}
      <vscode-button secondary @click=${() => emitMessage(this, { type: 'addProfile' })}
        >${t('Add Profile…')}</vscode-button
      >
      ${profile === '' ? nothing : html`${button(t('Rename…'), 'renameProfile')} ${button(t('Delete…'), 'deleteProfile')}`}
    `;
  }
}
