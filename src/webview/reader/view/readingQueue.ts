import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../../ui/l10n.ts';
import { renderIconButton } from './readerIconButton.ts';
import type { Queue, ReaderActions } from './readerModel.ts';

/** What is read after this. */
export function renderQueue({ items }: Queue, { send }: ReaderActions): TemplateResult | typeof nothing {
  if (items.length === 0) return nothing;
  return html`<section class="queue" aria-labelledby="queue-title">
    <h2 id="queue-title">${t('Up Next')}</h2>
    <ul>
      ${repeat(
        items,
        ({ id }) => id,
        ({ id, title }) => html`<li>
          <span class="queued-title" dir="auto" title=${title}>${title}</span>
          ${renderIconButton({
            icon: 'play',
            name: t('Read {0} Now', title),
            tip: t('Read Now'),
            className: 'play-queued',
            press: () => send({ type: 'playQueued', id }),
          })}
          ${renderIconButton({
            icon: 'close',
            name: t('Remove {0}', title),
            tip: t('Remove'),
            className: 'drop-queued',
            press: () => send({ type: 'dropQueued', id }),
          })}
        </li>`,
      )}
    </ul>
  </section>`;
}
