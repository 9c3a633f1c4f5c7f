import type { RelayError, RelayErrorKind } from '../relay/errors/relayError.ts';
import { connectionWords, timeoutWords } from './connectionErrors.ts';
import { type FailureContext, type FailureWords, nameRelay, type RelayFailure } from './failureView.ts';

export function relayErrorWords({ kind, details }: RelayError, context: FailureContext): FailureWords {
  const { status } = details;
  const statusSuffix = status && status >= 400 ? context.t(' (HTTP {0})', status) : '';
  return wordsByKind[kind]({ ...context, details, relay: nameRelay(context), statusSuffix });
}

/** The contract's section 7, row by row, then the ways in which a connection or a reply fails. */
const wordsByKind: Readonly<Record<RelayErrorKind, (facts: RelayFailure) => FailureWords>> = {
  authentication: ({ t, relay, statusSuffix, details }) =>
    details.upstreamStatus === undefined
      ? {
          title: t('{0} did not accept the key{1}.', relay, statusSuffix),
          advice: [
            t('Check that the key is whole, with its leading “sk-”, and that it belongs to this relay.'),
            t(
              'If it is, the token may be disabled, expired, out of quota, or limited to other IP addresses.',
            ),
          ],
          actions: ['setKey', 'tryAgain', 'changeAddress', 'checkConnection'],
        }
      : {
          title: t('The provider behind {0} did not accept the relay’s own key{1}.', relay, statusSuffix),
          advice: [
            t(
              'Your API key is not the cause. Check that key in the relay’s console, or select another model.',
            ),
          ],
          actions: ['selectModel', 'tryAgain'],
        },
  tokenUnavailable: ({ t, statusSuffix }) => ({
    title: t('The token can’t be used{0}.', statusSuffix),
    advice: [
      t(
        'In the relay’s console, check whether it is disabled, expired, out of quota, or limited to other IP addresses.',
      ),
    ],
    actions: ['setKey', 'tryAgain'],
  }),
  insufficientBalance: ({ t, statusSuffix }) => ({
    title: t('The balance is too low{0}.', statusSuffix),
    advice: [t('Top up in the relay’s console, and check that the top-up is complete, then try again.')],
    actions: ['tryAgain', 'setKey'],
  }),
  modelNotAllowed: ({ t, model, voice, statusSuffix }) => ({
    title: model
      ? t('The model “{0}” is not available to this token{1}.', model, statusSuffix)
      : t('The model is not available to this token{0}.', statusSuffix),
    advice: [
      t(
        'Check its id against the relay’s list, and whether the token, the account and its group may use it.',
      ),
      ...(model && !voice
        ? [t('If the relay serves it in another protocol, say so in the setting modelRelay.chat.protocols.')]
        : []),
    ],
    actions: ['selectModel', 'tryAgain'],
  }),
  refused: ({ t, relay, statusSuffix }) => ({
    title: t('{0} refused the request{1}.', relay, statusSuffix),
    advice: [
      t(
        'Check the token (disabled, expired, out of quota, limited to other IP addresses), the balance, and whether the token may use this model.',
      ),
    ],
    actions: ['tryAgain', 'setKey', 'selectModel', 'checkConnection'],
  }),
  wrongAddress: ({ t, statusSuffix, details: { redirectOrigin } }) => ({
    title: redirectOrigin
      ? t('The address leads to another one: {0}', redirectOrigin)
      : t('There is no relay at this address{0}.', statusSuffix),
    advice: [
      redirectOrigin
        ? t('The key is not sent there unasked. If that is your relay, use that address.')
        : t(
            'Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
          ),
    ],
    actions: ['changeAddress', 'tryAgain', 'checkConnection'],
  }),
  notFound: notFoundWords,
  invalidRequest: ({ t, voice, statusSuffix, details: { field, status } }) => {
    const speechActions = voice ? (['selectVoice'] as const) : [];
    if (field && status === undefined) {
      return {
        title: t('Nothing was sent: “{0}” would be refused.', field),
        advice: [t('Check the settings of Model Relay.')],
        actions: ['tryAgain', ...speechActions, 'showLog'],
      };
    }
    return {
      title: t('The request was refused as invalid{0}.', statusSuffix),
      advice: [
        voice
          ? t('Voices belong to models: select a voice of this model, or another model.')
          : t(
              'The relay’s words name the field. The model may not support it, or not this protocol: try another model.',
            ),
      ],
      actions: [...speechActions, 'tryAgain', 'selectModel', 'showLog'],
    };
  },
  betaFieldRejected: ({ t, statusSuffix }) => ({
    title: t('The relay refused an experimental field{0}.', statusSuffix),
    advice: [
      t(
        'This extension sends none: switch off experimental betas where the relay or a proxy before it adds them.',
      ),
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
    title: t('A rate limit is reached{0}.', statusSuffix),
    advice: [
      retryAfterMs === undefined
        ? t('Requests, tokens or concurrent calls are over the limit. Wait a little, then try again.')
        : t('The relay asks to wait {0} seconds, then try again.', Math.ceil(retryAfterMs / 1000)),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
  server: ({ t, statusSuffix }) => ({
    title: t('The relay or the provider behind it failed{0}.', statusSuffix),
    advice: [
      t(
        'Try again in a moment, or another model. If key and model are right, check balance, top-up and the usage log in the relay’s console.',
      ),
    ],
    actions: ['tryAgain', 'selectModel'],
  }),
  connection: connectionWords,
  interrupted: ({ t }) => ({
    title: t('The relay, its provider or the network broke off before the end.'),
    advice: [t('Try again, or another model.')],
    actions: ['tryAgain', 'selectModel'],
  }),
  invalidResponse: ({ t, statusSuffix, details: { maxToolCalls } }) =>
    maxToolCalls
      ? {
          title: t('The model requested more than {0} tool calls at once.', maxToolCalls),
          advice: [t('Try again, or another model.')],
          actions: ['tryAgain', 'selectModel'],
        }
      : {
          title: t('The relay sent a reply that can’t be understood{0}.', statusSuffix),
          advice: [
            t('Try again. If it stays so, try another model, and check that the base address is a relay’s.'),
          ],
          actions: ['tryAgain', 'selectModel', 'checkConnection', 'showLog'],
        },
  cancelled: ({ t }) => ({ title: t('Stopped.'), advice: [], actions: ['tryAgain'] }),
};

/** Longer words of a relay stand below the title. */
const longestTitleWords = 160;

/** The relay's own words come first: it alone knows what is not there. */
function notFoundWords({ t, relay, model, voice, details }: RelayFailure): FailureWords {
  const { status = 0, relayMessage } = details;
  const hasRelayWords =
    status >= 400 && relayMessage !== undefined && relayMessage.length <= longestTitleWords;
  const wordless =
    status >= 400
      ? t('{0} answered with HTTP {1}, which means “not found”.', relay, status)
      : t('{0} answered with a web page instead of a response.', relay);
  return {
    hasRelayWords,
    title: hasRelayWords ? t('{0} answered with HTTP {1}: {2}', relay, status, relayMessage) : wordless,
    advice: [
      model
        ? t(
            'Check whether the relay still lists the model “{0}”. If it serves it in another protocol, set modelRelay.chat.protocols.',
            model,
          )
        : t('The relay may not offer this. It has answered at this base URL before.'),
    ],
    actions: model
      ? ['selectModel', ...(voice ? (['selectVoice'] as const) : []), 'tryAgain', 'checkConnection']
      : ['tryAgain', 'checkConnection'],
  };
}
