import type { WantedCall } from './chatServices.ts';

/** What models are told of their calls, in the language that all of them know. */
export const modelWords = {
  unknown: (name: string) => `There is no tool ${name}. The tool was not run.`,
  invalidInput: ({ name }: WantedCall) =>
    `The input for ${name} was not a valid JSON object. The tool was not run. Call it again with valid JSON.`,
  noObject: 'The input must be a JSON object. The tool was not run.',
  missingInput: (names: string) => `The input lacks what the tool requires: ${names}. The tool was not run.`,
  refused: 'The person did not allow this call. Go on without it, or ask them what to do instead.',
  cancelled: 'The person cancelled this call.',
  stopped: 'The person stopped the answer. The tool was not run, or not to its end.',
  unfinished: 'The answer did not come to its end. The tool was not run.',
  notLetGoOn: 'The person did not let the answer go on. The tool was not run.',
  chatOnly: 'This tool works only in VS Code’s own chat. It is not offered here any more. Go on without it.',
  failed: 'The tool failed without a word.',
  broken: 'The tool could not be run.',
  loop: 'You have made the same call with the same input three times in a row, and the result was the same each time. Do something else, or answer with what you have.',
  cut: (given: number, all: number) =>
    `[The result was cut here: it had ${all} characters, and ${given} are given.]`,
  picture: '(A picture.)',
};
