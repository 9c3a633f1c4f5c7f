import { at, type Row } from '../runCheck.ts';

/** Contract 4: relays serve both model lists, one, or none. */
export const listRows: readonly Row[] = [
  {
    name: 'one that is available, the first',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-ok-false', { path: '/v1beta/models' }).undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped ok warning ok skipped',
    english: [
      'Model lists: Models listed: 23.',
      '- /v1beta/models: 127.0.0.1 returned HTTP 404: Not Found',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'neither of them available, and a typed model ID',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-ok-false', { path: '/v1/models' }).undo);
      onEnd(relay.with('error-ok-false', { path: '/v1beta/models' }).undo);
      return at(relay, { chatModel: 'msg-haiku-4-5-20251001' });
    },
    stages: 'ok ok ok skipped warning failed ok skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model lists: No relay was found at this base URL (HTTP 404).',
      '- Check the base URL. Use the relay’s own URL, such as https://relay.example.com, without the path of a web page or tool.',
      'The connection works, with warnings.',
    ],
  },
  {
    name: 'one of them empty, the other not available',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('html-502', { path: '/v1/models' }).undo);
      return at(relay, { apiKey: relay.keys.noChannel });
    },
    stages: 'ok ok ok skipped ok failed failed skipped',
    english: [
      'Model lists: The relay or its provider returned an error (HTTP 502).',
      '- Try again later, or select another model.',
      'Chat test: No model is selected.',
      '- The model list can’t be read or contains no suitable model. Refresh the list, or select a model.',
    ],
  },
  {
    name: 'both of them empty',
    arrange: (relay) => at(relay, { apiKey: relay.keys.noChannel }),
    stages: 'ok ok ok skipped ok warning failed skipped',
    english: [
      'Model lists: The relay lists no models for this API key.',
      '- In the relay’s console, check that your API key, your account and its user group have access to models.',
      'Chat test: No model is selected.',
      '- The model list can’t be read or contains no suitable model. Refresh the list, or select a model.',
    ],
  },
  {
    name: 'replies that are not lists',
    arrange: (relay, onEnd) => {
      onEnd(relay.with('error-message-only', { path: '/v1/models' }).undo);
      onEnd(relay.with('empty-200', { path: '/v1beta/models' }).undo);
      return at(relay);
    },
    stages: 'ok ok ok skipped warning failed skipped skipped',
    english: [
      'API key: Neither model list confirms that the API key is valid.',
      'Model lists: The relay rejected the request as invalid (HTTP 400).',
      '- This model or protocol may not support a parameter of the request. Select another model.',
    ],
  },
];
