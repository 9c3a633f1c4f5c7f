import { at, type Row } from './row.ts';

/** Contract 4: two lists, of which relays serve both, one, or none. */
export const listRows: readonly Row[] = [
  {
    name: 'only the first one',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-ok-false', { path: '/v1beta/models' }).undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped ok ok warning ok skipped',
    english: [
      'Model list for generate content: This list can’t be read, but the other list is enough.',
      '- 127.0.0.1 returned HTTP 404: Not Found',
      'The connection works, with warnings.',
    ],
    chinese: [
      'Generate content 的模型列表: 无法读取此列表，但有另一个列表就够了。',
      '- 127.0.0.1 返回 HTTP 404：Not Found',
      '连接可用，但有警告。',
    ],
  },
  {
    name: 'only the second one',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('html-console', { path: '/v1/models' }).undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped ok warning ok ok skipped',
    english: [
      'Model list: This list can’t be read, but the other list is enough.',
      '- 127.0.0.1 returned a web page instead of an API response.',
      '> New API',
      'The connection works, with warnings.',
    ],
    chinese: [
      '模型列表: 无法读取此列表，但有另一个列表就够了。',
      '- 127.0.0.1 返回的是网页，而不是 API 响应。',
      '> New API',
      '连接可用，但有警告。',
    ],
  },
  {
    name: 'none, and a model that was typed',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-ok-false', { path: '/v1/models' }).undo);
      onEnd(relay.with('error-ok-false', { path: '/v1beta/models' }).undo);
      return at(relay, { chatModel: 'msg-haiku-4-5-20251001' });
    },
    stages: 'ok ok ok skipped warning failed failed ok skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: No relay was found at this base URL (HTTP 404).',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> Not Found',
      '[Change Base URL…]',
      'Model list for generate content: No relay was found at this base URL (HTTP 404).',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      '> Not Found',
      '[Change Base URL…]',
      'The connection works, with warnings.',
    ],
    chinese: [
      'API 密钥: 两个模型列表都无法确认 API 密钥是否有效。',
      '模型列表: 此基础 URL 上没有找到中转站（HTTP 404）。',
      '- 请检查基础 URL。请使用中转站自己的 URL，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Not Found',
      '[更改基础 URL…]',
      'Generate content 的模型列表: 此基础 URL 上没有找到中转站（HTTP 404）。',
      '- 请检查基础 URL。请使用中转站自己的 URL，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Not Found',
      '[更改基础 URL…]',
      '连接可用，但有警告。',
    ],
  },
  {
    name: 'empty ones',
    arrange: (relay) => at(relay, { apiKey: relay.keys.noChannel }),
    stages: 'ok ok ok skipped ok warning warning failed skipped',
    english: [
      'Model list: The relay lists no models for this token.',
      '- Check that the token, the account and its group have access to models.',
      '[Set API Key…]',
      'Model list for generate content: The relay lists no models for this token.',
      '- Check that the token, the account and its group have access to models.',
      '[Set API Key…]',
      'Chat test: No model is selected.',
      '- The model list can’t be read or contains no suitable model. Refresh the list, or select a model.',
      '[Select Model…]',
      'Start with “Chat test”: No model is selected.',
    ],
    chinese: [
      '模型列表: 中转站没有为此令牌列出任何模型。',
      '- 请检查令牌、账户和所在分组是否有权使用模型。',
      '[设置 API 密钥…]',
      'Generate content 的模型列表: 中转站没有为此令牌列出任何模型。',
      '- 请检查令牌、账户和所在分组是否有权使用模型。',
      '[设置 API 密钥…]',
      '对话测试: 尚未选择模型。',
      '- 无法读取模型列表，或其中没有适用的模型。请刷新列表，或选择模型。',
      '[选择模型…]',
      '请先检查“对话测试”：尚未选择模型。',
    ],
  },
  {
    name: 'something that is no list',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-message-only', { path: '/v1/models' }).undo);
      onEnd(relay.with('empty-200', { path: '/v1beta/models' }).undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped warning failed failed skipped skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: The relay rejected the request as invalid (HTTP 400).',
      '- The relay’s message names the field. This model or protocol may not support it. Select another model.',
      '> Something is wrong',
      '[Show Log]',
      'Model list for generate content: The relay sent an invalid response.',
      '- Try again. If the problem persists, select another model, and check that the base URL is your relay’s.',
      '[Show Log]',
      'Start with “Model list”: The relay rejected the request as invalid (HTTP 400).',
    ],
    chinese: [
      'API 密钥: 两个模型列表都无法确认 API 密钥是否有效。',
      '模型列表: 中转站以无效为由拒绝了请求（HTTP 400）。',
      '- 中转站的消息指出了该字段。此模型或协议可能不支持它。请选择其他模型。',
      '> Something is wrong',
      '[显示日志]',
      'Generate content 的模型列表: 中转站返回了无效的响应。',
      '- 请重试。如果问题仍然存在，请选择其他模型，并检查基础 URL 是否属于你的中转站。',
      '[显示日志]',
      '请先检查“模型列表”：中转站以无效为由拒绝了请求（HTTP 400）。',
    ],
  },
  {
    name: 'a rate limit on both',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('rate-limit-seconds', { path: '/v1/models' }).undo);
      onEnd(relay.with('rate-limit-empty', { path: '/v1beta/models' }).undo);
      return at(relay, { chatModel: 'oa-mini' });
    },
    stages: 'ok ok ok skipped warning failed failed ok skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: Rate limit reached (HTTP 429).',
      '- The relay asks to wait 2 seconds. Then try again.',
      '> 当前分组上游负载已饱和，请稍后再试',
      'Model list for generate content: Rate limit reached (HTTP 429).',
      '- A limit for requests, tokens or concurrent calls is exceeded. Wait a moment, then try again.',
      'The connection works, with warnings.',
    ],
    chinese: [
      'API 密钥: 两个模型列表都无法确认 API 密钥是否有效。',
      '模型列表: 已达到速率限制（HTTP 429）。',
      '- 中转站要求等待 2 秒。请在此之后重试。',
      '> 当前分组上游负载已饱和，请稍后再试',
      'Generate content 的模型列表: 已达到速率限制（HTTP 429）。',
      '- 请求数、token 数或并发调用数超过限制。请稍候重试。',
      '连接可用，但有警告。',
    ],
  },
  {
    name: 'a relay that fails',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('html-502').undo);
      return at(relay, { chatModel: 'oa-mini' });
    },
    stages: 'ok ok ok skipped warning failed failed failed skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model list: The relay or its provider returned an error (HTTP 502).',
      '- Try again later, or select another model. If the API key and model are correct, check the balance, payments and usage log in the relay’s console.',
      '> 502 Bad Gateway',
      'Model list for generate content: The relay or its provider returned an error (HTTP 502).',
      '- Try again later, or select another model. If the API key and model are correct, check the balance, payments and usage log in the relay’s console.',
      '> 502 Bad Gateway',
      'Chat test: The relay or its provider returned an error (HTTP 502).',
      '- Try again later, or select another model. If the API key and model are correct, check the balance, payments and usage log in the relay’s console.',
      '> 502 Bad Gateway',
      '[Select Model…]',
      'Start with “Model list”: The relay or its provider returned an error (HTTP 502).',
    ],
    chinese: [
      'API 密钥: 两个模型列表都无法确认 API 密钥是否有效。',
      '模型列表: 中转站或其供应商返回错误（HTTP 502）。',
      '- 请稍后重试，或选择其他模型。如果 API 密钥和模型正确，请在中转站控制台检查余额、充值记录和用量日志。',
      '> 502 Bad Gateway',
      'Generate content 的模型列表: 中转站或其供应商返回错误（HTTP 502）。',
      '- 请稍后重试，或选择其他模型。如果 API 密钥和模型正确，请在中转站控制台检查余额、充值记录和用量日志。',
      '> 502 Bad Gateway',
      '对话测试: 中转站或其供应商返回错误（HTTP 502）。',
      '- 请稍后重试，或选择其他模型。如果 API 密钥和模型正确，请在中转站控制台检查余额、充值记录和用量日志。',
      '> 502 Bad Gateway',
      '[选择模型…]',
      '请先检查“模型列表”：中转站或其供应商返回错误（HTTP 502）。',
    ],
  },
];
