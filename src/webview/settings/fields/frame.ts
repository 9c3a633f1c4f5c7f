import { html, nothing, type TemplateResult } from 'lit';
import type { FieldName, Remark } from '../../../protocol/settingsProtocol.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';

/** What is the same around every field: its name and meaning, its notes, and the way back to no value. */
interface FieldFrame {
  readonly profile: string;
  readonly name: FieldName;
  readonly label: string;
  readonly description: string;
  /** Draws the control, with the button that resets it in its place. */
  readonly control: (reset: TemplateResult | typeof nothing) => TemplateResult;
  readonly isModified: boolean;
  readonly reset: () => void;
  readonly remark?: Remark | undefined;
  /** Whether the remark is about a text that is no longer there; its successor is on the way. */
  readonly isStale?: boolean;
  /** The value that was saved elsewhere while this one was typed. */
  readonly savedElsewhere?: string | undefined;
  readonly takeSaved: () => void;
  readonly keepTyped: () => void;
  readonly workspaceValue?: string | undefined;
  /** The label is one for a group of controls, and not for one of them. */
  readonly isGroup?: boolean;
  readonly after?: TemplateResult | typeof nothing;
}

export function renderFrame(frame: FieldFrame): TemplateResult {
  const { name, label, isModified } = frame;
  return html`
    <div class="setting ${isModified ? 'modified' : ''}">
      <div class="setting-title">
        ${
          frame.isGroup
            ? html`<h3 id="label-${name}">${label}</h3>`
            : html`<label id="label-${name}" for="control-${name}">${label}</label>`
        }
        ${renderSettingId(frame)}
      </div>
      <p class="setting-description" id="description-${name}">${frame.description}</p>
      <div class="setting-control">
        ${frame.control(isModified ? renderReset(frame) : nothing)}
      </div>
      <div id="remark-${name}" class="remarks ${frame.isStale ? 'stale' : ''}" aria-live="polite">
        ${frame.remark ? renderRemark(frame.remark) : nothing}
      </div>
      ${renderElsewhere(frame)} ${frame.after ?? nothing}
    </div>
  `;
}

export function renderRemark({ severity, text }: Remark): TemplateResult {
  return html`<p class="remark ${severity}">
    ${renderIcon(severity, `tone-${severity}`)}<span class="remark-text">${text}</span>
  </p>`;
}

function renderReset({ label, reset }: FieldFrame): TemplateResult {
  return html`<button
    type="button"
    class="link-button reset"
    aria-label=${t('Reset: {0}', label)}
    @click=${reset}
  >
    ${t('Reset')}
  </button>`;
}

/** Where people who write their settings by hand find it. */
function renderSettingId({ profile, name }: FieldFrame): TemplateResult {
  return profile === ''
    ? html`<code class="setting-id">modelRelay.${name}</code>`
    : html`<code class="setting-id" title="modelRelay.profiles › ${profile} › ${name}">${name}</code>`;
}

function renderElsewhere({ name, savedElsewhere, workspaceValue, ...frame }: FieldFrame): TemplateResult {
  return html`<div id="elsewhere-${name}">
    ${
      savedElsewhere === undefined
        ? nothing
        : html`${renderRemark({
            severity: 'warning',
            text:
              savedElsewhere === ''
                ? t('The saved value was removed in the meantime.')
                : t('Changed to {0} outside this page', savedElsewhere),
          })}
          <div class="ways-out">
            <button type="button" class="link-button take-saved" @click=${frame.takeSaved}>
              ${t('Use Saved Value')}
            </button>
            <button type="button" class="link-button keep-typed" @click=${frame.keepTyped}>
              ${t('Save My Value')}
            </button>
          </div>`
    }
    ${
      workspaceValue === undefined
        ? nothing
        : renderRemark({
            severity: 'info',
            text:
              workspaceValue === ''
                ? t('Empty in this workspace.')
                : t('This workspace uses {0} instead.', workspaceValue),
          })
    }
  </div>`;
}

export interface FieldWords {
  readonly label: string;
  readonly description: string;
  /** Stands in the empty field while nothing else counts there. */
  readonly example?: string;
}

const words: Readonly<Record<FieldName, () => FieldWords>> = {
  baseUrl: () => ({
    label: t('Base URL'),
    description: t('Base URL of the relay. A trailing /v1 is optional.'),
    example: t('for example https://relay.example.com'),
  }),
  'chat.model': () => ({
    label: t('Chat model'),
    description: t('Used for chat. If empty, the first chat model the relay lists.'),
  }),
  'chat.systemPrompt': () => ({
    label: t('System prompt'),
    description: t('Instructions sent before every conversation, such as the model’s role and style.'),
  }),
  'chat.maxOutputTokens': () => ({
    label: t('Maximum output tokens'),
    description: t('Maximum number of tokens per response.'),
  }),
  'chat.protocols': () => ({
    label: t('Protocols by model'),
    description: t(
      'Only needed for models whose protocol is not detected correctly. Enter a model ID, or a pattern in which * stands for any characters, such as my-team/*.',
    ),
  }),
  'speech.model': () => ({
    label: t('Speech model'),
    description: t('Used to read aloud. If empty, the first speech model the relay lists.'),
  }),
  'speech.voice': () => ({
    label: t('Voice'),
    description: t('Used to read aloud. Each speech model has its own voices.'),
  }),
  'images.model': () => ({
    label: t('Image model'),
    description: t('Used to generate and edit images. If empty, the first image model the relay lists.'),
  }),
  'timeouts.connect': () => ({
    label: t('Connection'),
    description: t('Seconds before a connection attempt times out.'),
  }),
  'timeouts.firstByte': () => ({
    label: t('First byte'),
    description: t(
      'Seconds before a request without any response times out. Long texts and busy models need more.',
    ),
  }),
  'timeouts.idle': () => ({
    label: t('Idle'),
    description: t('Seconds without data before a streaming response times out.'),
  }),
};

export function describeField(name: FieldName): FieldWords {
  return words[name]();
}
