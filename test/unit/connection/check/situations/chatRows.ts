import { at, type Row } from './row.ts';

const chatModel = 'msg-haiku-4-5-20251001';

/** The rows of contract 7 that only a call of a model shows. */
export const chatRows: readonly Row[] = [
  {
    name: 'a rate limit',
    arrange: (relay) => at(relay, { apiKey: relay.keys.rateLimitedRetryAfter }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: Rate limit reached (HTTP 429).',
      '- The relay asks to wait 3 seconds. Then try again.',
      '> 您已达到请求数限制：1分钟内最多请求10次',
      '[Select Model…]',
      'Start with “Chat test”: Rate limit reached (HTTP 429).',
    ],
  },
  {
    name: 'a parameter error',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-message-only', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: The relay rejected the request as invalid (HTTP 400).',
      '- The relay’s message names the field. This model or protocol may not support it. Select another model.',
      '> Something is wrong',
      '[Select Model…] [Show Log]',
      'Start with “Chat test”: The relay rejected the request as invalid (HTTP 400).',
    ],
  },
  {
    name: 'half an answer',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('clean-cut', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok warning skipped',
    english: [
      'Chat test: “msg-haiku-4-5-20251001” responded with the Messages protocol in 0 ms. Tokens: 1 in, 1 out.',
      '- The response was interrupted by the relay, its provider, or the network.',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'an error after the beginning',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-event', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok warning skipped',
    english: [
      'Chat test: “msg-haiku-4-5-20251001” responded with the Messages protocol in 0 ms. Tokens: 1 in, 1 out.',
      '- The response was interrupted by the relay, its provider, or the network.',
      '> Overloaded',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'an error in place of the first word',
    arrange: (relay) => {
      const body = [
        'event: message_start\ndata: {"type":"message_start","message":{"id":"m1","role":"assistant","content":[]}}',
        'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}',
        '',
      ].join('\n\n');
      const headers = { 'content-type': 'text/event-stream' };
      relay.failNext('/v1/messages', { kind: 'reply', status: 200, headers, body });
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: The response was interrupted by the relay, its provider, or the network.',
      '- Try again, or select another model.',
      '> Overloaded',
      '[Select Model…]',
      'Start with “Chat test”: The response was interrupted by the relay, its provider, or the network.',
    ],
  },
  {
    name: 'an experimental field',
    arrange: (relay) => {
      const message = 'context_management: Extra inputs are not permitted';
      relay.failNext('/v1/messages', { kind: 'reply', status: 400, body: { error: { message } } });
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: The relay rejected an experimental field (HTTP 400).',
      '- Model Relay does not send experimental fields. Turn them off in the relay or proxy that adds them.',
      '> context_management: Extra inputs are not permitted',
      '[Select Model…]',
      'Start with “Chat test”: The relay rejected an experimental field (HTTP 400).',
    ],
  },
  {
    name: 'a 403 that says nothing',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('group-not-allowed', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: 127.0.0.1 rejected the request (HTTP 403).',
      '- Check the token (disabled, expired, out of quota, restricted to other IP addresses), the balance, and whether the token has access to this model.',
      '> 无权访问 vip 分组',
      '[Set API Key…] [Select Model…]',
      'Start with “Chat test”: 127.0.0.1 rejected the request (HTTP 403).',
    ],
  },
  {
    name: 'the balance',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('payment-required', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: The balance is too low (HTTP 402).',
      '- Top up in the relay’s console, check that the payment went through, then try again.',
      '> Your credit balance is too low',
      '[Set API Key…]',
      'Start with “Chat test”: The balance is too low (HTTP 402).',
    ],
  },
  {
    name: 'the provider',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('upstream-unreachable', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: The relay or its provider returned an error (HTTP 500).',
      '- Try again later, or select another model.',
      '- If other models fail too, check your balance and usage in the relay’s console.',
      '> upstream error: do request failed',
      '[Select Model…]',
      'Start with “Chat test”: The relay or its provider returned an error (HTTP 500).',
    ],
  },
  {
    name: 'a time-out of the gateway',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('cloudflare-524', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: The relay timed out waiting for its provider (HTTP 524).',
      '- Long texts, large requests and busy channels take longer. Try again, send a shorter request, or select another model.',
      '> relay.example | 524: A timeout occurred',
      '[Select Model…]',
      'Start with “Chat test”: The relay timed out waiting for its provider (HTTP 524).',
    ],
  },
  {
    name: 'a time-out of ours',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('no-reply', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel, timeouts: { firstByteMs: 500 } });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: 127.0.0.1 did not respond within 1 seconds.',
      '- The model may be slow or overloaded. Try again, send a shorter request, or select another model.',
      '[Select Model…]',
      'Start with “Chat test”: 127.0.0.1 did not respond within 1 seconds.',
    ],
  },
  {
    name: 'a closed socket',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('socket-closed-without-reply', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: 127.0.0.1 can’t be reached (UND_ERR_SOCKET).',
      '- Check the network, the proxy and the base URL.',
      '- If the URL begins with http://, try https://.',
      '[Change Base URL…] [Show Log]',
      'Start with “Chat test”: 127.0.0.1 can’t be reached (UND_ERR_SOCKET).',
    ],
  },
  {
    name: 'a page in place of the answer',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('html-console', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: 127.0.0.1 returned a web page instead of an API response.',
      '- Check that the relay still lists the model “msg-haiku-4-5-20251001”. If it serves the model with another protocol, set modelRelay.chat.protocols.',
      '> New API',
      '[Select Model…]',
      'Start with “Chat test”: 127.0.0.1 returned a web page instead of an API response.',
    ],
  },
];
