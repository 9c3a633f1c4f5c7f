import { takeIdApart } from '../../../relay/models/modelId.ts';

/** What tells models apart by name, as both a list and VS Code give it. */
export interface NamedModel {
  /** The relay's own id. */
  readonly model: string;
  readonly profile: string;
}

/** By which makers call their small and quick models, those that serve best first. */
const smallWords = ['mini', 'flash', 'haiku', 'lite', 'nano', 'small', 'air', 'turbo'];

/** Quick at something else than answering in words, or slow in spite of the name. */
const otherWords = new Set([
  'audio',
  'deep',
  'guard',
  'image',
  'live',
  'ocr',
  'realtime',
  'research',
  'search',
  'thinking',
  'transcribe',
  'tts',
  'vision',
  'vl',
]);
const largeTurbo = /^gpt-4-turbo/;

const previewWords = new Set(['beta', 'exp', 'experimental', 'preview']);

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Whether a model is small and quick, as far as its name tells. */
export function isSmallModel(model: string): boolean {
  const words = wordsOf(model);
  return (
    words.some((word) => smallWords.includes(word)) &&
    !words.some((word) => otherWords.has(word)) &&
    !largeTurbo.test(takeIdApart(model).bare)
  );
}

/**
 * The model for small work beside one that has just answered: a small and quick one of the same relay, best of the same
 * family and the newest of them; where no name tells, the same model.
 */
export function chooseSmallModel<Model extends NamedModel>(answered: Model, models: readonly Model[]): Model {
  if (isSmallModel(answered.model)) return answered;
  const family = familyOf(answered.model);
  const rank = ({ model }: Model): readonly number[] => {
    const words = wordsOf(model);
    return [
      familyOf(model) === family ? 0 : 1,
      words.some((word) => previewWords.has(word)) ? 1 : 0,
      smallWords.findIndex((word) => words.includes(word)),
    ];
  };
  const small = models.filter(({ model, profile }) => profile === answered.profile && isSmallModel(model));
  const [best] = small.sort((a, b) => compareAll(rank(a), rank(b)) || compareAge(a.model, b.model));
  return best ?? answered;
}

function compareAll(a: readonly number[], b: readonly number[]): number {
  return a.map((each, place) => each - (b[place] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** The newer one first; of one that is there with and without its date, the one without. */
function compareAge(a: string, b: string): number {
  return byNumbers.compare(takeIdApart(b).family, takeIdApart(a).family) || a.length - b.length;
}

function wordsOf(model: string): string[] {
  return takeIdApart(model).bare.split(/[^a-z0-9]+/);
}

/** 'claude' of 'anthropic/claude-opus-4-5'. */
function familyOf(model: string): string | undefined {
  return /[a-z]+/.exec(takeIdApart(model).bare)?.[0];
}
