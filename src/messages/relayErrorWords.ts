import type { RelayErrorKind } from '../relay/errors/errorKind.ts';
import type { RelayError } from '../relay/errors/relayError.ts';
import {
  connectionWords,
  type FailureContext,
  type FailureWords,
  nameRelay,
  type RelayFailure,
  timeoutWords,
} from './connectionErrors.ts';

export function relayErrorWords({ kind, details }: RelayError, context: FailureContext): FailureWords {
  const { status } = details;
  const statusSuffix = status && status >= 400 ? context.t(' (HTTP {0})', status) : '';
  return wordsByKind[kind]({ ...context, details, relay: nameRelay(context), statusSuffix });
}

/** The contract's section 7, row by row, then failures of the connection and of the response. */
const wordsByKind: Readonly<Record<RelayErrorKind, (facts: RelayFailure) => FailureWords>> = {
  authentication: ({ t, relay, statusSuffix, details }) =>
    details.upstreamStatus === undefined
      ? {
          title: t('{0} rejected the API key{1}.', relay, statusSuffix),
          advice: [
            t('Check that the API key is complete, including “sk-”, and belongs to this relay.'),
            t(
              'If the API key is complete, check its status in the relay’s console: it may be disabled, expired, out of quota, or restricted to other IP addresses.',
            ),
          ],
          actions: ['setKey', 'tryAgain', 'changeAddress', 'checkConnection'],
        }
      : {
          title: t('The provider of {0} rejected the relay’s own API key{1}.', relay, statusSuffix),
          advice: [
            t(
              'Your API key is not the cause. Check the provider’s key in the relay’s console, or select another model.',
            ),
          ],
          actions: ['selectModel', 'tryAgain'],
        },
  tokenUnavailable: ({ t, statusSuffix }) => ({
    title: t('The API key can’t be used{0}.', statusSuffix),
    advice: [
      t(
        'In the relay’s console, check whether the API key is disabled, expired, out of quota, or restricted to other IP addresses.',
      ),
    ],
    actions: ['setKey', 'tryAgain'],
  }),
  insufficientBalance: ({ t, statusSuffix }) => ({
    title: t('The balance is too low{0}.', statusSuffix),
    advice: [t('Top up in the relay’s console, check that the payment went through, then try again.')],
    actions: ['tryAgain', 'setKey'],
  }),
  modelNotAllowed: ({ t, model, voice, statusSuffix, details: { status } }) => ({
    title: !model
      ? t('This API key has no access to the model{0}.', statusSuffix)
      : status === 404
        ? t('The model “{0}” was not found, or this API key has no access to it{1}.', model, statusSuffix)
        : t('This API key has no access to the model “{0}”{1}.', model, statusSuffix),
    advice: [
      t(
        'Check the model ID. Then check that your API key, your account and its user group have access to the model.',
      ),
      ...(model && !voice
        ? [
            t(
              'If the relay serves this model with another protocol, set that protocol in modelRelay.chat.protocols.',
            ),
          ]
        : []),
    ],
    actions: ['selectModel', 'tryAgain'],
  }),
  refused: ({ t, relay, statusSuffix }) => ({
    title: t('{0} rejected the request{1}.', relay, statusSuffix),
    advice: [
      t(
        'In the relay’s console, check the API key (disabled, expired, out of quota, restricted to other IP addresses), the balance, and whether the key has access to this model.',
      ),
    ],
    actions: ['tryAgain', 'setKey', 'selectModel', 'checkConnection'],
  }),
  wrongAddress: ({ t, statusSuffix, details: { redirectOrigin } }) => ({
    title: redirectOrigin
      ? t('The base URL redirects to a different URL: {0}', redirectOrigin)
      : t('No relay was found at this base URL{0}.', statusSuffix),
    advice: [
      redirectOrigin
        ? t('The API key was not sent there. If this URL is your relay, use it as the base URL.')
        : t(
            'Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
          ),
    ],
    actions: ['changeAddress', 'tryAgain', 'checkConnection'],
  }),
  notFound: notFoundWords,
  invalidRequest: ({ t, voice, statusSuffix, details: { field, status } }) => {
    const speechActions = voice ? (['selectVoice'] as const) : [];
    if (field && status === undefined) {
      return {
        title: t('The request was not sent because “{0}” is invalid.', field),
        advice: [t('Check the Model Relay settings.')],
        actions: ['tryAgain', ...speechActions, 'showLog'],
      };
    }
    return {
      title: t('The relay rejected the request as invalid{0}.', statusSuffix),
      advice: [
        voice
          ? t('Each model has its own voices. Select a voice of this model, or another model.')
          : t('This model or protocol may not support a parameter of the request. Select another model.'),
      ],
      actions: [...speechActions, 'tryAgain', 'selectModel', 'showLog'],
    };
  },
  betaFieldRejected: ({ t, statusSuffix }) => ({
    title: t('The relay rejected an experimental field{0}.', statusSuffix),
    advice: [
      t('Model Relay does not send experimental fields. Turn them off in the relay or proxy that adds them.'),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
  requestTooLarge: ({ t, statusSuffix }) => ({
    title: t('The request is too large for the relay{0}.', statusSuffix),
    advice: [t('Send less: a shorter message, fewer attachments, or a new chat.')],
    actions: ['tryAgain'],
  }),
  timeout: timeoutWords,
  rateLimit: ({ t, statusSuffix, details: { retryAfterMs } }) => ({
    title: t('Rate limit reached{0}.', statusSuffix),
    advice: [
      retryAfterMs === undefined
        ? t('A limit for requests, tokens or concurrent calls is exceeded. Wait a moment, then try again.')
        : t('The relay asks you to wait {0} s before you try again.', Math.ceil(retryAfterMs / 1000)),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
  server: ({ t, statusSuffix, details: { status, code } }) => ({
    title:
      status === 529 || code === 'overloaded_error'
        ? t('The provider is overloaded{0}.', statusSuffix)
        : t('The relay or its provider returned an error{0}.', statusSuffix),
    advice: [
      t('Try again later, or select another model.'),
      // Relays also use 500 for account problems; other statuses are about a gateway or the service behind it.
      ...(status === 500
        ? [t('If other models fail too, check your balance and usage in the relay’s console.')]
        : []),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
  connection: connectionWords,
  interrupted: ({ t }) => ({
    title: t('The response was interrupted by the relay, its provider, or the network.'),
    advice: [t('Try again, or select another model.')],
    actions: ['tryAgain', 'selectModel'],
  }),
  invalidResponse: ({ t, statusSuffix, details: { maxToolCalls } }) =>
    maxToolCalls
      ? {
          title: t('The model requested more than {0} tool calls at once.', maxToolCalls),
          advice: [t('Try again, or select another model.')],
          actions: ['tryAgain', 'selectModel'],
        }
      : {
          title: t('The relay sent an invalid response{0}.', statusSuffix),
          advice: [
            t(
              'Try again. If the problem persists, select another model, and check that the base URL is your relay’s.',
            ),
          ],
          actions: ['tryAgain', 'selectModel', 'checkConnection', 'showLog'],
        },
  cancelled: ({ t }) => ({ title: t('Stopped.'), advice: [], actions: ['tryAgain'] }),
};

/** A longer message of the relay is shown below the title. */
const longestTitleWords = 160;

/** The relay's own message comes first: only the relay knows what was not found. */
function notFoundWords({ t, relay, model, voice, details }: RelayFailure): FailureWords {
  const { status = 0, relayMessage } = details;
  const hasRelayWords =
    status >= 400 && relayMessage !== undefined && relayMessage.length <= longestTitleWords;
  const wordless =
    status >= 400
      ? t('{0} returned HTTP {1} (not found).', relay, status)
      : t('{0} returned a web page instead of an API response.', relay);
  return {
    hasRelayWords,
    title: hasRelayWords ? t('{0} returned HTTP {1}: {2}', relay, status, relayMessage) : wordless,
    advice: [
      model
        ? t(
            'Check that the relay still lists the model “{0}”. If it serves the model with another protocol, set modelRelay.chat.protocols.',
            model,
          )
        : t(
            'The relay may not support this request. The base URL is correct: the relay has responded there before.',
          ),
    ],
    actions: model
      ? ['selectModel', ...(voice ? (['selectVoice'] as const) : []), 'tryAgain', 'checkConnection']
      : ['tryAgain', 'checkConnection'],
  };
}
