import { at, type Row } from './row.ts';

/** Contract 7, model missing or not allowed; and a model with limits of its own. */
export const modelRows: readonly Row[] = [
  {
    name: 'a model that the token may not use',
    arrange: (relay) => at(relay, { apiKey: relay.keys.restricted, chatModel: 'msg-opus-4-7' }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'One question to the chat model: The model “msg-opus-4-7” is not available to this token (HTTP 403).',
      '- The relay’s lists don’t name “msg-opus-4-7”.',
      '- Check its id against the relay’s list, and whether the token, the account and its group may use it.',
      '- If the relay serves it in another protocol, say so in the setting modelRelay.chat.protocols.',
      '> This token has no access to model msg-opus-4-7',
      '[Select Model…]',
      'Look at “One question to the chat model” first: The model “msg-opus-4-7” is not available to this token (HTTP 403).',
    ],
    chinese: [
      '向对话模型提一个问题: 该令牌无法使用模型“msg-opus-4-7”（HTTP 403）。',
      '- 中转站的列表中没有“msg-opus-4-7”。',
      '- 请对照中转站的列表检查模型 id，以及令牌、账户和所在分组是否可以使用它。',
      '- 如果中转站以另一种协议提供该模型，请在设置 modelRelay.chat.protocols 中指明。',
      '> This token has no access to model msg-opus-4-7',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：该令牌无法使用模型“msg-opus-4-7”（HTTP 403）。',
    ],
  },
  {
    name: 'a model that is mistyped',
    arrange: (relay) => at(relay, { chatModel: 'msg-haiku-4.5' }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'One question to the chat model: The model “msg-haiku-4.5” is not available to this token (HTTP 404).',
      '- The relay’s lists don’t name “msg-haiku-4.5”.',
      '- Check its id against the relay’s list, and whether the token, the account and its group may use it.',
      '- If the relay serves it in another protocol, say so in the setting modelRelay.chat.protocols.',
      "> The model 'msg-haiku-4.5' does not exist",
      '[Select Model…]',
      'Look at “One question to the chat model” first: The model “msg-haiku-4.5” is not available to this token (HTTP 404).',
    ],
    chinese: [
      '向对话模型提一个问题: 该令牌无法使用模型“msg-haiku-4.5”（HTTP 404）。',
      '- 中转站的列表中没有“msg-haiku-4.5”。',
      '- 请对照中转站的列表检查模型 id，以及令牌、账户和所在分组是否可以使用它。',
      '- 如果中转站以另一种协议提供该模型，请在设置 modelRelay.chat.protocols 中指明。',
      "> The model 'msg-haiku-4.5' does not exist",
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：该令牌无法使用模型“msg-haiku-4.5”（HTTP 404）。',
    ],
  },
  {
    name: 'no model at all',
    arrange: (relay) => at(relay, { chatModel: '' }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'One question to the chat model: No model is selected.',
      '- The relay’s lists could not be read, or name no model for this. Refresh the list, or select a model.',
      '[Select Model…]',
      'Look at “One question to the chat model” first: No model is selected.',
    ],
    chinese: [
      '向对话模型提一个问题: 尚未选择模型。',
      '- 无法读取中转站的模型列表，或列表中没有适用的模型。请刷新列表或选择模型。',
      '[选择模型…]',
      '请先看“向对话模型提一个问题”：尚未选择模型。',
    ],
  },
  {
    name: 'a model that refuses so short an answer',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-message-only', { path: '/v1/messages', times: 1 }).undo);
      return at(relay, { chatModel: 'msg-haiku-4-5-20251001' });
    },
    stages: 'ok ok ok skipped ok ok ok ok skipped',
    english: ['All is well: the relay is ready to be used.'],
    chinese: ['一切正常：中转站可以使用了。'],
  },
];
