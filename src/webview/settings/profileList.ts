import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { ProfileEntry } from '../../protocol/settingsProtocol.ts';
import { renderIcon } from '../ui/iconButton.ts';
import { t } from '../ui/l10n.ts';
import { emitMessage } from './settingsEvents.ts';

/** The list of profiles, with the shown and the active one, and the actions for the shown one. */
export class SettingsProfiles extends PageElement {
  static override readonly properties = drawnProperties('profiles', 'shown', 'cursor');

  declare profiles: readonly ProfileEntry[];
  declare shown: string;
  /** Name of the profile at the keyboard cursor. */
  declare cursor: string | undefined;
  #hadFocus = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('shown')) this.cursor = undefined;
    this.#hadFocus = this.contains(document.activeElement);
  }

  protected override updated(): void {
    // The focused button may have been removed, such as “Use This Profile” after it was used.
    if (this.#hadFocus && document.activeElement === document.body) {
      this.querySelector<HTMLElement>('[role=listbox]')?.focus();
    }
  }

  protected override render(): TemplateResult {
    const { profiles } = this;
    const place = this.#cursorPlace;
    return html`
      <ul
        class="profile-list"
        role="listbox"
        tabindex="0"
        aria-labelledby="profiles-heading"
        aria-activedescendant="profile-${place}"
        @keydown=${this.#handleKey}
      >
        ${profiles.map((profile, at) => this.#renderProfile(profile, at, at === place))}
      </ul>
      <div class="buttons">${this.#renderButtons()}</div>
    `;
  }

  get #cursorPlace(): number {
    const name = this.cursor ?? this.shown;
    return Math.max(
      0,
      this.profiles.findIndex((profile) => profile.name === name),
    );
  }

  #renderProfile(
    { name, label, host, isActive }: ProfileEntry,
    place: number,
    isAtCursor: boolean,
  ): TemplateResult {
    return html`<li
      id="profile-${place}"
      class="profile ${isAtCursor ? 'cursor' : ''}"
      role="option"
      aria-selected=${name === this.shown}
      @click=${() => emitMessage(this, { type: 'show', profile: name })}
    >
      ${renderIcon(isActive ? 'check' : 'blank')}
      <span class="profile-label">${label}</span>
      <span class="profile-host">${host ?? t('no base URL')}</span>
      ${isActive ? html`<span class="profile-use">${t('in use')}</span>` : nothing}
    </li>`;
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

  #handleKey(event: KeyboardEvent): void {
    const last = this.profiles.length - 1;
    const place = this.#cursorPlace;
    const places: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(place + 1, last),
      ArrowUp: Math.max(place - 1, 0),
      Home: 0,
      End: last,
    };
    const target = places[event.key];
    if (target !== undefined) this.cursor = this.profiles[target]?.name;
    else if (event.key === 'Enter' || event.key === ' ') this.#show(place);
    else return;
    event.preventDefault();
  }

  #show(place: number): void {
    const profile = this.profiles[place]?.name;
    if (profile !== undefined) emitMessage(this, { type: 'show', profile });
  }
}
