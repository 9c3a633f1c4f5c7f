import { html, type TemplateResult } from 'lit';

/** Characters of a model's name that stay at its end. */
const nameEnd = 6;

/** A name's end tells versions apart: where there is no room, it is shortened in the middle. */
export function renderModelName(name: string): TemplateResult {
  const end = name.length > 2 * nameEnd ? name.length - nameEnd : name.length;
  return html`<span class="model-name"><span class="model-name-start">${name.slice(0, end)}</span><span>${name.slice(end)}</span></span>`;
}
