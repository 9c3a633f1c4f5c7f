import { deepStrictEqual } from 'node:assert/strict';
import { useReferenceRelay } from '../../relay/useReferenceRelay.ts';
import { callRelay, readReply } from './callRelay.ts';

const invalidUrls = [
  ['POST', '/v1/v1/messages'],
  ['GET', '/v1/messages'],
  ['POST', '/v1/models'],
  ['DELETE', '/v1beta/models'],
  ['GET', '/v1/chat/completions'],
  ['POST', '/v1beta/models/gx-2.5-flash:countTokens'],
  ['GET', '/v1'],
] as const;

describe('reference relay: paths', () => {
  const relay = useReferenceRelay();

  for (const [method, path] of invalidUrls) {
    it(`replies to ${method} ${path} with the 404 of relays, even without a key`, async () => {
      const options = { method, authorization: null, ...(method === 'POST' && { body: {} }) };
      deepStrictEqual(await readReply(await callRelay(relay, path, options)), {
        status: 404,
        type: 'application/json; charset=utf-8',
        body: {
          error: {
            message: `Invalid URL (${method} ${path})`,
            type: 'invalid_request_error',
            param: '',
            code: '',
          },
        },
      });
    });
  }

  for (const path of ['/', '/models', '/openai/v1/models', '//v1/models', '/sub/v1/messages']) {
    it(`replies to ${path} with the console's page`, async () => {
      const { status, type, body } = await readReply(await callRelay(relay, path));
      deepStrictEqual(
        [status, type, String(body).slice(0, 15)],
        [200, 'text/html; charset=utf-8', '<!doctype html>'],
      );
    });
  }

  it('redirects a trailing slash to the path without it', async () => {
    const replies = [
      await callRelay(relay, '/v1/models/?x=1'),
      await callRelay(relay, '/v1/messages/', { body: {} }),
    ];
    deepStrictEqual(
      replies.map(({ status, headers }) => [status, headers.get('location')]),
      [
        [301, '/v1/models?x=1'],
        [307, '/v1/messages'],
      ],
    );
  });
});
