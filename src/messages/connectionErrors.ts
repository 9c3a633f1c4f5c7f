import type { TimeoutPhase } from '../relay/errors/relayError.ts';
import type { Translate } from '../text/translate.ts';
import type { FailureWords, RelayFailure } from './failureView.ts';

/** By the time-out that ran out; without one of ours, the relay's. */
export function timeoutWords(facts: RelayFailure): FailureWords {
  return timeoutsByPhase[facts.details.phase ?? 'relay'](facts);
}

const secondsOf = ({ details: { timeoutMs = 0 } }: RelayFailure) => Math.round(timeoutMs / 1000);

const timeoutsByPhase: Readonly<Record<TimeoutPhase, (facts: RelayFailure) => FailureWords>> = {
  connect: (facts) => {
    const { t, relay, details } = facts;
    const { proxy } = details;
    return {
      title: t('{0} could not be connected to within {1} seconds.', relay, secondsOf(facts)),
      advice: [
        proxy === undefined
          ? t('Check the network, the proxy, and the base address.')
          : t('The way leads through the proxy {0}: check it, and the base address.', proxy),
      ],
      actions: ['tryAgain', proxy === undefined ? 'changeAddress' : 'openProxySettings', 'checkConnection'],
    };
  },
  upload: (facts) => ({
    title: facts.t('{0} took in nothing more of the request for {1} seconds.', facts.relay, secondsOf(facts)),
    advice: [facts.t('Check the network. A smaller request gets through more easily.')],
    actions: ['tryAgain', 'selectModel'],
  }),
  firstByte: (facts) => ({
    title: facts.t('{0} sent nothing within {1} seconds.', facts.relay, secondsOf(facts)),
    advice: [
      facts.t(
        'The model behind it may be slow or overloaded. Try again, or a shorter request, or another model.',
      ),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
  idle: (facts) => ({
    title: facts.t('{0} stopped sending for {1} seconds.', facts.relay, secondsOf(facts)),
    advice: [facts.t('Try again, or another model.')],
    actions: ['tryAgain', 'selectModel'],
  }),
  relay: ({ t, statusSuffix }) => ({
    title: t('The relay gave up waiting for its provider{0}.', statusSuffix),
    advice: [
      t(
        'Long texts, large requests and busy channels take long. Try again, or a shorter request, or another model.',
      ),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
};

/** System codes of certificates, and of encryption that the two ends can't agree on. */
const certificateCode = /CERT|TLS|SSL|SIGNATURE|EPROTO|ALTNAME/i;

export function connectionWords(facts: RelayFailure): FailureWords {
  const { t, relay, details } = facts;
  const { systemCode, proxy, phase } = details;
  const code = systemCode ? ` (${systemCode})` : '';
  const actions = ['tryAgain', 'changeAddress', 'checkConnection', 'showLog'] as const;
  if (phase === 'upload') {
    return {
      title: t('The connection to {0} broke while the request was being sent{1}.', relay, code),
      advice: [t('Gateways break off what is too large for them. Send less, or try again.')],
      actions,
    };
  }
  if (systemCode !== undefined && certificateCode.test(systemCode)) {
    return { ...certificateWords(t, relay, systemCode), actions };
  }
  if (proxy !== undefined) return proxyWords(facts, proxy);
  switch (systemCode) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        title: t('The name {0} can’t be found{1}.', relay, code),
        advice: [t('Check the spelling of the base address, and the network.')],
        actions,
      };
    case 'ECONNREFUSED':
      return {
        title: t('{0} refused the connection{1}.', relay, code),
        advice: [t('Nothing listens at that address and port. Check both, and that the relay runs.')],
        actions,
      };
    default:
      return {
        title: t('{0} can’t be reached{1}.', relay, code),
        advice: [
          t('Check the network, the proxy, and the base address.'),
          // What a secure server does to those who don't speak TLS: it hangs up.
          ...(systemCode === 'UND_ERR_SOCKET' || systemCode === 'ECONNRESET'
            ? [t('If it begins with http://, it may have to be https://.')]
            : []),
        ],
        actions,
      };
  }
}

/** Also of a certificate that the connection's check has looked at. */
export function certificateWords(
  t: Translate,
  relay: string,
  systemCode: string,
): Omit<FailureWords, 'actions'> {
  if (/^(EPROTO|ERR_SSL_)/.test(systemCode)) {
    return {
      title: t('{0} and this machine can’t agree on encryption{1}.', relay, ` (${systemCode})`),
      advice: [t('Check that the address begins with the right http:// or https://, and its port.')],
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
      'It is out of date, unless this machine’s clock is wrong. Those who run the relay must renew it.',
    );
  }
  if (systemCode.includes('ALTNAME')) {
    return t('It was made out to another name. Check the spelling of the base address.');
  }
  return t(
    'Check that the address begins with the right http:// or https://. A company’s own certificate must be among those that this machine’s system trusts, or in the file that NODE_EXTRA_CA_CERTS names when VS Code starts.',
  );
}

function proxyWords({ t, relay, details }: RelayFailure, proxy: string): FailureWords {
  const { systemCode, proxyStatus } = details;
  const actions = ['openProxySettings', 'tryAgain', 'checkConnection', 'showLog'] as const;
  if (systemCode === 'ERR_PROXY_UNSUPPORTED' && proxy === 'unreadable') {
    return {
      title: t('The address of the proxy can’t be read.'),
      advice: [t('It should look like http://proxy.example.com:8080 in the setting http.proxy.')],
      actions,
    };
  }
  if (systemCode === 'ERR_PROXY_UNSUPPORTED') {
    return {
      title: t('The proxy {0} is of a kind that is not supported.', proxy),
      advice: [t('Set a proxy that begins with http:// or https:// in the setting http.proxy.')],
      actions,
    };
  }
  if (proxyStatus === 407) {
    return {
      title: t(
        'The proxy {0} asks for a name and password, or did not accept the given ones (HTTP 407).',
        proxy,
      ),
      advice: [
        t(
          'Write them into the setting http.proxy, as in http://name:password@proxy.example.com:8080, or set http.proxyAuthorization.',
        ),
      ],
      actions,
    };
  }
  if (proxyStatus !== undefined) {
    return {
      title: t('The proxy {0} did not let {1} through (HTTP {2}).', proxy, relay, proxyStatus),
      advice: [t('Ask those who run the proxy to allow it, or name the relay in the setting http.noProxy.')],
      actions,
    };
  }
  return {
    title: t('The proxy {0} can’t be reached{1}.', proxy, systemCode ? ` (${systemCode})` : ''),
    advice: [t('Check the setting http.proxy, and the variables HTTPS_PROXY and HTTP_PROXY.')],
    actions,
  };
}
