import { deepStrictEqual, ok, strictEqual, throws } from 'node:assert/strict';
import { RelayError } from '../../../../src/relay/errors/relayError.ts';
import { modelPath } from '../../../../src/relay/models/modelPath.ts';

describe('path of a model', () => {
  const paths: readonly (readonly [model: string, encoded: string])[] = [
    ['gx-2.5-flash', 'gx-2.5-flash'],
    ['models/gx-2.5-flash', 'gx-2.5-flash'],
    [' gx ', 'gx'],
    ['vendor/gx-2.5', 'vendor/gx-2.5'],
    ['vendor/gx:free@1', 'vendor/gx%3Afree%401'],
    ['gx two', 'gx%20two'],
    ['模型', '%E6%A8%A1%E5%9E%8B'],
    ['a?key=b#c', 'a%3Fkey%3Db%23c'],
    ['a%2e%2e%2fb', 'a%252e%252e%252fb'],
    ['a\\..\\b', 'a%5C..%5Cb'],
    ['..a', '..a'],
    ['a..b', 'a..b'],
  ];
  for (const [model, encoded] of paths) {
    it(`encodes ${JSON.stringify(model)}`, () => {
      const path = modelPath(model, 'predict');
      strictEqual(path, `/v1beta/models/${encoded}:predict`);
      // As the transport parses it: no part of it is a query, and no dot segment is resolved.
      const { pathname, search, hash } = new URL(`http://localhost${path}`);
      deepStrictEqual([pathname, search, hash], [path, '', '']);
    });
  }

  it('ends with the action', () => {
    deepStrictEqual(
      [modelPath('gx', 'streamGenerateContent'), modelPath('gx', 'predict')],
      ['/v1beta/models/gx:streamGenerateContent', '/v1beta/models/gx:predict'],
    );
  });

  for (const model of [
    '',
    ' ',
    '..',
    '.',
    'a/../b',
    '../../v1/messages',
    'a/./b',
    'a//b',
    '/a',
    'a/',
    'models/',
    'a\ud800',
  ]) {
    it(`refuses ${JSON.stringify(model)}`, () => {
      throws(
        () => modelPath(model, 'predict'),
        (error) => {
          ok(error instanceof RelayError);
          deepStrictEqual([error.kind, error.details], ['invalidRequest', { field: 'model' }]);
          return true;
        },
      );
    });
  }
});
