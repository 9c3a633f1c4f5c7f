import { html, type TemplateResult } from 'lit';
import type { SuggestedView } from '../../../protocol/suggestedView.ts';
import { t } from '../../ui/l10n.ts';
import { shortenName } from '../shownNames.ts';

/** A prompt for an empty chat about the active file or selection. */
export interface Starter {
  readonly prompt: string;
  /** Whether the problems of the file are attached. */
  readonly withProblems: boolean;
}

/** Maximum number of starters. */
const maxStarters = 3;

const maxNameLength = 60;

/** The matching prompts, the most likely first. */
function listStarters({ name: path, isProse, problems }: SuggestedView): readonly Starter[] {
  const name = shortenName(path.slice(path.lastIndexOf('/') + 1), maxNameLength);
  const prompts = isProse
    ? [t('Summarize {0}', name), t('Improve the writing in {0}', name), t('What is missing from {0}?', name)]
    : [t('Explain how {0} works', name), t('Find bugs in {0}', name), t('Write tests for {0}', name)];
  const starters = prompts.map((prompt) => ({ prompt, withProblems: false }));
  if (problems !== undefined)
    starters.unshift({ prompt: t('Fix the problems in {0}', name), withProblems: true });
  return starters.slice(0, maxStarters);
}

/** Starter prompts above the input of an empty chat. */
export function renderStarters(suggested: SuggestedView, use: (starter: Starter) => void): TemplateResult {
  return html`<div class="starters" role="group" aria-label=${t('Suggested prompts')}>
    ${listStarters(suggested).map(
      (starter) =>
        html`<button type="button" class="starter" title=${starter.prompt} @click=${() => use(starter)}>
          ${starter.prompt}
        </button>`,
    )}
  </div>`;
}
