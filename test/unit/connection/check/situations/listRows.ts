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
      'Model list of generate content: This list can’t be read. The other one is enough.',
      '- 127.0.0.1 answered with HTTP 404: Not Found',
      'It works, with remarks.',
    ],
    chinese: [
      '内容生成协议的模型列表: 无法读取这个列表，有另一个就够了。',
      '- 127.0.0.1 返回 HTTP 404：Not Found',
      '可以使用，但有提示。',
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
      'Model list: This list can’t be read. The other one is enough.',
      '- 127.0.0.1 answered with a web page instead of a response.',
      '> New API',
      'It works, with remarks.',
    ],
    chinese: [
      '模型列表: 无法读取这个列表，有另一个就够了。',
      '- 127.0.0.1 返回的是网页，而不是响应。',
      '> New API',
      '可以使用，但有提示。',
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
      'Key: Neither list says whether the key is right.',
      'Model list: There is no relay at this address (HTTP 404).',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> Not Found',
      '[Change Address…]',
      'Model list of generate content: There is no relay at this address (HTTP 404).',
      '- Check the base address: the relay’s own, such as https://relay.example.com, without the path of a page or a tool.',
      '> Not Found',
      '[Change Address…]',
      'It works, with remarks.',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 这个地址上没有中转站（HTTP 404）。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Not Found',
      '[更改地址…]',
      '内容生成协议的模型列表: 这个地址上没有中转站（HTTP 404）。',
      '- 请检查基础地址：应是中转站自己的地址，例如 https://relay.example.com，不带网页或工具的路径。',
      '> Not Found',
      '[更改地址…]',
      '可以使用，但有提示。',
    ],
  },
  {
    name: 'empty ones',
    arrange: (relay) => at(relay, { apiKey: relay.keys.noChannel }),
    stages: 'ok ok ok skipped ok warning warning failed skipped',
    english: [
      'Model list: The relay lists no models for this token.',
      '- Check whether the token, the account and its group may use any.',
      '[Set Key…]',
      'Model list of generate content: The relay lists no models for this token.',
      '- Check whether the token, the account and its group may use any.',
      '[Set Key…]',
      'One question to the chat model: No model is selected.',
      '- The relay’s lists could not be read, or name no model for this. Refresh the list, or select a model.',
      '[Select Model…]',
      'Look at “One question to the chat model” first: No model is selected.',
    ],
    chinese: [
      '模型列表: 中转站没有为此令牌列出任何模型。',
      '- 请检查令牌、账户和所在分组是否可以使用任何模型。',
      '[设置密钥…]',
      '内容生成协议的模型列表: 中转站没有为此令牌列出任何模型。',
      '- 请检查令牌、账户和所在分组是否可以使用任何模型。',
      '[设置密钥…]',
      '向对话模型提一个问题: 尚未选择模型。',
      '- 无法读取中转站的模型列表，或列表中没有适用的模型。请刷新列表或选择模型。',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：尚未选择模型。',
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
      'Key: Neither list says whether the key is right.',
      'Model list: The request was refused as invalid (HTTP 400).',
      '- The relay’s words name the field. The model may not support it, or not this protocol: try another model.',
      '> Something is wrong',
      '[Show Log]',
      'Model list of generate content: The relay sent a reply that can’t be understood.',
      '- Try again. If it stays so, try another model, and check that the base address is a relay’s.',
      '[Show Log]',
      'Look at “Model list” first: The request was refused as invalid (HTTP 400).',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 请求无效，被拒绝（HTTP 400）。',
      '- 中转站的原话指出了字段。该模型可能不支持它，或不支持此协议：请换一个模型。',
      '> Something is wrong',
      '[显示日志]',
      '内容生成协议的模型列表: 中转站的回复无法理解。',
      '- 请重试。若仍如此，请换一个模型，并检查基础地址是否属于中转站。',
      '[显示日志]',
      '请先看“模型列表”：请求无效，被拒绝（HTTP 400）。',
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
      'Key: Neither list says whether the key is right.',
      'Model list: A rate limit is reached (HTTP 429).',
      '- The relay asks to wait 2 seconds, then try again.',
      '> 当前分组上游负载已饱和，请稍后再试',
      'Model list of generate content: A rate limit is reached (HTTP 429).',
      '- Requests, tokens or concurrent calls are over the limit. Wait a little, then try again.',
      'It works, with remarks.',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 已达到速率限制（HTTP 429）。',
      '- 中转站要求等待 2 秒后重试。',
      '> 当前分组上游负载已饱和，请稍后再试',
      '内容生成协议的模型列表: 已达到速率限制（HTTP 429）。',
      '- 请求数、token 数或并发数超限。请稍候重试。',
      '可以使用，但有提示。',
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
      'Key: Neither list says whether the key is right.',
      'Model list: The relay or the provider behind it failed (HTTP 502).',
      '- Try again in a moment, or another model. If key and model are right, check balance, top-up and the usage log in the relay’s console.',
      '> 502 Bad Gateway',
      'Model list of generate content: The relay or the provider behind it failed (HTTP 502).',
      '- Try again in a moment, or another model. If key and model are right, check balance, top-up and the usage log in the relay’s console.',
      '> 502 Bad Gateway',
      'One question to the chat model: The relay or the provider behind it failed (HTTP 502).',
      '- Try again in a moment, or another model. If key and model are right, check balance, top-up and the usage log in the relay’s console.',
      '> 502 Bad Gateway',
      '[Select Model…]',
      'Look at “Model list” first: The relay or the provider behind it failed (HTTP 502).',
    ],
    chinese: [
      '密钥: 两个列表都看不出密钥是否正确。',
      '模型列表: 中转站或其供应商出错（HTTP 502）。',
      '- 请稍后重试，或换一个模型。如果密钥和模型都没错，请在中转站控制台检查余额、充值状态和用量日志。',
      '> 502 Bad Gateway',
      '内容生成协议的模型列表: 中转站或其供应商出错（HTTP 502）。',
      '- 请稍后重试，或换一个模型。如果密钥和模型都没错，请在中转站控制台检查余额、充值状态和用量日志。',
      '> 502 Bad Gateway',
      '向对话模型提一个问题: 中转站或其供应商出错（HTTP 502）。',
      '- 请稍后重试，或换一个模型。如果密钥和模型都没错，请在中转站控制台检查余额、充值状态和用量日志。',
      '> 502 Bad Gateway',
      '[选择模型…]',
      '请先看“模型列表”：中转站或其供应商出错（HTTP 502）。',
    ],
  },
];
