import { deepStrictEqual, doesNotMatch, match, ok } from 'node:assert/strict';
import { describeImageFailure } from '../../../src/messages/imageFailures.ts';
import { type RelayErrorKind, relayErrorKinds } from '../../../src/relay/errors/errorKind.ts';
import { RelayError, type RelayErrorDetails } from '../../../src/relay/errors/relayError.ts';
import { languages } from '../translations.ts';

/** Words about chat or speech, which must not occur in messages about images. */
const otherWords =
  /\b(chat\b(?!\.protocols| model that generates images)|message,|attachment|long texts|shorter|voice)/i;
const billed = 'The image may have been generated and billed. It is not requested again automatically.';

/** Failures after which an image may exist, and the same kinds when none can. */
const cases: readonly (readonly [RelayErrorKind, RelayErrorDetails, mayBeBilled: boolean])[] = [
  ['timeout', { phase: 'connect' }, false],
  ['timeout', { phase: 'firstByte' }, true],
  ['timeout', { phase: 'idle' }, true],
  ['connection', { systemCode: 'ECONNREFUSED' }, false],
  ['connection', { systemCode: 'ECONNRESET' }, true],
  ['server', { status: 500 }, false],
  ['server', { status: 504 }, true],
  ['server', { status: 524 }, true],
  ['interrupted', {}, true],
  ['invalidResponse', { status: 200 }, true],
];
/** Image requests have no beta fields, and a canceled request is not a failure. */
const impossible: readonly RelayErrorKind[] = ['betaFieldRejected', 'cancelled'];
const others = relayErrorKinds.filter(
  (kind) => ![...impossible, ...cases.map(([each]) => each)].includes(kind),
);

describe('the message about a failed image request', () => {
  const fail = (kind: RelayErrorKind, details: RelayErrorDetails) =>
    describeImageFailure(new RelayError(kind, details), {
      t: languages.english,
      model: 'imagen-4',
      host: 'relay.test',
      seconds: 101,
    });

  for (const [kind, details, mayBeBilled] of [
    ...cases,
    ...others.map((each) => [each, { status: 400 }, false] as const),
  ])
    it(`is about images, and whether they may be billed: ${kind} ${JSON.stringify(details)}`, () => {
      const { title, advice, actions } = fail(kind, details);
      ok(title && advice.length > 0);
      ok(actions.some(({ id }) => id === 'tryAgain'));
      doesNotMatch([title, ...advice].join(' '), otherWords);
      deepStrictEqual(advice[0] === billed, mayBeBilled, advice[0]);
    });

  const smaller = /^Try a lower quality, a smaller size, or one image\.$/;
  const fewer = /^Send fewer or smaller source images\.$/;
  const endpoint = /^If the relay serves this model at another endpoint, set modelRelay\.images\.endpoints, /;
  const advised: readonly (readonly [RelayErrorKind, RelayErrorDetails, first: RegExp, second?: RegExp])[] = [
    ['timeout', { phase: 'firstByte' }, smaller],
    ['timeout', { phase: 'upload' }, /^Check the network, or send a smaller request\.$/],
    ['server', { status: 524 }, smaller],
    ['server', { status: 501 }, endpoint, /^Try again later/],
    ['server', { status: 429, retries: 2 }, /^Try again later/, /^Attempts: 3\.$/],
    ['requestTooLarge', { status: 413 }, fewer],
    ['invalidRequest', { limitBytes: 5 }, fewer],
    ['invalidRequest', { status: 400, relayMessage: 'field contents is required' }, endpoint],
    ['modelNotAllowed', { status: 404 }, /^Check the model ID\./, endpoint],
    ['notFound', { status: 404 }, /^Check that the relay still lists the model “imagen-4”\.$/, endpoint],
  ];
  for (const [kind, details, first, second = first] of advised)
    it(`advises what helps with images: ${kind} ${JSON.stringify(details)}`, () => {
      const advice = fail(kind, details).advice.filter((each) => each !== billed);
      match(advice[0] ?? '', first);
      match(advice.at(-1) ?? '', second);
    });

  it('names the gateway that timed out, how long it waited, and the request', () => {
    const { title, requestId } = fail('server', { status: 524, requestId: 'r1' });
    deepStrictEqual([title, requestId], ['The gateway timed out after 101 s (HTTP 524).', 'r1']);
  });
});
