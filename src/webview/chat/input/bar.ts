import { html, nothing, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type {
  ConfigurationView,
  ConnectionView,
  ModelView,
  ToolsView,
} from '../../../protocol/protocolViews.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on } from '../../ui/listeners.ts';
import { emitMessage } from '../pageEvents.ts';
import { shortenModel } from '../shownNames.ts';

interface BarButton {
  readonly className?: string;
  readonly icon: string;
  /** What stands beside the icon. */
  readonly text?: string;
  readonly label: string;
  readonly tip: string;
  readonly intent: WebviewMessage;
}

function renderBarButton({ className = '', icon, text = '', label, tip, intent }: BarButton): TemplateResult {
  return html`<button
    type="button"
    class="bar-button ${className}"
    title=${tip}
    @click=${on((button) => emitMessage(button, intent))}
  >
    ${renderIcon(icon)}
    <span class="visually-hidden">${label}</span>
    ${text === '' ? nothing : html`<span class="bar-text" aria-hidden="true">${text}</span>`}
  </button>`;
}

export function renderAttach(): TemplateResult {
  const label = t('Attach…');
  return renderBarButton({
    className: 'attach',
    icon: 'add',
    label,
    tip: [
      label,
      t('You can also type # to select a file, paste an image, or hold Shift and drop files here.'),
    ].join('\n'),
    intent: { type: 'attach', what: 'choose' },
  });
}

/** A warning is a sentence, with a full stop of its own. */
function withoutStop(text: string): string {
  return text.replace(/[.。]$/u, '');
}

/** How many tools the model is given. Nothing where VS Code has none. */
export function renderTools(tools: ToolsView | undefined): TemplateResult | typeof nothing {
  if (!tools || (tools.available === 0 && tools.warning === undefined)) return nothing;
  const { given, available, warning } = tools;
  const amount = t('Tools: {0} of {1}', formatNumber(given), formatNumber(available));
  const words = [amount, ...(warning === undefined ? [] : [warning])];
  return renderBarButton({
    className: warning === undefined ? 'tools' : 'tools warned',
    icon: warning === undefined ? 'tools' : 'warning',
    ...(given > 0 && { text: formatNumber(given) }),
    label: [...words.map(withoutStop), t('Configure tools')].join('. '),
    tip: [...words, t('Configure tools')].join('\n'),
    intent: { type: 'configureTools' },
  });
}

export function renderModel(
  model: ModelView | undefined,
  connection: ConnectionView | undefined,
): TemplateResult {
  const host = connection?.host;
  const name = model ? shortenModel(model.label) : t('Select model');
  const title = [
    model ? t('Model: {0}', shortenModel(model.id)) : t('Select model'),
    ...(host ? [t('Relay: {0}', host)] : []),
  ].join('\n');
  return html`
    <button
      type="button"
      class="bar-button model-button"
      title=${title}
      aria-label=${model ? t('Model: {0}. Select another model', name) : name}
      @click=${on((button) => emitMessage(button, { type: 'action', action: 'selectModel' }))}
    >
      <span class="model-name">${name}</span>
      ${renderIcon('chevron-down')}
    </button>
  `;
}

/** How the models are to respond. Nothing where none of them lets a person choose. */
export function renderConfiguration(
  configuration: ConfigurationView | undefined,
): TemplateResult | typeof nothing {
  if (!configuration) return nothing;
  const { short, warning } = configuration;
  const words = [...configuration.words, ...(warning === undefined ? [] : [warning])];
  return renderBarButton({
    className: warning === undefined ? 'configuration' : 'configuration warned',
    icon: warning === undefined ? 'settings' : 'warning',
    ...(short !== '' && { text: short }),
    label: [...words.map(withoutStop), t('Change')].join('. '),
    tip: words.join('\n'),
    intent: { type: 'configureModel' },
  });
}

/** Further models that the question goes to; where they are chosen, and dropped again. */
export function renderOthers(others: readonly ModelView[]): TemplateResult {
  const isComparing = others.length > 0;
  const names = others.map((other) => shortenModel(other.label));
  const label = isComparing
    ? t('Comparing with: {0}. Change models to compare', names.join(', '))
    : t('Compare models side by side');
  return renderBarButton({
    className: isComparing ? 'others comparing' : 'others',
    icon: 'split-horizontal',
    ...(isComparing && { text: `+${formatNumber(others.length)}` }),
    label,
    tip: isComparing ? [t('Comparing with:'), ...names, t('Change models to compare')].join('\n') : label,
    intent: { type: 'compareModels' },
  });
}
