import '@vscode-elements/elements/dist/vscode-button/index.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { ToolDecision } from '../../../protocol/protocolViews.ts';
import { t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { renderMenu } from '../../ui/menu.ts';

/**
 * The buttons for approving a tool call; several rarer decisions are in a menu. If `offered` is undefined, every decision
 * is offered. `menuId` is the id of the menu element.
 */
export function renderDecisions(
  menuId: string,
  offered: readonly ToolDecision[] | undefined,
  decide: (decision: ToolDecision) => void,
): TemplateResult {
  const rare = rareDecisions().filter(([decision]) => offered?.includes(decision) ?? true);
  const renderButton = (decision: ToolDecision, words: string, isPrimary = false) => html`<vscode-button
    ?secondary=${!isPrimary}
    data-decision=${decision}
    @click=${on(() => decide(decision))}
    >${words}</vscode-button
  >`;
  const items = rare.map(([decision, name]) => ({ name, press: () => decide(decision) }));
  return html`<div class="tool-decisions">
    ${renderButton('once', t('Allow Once'), true)}
    ${rare.length === 1 ? rare.map(([decision, words]) => renderButton(decision, words)) : nothing}
    ${renderButton('refuse', t('Deny'))}
    ${rare.length > 1 ? renderMenu({ id: menuId, icon: 'ellipsis', name: t('More actions'), items }) : nothing}
  </div>`;
}

function rareDecisions(): readonly (readonly [ToolDecision, string])[] {
  return [
    ['conversation', t('Allow in This Chat')],
    ['always', t('Always Allow')],
    ['never', t('Never Allow')],
  ];
}

/**
 * Scrolls to the call that waits for approval and focuses its first button; without such a call, focuses the changed
 * files. Returns false if there are neither.
 */
export function focusQuestion(page: Element): boolean {
  const [call] = listQuestions(page);
  call?.scrollIntoView({ block: 'nearest' });
  call?.querySelector<HTMLElement>('[data-decision="once"]')?.focus({ preventScroll: true });
  const changes = call ? undefined : page.querySelector<HTMLElement>('.changed-files .link-button');
  changes?.focus();
  return (call ?? changes) !== undefined;
}

/**
 * Focuses the call that waits for approval after the decided one, or else before it; not its buttons, so that a second
 * press does not approve it. Returns false if there is none.
 */
export function focusNextQuestion(page: Element, decided: EventTarget | null): boolean {
  const calls = listQuestions(page);
  const place = decided instanceof HTMLElement ? calls.indexOf(decided) : -1;
  const [next] = [...calls.slice(place + 1), ...calls.slice(0, Math.max(place, 0))];
  next?.scrollIntoView({ block: 'nearest' });
  next?.focus({ preventScroll: true });
  return next !== undefined;
}

/** The visible calls that wait for approval. */
function listQuestions(page: Element): HTMLElement[] {
  const calls = [...page.querySelectorAll<HTMLElement>('.tool-call[data-status="asking"]')];
  return calls.filter((call) => call.checkVisibility());
}
