import { Refusal, type RefusalDetails } from '../wire/refusal.ts';

/** The keys that the reference relay knows. They open nothing but it. */
export const demoKeys = {
  good: 'sk-relay-good-3ohyVpyJB3h2sz7eEgvHvJRZuNuUXvEN',
  disabled403: 'sk-relay-disabled403-zN4YEjadnmTMyAieuryriYUVowhsUqCP',
  expired401: 'sk-relay-expired401-kR8mKGVx3N6cYCcFGK5CmiBKYZp3UMrB',
  balanceTooLow: 'sk-relay-balanceTooLow-XVWY26sansnwgBkwzje3A89hL9hF9iDc',
  balanceTooLowUnnamed: 'sk-relay-balanceTooLowUnnamed-Eh2XUQ3FHkLZB2bPSoDsD5Qd4R9GjjH8',
  restricted: 'sk-relay-restricted-quxmRAKnQNgq2r2muw5BW7JGkcVQVJ8m',
  rateLimited: 'sk-relay-rateLimited-8Pgk7TcQxTmkRwNwxgD4jm5kYAvRHDkn',
  rateLimitedRetryAfter: 'sk-relay-rateLimitedRetryAfter-RuudckzBBbiKKhWNGTvRhjQB2SpHgBAP',
  noChannel: 'sk-relay-noChannel-EbDHYHdAd9w6c9gNWTQsdrsCgU9ygLqC',
} as const;

export type DemoKeyName = keyof typeof demoKeys;

/** What a key may do, and when it is turned away (contract 5). */
export interface DemoToken {
  /** Turned away before anything else is looked at. */
  readonly refusal?: RefusalDetails;
  /** Reads the model lists, but is turned away where a model is called. */
  readonly callRefusal?: RefusalDetails;
  /** Turned away after routing, in the words of the endpoint's own protocol. */
  readonly lateRefusal?: RefusalDetails;
  /** The models it may use; all when not given. */
  readonly models?: readonly string[];
  /** Its group has no channel for any model. */
  readonly hasNoChannel?: boolean;
}

const tooManyRequests = '您已达到请求数限制：1分钟内最多请求10次';

export const demoTokens: Readonly<Record<DemoKeyName, DemoToken>> = {
  good: {},
  disabled403: { refusal: { status: 403, code: 'access_denied', message: 'Token status is unavailable' } },
  expired401: { refusal: { status: 401, message: '该令牌已过期' } },
  balanceTooLow: {
    callRefusal: {
      status: 403,
      code: 'insufficient_user_quota',
      message: 'User quota is insufficient, remaining quota: ＄0.000000',
    },
  },
  balanceTooLowUnnamed: { lateRefusal: { status: 403, message: '用户额度不足, 剩余额度: ＄0.000000' } },
  restricted: { models: ['msg-haiku-4-5-20251001', 'seed-tts-1.0'] },
  rateLimited: { callRefusal: { status: 429, message: tooManyRequests } },
  rateLimitedRetryAfter: {
    callRefusal: { status: 429, message: tooManyRequests, headers: { 'retry-after': '3' } },
  },
  noChannel: { hasNoChannel: true },
};

export const demoKeyNames = Object.keys(demoKeys) as readonly DemoKeyName[];

const tokensByKey: ReadonlyMap<string, DemoToken> = new Map(
  demoKeyNames.map((name) => [demoKeys[name], demoTokens[name]]),
);

/** The token of an Authorization header, or the 401 or 403 that it earns (contract 5 and 7). */
export function authenticate(authorization: string | undefined): DemoToken {
  if (authorization === undefined || authorization.trim() === '') {
    throw new Refusal({ status: 401, message: 'Token not provided' });
  }
  const key = /^Bearer (\S+)$/.exec(authorization)?.[1];
  if (key === undefined) {
    throw new Refusal({ status: 401, message: 'Authorization must have the form: Bearer <API_KEY>' });
  }
  const token = tokensByKey.get(key);
  if (token === undefined) throw new Refusal({ status: 401, message: 'Invalid token' });
  if (token.refusal !== undefined) throw new Refusal(token.refusal);
  return token;
}
