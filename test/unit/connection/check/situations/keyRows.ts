import { at, type Row } from '../runCheck.ts';

const rejectedKey: Pick<Row, 'stages' | 'english'> = {
  stages: 'ok ok ok skipped failed skipped skipped skipped',
  english: [
    'API key: 127.0.0.1 rejected the API key (HTTP 401).',
    '- Check that the API key is complete, including “sk-”, and belongs to this relay.',
    '- If the API key is complete, check its status in the relay’s console: it may be disabled, expired, out of quota, or restricted to other IP addresses.',
  ],
};

/** Contract 5 and the rows of contract 7 about the token and its account. */
export const keyRows: readonly Row[] = [
  {
    name: 'no key',
    arrange: (relay) => at(relay, { apiKey: undefined }),
    stages: 'ok ok ok skipped failed skipped skipped skipped',
    english: [
      'API key: No API key is stored for 127.0.0.1.',
      '- Create an API key in the relay’s console and set it here.',
    ],
  },
  {
    name: 'a wrong key',
    arrange: (relay) => at(relay, { apiKey: 'sk-of-another-relay' }),
    ...rejectedKey,
  },
  {
    name: 'a wrong key when the lists need none',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('lists-without-key').undo);
      return at(relay, { apiKey: 'sk-of-another-relay' });
    },
    ...rejectedKey,
  },
  {
    name: 'a disabled token',
    arrange: (relay) => at(relay, { apiKey: relay.keys.disabled403 }),
    stages: 'ok ok ok skipped failed skipped skipped skipped',
    english: [
      'API key: The API key can’t be used (HTTP 403).',
      '- In the relay’s console, check whether the API key is disabled, expired, out of quota, or restricted to other IP addresses.',
    ],
  },
  {
    name: 'a closed account',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('user-banned').undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped failed skipped skipped skipped',
    english: [
      'API key: 127.0.0.1 rejected the request (HTTP 403).',
      '- In the relay’s console, check the API key (disabled, expired, out of quota, restricted to other IP addresses), the balance, and whether the key has access to this model.',
    ],
  },
  {
    name: 'an empty wallet',
    arrange: (relay) => at(relay, { apiKey: relay.keys.balanceTooLow }),
    stages: 'ok ok ok skipped ok ok failed skipped',
    english: [
      'Chat test: The balance is too low (HTTP 403).',
      '- Top up in the relay’s console, check that the payment went through, then try again.',
    ],
  },
];
