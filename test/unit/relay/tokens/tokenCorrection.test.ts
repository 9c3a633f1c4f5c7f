import { deepStrictEqual, ok } from 'node:assert/strict';
import { createTokenCorrection } from '../../../../src/relay/tokens/tokenCorrection.ts';
import { createRandom } from '../../../randomNumbers.ts';

const model = 'some-model';

const factors = [0.5, 0.6, 0.75, 0.9, 1, 1.1, 1.35, 1.6, 1.8, 2];

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

  it('finds any factor within three requests of any size, although texts vary somewhat', () => {
    for (const factor of factors) {
      for (let seed = 1; seed <= 50; seed++) {
        const dice = createRandom(seed);
        const correction = createTokenCorrection(undefined);
        for (let request = 0; request < 3; request++) {
          const estimate = Math.round(500 * 200 ** dice());
          const kind = 0.93 + dice() * 0.14;
          correction.learn(model, estimate, Math.round(estimate * factor * kind));
        }
        isNear(factorOf(correction), factor);
      }
    }
  });

  it('survives any single outlier, wherever it comes', () => {
    for (const factor of factors) {
      for (const slip of [0.41, 0.6, 1.9, 2.49]) {
        for (let place = 0; place < 4; place++) {
          const correction = createTokenCorrection(undefined);
          for (let request = 0; request < 4; request++)
            correction.learn(model, 6_000, 6_000 * (request === place ? slip : factor));
          isNear(factorOf(correction), factor);
        }
      }
    }
  });

  it('follows a model that is replaced under the same name', () => {
    const correction = createTokenCorrection(undefined);
    for (let request = 0; request < 20; request++) correction.learn(model, 5_000, 5_000);
    for (let request = 0; request < 4; request++) correction.learn(model, 5_000, 8_000);
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

  it('does not take what a service adds to each request for a factor', () => {
    const correction = createTokenCorrection(undefined);
    const added = 350;
    correction.learn(model, 300, 300 + added);
    const afterTiny = factorOf(correction);
    for (const estimate of [6_000, 9_000, 15_000]) correction.learn(model, estimate, estimate + added);
    for (let request = 0; request < 20; request++) correction.learn(model, 300, 300 + added);
    const afterAll = factorOf(correction);
    ok(afterTiny < 1.4 && afterAll > 1 && afterAll < 1.07, `${afterTiny}, ${afterAll}`);
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

  const stored: [what: string, stored: unknown, kept: unknown][] = [
    ['nothing', null, []],
    ['a string', 'some-model', []],
    ['another shape', { model: 1.2 }, []],
    [
      'damaged entries among good ones',
      [
        null,
        ['a'],
        [model, '1', 2],
        [model, 1_000, Number.NaN],
        [model, 1_000, 9_000],
        [model, 1_000, 1_200],
      ],
      [[model, 1_000, 1_200]],
    ],
    ['a model with a strange name', [['__proto__', 1_000, 1_200]], [['__proto__', 1_000, 1_200]]],
  ];
  for (const [what, value, kept] of stored) {
    it(`skips invalid stored data: ${what}`, () => {
      deepStrictEqual(createTokenCorrection(value).toJSON(), kept);
    });
  }

  it('forgets the least recently used models, and keeps few entries of each', () => {
    const correction = createTokenCorrection(undefined);
    for (let index = 0; index < 60; index++) {
      for (let request = 0; request < 10; request++) correction.learn(`model-${index}`, 1_000, 1_500);
      correction.learn('model-0', 1_000, 1_500);
    }
    const entries = correction.toJSON() as [string, number, number][];
    const models = [...new Set(entries.map(([name]) => name))];
    deepStrictEqual(
      [models.length, entries.length, models[0], models.at(-1), correction.count('model-5', 100)],
      [50, 350, 'model-11', 'model-0', 100],
    );
  });
});
