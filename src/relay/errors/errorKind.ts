/**
 * What can go wrong between us and a relay. The kinds are the rows of the contract's section 7, then the
 * ways in which a connection or a reply fails before the relay's own words can be read. A new kind needs words
 * (`messages/relayErrorWords.ts`), and a word on whether it passes by itself: for speech in
 * `readAloud/playback/speechRetry.ts`, for tasks in `tasks/taskFailures.ts`.
 */
export const relayErrorKinds = [
  /** 401: the key is missing, incomplete or in the wrong form. */
  'authentication',
  /** 401 or 403 with a telling code: the token is disabled, expired, out of quota or blocked by IP. */
  'tokenUnavailable',
  /** 402, or 403 with a telling code: the wallet is too low. */
  'insufficientBalance',
  /** 403 or 404 (or 503 without a channel): the model is unknown, or not allowed for this token. */
  'modelNotAllowed',
  /** 403 that does not say which of token, balance and model it means. */
  'refused',
  /** 404, or the web console's HTML page, if no relay has replied yet: the base URL does not fit. */
  'wrongAddress',
  /** The same from a relay that has replied before: the model is not there, or what was asked of it. */
  'notFound',
  /** 400: a parameter is missing, out of range, or of another protocol. */
  'invalidRequest',
  /** 400 "context_management: Extra inputs are not permitted": an experimental field was refused. */
  'betaFieldRejected',
  /** 413: the request's body is too large. */
  'requestTooLarge',
  /** A named time-out of ours (see `phase`), or the relay's 408, 504 or 524. */
  'timeout',
  /** 429: requests, tokens or concurrency over the limit. */
  'rateLimit',
  /** Any other 5xx: the relay or the provider behind it failed. */
  'server',
  /** No connection: the name does not resolve, the port is closed, the certificate is not trusted. */
  'connection',
  /** The relay closed the connection, or sent an error, after the response had begun. */
  'interrupted',
  /** A reply that breaks the contract: no JSON, an empty body, an unknown shape. */
  'invalidResponse',
  /** The caller aborted. */
  'cancelled',
] as const;

export type RelayErrorKind = (typeof relayErrorKinds)[number];

interface Symptoms {
  /** HTTP status; none, or 200, if the error came inside a reply that began well. */
  readonly status?: number;
  /** Status of a service behind the relay, if the relay reports it under a status that means nothing. */
  readonly upstreamStatus?: number | undefined;
  readonly codes: readonly string[];
  readonly message: string;
}

/** Longer values are not codes, and would only cost time. */
const longestCode = 200;

const balanceCode =
  /^(insufficient(_\w*(quota|balance|credit|fund)\w*)?|billing_\w+|balance_\w+|quota_\w*exceeded|arrears)$/;

/**
 * Codes that relays give for the contract's rows (section 7). There is none for rate limits: no fixed code
 * exists, so the status decides (section 7, rule 1).
 */
const kindsByCode: readonly (readonly [RegExp, RelayErrorKind])[] = [
  [
    /^model_(not_found|not_exists?|not_allowed|not_available|not_supported|access_denied)$/,
    'modelNotAllowed',
  ],
  [
    /^(token_(expired|disabled|unavailable|exhausted|quota_exceeded)|pre_consume_token_quota_failed|access_denied)$/,
    'tokenUnavailable',
  ],
  // The relay's own key for the service behind it, or another setting of the relay's operator.
  [/^channel:/, 'server'],
  [/^task_not_exists?$/, 'invalidRequest'],
  [balanceCode, 'insufficientBalance'],
];

/** Words and numbers of codes that stand for a status, used only if the reply's own status tells nothing. */
const statusesByCode: ReadonlyMap<string, number> = new Map([
  ['authentication_error', 401],
  ['unauthenticated', 401],
  ['billing_error', 402],
  ['permission_error', 403],
  ['permission_denied', 403],
  ['not_found_error', 404],
  ['not_found', 404],
  ['request_too_large', 413],
  ['invalid_request_error', 400],
  ['invalid_request', 400],
  ['invalid_argument', 400],
  ['timeout_error', 504],
  ['deadline_exceeded', 504],
  ['api_error', 500],
  ['internal', 500],
  ['unavailable', 503],
  ['overloaded_error', 529],
]);

const modelWords =
  /\bmodel\b.{0,120}\b(not (be )?(found|exist|available|supported|allowed)|does ?n[o']t exist|no access)|(no|not|unknown|invalid|access to|use|support)\b.{0,30}\bmodel\b|^model: |\bmodels\/\S{1,200} is not found for api version|模型.{0,80}(不存在|未找到|找不到|不可用|不支持|未启用|无权)|(无权|不支持|未启用|没有权限).{0,20}模型/i;
const channelWords = /no (available )?channels?\b|无可用渠道|没有可用(的)?渠道|可用渠道(不存在|失败)/i;
const tokenWords =
  /(token|key)\b.{0,80}\b(expired|disabled|exhausted|revoked|unavailable|quota|not allowed|status)|\bip\b.{0,60}(not allowed|not in|denied|restrict|whitelist)|令牌.{0,80}(过期|禁用|停用|不可用|额度|用尽|网段|ip)|\bip\b.{0,30}(不在|限制|白名单)/i;
const tokenQuotaWords = /\b(token|key)\b.{0,20}\bquota\b|令牌.{0,40}额度/i;
const balanceWords =
  /insufficient.{0,30}(balance|quota|credit|funds)|(balance|quota|credits?)\b.{0,40}(not enough|insufficient|too low|exhausted)|(余额|额度)\s*(不足|不够|过低|用尽|已用完)|预扣费|欠费|请充值/i;
const rateWords =
  /rate.?limit|too many requests|(concurrency|rpm|tpm)\b.{0,40}(limit|exceed)|请求(数|次数|频率|过于频繁|太频繁)|限流|并发.{0,20}(超|上限|限制)|负载已饱和/i;

/** Codes that relays use for two rows of the contract: clear words take precedence. */
const ambiguousCodes: readonly (readonly [code: string, words: RegExp, kind: RelayErrorKind])[] = [
  ['insufficient_user_quota', tokenQuotaWords, 'tokenUnavailable'],
  ['access_denied', modelWords, 'modelNotAllowed'],
];

/** Hints in a message's words, for the statuses that leave several rows open. A later row is the weaker hint. */
const hintsByStatus: Readonly<Record<string, readonly (readonly [RegExp, RelayErrorKind])[]>> = {
  401: [
    [tokenWords, 'tokenUnavailable'],
    [balanceWords, 'insufficientBalance'],
  ],
  403: [
    [modelWords, 'modelNotAllowed'],
    [tokenWords, 'tokenUnavailable'],
    [balanceWords, 'insufficientBalance'],
    [rateWords, 'rateLimit'],
  ],
  404: [
    [modelWords, 'modelNotAllowed'],
    [channelWords, 'modelNotAllowed'],
  ],
  // The contract's "request failure": a status that says nothing specific, or none.
  failure: [
    [channelWords, 'modelNotAllowed'],
    [rateWords, 'rateLimit'],
    [balanceWords, 'insufficientBalance'],
  ],
};

/** The row of the contract's section 7 for a failure: by status and code; by words only if both are inconclusive. */
export function classify({ status, upstreamStatus, codes, message }: Symptoms): RelayErrorKind {
  const words = lowerCase(codes);
  const effective = upstreamStatus ?? (isError(status) ? status : (meantStatus(words) ?? 0));
  if (effective === 400 && /extra inputs are not permitted/i.test(message)) return 'betaFieldRejected';
  if (effective === 429) {
    // Waiting helps with a rate limit, but not with an empty balance.
    return words.some((word) => balanceCode.test(word)) ? 'insufficientBalance' : 'rateLimit';
  }
  if (effective === 402) return 'insufficientBalance';
  if (effective === 413) return 'requestTooLarge';
  if (effective === 408 || effective === 504 || effective === 524) return 'timeout';
  for (const [code, pattern, kind] of ambiguousCodes) {
    if (words.includes(code) && pattern.test(message)) return kind;
  }
  for (const [pattern, kind] of kindsByCode) {
    if (words.some((word) => pattern.test(word))) return kind;
  }
  if (effective >= 500 && words.includes('invalid_request')) return 'invalidRequest';
  // Some relays send a code in place of the message, and codes can say as much as words.
  // Names of JSON fields are not part of the message.
  const text = [message.replace(/"\w{1,40}"\s{0,4}:/g, ' '), ...words].join(' ').replaceAll('_', ' ');
  const hints = hintsByStatus[effective === 0 || effective >= 500 ? 'failure' : effective] ?? [];
  for (const [pattern, kind] of hints) {
    if (pattern.test(text)) return kind;
  }
  // A relay that passes on an upstream 404 was reached, so the base URL is right.
  if (upstreamStatus === 404) return 'modelNotAllowed';
  return kindByStatus(effective);
}

/**
 * The status of a service behind the relay, if the relay reports it under a status that means nothing: in words, or
 * by codes that stand for it.
 */
export function findUpstreamStatus(
  replyStatus: number,
  upstream: { readonly status?: number; readonly codes: readonly string[] } | undefined,
): number | undefined {
  if (!upstream || (replyStatus >= 300 && replyStatus < 500)) return undefined;
  const status = upstream.status ?? meantStatus(lowerCase(upstream.codes));
  return status === replyStatus ? undefined : status;
}

function isError(status: number | undefined): status is number {
  return status !== undefined && (status < 200 || status > 299);
}

/** The status that codes stand for. */
function meantStatus(words: readonly string[]): number | undefined {
  return words
    .map((word) => statusesByCode.get(word) ?? (/^[45]\d\d$/.test(word) ? Number(word) : undefined))
    .find((status) => status !== undefined);
}

function lowerCase(codes: readonly string[]): string[] {
  return codes.map((code) => code.slice(0, longestCode).toLowerCase());
}

function kindByStatus(status: number): RelayErrorKind {
  if (status === 401) return 'authentication';
  if (status === 403) return 'refused';
  // A web server that is no relay answers a POST with 405; a 3xx that can't be followed leads elsewhere.
  if (status === 404 || status === 405 || (status >= 300 && status < 400)) return 'wrongAddress';
  if (status >= 400 && status < 500) return 'invalidRequest';
  return 'server';
}
