import type { CheckStageView, CheckView } from '../../protocol/settingsProtocol.ts';
import { createRedact } from '../../relay/errors/cleanText.ts';
import type { Translate } from '../../text/translate.ts';
import { statusWord } from './checkMessages.ts';

/** What else those who help want to know. */
export interface ReportInput {
  readonly extensionVersion: string;
  /** Name and version: 'Visual Studio Code 1.105.0'. */
  readonly editor: string;
  /** From which machine requests leave, in a sentence. */
  readonly requestsLeaveFrom: string;
  /** The setting `http.proxy` as it is; its name and password are left out here. */
  readonly proxySetting: string | undefined;
  /** Milliseconds since the epoch. */
  readonly dateMs: number;
  /** Left out wherever it appears, in whatever the relay said too. */
  readonly apiKey: string | undefined;
}

/**
 * The check in plain text, to be shown to others: nothing in it is secret, whatever the relay said. A fenced block
 * for where that is Markdown, so that nothing that the relay said is taken for more than text.
 */
export function writeCheckReport(view: CheckView, facts: ReportInput, t: Translate): string {
  const { extensionVersion, editor, requestsLeaveFrom, proxySetting, dateMs, apiKey } = facts;
  const proxy = proxySetting?.trim() ? withoutSecrets(proxySetting.trim()) : t('none');
  const lines = [
    t('Model Relay {0}: connection check', extensionVersion),
    ...(view.profile ? [t('Profile: {0}', view.profile)] : []),
    ...(view.summary ? [view.summary] : []),
    '',
    ...view.stages.flatMap((stage) => describeStage(stage, t)),
    '',
    editor,
    requestsLeaveFrom,
    t('Proxy in the settings: {0}', proxy),
    new Date(dateMs).toISOString(),
  ];
  const removeSecrets = createRemoveSecrets(apiKey);
  const clean = (line: string) => removeSecrets(asOneLine(line)).trimEnd();
  return ['```text', ...lines.map(clean), '```', ''].join('\n');
}

function describeStage({ label, status, ms, verdict, failure }: CheckStageView, t: Translate): string[] {
  const word = statusWord(status, t);
  const details = [
    verdict,
    ...(failure?.advice ?? []).map((line) => `- ${line}`),
    failure?.relayMessage && t('Message from the relay: {0}', failure.relayMessage),
    failure?.requestId && t('Request ID: {0}', failure.requestId),
  ];
  return [
    ms === undefined ? t('{0}: {1}', label, word) : t('{0}: {1} ({2} ms)', label, word, ms),
    ...details.flatMap((line) => (line ? [`  ${line}`] : [])),
  ];
}

/** Whatever is in it, it neither begins another line nor ends the block. */
function asOneLine(line: string): string {
  return line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('```', "'''");
}

/** Keys, and names and passwords in addresses. The client has taken them out before: this is a second look. */
function createRemoveSecrets(apiKey: string | undefined): (line: string) => string {
  // Without a key nothing is its own: no text has this character in it.
  const redact = createRedact(apiKey || '\u0000');
  const tail = apiKey?.replace(/^sk-/, '') ?? '';
  return (line) => {
    const clean = redact(line).replace(/(\/\/)[^\s/]*@/g, '$1');
    return tail.length >= 4 ? clean.replaceAll(tail, '[key]') : clean;
  };
}

/** Scheme, host and port alone. A password, which ends at the last `@`, may have any character in it; a query too. */
function withoutSecrets(proxy: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(proxy) ?? [];
  const url = URL.parse(`http://${rest}`);
  // Nobody can tell whether that is a password or a query.
  const isUnclear = rest.includes('@') && url && !url.username && !url.password;
  return scheme + (isUnclear ? '…' : rest.replace(/^.*@/s, '').replace(/[/?#].*$/s, ''));
}
