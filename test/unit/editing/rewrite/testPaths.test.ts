import { deepStrictEqual } from 'node:assert/strict';
import {
  chooseTestFile,
  isTestFile,
  namesOfTests,
  patternOfTests,
  patternOfTestsOf,
  proposeTestPath,
} from '../../../../src/editing/rewrite/testPaths.ts';

describe('the test file of a source file', () => {
  const proposals: readonly (readonly [string, readonly string[], string])[] = [
    ['src/cart.ts', [], 'src/cart.test.ts'],
    ['src/cart.ts', ['src/a.spec.ts', 'src/b.spec.ts'], 'src/cart.spec.ts'],
    [
      'src/shop/cart.ts',
      ['test/unit/shop/a.test.ts', 'test/unit/b.test.ts', 'test/e2e/c.test.ts'],
      'test/unit/shop/cart.test.ts',
    ],
    ['src/shop/cart.tsx', ['src/a/__tests__/a.test.tsx'], 'src/shop/__tests__/cart.test.tsx'],
    ['Shop.vue', [], 'Shop.test.ts'],
    ['shop/cart.py', [], 'tests/test_cart.py'],
    ['shop/cart.py', ['shop/a_test.py'], 'shop/cart_test.py'],
    ['pkg/cart.go', [], 'pkg/cart_test.go'],
    ['src/main/java/org/Cart.java', [], 'src/test/java/org/CartTest.java'],
    ['app/src/main/kotlin/Cart.kt', [], 'app/src/test/kotlin/CartTest.kt'],
    ['lib/cart.rb', ['spec/shop/a_spec.rb'], 'spec/cart_spec.rb'],
    ['src/cart.cpp', [], 'tests/cart_test.cpp'],
    ['cart', [], 'cart_test'],
  ];
  for (const [path, tests, expected] of proposals)
    it(`is ${expected} for ${path} with ${tests.length} other tests`, () =>
      deepStrictEqual(proposeTestPath(path, tests), expected));

  it('is the file with the right name whose folders are most like the source’s', () => {
    const candidates = ['test/shop/cart.test.ts', 'test/bank/cart.test.ts', 'cart.test.ts'];
    deepStrictEqual(
      ['src/bank/cart.ts', 'src/shop/cart.ts', 'src/cart.ts'].map((path) => chooseTestFile(path, candidates)),
      ['test/bank/cart.test.ts', 'test/shop/cart.test.ts', 'cart.test.ts'],
    );
    deepStrictEqual(chooseTestFile('a.ts', []), undefined);
  });

  const lone: readonly (readonly [string, string, boolean])[] = [
    ['shop/cart.py', 'tests/test_cart.py', true],
    ['src/index.ts', 'src/index.test.ts', true],
    ['src/index.ts', 'packages/other/index.test.ts', false],
    ['src/shop/index.ts', 'src/index.test.ts', false],
    ['packages/a/src/index.ts', 'packages/b/test/index.test.ts', false],
    ['app/posts/[id].ts', 'lib/i.spec.ts', false],
    ['app/posts/[id].ts', 'app/posts/1id1.spec.ts', false],
    ['Shop/Cart.cs', 'Shop.UnitTests/CartTests.cs', true],
    ['Sources/Shop/Cart.swift', 'Tests/ShopTests/CartTests.swift', true],
  ];
  for (const [path, candidate, isTaken] of lone)
    it(`${isTaken ? 'may be' : 'is not'} ${candidate} for ${path}`, () =>
      deepStrictEqual(chooseTestFile(path, [candidate]), isTaken ? candidate : undefined));

  it('is found by its exact name, whatever characters it has', () => {
    deepStrictEqual(patternOfTestsOf('posts/[id],{a}*.go'), '**/{?id???a??_test.go}');
    deepStrictEqual(
      ['posts/[id].test.tsx', 'posts/1id1.test.tsx', 'posts/i.test.tsx', 'posts/[id].spec.ts'].map(
        (candidate) => chooseTestFile('posts/[id].tsx', [candidate]) === candidate,
      ),
      [true, false, false, true],
    );
  });

  it('is recognized by the naming conventions of its language', () => {
    deepStrictEqual(namesOfTests('src/cart.py'), ['test_cart.py', 'cart_test.py', 'tests_cart.py']);
    deepStrictEqual(namesOfTests('a/b.go'), ['b_test.go']);
    deepStrictEqual(patternOfTests('a/b.go'), '**/{*_test.go}');
    deepStrictEqual(
      ['a.test.ts', 'a.ts', 'test_x.py', 'test.py', 'XTest.java', 'Test.java'].map(isTestFile),
      [true, false, true, false, true, false],
    );
  });
});
