import { html, nothing, type TemplateResult } from 'lit';
import type { WebviewMessage } from '../../../protocol/chatPageProtocol.ts';
import type {
  ConfigurationView,
  ConnectionView,
  ModelView,
  ToolsView,
} from '../../../protocol/protocolViews.ts';
import { joinItems, joinSentences } from '../../../text/joinText.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { formatNumber, t } from '../../ui/l10n.ts';
import { on, onOnce } from '../../ui/listeners.ts';
import type { ChatState } from '../chatState.ts';
import { sends } from '../pageEvents.ts';
import { renderModelName, shortenModel } from '../shownNames.ts';
import { renderContextMeter } from './contextRing.ts';

/** The bar below the input: context, model and its options, and the buttons to send and stop. */
export function renderBar(state: ChatState, isEmpty: boolean, send: () => void): TemplateResult {
  const { connection, model, others, context, tools, configuration, running } = state;
  const isAnswering = running.size > 0;
  return html`<div class="composer-bar">
    <div class="composer-choices">
      ${renderAttach()} ${renderMode(tools)} ${renderTools(tools)} ${renderModel(model, connection)}
      ${renderConfiguration(configuration)} ${renderOthers(others)} ${renderContextMeter(context, isAnswering)}
    </div>
    <div class="send-buttons">
      ${isAnswering && isEmpty ? nothing : renderSend(connection, isAnswering, isEmpty, send)}
      ${isAnswering ? renderStop() : nothing}
    </div>
  </div>`;
}

interface BarButton {
  readonly className?: string;
  readonly icon: string;
  /** The text next to the icon. */
  readonly text?: string;
  readonly label: string;
  readonly tip: string;
  readonly message: WebviewMessage;
}

function renderBarButton(button: BarButton): TemplateResult {
  const { className = '', icon, text = '', label, tip, message } = button;
  return html`<button
    type="button"
    class="bar-button ${className}"
    title=${tip}
    @click=${on(sends(message))}
  >
    ${renderIcon(icon)}
    <span class="visually-hidden">${label}</span>
    ${text === '' ? nothing : html`<span class="bar-text" aria-hidden="true">${text}</span>`}
  </button>`;
}

function renderAttach(): TemplateResult {
  const label = t('Attach…');
  return renderBarButton({
    className: 'attach',
    icon: 'add',
    label,
    tip: [
      label,
      t(
        'You can also type # to find files, symbols and chats, paste an image, or hold Shift and drop files here.',
      ),
    ].join('\n'),
    message: { type: 'attach' },
  });
}

/** Whether the model may act or only read. */
function renderMode(tools: ToolsView | undefined): TemplateResult | typeof nothing {
  if (!tools) return nothing;
  const isAgent = tools.mode === 'agent';
  const words = isAgent
    ? t('Agent: the model can read and change files and run commands. You approve what it does.')
    : t('Ask: the model can read files, but can’t change files or run commands.');
  return renderBarButton({
    className: 'mode',
    icon: isAgent ? 'agent' : 'ask',
    text: isAgent ? t('Agent') : t('Ask'),
    label: joinSentences(words, isAgent ? t('Switch to Ask') : t('Switch to Agent')),
    tip: [words, isAgent ? t('Switch to Ask') : t('Switch to Agent')].join('\n'),
    message: { type: 'setMode', mode: isAgent ? 'ask' : 'agent' },
  });
}

/** The number of tools that are sent. Nothing if VS Code has none. */
function renderTools(tools: ToolsView | undefined): TemplateResult | typeof nothing {
  if (!tools || (tools.available === 0 && tools.warning === undefined)) return nothing;
  const { given, available, warning } = tools;
  const amount = t('Tools: {0} of {1}', formatNumber(given), formatNumber(available));
  const words = [amount, ...(warning === undefined ? [] : [warning])];
  return renderBarButton({
    className: warning === undefined ? 'tools' : 'tools warned',
    icon: warning === undefined ? 'tools' : 'warning',
    ...(given > 0 && { text: formatNumber(given) }),
    label: joinSentences(...words, t('Configure tools')),
    tip: [...words, t('Configure tools')].join('\n'),
    message: { type: 'configureTools' },
  });
}

function renderModel(model: ModelView | null, connection: ConnectionView | undefined): TemplateResult {
  const host = connection?.host;
  const name = model ? shortenModel(model.label) : t('Select model');
  const title = [
    model ? t('Model: {0}', shortenModel(model.id)) : t('Select model'),
    ...(model && model.label !== model.id ? [shortenModel(model.label)] : []),
    ...(host ? [t('Relay: {0}', host)] : []),
  ].join('\n');
  return html`
    <button
      type="button"
      class="bar-button model-button"
      aria-haspopup="dialog"
      title=${title}
      aria-label=${model ? t('Model: {0}. Select another model', name) : name}
      @click=${on(sends({ type: 'action', action: 'selectModel' }))}
    >
      ${renderModelName(name)}
      ${renderIcon('chevron-down')}
    </button>
  `;
}

/** The models' configuration. Nothing if none of them can be configured. */
function renderConfiguration(configuration: ConfigurationView | null): TemplateResult | typeof nothing {
  if (!configuration) return nothing;
  const { short, warning } = configuration;
  const words = [...configuration.words, ...(warning === undefined ? [] : [warning])];
  return renderBarButton({
    className: warning === undefined ? 'configuration' : 'configuration warned',
    icon: warning === undefined ? 'settings' : 'warning',
    ...(short !== '' && { text: short }),
    label: joinSentences(...words, t('Change')),
    tip: words.join('\n'),
    message: { type: 'configureModel' },
  });
}

/** The compared models, and the button to select them. */
function renderOthers(others: readonly ModelView[]): TemplateResult {
  const isComparing = others.length > 0;
  const names = others.map((other) => shortenModel(other.label));
  const label = isComparing
    ? t('Comparing with: {0}. Change models to compare', joinItems(names, t))
    : t('Compare models side by side');
  return renderBarButton({
    className: isComparing ? 'others comparing' : 'others',
    icon: 'split-horizontal',
    ...(isComparing && { text: `+${formatNumber(others.length)}` }),
    label,
    tip: isComparing ? [t('Comparing with:'), ...names, t('Change models to compare')].join('\n') : label,
    message: { type: 'compareModels' },
  });
}

function renderSend(
  connection: ConnectionView | undefined,
  isAnswering: boolean,
  isEmpty: boolean,
  send: () => void,
): TemplateResult {
  const isDisabled = isEmpty || connection?.state !== 'connected';
  const label =
    connection?.state === 'missing'
      ? t('Send (connect to a relay first)')
      : isAnswering
        ? t('Send after this response (Enter)')
        : t('Send (Enter)');
  return renderRound('arrow-up', label, onOnce(send), '', isDisabled);
}

function renderStop(): TemplateResult {
  const stop = on(sends({ type: 'stop' }));
  return renderRound('debug-stop', t('Stop (Escape)'), stop, 'stop');
}

function renderRound(
  icon: string,
  label: string,
  press: (event: Event) => void,
  className = '',
  isDisabled?: boolean,
): TemplateResult {
  return html`<button
    type="button"
    class="send-button ${className}"
    title=${label}
    aria-label=${label}
    aria-disabled=${isDisabled ?? nothing}
    @click=${press}
  >
    ${renderIcon(icon)}
  </button>`;
}
