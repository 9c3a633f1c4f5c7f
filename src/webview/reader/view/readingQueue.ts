import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { renderIconButton } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
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
          ${renderIconButton('play', t('Read {0} Now', title), () => send({ type: 'playQueued', id }), {
            tip: t('Read Now'),
            className: 'play-queued',
          })}
          ${renderIconButton('close', t('Remove {0}', title), () => send({ type: 'dropQueued', id }), {
            tip: t('Remove'),
            className: 'drop-queued',
          })}
        </li>`,
      )}
    </ul>
  </section>`;
}
