import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { maximumSourceBytes, maximumSources } from '../../protocol/imageLimits.ts';
import type { SourceView } from '../../protocol/imagesProtocol.ts';
import { renderIcon, renderIconButton } from '../ui/iconButton.ts';
import { t } from '../ui/l10n.ts';
import { stepByKey } from '../ui/listeners.ts';
import { fileAddress, formatBytes } from '../ui/mediaWords.ts';
import { formatPixels } from './imageWords.ts';

/** The sources of a draft in order, and the handlers for changes. */
interface SourceListContext {
  /** '' until the host has sent it. */
  readonly folder: string;
  readonly sources: readonly SourceView[];
  /** `focus`: the source to focus afterwards. */
  readonly change: (sources: readonly SourceView[], words: string, focus?: SourceView) => void;
  /** Opens the mask editor for the first source, the only one that can have a mask. */
  readonly editMask: (source: SourceView) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** A single tab stop: arrow keys move between sources, with Alt they reorder, Delete removes a source. */
export function renderSources({ folder, sources, change, editMask }: SourceListContext): TemplateResult {
  const bytes = sources.reduce((sum, source) => sum + source.bytes, 0);
  const remove = (source: SourceView) => {
    const index = sources.indexOf(source);
    const rest = sources.filter((other) => other !== source);
    change(rest, t('Removed {0}', source.name), rest[Math.min(index, rest.length - 1)]);
  };
  const onKey = (event: KeyboardEvent, source: SourceView) => {
    const { key, altKey, currentTarget } = event;
    const index = sources.indexOf(source);
    const step = steps[key];
    if (altKey && step) {
      const moved = sources.toSpliced(index, 1);
      const to = Math.max(0, Math.min(moved.length, index + step));
      change(
        moved.toSpliced(to, 0, source),
        t('{0} is source {1} of {2}', source.name, to + 1, sources.length),
        source,
      );
    } else if (key === 'Delete' || key === 'Backspace') remove(source);
    else {
      const list = currentTarget instanceof Element ? currentTarget.closest('ul') : null;
      const chips = [...(list?.querySelectorAll<HTMLElement>('.source') ?? [])];
      const next = stepByKey(chips, currentTarget, key, ['ArrowLeft', 'ArrowRight']);
      if (!next || altKey) return;
      next.focus();
    }
    event.preventDefault();
  };
  const isTooMuch = bytes > maximumSourceBytes;
  const [first] = sources;
  return html`<div class="sources">
    <ul role="listbox" aria-orientation="horizontal" aria-label=${t('Source images. Press Alt and an arrow key to reorder, Delete to remove.')}>
      ${repeat(
        sources,
        ({ file }) => file,
        (source, index) =>
          html`<li
            class="source"
            role="option"
            aria-selected="false"
            tabindex=${index === 0 ? 0 : -1}
            data-file=${source.file}
            title=${`${source.name}\n${formatPixels(source)} · ${formatBytes(source.bytes)}`}
            aria-label=${[source.name, formatPixels(source), formatBytes(source.bytes), ...(source.mask === undefined ? [] : [t('with a mask')])].join(', ')}
            @keydown=${(event: KeyboardEvent) => onKey(event, source)}
          >
            <img src=${folder === '' ? nothing : fileAddress(folder, source.file)} alt="" loading="lazy" decoding="async" />
            <span class="source-index" aria-hidden="true"
              >${index + 1}${source.mask === undefined ? nothing : renderIcon('paintcan')}</span
            >
            <span
              class="source-remove codicon codicon-close"
              aria-hidden="true"
              title=${t('Remove')}
              @click=${() => remove(source)}
            ></span>
          </li>`,
      )}
    </ul>
    <p class="quiet ${isTooMuch ? 'differs' : ''}">
      ${
        sources.length === 1
          ? t('1 source image, {0}', formatBytes(bytes))
          : t('{0} of {1} source images, {2}', sources.length, maximumSources, formatBytes(bytes))
      }
      ${isTooMuch ? t('The source images exceed 64 MB in total.') : ''}
      ${first ? renderIconButton('paintcan', t('Edit mask of {0}…', first.name), () => editMask(first)) : nothing}
      ${renderIconButton('clear-all', t('Remove all source images'), () => change([], t('Removed all source images')))}
    </p>
  </div>`;
}
