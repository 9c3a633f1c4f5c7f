import { html, type TemplateResult } from 'lit';

/** Number of characters at the end of a model's name that are always shown. */
const nameEnd = 6;

/** Shortens a name in the middle if there is no room, because its end distinguishes versions. */
export function renderModelName(name: string): TemplateResult {
  const end = name.length > 2 * nameEnd ? name.length - nameEnd : name.length;
  return html`<span class="model-name"><span class="model-name-start">${name.slice(0, end)}</span><span>${name.slice(end)}</span></span>`;
}
