import { html, type TemplateResult } from 'lit';
import type { AnswerView } from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { stepByKey } from '../../ui/listeners.ts';
import { shortenModel } from '../shownNames.ts';
import { isRunning } from './ending.ts';

export interface ComparisonTabs {
  readonly answers: readonly AnswerView[];
  readonly selectedId: string | undefined;
  readonly select: (id: string) => void;
  readonly handleKey: (event: KeyboardEvent) => void;
}

const icons = {
  waiting: 'loading spinning',
  running: 'loading spinning',
  asking: 'question',
  complete: 'check',
  stopped: 'circle-slash',
  interrupted: 'warning',
  failed: 'error',
} as const satisfies Record<AnswerView['status'] | 'asking', string>;

/** One tab for each of several responses, where there is no room for them side by side. */
export function renderTabs({ answers, selectedId, select, handleKey }: ComparisonTabs): TemplateResult {
  return html`<div class="comparison-tabs" role="tablist" aria-label=${t('Responses')} @keydown=${handleKey}>
    ${answers.map((answer) => {
      const { id } = answer;
      const model = shortenModel(answer.model) || t('The relay');
      const state = stateOf(answer);
      return html`<button
        type="button"
        role="tab"
        id="tab-${id}"
        data-answer=${id}
        data-state=${state}
        title=${model}
        aria-selected=${id === selectedId}
        aria-controls="panel-${id}"
        tabindex=${id === selectedId ? 0 : -1}
        @click=${() => select(id)}
      >
        ${renderIcon(icons[state], 'tab-icon')}
        <span class="tab-name">${model}</span>
        <span class="visually-hidden">${describeState(state)}</span>
      </button>`;
    })}
  </div>`;
}

/** The tab that a key goes to, from the one that it was pressed on. */
export function findNextTab({ key, target, currentTarget }: KeyboardEvent): HTMLElement | undefined {
  if (!(currentTarget instanceof Element)) return undefined;
  const tabs = [...currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  return stepByKey(tabs, target, key, ['ArrowLeft', 'ArrowRight']);
}

/** What a response is at; where it waits for the person, that counts. */
function stateOf(answer: AnswerView): keyof typeof icons {
  const isAsking = answer.parts.some((part) => part.type === 'tool' && part.call.status === 'asking');
  return isAsking && isRunning(answer) ? 'asking' : answer.status;
}

function describeState(state: keyof typeof icons): string {
  switch (state) {
    case 'waiting':
    case 'running':
      return t('Running');
    case 'asking':
      return t('Needs approval');
    case 'complete':
      return t('Done');
    case 'stopped':
      return t('Stopped');
    case 'interrupted':
      return t('Interrupted');
    case 'failed':
      return t('Failed');
  }
}
