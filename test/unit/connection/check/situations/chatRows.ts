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
    chinese: [
      '对话测试: 已达到速率限制（HTTP 429）。',
      '- 中转站要求等待 3 秒。请在此之后重试。',
      '> 您已达到请求数限制：1分钟内最多请求10次',
      '[选择模型…]',
      '请先检查“对话测试”：已达到速率限制（HTTP 429）。',
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
    chinese: [
      '对话测试: 中转站以无效为由拒绝了请求（HTTP 400）。',
      '- 中转站的消息指出了该字段。此模型或协议可能不支持它。请选择其他模型。',
      '> Something is wrong',
      '[选择模型…] [显示日志]',
      '请先检查“对话测试”：中转站以无效为由拒绝了请求（HTTP 400）。',
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
    chinese: [
      '对话测试: “msg-haiku-4-5-20251001”以 Messages 协议在 0 毫秒后回答。输入 1 个 token，输出 1 个。',
      '- 回答被中转站、其供应商或网络中断。',
      '连接可用，但有警告。',
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
    chinese: [
      '对话测试: “msg-haiku-4-5-20251001”以 Messages 协议在 0 毫秒后回答。输入 1 个 token，输出 1 个。',
      '- 回答被中转站、其供应商或网络中断。',
      '> Overloaded',
      '连接可用，但有警告。',
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
    chinese: [
      '对话测试: 回答被中转站、其供应商或网络中断。',
      '- 请重试，或选择其他模型。',
      '> Overloaded',
      '[选择模型…]',
      '请先检查“对话测试”：回答被中转站、其供应商或网络中断。',
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
    chinese: [
      '对话测试: 中转站拒绝了一个实验性字段（HTTP 400）。',
      '- Model Relay 不发送实验性字段。请在添加它们的中转站或代理中将其关闭。',
      '> context_management: Extra inputs are not permitted',
      '[选择模型…]',
      '请先检查“对话测试”：中转站拒绝了一个实验性字段（HTTP 400）。',
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
    chinese: [
      '对话测试: 127.0.0.1 拒绝了请求（HTTP 403）。',
      '- 请检查令牌（是否禁用、过期、额度用尽、限制 IP 地址）、余额，以及令牌是否有权使用该模型。',
      '> 无权访问 vip 分组',
      '[设置 API 密钥…] [选择模型…]',
      '请先检查“对话测试”：127.0.0.1 拒绝了请求（HTTP 403）。',
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
    chinese: [
      '对话测试: 余额不足（HTTP 402）。',
      '- 请在中转站控制台充值，确认付款成功，然后重试。',
      '> Your credit balance is too low',
      '[设置 API 密钥…]',
      '请先检查“对话测试”：余额不足（HTTP 402）。',
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
      '- Try again later, or select another model. If the API key and model are correct, check the balance, payments and usage log in the relay’s console.',
      '> upstream error: do request failed',
      '[Select Model…]',
      'Start with “Chat test”: The relay or its provider returned an error (HTTP 500).',
    ],
    chinese: [
      '对话测试: 中转站或其供应商返回错误（HTTP 500）。',
      '- 请稍后重试，或选择其他模型。如果 API 密钥和模型正确，请在中转站控制台检查余额、充值记录和用量日志。',
      '> upstream error: do request failed',
      '[选择模型…]',
      '请先检查“对话测试”：中转站或其供应商返回错误（HTTP 500）。',
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
    chinese: [
      '对话测试: 中转站等待供应商超时（HTTP 524）。',
      '- 长文本、大请求和繁忙的渠道耗时较长。请重试、缩短请求，或选择其他模型。',
      '> relay.example | 524: A timeout occurred',
      '[选择模型…]',
      '请先检查“对话测试”：中转站等待供应商超时（HTTP 524）。',
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
    chinese: [
      '对话测试: 127.0.0.1 在 1 秒内没有响应。',
      '- 模型可能较慢或过载。请重试、缩短请求，或选择其他模型。',
      '[选择模型…]',
      '请先检查“对话测试”：127.0.0.1 在 1 秒内没有响应。',
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
    chinese: [
      '对话测试: 无法访问 127.0.0.1 (UND_ERR_SOCKET)。',
      '- 请检查网络、代理和基础 URL。',
      '- 如果 URL 以 http:// 开头，请尝试 https://。',
      '[更改基础 URL…] [显示日志]',
      '请先检查“对话测试”：无法访问 127.0.0.1 (UND_ERR_SOCKET)。',
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
    chinese: [
      '对话测试: 127.0.0.1 返回的是网页，而不是 API 响应。',
      '- 请检查中转站是否仍列出模型“msg-haiku-4-5-20251001”。如果它以其他协议提供该模型，请设置 modelRelay.chat.protocols。',
      '> New API',
      '[选择模型…]',
      '请先检查“对话测试”：127.0.0.1 返回的是网页，而不是 API 响应。',
    ],
  },
];
