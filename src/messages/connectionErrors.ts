import type { FailureAction, FailureView } from '../protocol/protocolViews.ts';
import type { RelayErrorDetails, TimeoutPhase } from '../relay/errors/relayError.ts';
import type { Translate } from '../text/translate.ts';

export interface FailureContext {
  readonly t: Translate;
  /** Host of the relay, where known. */
  readonly host?: string | undefined;
  /** The requested model, if any. */
  readonly model?: string | undefined;
  /** The requested voice, if any. */
  readonly voice?: string | undefined;
}

/** The facts for the message of a relay's error. */
export interface RelayFailure extends FailureContext {
  readonly details: RelayErrorDetails;
  /** The relay by its host, where known. */
  readonly relay: string;
  /** ' (HTTP 503)', to end a title; '' without an error status. */
  readonly statusSuffix: string;
}

/** The message of a failure: what happened, what to check, and the actions. */
export interface FailureWords {
  readonly title: string;
  readonly advice: readonly string[];
  readonly actions: readonly FailureAction['id'][];
  /** Whether the title contains the relay's own message. */
  readonly hasRelayWords?: boolean;
}

export function nameRelay({ t, host }: FailureContext): string {
  return host ?? t('The relay');
}

/** The message with the labels of its buttons. */
export function toFailureView({ title, advice, actions }: FailureWords, t: Translate): FailureView {
  const labels: Record<FailureAction['id'], string> = {
    connect: t('Connect…'),
    setKey: t('Set API Key…'),
    changeAddress: t('Change Base URL…'),
    tryAgain: t('Try Again'),
    selectModel: t('Select Model…'),
    selectVoice: t('Select Voice…'),
    openProxySettings: t('Proxy Settings…'),
    checkConnection: t('Check Connection'),
    selectProfile: t('Select Profile…'),
    getStarted: t('Get Started'),
    showLog: t('Show Log'),
  };
  return { title, advice: [...advice], actions: actions.map((id) => ({ id, label: labels[id] })) };
}

/** The message for the time-out that expired; if none of ours did, for the relay's. */
export function timeoutWords(facts: RelayFailure): FailureWords {
  // A saved error may be of a later version, with other phases.
  const words = timeoutsByPhase[facts.details.phase ?? 'relay'] ?? timeoutsByPhase.relay;
  return words(facts);
}

const secondsOf = ({ details: { timeoutMs = 0 } }: RelayFailure) => Math.round(timeoutMs / 1000);

const timeoutsByPhase: Readonly<Record<TimeoutPhase, (facts: RelayFailure) => FailureWords>> = {
  connect: (facts) => {
    const { t, relay, details } = facts;
    const { proxy } = details;
    return {
      title: t('The connection to {0} timed out after {1} s.', relay, secondsOf(facts)),
      advice: [
        proxy === undefined
          ? t('Check the network, the proxy and the base URL.')
          : t('The connection uses the proxy {0}. Check the proxy and the base URL.', proxy),
      ],
      actions: ['tryAgain', proxy === undefined ? 'changeAddress' : 'openProxySettings', 'checkConnection'],
    };
  },
  upload: (facts) => ({
    title: facts.t('{0} accepted no data for {1} s.', facts.relay, secondsOf(facts)),
    advice: [facts.t('Check the network, or send a smaller request.')],
    actions: ['tryAgain', 'selectModel'],
  }),
  firstByte: (facts) => ({
    title: facts.t('{0} did not respond within {1} s.', facts.relay, secondsOf(facts)),
    advice: [
      facts.t(
        'The model may be slow or overloaded. Try again, send a shorter request, or select another model.',
      ),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
  idle: (facts) => ({
    title: facts.t('{0} sent no data for {1} s.', facts.relay, secondsOf(facts)),
    advice: [facts.t('Try again, or select another model.')],
    actions: ['tryAgain', 'selectModel'],
  }),
  relay: ({ t, statusSuffix }) => ({
    title: t('The relay timed out waiting for its provider{0}.', statusSuffix),
    advice: [
      t(
        'Long texts, large requests and busy providers take longer. Try again, send a shorter request, or select another model.',
      ),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
};

/** System codes of certificate errors, and of failed TLS negotiations. */
const certificateCode = /CERT|TLS|SSL|SIGNATURE|EPROTO|ALTNAME/i;

export function connectionWords(facts: RelayFailure): FailureWords {
  const { t, relay, details } = facts;
  const { systemCode, proxy, phase } = details;
  const code = systemCode ? ` (${systemCode})` : '';
  const say = (title: string, ...advice: readonly string[]): FailureWords => ({
    title,
    advice,
    actions: ['tryAgain', 'changeAddress', 'checkConnection', 'showLog'],
  });
  if (phase === 'upload') {
    return say(
      t('The connection to {0} was lost while sending the request{1}.', relay, code),
      t('The request may be too large for a gateway. Send less, or try again.'),
    );
  }
  if (systemCode !== undefined && certificateCode.test(systemCode)) {
    const { title, advice } = certificateWords(t, relay, systemCode);
    return say(title, ...advice);
  }
  if (proxy !== undefined) return proxyWords(facts, proxy);
  switch (systemCode) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return say(
        t('The host name {0} can’t be resolved{1}.', relay, code),
        t('Check the spelling of the base URL, and the network.'),
      );
    case 'ECONNREFUSED':
      return say(
        t('{0} refused the connection{1}.', relay, code),
        t(
          'No server is listening at this URL. Check the base URL and its port, and that the relay is running.',
        ),
      );
    default:
      return say(
        t('{0} can’t be reached{1}.', relay, code),
        t('Check the network, the proxy and the base URL.'),
        // HTTPS servers hang up on clients that don't speak TLS.
        ...(systemCode === 'UND_ERR_SOCKET' || systemCode === 'ECONNRESET'
          ? [t('If the URL begins with http://, try https://.')]
          : []),
      );
  }
}

/** The connection check uses this, too, for a certificate that it has read. */
export function certificateWords(
  t: Translate,
  relay: string,
  systemCode: string,
): Omit<FailureWords, 'actions'> {
  if (/^(EPROTO|ERR_SSL_)/.test(systemCode)) {
    return {
      title: t('A secure connection to {0} could not be negotiated{1}.', relay, ` (${systemCode})`),
      advice: [t('Check the protocol (http:// or https://) and the port of the base URL.')],
    };
  }
  return {
    title: t('The certificate of {0} is not trusted{1}.', relay, ` (${systemCode})`),
    advice: [certificateAdvice(t, systemCode)],
  };
}

function certificateAdvice(t: Translate, systemCode: string): string {
  if (/EXPIRED|NOT_YET_VALID/.test(systemCode)) {
    return t(
      'The certificate has expired or is not yet valid. Check this computer’s clock, or ask the relay’s operator to renew the certificate.',
    );
  }
  if (systemCode.includes('ALTNAME')) {
    return t('The certificate is for a different host name. Check the base URL.');
  }
  return t(
    'Check the protocol (http:// or https://) of the base URL. A private certificate must be trusted by this computer, or be in the file named by NODE_EXTRA_CA_CERTS when VS Code starts.',
  );
}

function proxyWords({ t, relay, details }: RelayFailure, proxy: string): FailureWords {
  const { systemCode, proxyStatus } = details;
  const say = (title: string, advice: string): FailureWords => ({
    title,
    advice: [advice],
    actions: ['openProxySettings', 'tryAgain', 'checkConnection', 'showLog'],
  });
  if (systemCode === 'ERR_PROXY_UNSUPPORTED') {
    return proxy === 'unreadable'
      ? say(
          t('The proxy URL is invalid.'),
          t('Use a URL such as http://proxy.example.com:8080 in the setting http.proxy.'),
        )
      : say(
          t('The type of the proxy {0} is not supported.', proxy),
          t('Set an http:// or https:// proxy in the setting http.proxy.'),
        );
  }
  if (proxyStatus === 407) {
    return say(
      t('The proxy {0} requires a user name and password, or rejected them (HTTP 407).', proxy),
      t(
        'Add the user name and password to the setting http.proxy, for example http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
      ),
    );
  }
  if (proxyStatus !== undefined) {
    return say(
      t('The proxy {0} blocked access to {1} (HTTP {2}).', proxy, relay, proxyStatus),
      t('Ask the proxy’s administrator to allow access, or add the relay to the setting http.noProxy.'),
    );
  }
  return say(
    t('The proxy {0} can’t be reached{1}.', proxy, systemCode ? ` (${systemCode})` : ''),
    t('Check the setting http.proxy and the environment variables HTTPS_PROXY and HTTP_PROXY.'),
  );
}
