import { html, type TemplateResult } from 'lit';
import { t } from '../../ui/l10n.ts';
import { listKeys } from './readerKeys.ts';
import type { ReaderActions } from './readerModel.ts';

/** What the view says while nothing is read. */
export function renderWelcome({ send }: ReaderActions): TemplateResult {
  return html`
    <section class="welcome" tabindex="-1" aria-labelledby="welcome-title">
      <h1 class="visually-hidden" id="welcome-title">${t('Read Aloud')}</h1>
      <p>${t('Select text in an editor and run "Read Selection Aloud" to hear it.')}</p>
      <p>${t('With nothing selected, reading starts at the paragraph of the cursor.')}</p>
      <div class="buttons">
        <vscode-button secondary @click=${() => send({ type: 'selectVoice' })}>${t('Select Voice…')}</vscode-button>
        <vscode-button secondary @click=${() => send({ type: 'testSound' })}>${t('Test Sound')}</vscode-button>
      </div>
      <table class="keys">
        <caption>
          ${t('Keys while this view has the focus')}
        </caption>
        <tbody>
          ${listKeys().map(
            ([keys, what]) =>
              html`<tr>
                <th scope="row">${keys.split(' ').map((key) => html`<kbd>${key}</kbd>`)}</th>
                <td>${what}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </section>
  `;
}
