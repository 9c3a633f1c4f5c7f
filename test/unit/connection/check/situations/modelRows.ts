import { at, type Row } from './row.ts';

/** Contract 7, model missing or not allowed; and a model with limits of its own. */
export const modelRows: readonly Row[] = [
  {
    name: 'a model that the token may not use',
    arrange: (relay) => at(relay, { apiKey: relay.keys.restricted, chatModel: 'msg-opus-4-7' }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: This token has no access to the model “msg-opus-4-7” (HTTP 403).',
      '- The relay does not list “msg-opus-4-7”.',
      '- Check the model ID, and that the token, the account and its group have access to the model.',
      '- If the relay serves it with another protocol, set it in modelRelay.chat.protocols.',
      '> This token has no access to model msg-opus-4-7',
      '[Select Model…]',
      'Start with “Chat test”: This token has no access to the model “msg-opus-4-7” (HTTP 403).',
    ],
  },
  {
    name: 'a model that is mistyped',
    arrange: (relay) => at(relay, { chatModel: 'msg-haiku-4.5' }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: This token has no access to the model “msg-haiku-4.5” (HTTP 404).',
      '- The relay does not list “msg-haiku-4.5”.',
      '- Check the model ID, and that the token, the account and its group have access to the model.',
      '- If the relay serves it with another protocol, set it in modelRelay.chat.protocols.',
      "> The model 'msg-haiku-4.5' does not exist",
      '[Select Model…]',
      'Start with “Chat test”: This token has no access to the model “msg-haiku-4.5” (HTTP 404).',
    ],
  },
  {
    name: 'no model at all',
    arrange: (relay) => at(relay, { chatModel: '' }),
    stages: 'ok ok ok skipped ok ok ok failed skipped',
    english: [
      'Chat test: No model is selected.',
      '- The model list can’t be read or contains no suitable model. Refresh the list, or select a model.',
      '[Select Model…]',
      'Start with “Chat test”: No model is selected.',
    ],
  },
  {
    name: 'a model that refuses so short an answer',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-message-only', { path: '/v1/messages', times: 1 }).undo);
      return at(relay, { chatModel: 'msg-haiku-4-5-20251001' });
    },
    stages: 'ok ok ok skipped ok ok ok ok skipped',
    english: ['All checks passed.'],
  },
];
