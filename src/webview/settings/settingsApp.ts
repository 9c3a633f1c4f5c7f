import { drawnProperties, PageElement } from '../ui/pageElement.ts';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type {
  CheckView,
  FieldName,
  KeyView,
  SettingsHostMessage,
  SettingsState,
} from '../../protocol/settingsProtocol.ts';
import { Announcer } from '../ui/announcer.ts';
import { renderIcon } from '../ui/iconButton.ts';
import { t } from '../ui/l10n.ts';
import { on } from '../ui/listeners.ts';
import type { SettingsCheck } from './checkPanel.ts';
import { type Drafts, judgeDraft } from './fields/drafts.ts';
import { renderRemark, type SettingsField } from './fields/textField.ts';
import { emitMessage } from './settingsEvents.ts';

type Verdict = Extract<SettingsHostMessage, { type: 'verdict' }>;
type FocusTarget = Extract<SettingsHostMessage, { type: 'focus' }>['target'];

/** The whole panel. Shows the host's state; its own state is only what is being typed. */
export class SettingsApp extends PageElement {
  static override readonly properties = drawnProperties('state', 'check');

  declare state: SettingsState | undefined;
  /** The check as of the last message, which may be newer than the state. */
  declare check: CheckView | undefined;
  readonly #announcer = new Announcer();
  /** By profile name. */
  readonly #drafts = new Map<string, Drafts>();
  /** The control to focus as soon as it exists. */
  #focusTarget: FocusTarget | undefined;
  /** The focus returns to it after a box or a dialog of VS Code. */
  #lastFocused: HTMLElement | undefined;

  constructor() {
    super();
    this.addEventListener('settings-announce', ({ detail: { words } }) => this.#announcer.announce(words));
    // The connection check depends on the base URL.
    this.addEventListener('settings-draft', ({ detail }) => {
      if (detail === 'baseUrl') this.requestUpdate();
    });
    // VS Code focuses the page as a whole; move the focus to a control.
    window.addEventListener('focus', () => this.#focusIfNothingIs());
    this.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement) this.#lastFocused = target;
    });
  }

  receive(message: SettingsHostMessage): void {
    switch (message.type) {
      case 'state':
        this.#takeState(message.state);
        this.check = message.state.check;
        return;
      case 'check':
        this.check = message.check;
        return;
      case 'verdict':
        return this.#takeVerdict(message);
      case 'chosen':
        if (message.profile === this.state?.shown) this.#field(message.field)?.enter(message.text);
        return;
      case 'renamed':
        // Both names share the same drafts until a state without the old name arrives.
        this.#drafts.set(message.to, this.#draftsOf(message.from));
        return;
      case 'focus':
        this.#focusTarget = message.target;
        this.requestUpdate();
        return;
    }
  }

  protected override updated(): void {
    if (!this.state || !this.#focusTarget) return;
    const target = this.#focusTarget;
    this.#focusTarget = undefined;
    // The elements inside render after this one.
    requestAnimationFrame(() => this.#goTo(target));
  }

  protected override render(): TemplateResult {
    return html`
      ${this.state ? this.#renderState(this.state) : nothing}
      ${this.#announcer.element}
    `;
  }

  #renderState(state: SettingsState): TemplateResult {
    const { profiles, shown, notice } = state;
    const isAlone = profiles.length < 2 && profiles.every(({ name, isActive }) => name === shown && isActive);
    return html`
      <header class="page-header">
        <h1>${t('Model Relay Settings')}</h1>
        <p class="setting-description">${state.requestsLeaveFrom}</p>
        <div class="buttons">
          <vscode-button secondary @click=${() => emitMessage(this, { type: 'openSettingsJson' })}
            >${t('Open settings.json')}</vscode-button
          >
          ${
            isAlone
              ? html`<vscode-button secondary @click=${() => emitMessage(this, { type: 'addProfile' })}
                  >${t('Add Profile…')}</vscode-button
                >`
              : nothing
          }
        </div>
      </header>
      <main>
        <div class="notice" role="status">${notice ? renderRemark(notice) : nothing}</div>
        ${
          isAlone
            ? nothing
            : renderSection(
                'profiles',
                t('Profiles'),
                html`<settings-profiles .profiles=${profiles} .shown=${shown}></settings-profiles>`,
              )
        }
        ${keyed(shown, this.#renderSections(state))}
      </main>
    `;
  }

  #renderSections(state: SettingsState): TemplateResult {
    const fields = (...names: readonly FieldName[]) => names.map((name) => this.#renderField(state, name));
    return html`
      ${renderSection(
        'connection',
        t('Connection'),
        html`${fields('baseUrl')} ${renderKey(state.key, state.shown)} ${this.#renderCheck(state)}`,
      )}
      ${renderSection('models', t('Models'), html`${fields('chat.model', 'speech.model', 'speech.voice', 'images.model')}`)}
      ${renderSection('chat', t('Chat'), html`${fields('chat.systemPrompt', 'chat.maxOutputTokens')}`)}
      ${renderSection('timeouts', t('Time-outs'), html`${fields('timeouts.connect', 'timeouts.firstByte', 'timeouts.idle')}`)}
      ${renderSection('others', t('Other settings'), renderOthers(state.shown))}
    `;
  }

  #renderCheck({ shown, key }: SettingsState): TemplateResult {
    const { check } = this;
    const isAddressChanged = this.#draftsOf(shown).has('baseUrl');
    // A finished check of another profile or another base URL says nothing about this one.
    const concerns = check && (check.isRunning || (check.profile === shown && !isAddressChanged));
    return html`<settings-check
      .check=${concerns ? check : undefined}
      .profile=${shown}
      .isNext=${key.state === 'stored' || key.state === 'environment'}
    ></settings-check>`;
  }

  #renderField({ fields, shown }: SettingsState, name: FieldName): TemplateResult | typeof nothing {
    const field = fields.find((candidate) => candidate.name === name);
    if (!field) return nothing;
    return html`<settings-field
      data-field=${name}
      .profile=${shown}
      .drafts=${this.#draftsOf(shown)}
      .field=${field}
    ></settings-field>`;
  }

  #focusIfNothingIs(): void {
    if (document.activeElement !== document.body || this.#focusTarget) return;
    const last = this.#lastFocused;
    const control = last?.isConnected ? last : this.querySelector<HTMLElement>('vscode-button');
    control?.focus({ preventScroll: true });
  }

  #takeState(state: SettingsState): void {
    // Only profiles that were in the last state can be gone: a new one may have drafts before a state lists it.
    for (const { name } of this.state?.profiles ?? []) {
      if (!state.profiles.some((profile) => profile.name === name)) this.#drafts.delete(name);
    }
    const isFirst = this.state === undefined;
    this.state = state;
    if (isFirst && document.hasFocus()) void this.updateComplete.then(() => this.#focusIfNothingIs());
  }

  /** Applies a verdict for any profile: another one may be shown since the host was asked. */
  #takeVerdict({ profile, field, text, verdict }: Verdict): void {
    const drafts = this.#drafts.get(profile);
    const draft = drafts?.get(field);
    if (draft) drafts?.set(field, judgeDraft(draft, text, verdict));
    this.#field(field)?.requestUpdate();
  }

  #draftsOf(profile: string): Drafts {
    const drafts = this.#drafts.get(profile) ?? new Map();
    this.#drafts.set(profile, drafts);
    return drafts;
  }

  #field(name: FieldName): SettingsField | null {
    return this.querySelector<SettingsField>(`[data-field="${name}"]`);
  }

  #goTo(target: FocusTarget): void {
    const control =
      target === 'check'
        ? this.querySelector<SettingsCheck>('settings-check')
        : // An API key belongs to a base URL: without a URL, there is no key button.
          this.#field(target === 'key' ? 'baseUrl' : target);
    const keyButton = target === 'key' ? this.querySelector<HTMLElement>('.set-key') : null;
    (keyButton ?? control)?.scrollIntoView({ block: 'center' });
    if (keyButton) keyButton.focus();
    else control?.focusControl();
  }
}

function renderSection(name: string, title: string, content: TemplateResult): TemplateResult {
  return html`<section class="section" aria-labelledby="${name}-heading">
    <h2 id="${name}-heading">${title}</h2>
    ${content}
  </section>`;
}

function renderOthers(profile: string): TemplateResult {
  return html`
    <div class="setting">
      <p class="setting-description">
        ${t('All other settings, such as the protocol of a model, are in VS Code’s settings editor.')}
        ${
          profile === ''
            ? nothing
            : t(
                'Protocols and speech settings can also be set for this profile alone: in settings.json, under {0}.',
                'modelRelay.profiles',
              )
        }
      </p>
      <div class="buttons">
        <vscode-button secondary @click=${on((button) => emitMessage(button, { type: 'openAllSettings' }))}
          >${t('Open VS Code Settings')}</vscode-button
        >
      </div>
    </div>
  `;
}

/** The icon and the words of each state of the key. */
const keyStates: Readonly<
  Record<KeyView['state'], readonly [icon: string, words: (origin: string) => string]>
> = {
  stored: ['pass tone-ok', (origin) => t('An API key is stored for {0}.', origin)],
  environment: ['pass tone-ok', () => t('The API key comes from an environment variable.')],
  missing: ['warning tone-warning', (origin) => t('No API key is stored for {0}.', origin)],
  noAddress: ['info tone-info', () => t('Enter the base URL first. The API key is stored for that URL.')],
};

/** Shows whether an API key is set, and the buttons to change it. The page never receives the key itself. */
function renderKey({ state, origin = '' }: KeyView, profile: string): TemplateResult {
  const [icon, words] = keyStates[state];
  return html`
    <div class="setting key">
      <div class="setting-title"><h3>${t('API key')}</h3></div>
      <p class="setting-description">
        ${t('Stored in VS Code’s secret storage and sent only to its own relay. Never saved in settings.')}
      </p>
      <p class="key-state" role="status">
        ${renderIcon(icon)}<span>${words(origin)}</span>
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
                        // This button is removed together with the key; keep the focus in the page.
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
