import { deepStrictEqual, ok } from 'node:assert/strict';
import { createTokenCorrection } from '../../../../src/relay/tokens/tokenCorrection.ts';

const model = 'some-model';

function factorOf(correction: ReturnType<typeof createTokenCorrection>): number {
  return correction.count(model, 1_000_000) / 1_000_000;
}

function isNear(factor: number, expected: number): void {
  ok(Math.abs(factor / expected - 1) <= 0.1, `${factor} instead of ${expected}`);
}

describe('the learned correction of a model’s tokens', () => {
  it('changes nothing before anything is known', () => {
    const correction = createTokenCorrection(undefined);
    correction.learn('another-model', 1_000, 2_000);
    deepStrictEqual(
      [0, 1, 1_234, 0.4].map((estimate) => correction.count(model, estimate)),
      [0, 1, 1_234, 1],
    );
  });

  it('is found by one request of usual size, and an outlier fades', () => {
    for (const factor of [0.5, 0.75, 1, 1.35, 2]) {
      const correction = createTokenCorrection(undefined);
      correction.learn(model, 5_000, 5_000 * factor);
      isNear(factorOf(correction), factor);
      for (const each of [factor * 1.25, ...Array(4).fill(factor)])
        correction.learn(model, 6_000, 6_000 * each);
      isNear(factorOf(correction), factor);
    }
  });

  it('follows a model that is replaced under the same name', () => {
    const correction = createTokenCorrection(undefined);
    for (let request = 0; request < 20; request++) correction.learn(model, 5_000, 5_000);
    for (let request = 0; request < 6; request++) correction.learn(model, 5_000, 8_000);
    isNear(factorOf(correction), 1.6);
  });

  const nonsense: [what: string, estimate: number, measured: number][] = [
    ['no count', 5_000, 0],
    ['a negative count', 5_000, -5_000],
    ['a count that is not a number', 5_000, Number.NaN],
    ['an infinite count', 5_000, Number.POSITIVE_INFINITY],
    ['a tiny request', 199, 398],
    ['an empty request', 0, 10],
    ['an estimate that is not a number', Number.NaN, 5_000],
    ['two infinite values', Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ['a count of only uncached tokens', 5_000, 1_900],
    ['a sum over several requests', 5_000, 13_000],
  ];
  for (const [what, estimate, measured] of nonsense) {
    it(`learns nothing from ${what}`, () => {
      const correction = createTokenCorrection(undefined);
      correction.learn(model, estimate, measured);
      deepStrictEqual([correction.toJSON(), correction.count(model, 1_000)], [[], 1_000]);
    });
  }

  it('changes little by what a service adds to small requests', () => {
    const correction = createTokenCorrection(undefined);
    correction.learn(model, 300, 650);
    ok(factorOf(correction) < 1.2);
    correction.learn(model, 9_000, 9_350);
    ok(factorOf(correction) < 1.15);
  });

  it('can be stored and continued', () => {
    const one = createTokenCorrection(undefined);
    for (const [name, estimate, measured] of [
      [model, 3_000, 4_100],
      ['another-model', 700, 650],
      [model, 9_000, 12_000],
    ] as const)
      one.learn(name, estimate, measured);
    const other = createTokenCorrection(JSON.parse(JSON.stringify(one)));
    for (const correction of [one, other]) correction.learn(model, 5_000, 7_000);
    deepStrictEqual([other.toJSON(), factorOf(other)], [one.toJSON(), factorOf(one)]);
  });

  const stored: Readonly<Record<string, readonly [stored: unknown, kept: unknown]>> = {
    nothing: [null, []],
    'a string': ['some-model', []],
    'another shape': [{ model: 1.2 }, []],
    'damaged entries among good ones': [
      [null, ['a'], [model, '1'], [model, 1_000, 1_200], [model, Number.NaN], [model, 9], [model, 1.2]],
      [[model, 1.2]],
    ],
    'a model with a strange name': [[['__proto__', 1.2]], [['__proto__', 1.2]]],
  };
  for (const [what, [value, kept]] of Object.entries(stored)) {
    it(`skips invalid stored data: ${what}`, () => {
      deepStrictEqual(createTokenCorrection(value).toJSON(), kept);
    });
  }

  it('forgets the least recently used models', () => {
    const correction = createTokenCorrection(undefined);
    for (let index = 0; index < 60; index++) {
      correction.learn(`model-${index}`, 5_000, 7_500);
      correction.learn('model-0', 5_000, 7_500);
    }
    const models = (correction.toJSON() as [string, number][]).map(([name]) => name);
    deepStrictEqual(
      [models.length, models[0], models.at(-1), correction.count('model-5', 100)],
      [50, 'model-11', 'model-0', 100],
    );
  });
});
