import type {
  CheckStageId,
  CheckStageView,
  CheckStatus,
  CheckView,
} from '../../protocol/settingsProtocol.ts';
import { type BaseAddress, isUnencrypted } from '../../relay/baseUrl.ts';
import { createRedact } from '../../relay/errors/cleanText.ts';
import type { ProbedCertificate, ProbedConnection, ProbedName } from '../../relay/probe/connectionProbe.ts';
import { joinItems } from '../../text/joinText.ts';
import type { Translate } from '../../text/translate.ts';

/** The verdicts of passed stages; those of failures are in `src/messages/`. */

export function stageLabel(id: CheckStageId, t: Translate): string {
  const labels: Record<CheckStageId, string> = {
    address: t('Base URL'),
    name: t('Host name'),
    connect: t('Connection'),
    certificate: t('Certificate'),
    key: t('API key'),
    models: t('Model lists'),
    chat: t('Chat test'),
    speech: t('Speech test'),
  };
  return labels[id];
}

function statusWord(status: CheckStatus, t: Translate): string {
  const words: Record<CheckStatus, string> = {
    waiting: t('waiting'),
    running: t('running'),
    // Without an answer, the test has no result.
    asks: t('skipped'),
    ok: t('passed'),
    warning: t('passed with warnings'),
    failed: t('failed'),
    skipped: t('skipped'),
    cancelled: t('canceled'),
  };
  return words[status];
}

/** The overall result: an unreadable list is not an obstacle if the chat responds. */
export function summarise(
  stages: readonly CheckStageView[],
  t: Translate,
): NonNullable<CheckView['summary']> {
  const has = (status: CheckStatus) => stages.some((stage) => stage.status === status);
  if (has('cancelled')) return { status: 'cancelled', text: t('The check was stopped.') };
  const answers = stages.some(({ id, status }) => id === 'chat' && (status === 'ok' || status === 'warning'));
  // Some relays have no model lists: the person can still type a model ID.
  const isMinor = ({ id }: CheckStageView) => answers && id === 'models';
  const obstacle = stages.find((stage) => stage.status === 'failed' && !isMinor(stage));
  if (obstacle) {
    const text = t('“{0}” failed: {1}', obstacle.label, obstacle.verdict ?? '');
    return { status: 'failed', text };
  }
  if (has('failed') || has('warning'))
    return { status: 'warning', text: t('The connection works, with warnings.') };
  return {
    status: 'ok',
    text: has('asks')
      ? t('All checks passed so far. Test speech with two spoken words?')
      : t('All checks passed.'),
  };
}

/** Where requests go, and whether that is safe. */
export function describeAddress(address: BaseAddress, t: Translate): string {
  const { base } = address;
  return isUnencrypted(address)
    ? t('Requests go to {0} unencrypted. Other people on the network can read the API key.', base)
    : t('Requests go to {0}', base);
}

export function describeName({ host, of, addresses, wasLookedUp }: ProbedName, t: Translate): string {
  if (of === 'proxy') return t('The proxy {0} resolves the host name.', host);
  if (!wasLookedUp) return t('{0} is an IP address. No lookup is needed.', host);
  return t('{0} resolves to {1}.', host, joinItems(addresses.slice(0, 3), t));
}

export function describeConnection(connection: ProbedConnection, t: Translate): string {
  const { proxy, remoteAddress, remotePort } = connection;
  const at = `${remoteAddress.includes(':') ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`;
  return proxy === undefined
    ? t('Connected directly to {0}.', at)
    : t('Connected through the proxy {0}.', proxy);
}

export function describeCertificate(
  { isChecked, issuer, validTo, tlsVersion }: ProbedCertificate,
  formatDate: (ms: number) => string,
  t: Translate,
): { readonly status: 'ok' | 'warning'; readonly verdict: string } {
  const until = validTo > 0 ? formatDate(validTo) : '?';
  const verdict = t('Issued by {0}, valid until {1}, {2}.', issuer || '?', until, tlsVersion);
  if (isChecked) return { status: 'ok', verdict };
  return {
    status: 'warning',
    verdict: t(
      '{0} The certificate is not verified because the setting http.proxyStrictSSL is off.',
      verdict,
    ),
  };
}

/** Further facts for the report. */
export interface ReportInput {
  readonly extensionVersion: string;
  /** Name and version: 'Visual Studio Code 1.105.0'. */
  readonly editor: string;
  /** The machine that sends the requests, in a sentence. */
  readonly requestsLeaveFrom: string;
  /** Milliseconds since the epoch. */
  readonly dateMs: number;
  /** Removed wherever it appears, including the relay's messages. */
  readonly apiKey: string | undefined;
}

/**
 * The check as plain text that can be shared: it has no secrets, whatever the relay's messages contain. It is a fenced
 * block, so that Markdown renders the relay's messages only as text.
 */
export function writeCheckReport(view: CheckView, facts: ReportInput, t: Translate): string {
  const { extensionVersion, editor, requestsLeaveFrom, dateMs, apiKey } = facts;
  const lines = [
    t('Model Relay {0}: connection check', extensionVersion),
    ...(view.profile ? [t('Profile: {0}', view.profile)] : []),
    ...(view.summary ? [summarise(view.stages.filter(isAnswered), t).text] : []),
    '',
    ...view.stages.flatMap((stage) => describeStage(stage, t)),
    '',
    editor,
    requestsLeaveFrom,
    new Date(dateMs).toISOString(),
  ];
  const removeSecrets = createRemoveSecrets(apiKey);
  const clean = (line: string) => removeSecrets(asOneLine(line)).trimEnd();
  return ['```text', ...lines.map(clean), '```', ''].join('\n');
}

/** Whether a stage has no question for the person: a report asks nobody. */
function isAnswered({ status }: CheckStageView): boolean {
  return status !== 'asks';
}

function describeStage(stage: CheckStageView, t: Translate): string[] {
  const { label, status, ms, verdict, failure } = stage;
  const word = statusWord(status, t);
  const details = [
    isAnswered(stage) && verdict,
    ...(failure?.advice ?? []).map((line) => `- ${line}`),
    failure?.relayMessage && t('Message from the relay: {0}', failure.relayMessage),
    failure?.requestId && t('Request ID: {0}', failure.requestId),
  ];
  return [
    ms === undefined ? t('{0}: {1}', label, word) : t('{0}: {1} ({2} ms)', label, word, ms),
    ...details.flatMap((line) => (line ? [`  ${line}`] : [])),
  ];
}

/** Removes everything that would begin another line or end the fenced block. */
function asOneLine(line: string): string {
  return line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('```', "'''");
}

/** Removes keys, and user names and passwords in URLs. The client already removes them: this is a second check. */
function createRemoveSecrets(apiKey: string | undefined): (line: string) => string {
  // Without a key, redact a character that no text contains.
  const redact = createRedact(apiKey || '\u0000');
  const tail = apiKey?.replace(/^sk-/, '') ?? '';
  return (line) => {
    const clean = redact(line).replace(/(\/\/)[^\s/]*@/g, '$1');
    return tail.length >= 4 ? clean.replaceAll(tail, '[key]') : clean;
  };
}
