import { at, type Row } from './row.ts';

const chatModel = 'msg-haiku-4-5-20251001';

/** The rows of contract 7 that only a call of a model shows. */
export const chatRows: readonly Row[] = [
  {
    name: 'a rate limit',
    arrange: (relay) => at(relay, { apiKey: relay.keys.rateLimitedRetryAfter }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'One question to the chat model: A rate limit is reached (HTTP 429).',
      '- The relay asks to wait 3 seconds, then try again.',
      '> 您已达到请求数限制：1分钟内最多请求10次',
      '[Select Model…]',
      'Look at “One question to the chat model” first: A rate limit is reached (HTTP 429).',
    ],
    chinese: [
      '向对话模型提一个问题: 已达到速率限制（HTTP 429）。',
      '- 中转站要求等待 3 秒后重试。',
      '> 您已达到请求数限制：1分钟内最多请求10次',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：已达到速率限制（HTTP 429）。',
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
      'One question to the chat model: The request was refused as invalid (HTTP 400).',
      '- The relay’s words name the field. The model may not support it, or not this protocol: try another model.',
      '> Something is wrong',
      '[Select Model…] [Show Log]',
      'Look at “One question to the chat model” first: The request was refused as invalid (HTTP 400).',
    ],
    chinese: [
      '向对话模型提一个问题: 请求无效，被拒绝（HTTP 400）。',
      '- 中转站的原话指出了字段。该模型可能不支持它，或不支持此协议：请换一个模型。',
      '> Something is wrong',
      '[选择模型…] [显示日志]',
      '请先看“向对话模型提一个问题”：请求无效，被拒绝（HTTP 400）。',
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
      'One question to the chat model: “msg-haiku-4-5-20251001” answered in the protocol Messages after 0 ms. Tokens: 1 in, 1 out.',
      '- The relay, its provider or the network broke off before the end.',
      'It works, with remarks.',
    ],
    chinese: [
      '向对话模型提一个问题: “msg-haiku-4-5-20251001”以 Messages（消息） 协议在 0 毫秒后回答。token：输入 1，输出 1。',
      '- 中转站、其供应商或网络提前中断了。',
      '可以使用，但有提示。',
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
      'One question to the chat model: “msg-haiku-4-5-20251001” answered in the protocol Messages after 0 ms. Tokens: 1 in, 1 out.',
      '- The relay, its provider or the network broke off before the end.',
      '> Overloaded',
      'It works, with remarks.',
    ],
    chinese: [
      '向对话模型提一个问题: “msg-haiku-4-5-20251001”以 Messages（消息） 协议在 0 毫秒后回答。token：输入 1，输出 1。',
      '- 中转站、其供应商或网络提前中断了。',
      '> Overloaded',
      '可以使用，但有提示。',
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
      'One question to the chat model: The relay, its provider or the network broke off before the end.',
      '- Try again, or another model.',
      '> Overloaded',
      '[Select Model…]',
      'Look at “One question to the chat model” first: The relay, its provider or the network broke off before the end.',
    ],
    chinese: [
      '向对话模型提一个问题: 中转站、其供应商或网络提前中断了。',
      '- 请重试，或换一个模型。',
      '> Overloaded',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：中转站、其供应商或网络提前中断了。',
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
      'One question to the chat model: The relay refused an experimental field (HTTP 400).',
      '- This extension sends none: switch off experimental betas where the relay or a proxy before it adds them.',
      '> context_management: Extra inputs are not permitted',
      '[Select Model…]',
      'Look at “One question to the chat model” first: The relay refused an experimental field (HTTP 400).',
    ],
    chinese: [
      '向对话模型提一个问题: 中转站拒绝了一个实验性字段（HTTP 400）。',
      '- 本扩展不发送这类字段：请在添加它们的中转站或其前置代理处关闭实验性功能。',
      '> context_management: Extra inputs are not permitted',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：中转站拒绝了一个实验性字段（HTTP 400）。',
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
      'One question to the chat model: 127.0.0.1 refused the request (HTTP 403).',
      '- Check the token (disabled, expired, out of quota, limited to other IP addresses), the balance, and whether the token may use this model.',
      '> 无权访问 vip 分组',
      '[Set Key…] [Select Model…]',
      'Look at “One question to the chat model” first: 127.0.0.1 refused the request (HTTP 403).',
    ],
    chinese: [
      '向对话模型提一个问题: 127.0.0.1 拒绝了请求（HTTP 403）。',
      '- 请检查令牌（禁用、过期、额度用尽、IP 限制）、余额，以及令牌是否可以使用该模型。',
      '> 无权访问 vip 分组',
      '[设置密钥…] [选择模型…]',
      '请先看“向对话模型提一个问题”：127.0.0.1 拒绝了请求（HTTP 403）。',
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
      'One question to the chat model: The balance is too low (HTTP 402).',
      '- Top up in the relay’s console, and check that the top-up is complete, then try again.',
      '> Your credit balance is too low',
      '[Set Key…]',
      'Look at “One question to the chat model” first: The balance is too low (HTTP 402).',
    ],
    chinese: [
      '向对话模型提一个问题: 余额不足（HTTP 402）。',
      '- 请在中转站控制台充值，确认到账后重试。',
      '> Your credit balance is too low',
      '[设置密钥…]',
      '请先看“向对话模型提一个问题”：余额不足（HTTP 402）。',
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
      'One question to the chat model: The relay or the provider behind it failed (HTTP 500).',
      '- Try again in a moment, or another model. If key and model are right, check balance, top-up and the usage log in the relay’s console.',
      '> upstream error: do request failed',
      '[Select Model…]',
      'Look at “One question to the chat model” first: The relay or the provider behind it failed (HTTP 500).',
    ],
    chinese: [
      '向对话模型提一个问题: 中转站或其供应商出错（HTTP 500）。',
      '- 请稍后重试，或换一个模型。如果密钥和模型都没错，请在中转站控制台检查余额、充值状态和用量日志。',
      '> upstream error: do request failed',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：中转站或其供应商出错（HTTP 500）。',
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
      'One question to the chat model: The relay gave up waiting for its provider (HTTP 524).',
      '- Long texts, large requests and busy channels take long. Try again, or a shorter request, or another model.',
      '> relay.example | 524: A timeout occurred',
      '[Select Model…]',
      'Look at “One question to the chat model” first: The relay gave up waiting for its provider (HTTP 524).',
    ],
    chinese: [
      '向对话模型提一个问题: 中转站等待供应商超时（HTTP 524）。',
      '- 长文本、大请求和繁忙的渠道都很耗时。请重试，或缩短请求，或换一个模型。',
      '> relay.example | 524: A timeout occurred',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：中转站等待供应商超时（HTTP 524）。',
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
      'One question to the chat model: 127.0.0.1 sent nothing within 1 seconds.',
      '- The model behind it may be slow or overloaded. Try again, or a shorter request, or another model.',
      '[Select Model…]',
      'Look at “One question to the chat model” first: 127.0.0.1 sent nothing within 1 seconds.',
    ],
    chinese: [
      '向对话模型提一个问题: 127.0.0.1 在 1 秒内没有任何回复。',
      '- 后面的模型可能较慢或过载。请重试，或缩短请求，或换一个模型。',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：127.0.0.1 在 1 秒内没有任何回复。',
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
      'One question to the chat model: 127.0.0.1 can’t be reached (UND_ERR_SOCKET).',
      '- Check the network, the proxy, and the base address.',
      '- If it begins with http://, it may have to be https://.',
      '[Change Address…] [Show Log]',
      'Look at “One question to the chat model” first: 127.0.0.1 can’t be reached (UND_ERR_SOCKET).',
    ],
    chinese: [
      '向对话模型提一个问题: 无法访问 127.0.0.1 (UND_ERR_SOCKET)。',
      '- 请检查网络、代理和基础地址。',
      '- 如果它以 http:// 开头，可能应该用 https://。',
      '[更改地址…] [显示日志]',
      '请先看“向对话模型提一个问题”：无法访问 127.0.0.1 (UND_ERR_SOCKET)。',
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
      'One question to the chat model: 127.0.0.1 answered with a web page instead of a response.',
      '- Check whether the relay still lists the model “msg-haiku-4-5-20251001”. If it serves it in another protocol, set modelRelay.chat.protocols.',
      '> New API',
      '[Select Model…]',
      'Look at “One question to the chat model” first: 127.0.0.1 answered with a web page instead of a response.',
    ],
    chinese: [
      '向对话模型提一个问题: 127.0.0.1 返回的是网页，而不是响应。',
      '- 请检查中转站是否仍列出模型“msg-haiku-4-5-20251001”。如果它通过其他协议提供该模型，请设置 modelRelay.chat.protocols。',
      '> New API',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：127.0.0.1 返回的是网页，而不是响应。',
    ],
  },
];
