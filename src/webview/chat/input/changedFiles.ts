import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { ChangedFilesView, ChangedFileView } from '../../../protocol/protocolViews.ts';
import { joinSentences } from '../../../text/joinText.ts';
import { renderIconButton } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { sends } from '../pageEvents.ts';

/**
 * The files that models changed or want to change, until the person has decided: grouped by response, the latest first.
 * Buttons stay with their file: when a model changes another one, the focus must not move to the buttons of that.
 */
export function renderChangedFiles({ files, canAllow }: ChangedFilesView): TemplateResult | typeof nothing {
  if (files.length === 0) return nothing;
  const responses = [...Map.groupBy(files, ({ responseId }) => responseId)].toReversed();
  return html`<section class="changed-files" aria-label=${t('Changed files')}>
    ${repeat(
      responses,
      ([id]) => id,
      ([, own], index) => renderResponse(own, index, canAllow),
    )}
  </section>`;
}

function renderResponse(files: readonly ChangedFileView[], index: number, canAllow: boolean): TemplateResult {
  const ids = files.map(({ id }) => id);
  const decide = (action: 'keep' | 'undo' | 'keepInChat') => sends({ type: 'change', action, ids });
  const isAllowable = canAllow && files.some(({ isProposed, responseId }) => isProposed && responseId);
  const count = countFiles(files.length);
  return html`<div role="group" aria-labelledby=${`changed-files-${index}`}>
    <div class="changed-files-header">
      <h2 id=${`changed-files-${index}`}>${index === 0 ? count : t('{0} (earlier)', count)}</h2>
      <div class="changed-files-actions">
      <button type="button" class="link-button" @click=${on(decide('keep'))}>${t('Keep All')}</button>
      <button type="button" class="link-button" @click=${on(decide('undo'))}>${t('Undo All')}</button>
      ${
        isAllowable
          ? html`<button type="button" class="link-button" title=${t('The model’s edits are written immediately and can be undone here')} @click=${on(decide('keepInChat'))}>${t('Allow in This Chat')}</button>`
          : nothing
      }
      </div>
    </div>
    <ul>
      ${repeat(files, ({ id }) => id, renderFile)}
    </ul>
  </div>`;
}

function renderFile({ id, path, added, removed, isProposed, isNew }: ChangedFileView): TemplateResult {
  const [, folder = '', name = path] = /^(?:(.*)\/)?([^/]*)$/.exec(path) ?? [];
  const state = isProposed ? t('proposed') : isNew ? t('created') : t('changed');
  const lines = t('Lines added: {0}, removed: {1}', formatNumber(added), formatNumber(removed));
  const act = (action: 'keep' | 'undo' | 'open') => sends({ type: 'change', action, ids: [id] });
  return html`<li>
    <button
      type="button"
      class="changed-file"
      title=${t('{0} ({1})', path, state)}
      aria-label=${joinSentences(t('{0} ({1})', t('Open diff of {0}', path), state), lines)}
      @click=${on(act('open'))}
    >
      <span class="changed-file-name">${name}</span>
      <span class="changed-file-folder">${folder}</span>
      <span class="added-lines">+${formatNumber(added)}</span>
      <span class="removed-lines">−${formatNumber(removed)}</span>
    </button>
    ${renderIconButton('check', t('Keep {0}', path), act('keep'), { tip: t('Keep') })}
    ${renderIconButton('discard', t('Undo {0}', path), act('undo'), { tip: t('Undo') })}
  </li>`;
}

function countFiles(count: number): string {
  return count === 1 ? t('1 changed file') : t('{0} changed files', formatNumber(count));
}
