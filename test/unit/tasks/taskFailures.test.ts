import { deepStrictEqual } from 'node:assert/strict';
import { open } from 'node:fs/promises';
import { summariseFailure } from '../../../src/messages/failures.ts';
import { OtherRelayError, UnsavedTaskIdError } from '../../../src/messages/ownErrors.ts';
import { describeTaskFailure } from '../../../src/messages/taskFailureView.ts';
import { RelayError } from '../../../src/relay/errors/relayError.ts';
import { ExpiredUrlError, mayBeSubmitted, toError, toFailureFacts } from '../../../src/tasks/taskFailures.ts';
import { languages } from '../translations.ts';

const context = { t: languages.english };

describe('task failures', () => {
  it('rule out a submission if nothing can have been sent', () => {
    const doubts = (...codes: readonly string[]) =>
      codes.filter((systemCode) => mayBeSubmitted(new RelayError('connection', { systemCode })));
    const unsent = [
      'ECONNREFUSED',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'EPROTO',
      'ERR_SSL_WRONG_VERSION_NUMBER',
    ];
    const others = ['ECONNRESET', 'UND_ERR_SOCKET', 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC'];
    deepStrictEqual(doubts(...unsent, 'CERT_HAS_EXPIRED', ...others), others);
  });

  it('leave a submission in doubt unless the relay or the connection refused it', () => {
    const code = 'no_channel';
    const inDoubt = [
      new RelayError('timeout', { phase: 'firstByte' }),
      new RelayError('timeout', { phase: 'relay', status: 504 }),
      ...[500, 502, 504, 529].map((status) => new RelayError('server', { status })),
      ...[502, 504, 524].map((status) => new RelayError('server', { status, code })),
      new RelayError('interrupted'),
      new RelayError('invalidResponse', { status: 200 }),
      new RelayError('cancelled'),
      new TypeError('Bug'),
    ];
    const refused = [
      new RelayError('timeout', { phase: 'connect' }),
      ...[500, 503].map((status) => new RelayError('server', { status, code })),
      ...(['insufficientBalance', 'invalidRequest', 'rateLimit', 'notFound'] as const).map(
        (kind) => new RelayError(kind, { status: 400 }),
      ),
    ];
    deepStrictEqual([...inDoubt, ...refused].filter(mayBeSubmitted), inDoubt);
  });

  it('have a message that says what failed, also after they were stored', async () => {
    const disk = await open('/nowhere/at/all').catch((error: unknown) => error);
    const failures = [
      new RelayError('server', { status: 500 }),
      new OtherRelayError(),
      new ExpiredUrlError(new RelayError('refused', { status: 403, relayMessage: 'Request has expired' })),
      new ExpiredUrlError(new RelayError('authentication', { status: 401 })),
      new ExpiredUrlError(new RelayError('insufficientBalance', { status: 403 })),
      new ExpiredUrlError(new RelayError('refused', { status: 403, code: 'no_channel' })),
      new Error('Locked'),
      disk,
    ];
    deepStrictEqual(
      failures.map((failure) => {
        const facts = toFailureFacts(failure);
        return [facts.kind, describeTaskFailure(facts, toError(facts), context).title.slice(0, 38)];
      }),
      [
        ['server', 'The relay or its provider returned an '],
        ['otherRelay', 'This task’s profile is no longer conne'],
        ['expired', 'The result’s URL no longer works (HTTP'],
        ['authentication', 'The relay rejected the API key (HTTP 4'],
        ['insufficientBalance', 'The balance is too low (HTTP 403).'],
        ['refused', 'The relay rejected the request (HTTP 4'],
        ['internal', 'Model Relay encountered an internal er'],
        ['disk', 'The result could not be stored: ENOENT'],
      ],
    );
  });

  it('name the task whose ID could not be stored', () => {
    deepStrictEqual(
      summariseFailure(new UnsavedTaskIdError('task_1', new Error('ENOSPC')), context),
      'The relay started the task task_1, but its ID could not be stored: ENOSPC. Free up disk space, then enter this ID in Video Tasks.',
    );
  });
});
