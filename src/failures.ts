import { longestProfileName, type ProfileNameProblem } from './profiles.ts';
import type { AddressProblem } from './relay/address.ts';
import type { KeyProblem } from './relay/apiKey.ts';
import { RelayError } from './relay/relayError.ts';
import type { Translate } from './text/translate.ts';
import type { FailureAction, FailureView } from './webview/protocolViews.ts';

export interface FailureContext {
  readonly t: Translate;
  /** Host of the relay, where known. */
  readonly host?: string | undefined;
  /** The model that was asked, where one was. */
  readonly model?: string | undefined;
  /** The voice that was asked for, when it was speech. */
  readonly voice?: string | undefined;
}

interface Words {
  readonly title: string;
  readonly advice: readonly string[];
  readonly actions: readonly FailureAction['id'][];
  /** Whether the title has the relay's own words in it. */
  readonly hasRelayWords?: boolean;
}

/**
 * A failure in words: what happened, what to check (the contract's section 7, row by row), and what can be
 * done about it. This file is the only one with error prose.
 */
export function describeFailure(error: unknown, context: FailureContext): FailureView {
  const { t } = context;
  if (error instanceof NotReadyError) {
    const { title, advice, actions } = notReadyWords(error, t);
    return { title, advice: [...advice], actions: withLabels(actions, t) };
  }
  if (error instanceof CutAnswerError) {
    const { title, advice, actions } = cutAnswerWords(error, t);
    return { title, advice: [...advice], actions: withLabels(actions, t) };
  }
  if (error instanceof EmptyListError) {
    return {
      title: t('The relay lists no models for this token.'),
      advice: [t('Check whether the token, the account and its group may use any.')],
      actions: withLabels(['tryAgain', 'checkConnection', 'setKey'], t),
    };
  }
  if (!(error instanceof RelayError)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      title: t('Something went wrong inside the extension: {0}', message),
      advice: [t('The log has more. Please report it with the steps that led here.')],
      actions: withLabels(['tryAgain', 'showLog'], t),
    };
  }
  const words = wordsFor(error, context);
  const { requestId, retries } = error.details;
  const relayMessage = words.hasRelayWords ? undefined : error.details.relayMessage;
  return {
    title: words.title,
    advice: [...words.advice, ...(retries ? [t('It was tried {0} times.', retries + 1)] : [])],
    ...(relayMessage && { relayMessage }),
    ...(requestId && { requestId }),
    actions: withLabels(words.actions, t),
  };
}

/** The same in one line of plain text, for notifications, input boxes and the log. */
export function summariseFailure(error: unknown, context: FailureContext): string {
  const { title, advice } = describeFailure(error, context);
  return [title, ...advice].join(' ');
}

/** All of a failure in one line, with what the relay itself says of it. */
export function summariseWhole(
  { title, advice, relayMessage, requestId }: FailureView,
  t: Translate,
): string {
  return [
    title,
    ...advice,
    ...(relayMessage ? [endSentence(t('The relay says: {0}', relayMessage))] : []),
    ...(requestId ? [t('Request id: {0}', requestId)] : []),
  ].join(' ');
}

function endSentence(words: string): string {
  return /[.!?…。！？]["”’」]?$/.test(words) ? words : `${words}.`;
}

/** Something that must be chosen before a relay can be asked at all. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  readonly missing: 'connection' | 'profile' | 'model' | 'voice';

  constructor(missing: NotReadyError['missing']) {
    super(`No ${missing}`);
    this.missing = missing;
  }
}

/** An answer that ended before it said all, by the model's own word for it. */
export class CutAnswerError extends Error {
  override readonly name = 'CutAnswerError';
  readonly why: 'length' | 'refusal' | 'malformedCall';
  /** The setting that lets it be longer. */
  readonly setting: string;

  constructor(why: CutAnswerError['why'], setting = 'modelRelay.languageModels.limits') {
    super(`The answer ended: ${why}`);
    this.why = why;
    this.setting = setting;
  }
}

/** Both model lists could be read, and name no model at all. */
export class EmptyListError extends Error {
  override readonly name = 'EmptyListError';

  constructor() {
    super('The lists name no model');
  }
}

/** Why a name can't be a profile's. */
export function describeProfileNameProblem(problem: ProfileNameProblem, t: Translate): string {
  switch (problem) {
    case 'empty':
      return t('Type a name.');
    case 'tooLong':
      return t('The name is too long: at most {0} characters.', longestProfileName);
    case 'unexpectedCharacters':
      return t('There are characters in the name that can’t be seen, or that draw icons. Leave them out.');
    case 'reserved':
      return t('This name can’t be used. Choose another one.');
    case 'taken':
      return t('There is a profile of this name already.');
  }
}

function notReadyWords({ missing }: NotReadyError, t: Translate): Words {
  switch (missing) {
    case 'connection':
      return {
        title: t('No relay is connected.'),
        advice: [t('Connect with the address and the key of your relay.')],
        actions: ['connect', 'tryAgain'],
      };
    case 'profile':
      return {
        title: t('The profile that is to be used here does not exist.'),
        advice: [
          t('The setting modelRelay.profile names it, maybe in this workspace. Select another, or add it.'),
        ],
        actions: ['selectProfile', 'tryAgain'],
      };
    case 'model':
      return {
        title: t('No model is selected.'),
        advice: [
          t(
            'The relay’s lists could not be read, or name no model for this. Refresh the list, or select a model.',
          ),
        ],
        actions: ['selectModel', 'tryAgain', 'checkConnection'],
      };
    case 'voice':
      return {
        title: t('No voice is selected.'),
        advice: [t('This model has no voice of its own accord. Select one, then try again.')],
        actions: ['selectVoice', 'tryAgain'],
      };
  }
}

function cutAnswerWords({ why, setting }: CutAnswerError, t: Translate): Words {
  const actions = ['tryAgain', 'selectModel'] as const;
  switch (why) {
    case 'length':
      return {
        title: t('The answer ended at the limit of output tokens.'),
        advice: [
          t('Ask for less at once, or let the model write more: the setting {0} says how much.', setting),
        ],
        actions,
      };
    case 'refusal':
      return {
        title: t('The model, or a filter before it, refused to go on.'),
        advice: [t('Ask in other words, or ask another model.')],
        actions,
      };
    case 'malformedCall':
      return {
        title: t('The model called a tool in a way that can’t be read.'),
        advice: [t('Try again, or another model.')],
        actions,
      };
  }
}

/** The conversation can't be kept on the disk. It goes on all the same. */
export function unwritableWords(t: Translate): string {
  return t(
    'The conversation can’t be written to the disk. It stays in memory, and is written as soon as that works.',
  );
}

/** VS Code could not write a setting. */
export function unsavedSettingWords(t: Translate): string {
  return t(
    'This could not be saved. Is settings.json open with changes, or protected? Save it there, then try again.',
  );
}

/** A file that is to be imported is no conversation of ours. */
export function unreadableTranscriptWords(file: string, t: Translate): string {
  return t(
    'There is no chat in {0}. Files that Export Chat has written can be imported, also if their texts were changed since.',
    file,
  );
}

/** An answer was cut with the window that had it written: nobody broke it off on the way, so another model is no help. */
export function closedWindowFailure({ t }: FailureContext): FailureView {
  return {
    title: t('The window that wrote it was closed before the end.'),
    advice: [],
    actions: withLabels(['tryAgain'], t),
  };
}

/** Speech came in a format of which several can't be one file. */
export function unjoinableSoundWords(format: string, t: Translate): string {
  return t('The relay sent {0}, which can’t be joined to one file. Select another model or voice.', format);
}

/** Speech came, but the view can't play it. */
export function unplayableFailure({ t }: FailureContext): FailureView {
  return {
    title: t('The audio that the relay sent can’t be played.'),
    advice: [t('Try again, or another speech model or voice. The log has what the player said.')],
    actions: withLabels(['tryAgain', 'selectModel', 'selectVoice', 'showLog'], t),
  };
}

/** Speech came that is good, and this computer has nothing to sound it with. */
export function soundOutputFailure({ t }: FailureContext): FailureView {
  return {
    title: t('The sound output of this computer failed.'),
    advice: [t('Check that an output device is connected, then try again: what was spoken is kept.')],
    actions: withLabels(['tryAgain', 'showLog'], t),
  };
}

function wordsFor(error: RelayError, { t, host, model, voice }: FailureContext): Words {
  const { status, upstreamStatus, retryAfterMs, field, redirectOrigin, maxToolCalls } = error.details;
  const relay = host ?? t('The relay');
  const speechActions = voice ? (['selectVoice'] as const) : [];
  const statusSuffix = status && status >= 400 ? t(' (HTTP {0})', status) : '';
  switch (error.kind) {
    case 'authentication':
      if (upstreamStatus !== undefined) {
        return {
          title: t('The provider behind {0} did not accept the relay’s own key{1}.', relay, statusSuffix),
          advice: [
            t(
              'Your API key is not the cause. Check that key in the relay’s console, or select another model.',
            ),
          ],
          actions: ['selectModel', 'tryAgain'],
        };
      }
      return {
        title: t('{0} did not accept the key{1}.', relay, statusSuffix),
        advice: [
          t('Check that the key is whole, with its leading “sk-”, and that it belongs to this relay.'),
          t('If it is, the token may be disabled, expired, out of quota, or limited to other IP addresses.'),
        ],
        actions: ['setKey', 'tryAgain', 'changeAddress', 'checkConnection'],
      };
    case 'tokenUnavailable':
      return {
        title: t('The token can’t be used{0}.', statusSuffix),
        advice: [
          t(
            'In the relay’s console, check whether it is disabled, expired, out of quota, or limited to other IP addresses.',
          ),
        ],
        actions: ['setKey', 'tryAgain'],
      };
    case 'insufficientBalance':
      return {
        title: t('The balance is too low{0}.', statusSuffix),
        advice: [t('Top up in the relay’s console, and check that the top-up is complete, then try again.')],
        actions: ['tryAgain', 'setKey'],
      };
    case 'modelNotAllowed':
      return {
        title: model
          ? t('The model “{0}” is not available to this token{1}.', model, statusSuffix)
          : t('The model is not available to this token{0}.', statusSuffix),
        advice: [
          t(
            'Check its id against the relay’s list, and whether the token, the account and its group may use it.',
          ),
          ...(model && !voice
            ? [
                t(
                  'If the relay serves it in another protocol, say so in the setting modelRelay.chat.protocols.',
                ),
              ]
            : []),
        ],
        actions: ['selectModel', 'tryAgain'],
      };
    case 'refused':
      return {
        title: t('{0} refused the request{1}.', relay, statusSuffix),
        advice: [
          t(
            'Check the token (disabled, expired, out of quota, limited to other IP addresses), the balance, and whether the token may use this model.',
          ),
        ],
        actions: ['tryAgain', 'setKey', 'selectModel', 'checkConnection'],
      };
    case 'wrongAddress':
      if (redirectOrigin) {
        return {
          title: t('The address leads to another one: {0}', redirectOrigin),
          advice: [t('The key is not sent there unasked. If that is your relay, use that address.')],
          actions: ['changeAddress', 'tryAgain', 'checkConnection'],
        };
      }
      return {
        title: t('There is no relay at this address{0}.', statusSuffix),
        advice: [
          t(
            'Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
          ),
        ],
        actions: ['changeAddress', 'tryAgain', 'checkConnection'],
      };
    case 'notFound':
      return notFoundWords(error, { t, host, model, voice });
    case 'invalidRequest':
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
    case 'betaFieldRejected':
      return {
        title: t('The relay refused an experimental field{0}.', statusSuffix),
        advice: [
          t(
            'This extension sends none: switch off experimental betas where the relay or a proxy before it adds them.',
          ),
        ],
        actions: ['tryAgain', 'selectModel'],
      };
    case 'requestTooLarge':
      return {
        title: t('The request is too large for the relay{0}.', statusSuffix),
        advice: [t('Send less: a shorter message, fewer attachments, or a new chat.')],
        actions: ['tryAgain'],
      };
    case 'timeout':
      return timeoutWords(t, relay, error.details, statusSuffix);
    case 'rateLimit':
      return {
        title: t('A rate limit is reached{0}.', statusSuffix),
        advice: [
          retryAfterMs === undefined
            ? t('Requests, tokens or concurrent calls are over the limit. Wait a little, then try again.')
            : t('The relay asks to wait {0} seconds, then try again.', Math.ceil(retryAfterMs / 1000)),
        ],
        actions: ['tryAgain', 'selectModel'],
      };
    case 'server':
      return {
        title: t('The relay or the provider behind it failed{0}.', statusSuffix),
        advice: [
          t(
            'Try again in a moment, or another model. If key and model are right, check balance, top-up and the usage log in the relay’s console.',
          ),
        ],
        actions: ['tryAgain', 'selectModel'],
      };
    case 'connection':
      return connectionWords(t, relay, error.details);
    case 'interrupted':
      return {
        title: t('The relay, its provider or the network broke off before the end.'),
        advice: [t('Try again, or another model.')],
        actions: ['tryAgain', 'selectModel'],
      };
    case 'invalidResponse':
      if (maxToolCalls)
        return {
          title: t('The model requested more than {0} tool calls at once.', maxToolCalls),
          advice: [t('Try again, or another model.')],
          actions: ['tryAgain', 'selectModel'],
        };
      return {
        title: t('The relay sent a reply that can’t be understood{0}.', statusSuffix),
        advice: [
          t('Try again. If it stays so, try another model, and check that the base address is a relay’s.'),
        ],
        actions: ['tryAgain', 'selectModel', 'checkConnection', 'showLog'],
      };
    case 'cancelled':
      return { title: t('Stopped.'), advice: [], actions: ['tryAgain'] };
  }
}

/** Longer words of a relay stand below the title. */
const longestTitleWords = 160;

/** The relay's own words come first: it alone knows what is not there. */
function notFoundWords(
  { details: { status = 0, relayMessage } }: RelayError,
  { t, host, model, voice }: FailureContext,
): Words {
  const relay = host ?? t('The relay');
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

function timeoutWords(
  t: Translate,
  relay: string,
  { phase, timeoutMs, proxy }: RelayError['details'],
  statusSuffix: string,
): Words {
  const seconds = Math.round((timeoutMs ?? 0) / 1000);
  const actions = ['tryAgain', 'selectModel'] as const;
  switch (phase) {
    case 'connect':
      return {
        title: t('{0} could not be connected to within {1} seconds.', relay, seconds),
        advice: [
          proxy === undefined
            ? t('Check the network, the proxy, and the base address.')
            : t('The way leads through the proxy {0}: check it, and the base address.', proxy),
        ],
        actions: ['tryAgain', proxy === undefined ? 'changeAddress' : 'openProxySettings', 'checkConnection'],
      };
    case 'upload':
      return {
        title: t('{0} took in nothing more of the request for {1} seconds.', relay, seconds),
        advice: [t('Check the network. A smaller request gets through more easily.')],
        actions,
      };
    case 'firstByte':
      return {
        title: t('{0} sent nothing within {1} seconds.', relay, seconds),
        advice: [
          t(
            'The model behind it may be slow or overloaded. Try again, or a shorter request, or another model.',
          ),
        ],
        actions,
      };
    case 'idle':
      return {
        title: t('{0} stopped sending for {1} seconds.', relay, seconds),
        advice: [t('Try again, or another model.')],
        actions,
      };
    default:
      return {
        title: t('The relay gave up waiting for its provider{0}.', statusSuffix),
        advice: [
          t(
            'Long texts, large requests and busy channels take long. Try again, or a shorter request, or another model.',
          ),
        ],
        actions,
      };
  }
}

/** System codes by what a person can do about them. */
const certificateCode = /CERT|TLS|SSL|SIGNATURE|EPROTO|ALTNAME/i;

function connectionWords(
  t: Translate,
  relay: string,
  { systemCode, proxy, proxyStatus, phase }: RelayError['details'],
): Words {
  const code = systemCode ? ` (${systemCode})` : '';
  const actions = ['tryAgain', 'changeAddress', 'checkConnection', 'showLog'] as const;
  if (phase === 'upload') {
    return {
      title: t('The connection to {0} broke while the request was being sent{1}.', relay, code),
      advice: [t('Gateways break off what is too large for them. Send less, or try again.')],
      actions,
    };
  }
  const isCertificate = systemCode !== undefined && certificateCode.test(systemCode);
  if (proxy !== undefined && !isCertificate) return proxyWords(t, relay, proxy, proxyStatus, systemCode);
  if (systemCode === 'ENOTFOUND' || systemCode === 'EAI_AGAIN') {
    return {
      title: t('The name {0} can’t be found{1}.', relay, code),
      advice: [t('Check the spelling of the base address, and the network.')],
      actions,
    };
  }
  if (systemCode === 'ECONNREFUSED') {
    return {
      title: t('{0} refused the connection{1}.', relay, code),
      advice: [t('Nothing listens at that address and port. Check both, and that the relay runs.')],
      actions,
    };
  }
  if (isCertificate) return { ...certificateWords(t, relay, systemCode), actions };
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

function certificateWords(t: Translate, relay: string, systemCode: string): Omit<Words, 'actions'> {
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

function proxyWords(
  t: Translate,
  relay: string,
  proxy: string,
  proxyStatus: number | undefined,
  systemCode: string | undefined,
): Words {
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

function withLabels(ids: readonly FailureAction['id'][], t: Translate): FailureAction[] {
  const labels: Record<FailureAction['id'], string> = {
    connect: t('Connect…'),
    setKey: t('Set Key…'),
    changeAddress: t('Change Address…'),
    tryAgain: t('Try Again'),
    selectModel: t('Select Model…'),
    selectVoice: t('Select Voice…'),
    openProxySettings: t('Proxy Settings…'),
    checkConnection: t('Check Connection'),
    selectProfile: t('Select Profile…'),
    getStarted: t('Get Started'),
    showLog: t('Show Log'),
  };
  return ids.map((id) => ({ id, label: labels[id] }));
}

/** Why what was typed can't be a relay's address. */
export function describeAddressProblem(reason: AddressProblem, t: Translate): string {
  switch (reason) {
    case 'empty':
      return t('Type the relay’s address.');
    case 'notAnAddress':
      return t('This is not an address. It looks like https://relay.example.com.');
    case 'whitespaceInside':
      return t('There is a space or a line break inside. Paste the address alone.');
    case 'unsupportedScheme':
      return t('The address must begin with https:// or http://.');
    case 'containsCredentials':
      return t(
        'Leave out the name and password before the @. The relay takes a key, which has a place of its own.',
      );
    case 'looksLikeKey':
      return t('This looks like a key. Here goes the address; the key has a place of its own.');
  }
}

/** Why what was pasted can't be a key. What was pasted is never repeated in the words. */
export function describeKeyProblem(problem: KeyProblem, t: Translate): string {
  switch (problem) {
    case 'empty':
      return t('Paste the key.');
    case 'severalKeys':
      return t('There is more than one key here. Paste one.');
    case 'looksLikeUrl':
      return t('This looks like an address. Paste the key, which mostly begins with “sk-”.');
    case 'placeholder':
      return t('This is the placeholder from a guide. Paste your own key.');
    case 'masked':
      return t(
        'This key is masked with dots or asterisks. Copy the whole key: consoles have a button for it.',
      );
    case 'whitespaceInside':
      return t('There is a space inside. Paste the key alone.');
    case 'unexpectedCharacters':
      return t('There are characters inside that no key has. Copy the key again, and paste it alone.');
    case 'tooShort':
      return t('This is too short for a key. Paste it whole, with its leading “sk-”.');
    case 'tooLong':
      return t('This is too long for a key. Paste the key alone.');
  }
}

// ---------------------------------------------------------------- checks

/** A failure as the connection's check shows it, which is what the other failures lead to. */
export function describeCheckFailure(error: unknown, context: FailureContext): FailureView {
  const failure = forCheck(describeFailure(error, context));
  if (error instanceof NotReadyError || context.model !== undefined) return failure;
  // Before a model is asked, no other one would help.
  return { ...failure, actions: failure.actions.filter(({ id }) => id !== 'selectModel') };
}

/** The address that was typed can't be one. */
export function addressFailure(reason: AddressProblem, { t }: FailureContext): FailureView {
  return {
    title: describeAddressProblem(reason, t),
    advice: [],
    actions: withLabels(['changeAddress'], t),
  };
}

/** There is no key for the relay, or what is there can't be one. */
export function keyFailure(problem: KeyProblem | undefined, { t, host }: FailureContext): FailureView {
  const relay = host ?? t('The relay');
  return problem === undefined || problem === 'empty'
    ? {
        title: t('No key is stored for {0}.', relay),
        advice: [t('Make one in the relay’s console, and set it here.')],
        actions: withLabels(['setKey'], t),
      }
    : {
        title: t('What is stored for {0} can’t be a key.', relay),
        advice: [describeKeyProblem(problem, t)],
        actions: withLabels(['setKey'], t),
      };
}

/** The relay showed a certificate that this machine does not trust. */
export function certificateFailure(
  { problemCode = 'ERR_TLS_CERT', issuer }: { readonly problemCode?: string; readonly issuer: string },
  { t, host }: FailureContext,
): FailureView {
  const { title, advice } = certificateWords(t, host ?? t('The relay'), problemCode);
  return {
    title,
    advice: [...(issuer ? [t('It was issued by {0}.', issuer)] : []), ...advice],
    actions: withLabels(['changeAddress', 'showLog'], t),
  };
}

/** To be added where neither our own way leads to the relay nor the editor's. */
export function noEditorWayWords(t: Translate): string {
  return t('VS Code’s own connection can’t reach it either.');
}

/** To be added where a model that a person chose is not available. */
export function unlistedModelWords(model: string, t: Translate): string {
  return t('The relay’s lists don’t name “{0}”.', model);
}

/** The check shows each thing once: it is itself what would be offered, and it is begun again as a whole. */
function forCheck(failure: FailureView): FailureView {
  const actions = failure.actions.filter(({ id }) => id !== 'checkConnection' && id !== 'tryAgain');
  return { ...failure, actions };
}

/** Why a link that a site offers is refused; see `connection/connectLink.ts`. */
export type LinkProblem =
  /** It leads to something else than `/connect`. */
  | 'otherPath'
  /** There is a key in it, or a place for one. */
  | 'containsKey'
  /** It carries something else than an address and a name. */
  | 'unknownPart'
  | 'repeatedPart'
  /** What it was before it was decoded can't be told any more. */
  | 'unclear'
  | 'noAddress'
  | 'notAnAddress'
  /** Plain http to another machine: a web page must not talk a person into sending a key unprotected. */
  | 'unencrypted'
  | 'unusableName';

/** Why a link did nothing, and what to do instead. What the link says is never repeated in the words. */
export function describeLinkProblem(problem: LinkProblem, t: Translate): string {
  switch (problem) {
    case 'otherPath':
      return t('This link leads to nothing that Model Relay has.');
    case 'containsKey':
      return t(
        'This link has a key in it, or a place for one, and was not used: others can read what is in a link. Connect by hand, and if the key is yours, replace it in the relay’s console.',
      );
    case 'unknownPart':
      return t(
        'This link has more in it than an address and a name, and was not used. Connect by hand instead.',
      );
    case 'repeatedPart':
      return t('This link says something twice, and was not used. Connect by hand instead.');
    case 'unclear':
      return t(
        'This link has a “+” or a “%” in it that can be read in two ways, and was not used. Connect by hand instead.',
      );
    case 'noAddress':
      return t('This link has no address in it. Connect by hand instead.');
    case 'notAnAddress':
      return t('The address in this link can’t be a relay’s. Connect by hand instead.');
    case 'unencrypted':
      return t(
        'The address in this link begins with http://: everyone on the way could read the key. If you trust the network and the relay, connect by hand.',
      );
    case 'unusableName':
      return t(
        'The name in this link is empty, too long, or has characters in it that can’t be seen or draw something else. Connect by hand instead.',
      );
  }
}
