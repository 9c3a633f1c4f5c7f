import { html, noChange, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { FurtherParameters } from '../../protocol/protocolViews.ts';
import { renderIcon } from './iconButton.ts';
import { t } from './l10n.ts';
import { valueIn } from './listeners.ts';

const example = '{ "seed": 1 }';

/** A text field for parameters without a control of their own, sent as typed: expanded if it is not empty. */
export function renderFurther(
  further: string,
  problem: string,
  edit: (further: string) => void,
): TemplateResult {
  return html`<details class="more" ?open=${problem !== '' || further !== '' || noChange}>
    <summary>${t('More')}</summary>
    <label for="further">${t('Additional parameters (JSON)')}</label>
    <textarea
      id="further"
      class="text-input further"
      spellcheck="false"
      placeholder=${example}
      aria-invalid=${problem === '' ? 'false' : 'true'}
      aria-describedby="further-problem"
      .value=${live(further)}
      @input=${({ target }: Event) => edit(valueIn(target))}
    ></textarea>
    <p id="further-problem" class="remark">
      ${problem === '' ? nothing : html`${renderIcon('error', 'tone-error')}<span>${problem}</span>`}
    </p>
  </details>`;
}

/** The fields of the JSON, none for empty text; undefined if it is not a JSON object. */
export function parseFurther(text: string): FurtherParameters | undefined {
  if (text.trim() === '') return {};
  try {
    const json: unknown = JSON.parse(text);
    const isObject = typeof json === 'object' && json !== null && !Array.isArray(json);
    return isObject ? (json as FurtherParameters) : undefined;
  } catch {
    return undefined;
  }
}

/** How to fix text that is not a JSON object. */
export function furtherProblem(): string {
  return t('Enter a JSON object, such as {0}', example);
}
