import { html, nothing, type TemplateResult } from 'lit';
import type { ConnectionView, FailureAction } from '../../../protocol/protocolViews.ts';
import { renderAction } from '../../ui/failure.ts';
import { renderIcon } from '../../ui/iconButton.ts';
import { t } from '../../ui/l10n.ts';
import { failureListeners } from '../pageEvents.ts';

/** What is missing, and the button that fixes it. */
function describeMissing({ missingProfile, host }: ConnectionView): {
  title: string;
  words: string;
  action: FailureAction;
} {
  if (missingProfile !== undefined) {
    return {
      title: t('Select a profile'),
      words: t('The selected profile “{0}” does not exist.', missingProfile),
      action: { id: 'selectProfile', label: t('Select Profile…') },
    };
  }
  if (host !== undefined) {
    return {
      title: t('API key missing'),
      words: t('No API key is set for {0}.', host),
      action: { id: 'setKey', label: t('Set API Key…') },
    };
  }
  return {
    title: t('Connect to your relay'),
    words: t('No relay is connected.'),
    action: { id: 'connect', label: t('Connect to Relay') },
  };
}

/** The notice above the input of a conversation that can't continue. */
export function renderDisconnected(connection: ConnectionView): TemplateResult {
  const { words, action } = describeMissing(connection);
  return html`<div class="disconnected">
    <span>${words}</span>
    ${renderAction(action, true, failureListeners().act)}
  </div>`;
}

/** The placeholder of an empty conversation. */
export function renderWelcome(connection: ConnectionView | undefined): TemplateResult {
  if (connection?.state === 'missing') return renderUnconnectedWelcome(connection);
  return html`<div class="welcome">
    ${renderIcon('comment-discussion')}
    <h2>${t('What would you like to know?')}</h2>
    <p>${t('Enter sends your message, Shift+Enter starts a new line.')}</p>
    <p>${t('Type # to attach context or / to use a prompt, or hold Shift and drop files here.')}</p>
    ${
      connection?.fromEnvironment
        ? html`<p class="discreet">
            ${t('Connected to {0} using environment variables', connection.host ?? t('the relay'))}
          </p>`
        : nothing
    }
  </div>`;
}

function renderUnconnectedWelcome(connection: ConnectionView): TemplateResult {
  const { title, words, action } = describeMissing(connection);
  const isFirstTime = action.id === 'connect';
  return html`<div class="welcome">
    ${renderIcon('plug')}
    <h2>${title}</h2>
    <p>${isFirstTime ? t('To chat, Model Relay needs your relay’s base URL and API key.') : words}</p>
    ${renderAction(action, true, failureListeners().act)}
    ${isFirstTime ? renderAction({ id: 'getStarted', label: t('Get Started') }, false, failureListeners().act) : nothing}
  </div>`;
}
