import { html, type TemplateResult } from 'lit';
import { numberIn } from './listeners.ts';

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value as text. */
  readonly text: string;
}

/** A slider; `name` is its label for screen readers. `finish`: called when the value is final. */
export function renderRange(
  name: string,
  { min, max, step, value, text }: Range,
  set: (value: number) => void,
  finish?: (value: number) => void,
): TemplateResult {
  return html`<input
    type="range"
    min=${min}
    max=${max}
    step=${step}
    aria-label=${name}
    aria-valuetext=${text}
    .value=${String(value)}
    @input=${({ target }: Event) => set(numberIn(target))}
    @change=${({ target }: Event) => finish?.(numberIn(target))}
  />`;
}
