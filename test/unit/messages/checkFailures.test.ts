import { deepStrictEqual } from 'node:assert/strict';
import {
  addressFailure,
  certificateFailure,
  describeCheckFailure,
  keyFailure,
} from '../../../src/messages/checkFailures.ts';
import { NotReadyError } from '../../../src/messages/ownErrors.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { languages } from '../translations.ts';

const t = languages.english;
const context = { t, host: 'relay.example.com', model: 'msg-sonnet-4-6' };

describe('failures as the check shows them', () => {
  it('say what is wrong with a certificate', () => {
    const codes = ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'SELF_SIGNED_CERT_IN_CHAIN'];
    deepStrictEqual(
      codes.map((problemCode) => {
        const { title, advice, actions } = certificateFailure(
          { problemCode, issuer: 'Example Trust' },
          context,
        );
        return [title, advice.map((line) => line.split('.')[0]), actions.map(({ id }) => id)];
      }),
      [
        ['The certificate has expired or is not yet valid', codes[0]],
        ['The certificate is for a different host name', codes[1]],
        ['Check the protocol (http:// or https://) of the base URL', codes[2]],
      ].map(([advice, code]) => [
        `The certificate of relay.example.com is not trusted (${code}).`,
        ['The certificate was issued by Example Trust', advice],
        ['changeAddress', 'showLog'],
      ]),
    );
  });

  it('do not offer the check itself, nor another model before one was called', () => {
    const { model: _, ...place } = context;
    const error = new RelayError('refused', { status: 403 });
    deepStrictEqual(
      [
        describeCheckFailure(error, place),
        describeCheckFailure(error, context),
        describeCheckFailure(new NotReadyError('model'), place),
        addressFailure('empty', place),
        keyFailure(place),
      ].map(({ actions }) => actions.map(({ id }) => id).join(' ')),
      ['setKey', 'setKey selectModel', 'selectModel', 'changeAddress', 'setKey'],
    );
  });
});
