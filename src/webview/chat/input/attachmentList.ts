import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { attachmentIcons } from '../../../protocol/attachmentKinds.ts';
import type { AttachmentView } from '../../../protocol/protocolViews.ts';
import type { SuggestedView } from '../../../protocol/suggestedView.ts';
import { joinItems } from '../../../text/joinText.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatCompactly, formatNumber, t } from '../../ui/l10n.ts';
import { on, stepByKey } from '../../ui/listeners.ts';
import { announce, emitMessage, sends } from '../pageEvents.ts';
import { shortenName } from '../shownNames.ts';
import { pictureAddress } from '../turn/pictureElement.ts';

/** Paths may be long; anything longer than this is not a plausible name. */
const maximumNameLength = 300;

/** The name and size of an attachment, for its tooltip and screen readers. */
export function describeAttachment({ name, tokens, scaled }: AttachmentView): readonly string[] {
  const amount = tokens > 0 ? [t('about {0} tokens', formatNumber(tokens))] : [];
  const size = scaled ? [describeScaled(scaled)] : [];
  return [shortenName(name, maximumNameLength), ...size, ...amount];
}

/** The size of a scaled image, as sent. */
export function describeScaled({ width, height, bytes }: NonNullable<AttachmentView['scaled']>): string {
  const kilobytes = formatNumber(Math.ceil(bytes / 1_000));
  return t('scaled to {0} × {1}, {2} KB', formatNumber(width), formatNumber(height), kilobytes);
}

/** The content of an attachment's button: its image or icon, name and size. */
export function renderAttachment(attachment: AttachmentView): TemplateResult {
  const { kind, name, tokens, picture } = attachment;
  return html`${
    picture
      ? html`<img
          class="attachment-picture"
          src=${pictureAddress(picture.file)}
          alt=""
          loading="lazy"
          decoding="async"
        />`
      : renderIcon(attachmentIcons[kind])
  }
    <span class="visually-hidden">${describeAttachment(attachment).join(', ')}</span>
    ${renderName(shortenName(name, maximumNameLength))}
    ${tokens > 0 ? html`<span class="attachment-tokens" aria-hidden="true">~${formatCompactly(tokens)}</span>` : nothing}`;
}

function renderName(name: string): TemplateResult {
  const { folder, stem, ending } = splitName(name);
  return html`<span class="attachment-name" aria-hidden="true"
    >${folder === '' ? nothing : html`<span class="attachment-folder">${folder}</span>`}<span class="attachment-stem">${stem}</span><span class="attachment-ending">${ending}</span></span>`;
}

interface NameParts {
  readonly folder: string;
  readonly stem: string;
  readonly ending: string;
}

/** Truncates the folder first, then the file's name; never its extension and lines. */
function splitName(name: string): NameParts {
  const start = name.lastIndexOf('/', name.length - 2) + 1;
  const end = name.length - (/(\.[^./\s]{1,10})?(:\d+(-\d+)?)?$/.exec(name)?.[0].length ?? 0);
  return {
    folder: name.slice(0, start),
    stem: name.slice(start, end),
    ending: name.slice(Math.max(start, end)),
  };
}

/** Maximum length of a name in announcements. */
const maximumSaidLength = 100;

/** Adds the suggested context from the input. */
const addKey = { Mac: 'Option+Enter' }[navigator.platform.slice(0, 3)] ?? 'Alt+Enter';

/** The warnings of attachments, each once, with the names of the attachments that it is about. */
export function describeWarnings(attachments: readonly AttachmentView[]): string[] {
  return [...Map.groupBy(attachments, ({ warning }) => warning)].flatMap(([warning, about]) =>
    warning === undefined ? [] : [t('{0}: {1}', nameAttachments(about), warning)],
  );
}

/** The names of attachments without their folders; of many, the first one and the number of the others. */
export function nameAttachments(attachments: readonly AttachmentView[]): string {
  const names = attachments.map(({ name }) =>
    shortenName(name.slice(name.lastIndexOf('/', name.length - 2) + 1), maximumSaidLength),
  );
  return names.length <= 3 ? joinItems(names, t) : t('{0} and {1} more', names[0] ?? '', names.length - 1);
}

/** A notice before sending: a line with an icon. */
export function renderWarning(words: string): TemplateResult {
  return html`<p class="composer-warning">
    ${renderIcon('warning')}
    <span>${words}</span>
  </p>`;
}

/** The attachments of the draft, a toolbar above the input with one tab stop and arrow keys. */
export class AttachmentRow {
  readonly #composer: HTMLElement;
  readonly #leave: () => void;
  #attachments: readonly AttachmentView[] = [];

  /** `leave` focuses the input. */
  constructor(composer: HTMLElement, leave: () => void) {
    this.#composer = composer;
    this.#leave = leave;
  }

  /** Index of the focused button among those for the arrow keys; a remove button counts as its attachment's. */
  get focusedPlace(): number | undefined {
    const { activeElement } = document;
    const chips = this.#chips;
    const chip =
      chips.find((one) => one === activeElement) ??
      chips.find(({ parentElement }) => parentElement?.contains(activeElement));
    return chip && chips.indexOf(chip);
  }

  /** Returns false if there are no attachments. */
  focusLast(): boolean {
    return this.focusPlace(this.#chips.findLastIndex((chip) => chip.matches('.attachment-view')));
  }

  focusPlace(place: number): boolean {
    const chip = this.#chips[place];
    chip?.focus();
    return chip !== undefined;
  }

  /** Call it after each update: one attachment is in the tab order, the one focused last or else the first. */
  keepTabStop(): void {
    const chips = this.#chips;
    const stop = chips.find((chip) => chip.tabIndex === 0) ?? chips[0];
    if (stop) stop.tabIndex = 0;
  }

  /** Scrolls to the last attachment, which was just added. */
  showLast(): void {
    this.#chips.at(-1)?.scrollIntoView({ block: 'nearest' });
  }

  render(
    attachments: readonly AttachmentView[],
    suggested: SuggestedView | null,
  ): TemplateResult | typeof nothing {
    this.#attachments = attachments;
    if (attachments.length === 0 && !suggested) return nothing;
    return html`<div class="attachments" role="toolbar" aria-label=${t('Attachments')} @keydown=${this.#handleKey} @focusin=${this.#setTabStop}>
      ${repeat(
        attachments,
        ({ id }) => id,
        (attachment) => this.#renderChip(attachment),
      )}
      ${suggested ? this.#renderSuggested(suggested) : nothing}
    </div>`;
  }

  /** The active file or selection: dashed until it is added. */
  #renderSuggested({ kind, name, isIncluded }: SuggestedView): TemplateResult {
    const shown = shortenName(name, maximumNameLength);
    const tip = isIncluded
      ? t('Included in your message. Click to exclude it ({0})', addKey)
      : t('Click to add to your message ({0})', addKey);
    return html`<div class="attachment suggested ${isIncluded ? 'included' : ''}">
      <button
        type="button"
        class="attachment-view"
        tabindex="-1"
        title=${`${shown}\n${tip}`}
        aria-pressed=${isIncluded}
        aria-label=${isIncluded ? t('Added: {0}', shown) : t('Add {0}', shown)}
        aria-description=${tip}
        @click=${() => emitMessage(this.#composer, { type: 'toggleSuggested' })}
      >
        ${renderIcon(isIncluded ? attachmentIcons[kind] : 'add')} ${renderName(shown)}
      </button>
      <button
        type="button"
        class="attachment-remove"
        tabindex="-1"
        title=${t('Suggest, always add, or turn off…')}
        aria-label=${t('Suggest, always add, or turn off…')}
        @click=${on(sends({ type: 'configureSuggested' }))}
      >
        ${renderIcon('gear')}
      </button>
    </div>`;
  }

  #renderChip(attachment: AttachmentView): TemplateResult {
    const { id, name, warning } = attachment;
    return html`<div class="attachment ${warning === undefined ? '' : 'warned'}">
      <button
        type="button"
        class="attachment-view"
        tabindex="-1"
        title=${[...describeAttachment(attachment), ...(warning === undefined ? [] : [warning])].join('\n')}
        aria-description=${[warning, t('Press Delete to remove it.')].filter(Boolean).join(' ')}
        @click=${() => emitMessage(this.#composer, { type: 'viewAttachment', id })}
      >
        ${renderAttachment(attachment)}
        ${warning === undefined ? nothing : renderIcon('warning')}
      </button>
      <button
        type="button"
        class="attachment-remove"
        tabindex="-1"
        title=${t('Remove')}
        aria-label=${t('Remove {0}', shortenName(name, maximumSaidLength))}
        @click=${() => this.#remove(attachment)}
      >
        ${renderIcon('close')}
      </button>
    </div>`;
  }

  /** The buttons for the arrow keys. A remove button is not among them, because Delete does the same. */
  get #chips(): HTMLElement[] {
    const buttons = '.attachment-view, .suggested .attachment-remove';
    return [...this.#composer.querySelectorAll<HTMLElement>(buttons)];
  }

  readonly #setTabStop = ({ target }: Event): void => {
    const chips = this.#chips;
    if (!chips.some((chip) => chip === target)) return;
    for (const chip of chips) chip.tabIndex = chip === target ? 0 : -1;
  };

  #remove({ id, name }: AttachmentView): void {
    emitMessage(this.#composer, { type: 'detach', id });
    announce(this.#composer, t('Removed: {0}', shortenName(name, maximumSaidLength)));
  }

  readonly #handleKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const place = this.focusedPlace;
    if (place === undefined || ctrlKey || metaKey || altKey) return;
    const chips = this.#chips;
    const next = stepByKey(chips, chips[place] ?? null, key, ['ArrowLeft', 'ArrowRight']);
    if (next) next.focus();
    else if (key === 'Delete' || key === 'Backspace') {
      const attachment = this.#attachments[place];
      if (attachment && !event.repeat) this.#remove(attachment);
    } else if (key === 'ArrowDown') this.#leave();
    // Typed text is meant for the input: once the input has the focus, the key takes effect there.
    else if (key.length === 1 && key !== ' ') return this.#leave();
    else return;
    event.preventDefault();
  };
}
