import { at, type Row } from '../runCheck.ts';

const chatModel = 'msg-haiku-4-5-20251001';

/** The rows of contract 7 about a model, and those that only a call of the model shows. */
export const chatRows: readonly Row[] = [
  {
    name: 'a model that the token may not use',
    arrange: (relay) => at(relay, { apiKey: relay.keys.restricted, chatModel: 'msg-opus-4-7' }),
    stages: 'ok ok ok skipped ok ok failed skipped',
    english: [
      'Chat test: This API key has no access to the model “msg-opus-4-7” (HTTP 403).',
      '- Check the model ID. Then check that your API key, your account and its user group have access to the model.',
      '- If the relay serves this model with another protocol, set that protocol in modelRelay.chat.protocols.',
    ],
  },
  {
    name: 'no model at all',
    arrange: (relay) => at(relay, { chatModel: '' }),
    stages: 'ok ok ok skipped ok ok failed skipped',
    english: [
      'Chat test: No model is selected.',
      '- The model list can’t be read or contains no suitable model. Refresh the list, or select a model.',
    ],
  },
  {
    name: 'an incomplete response',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('clean-cut', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok warning skipped',
    english: [
      'Chat test: “msg-haiku-4-5-20251001” responded with the Messages protocol in 0 ms.',
      '- The response was interrupted by the relay, its provider, or the network.',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'an error in place of the first text',
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
    stages: 'ok ok ok skipped ok ok failed skipped',
    english: [
      'Chat test: The response was interrupted by the relay, its provider, or the network.',
      '- Try again, or select another model.',
    ],
  },
  {
    name: 'a closed socket',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('socket-closed-without-reply', { path: '/v1/messages' }).undo);
      return at(relay, { chatModel });
    },
    stages: 'ok ok ok skipped ok ok failed skipped',
    english: [
      'Chat test: 127.0.0.1 can’t be reached (UND_ERR_SOCKET).',
      '- Check the network, the proxy and the base URL.',
      '- If the URL begins with http://, try https://.',
    ],
  },
];
