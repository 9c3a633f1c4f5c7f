import { createCallNames } from '../../relay/chat/callNames.ts';
import type { ChatEvent, Usage } from '../../relay/chat/chatEvent.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { isFields } from '../../relay/json.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import type { WantedCall } from './chatServices.ts';
import type { AnswerEvent, ToolOutcome } from './turn.ts';

/** After this many rounds, the person is asked whether to continue. */
const roundsBetweenQuestions = 25;
/** Maximum length of a tool result that is sent to the model. */
const mostResultCharacters = 100_000;

export interface RoundsOptions {
  /** Sends a request with newly built messages: each round includes the tool results of the round before. */
  readonly ask: () => AsyncIterable<ChatEvent>;
  /** Never rejects: a failure is an outcome. */
  readonly run: (call: WantedCall) => Promise<ToolOutcome>;
  /** Asked before the calls of every 25th round are run. */
  readonly mayGoOn: (rounds: number, next: WantedCall) => Promise<boolean>;
  readonly signal: AbortSignal;
}

type Finish = Extract<ChatEvent, { readonly type: 'finish' }>;

/** What was collected from one reply. */
interface Round {
  readonly calls: WantedCall[];
  usage: Usage | undefined;
  finish: Finish;
}

type Start = Extract<ChatEvent, { readonly type: 'start' }>;
type Rounds<Result> = AsyncGenerator<AnswerEvent, Result, undefined>;

/**
 * A response in rounds: sends a request, runs the tools that the model calls, and sends the next request with their
 * results, until the model calls no more tools. Emits only the last round's `start`, right before the end, and its
 * `finish`. Usage is the sum of all rounds so far. A failure after the first round interrupts the response.
 *
 * Runs the calls of one round one after another, in order: a tool may depend on the one before, people can approve only
 * one at a time, and nobody could follow what two tools do to the same files at once.
 */
export async function* answerInRounds(options: RoundsOptions): Rounds<void> {
  const { ask, run, mayGoOn, signal } = options;
  const loops = createLoopWatch();
  const nameCall = createCallNames();
  let start: Start | undefined;
  let usage: Usage | undefined;

  /** Sends one request. Rejects only if the whole response fails. */
  async function* readReply(isFirst: boolean): Rounds<Round> {
    const round: Round = { calls: [], usage: undefined, finish: { type: 'finish', verdict: 'interrupted' } };
    try {
      for await (const event of ask()) {
        switch (event.type) {
          case 'start':
            start = event;
            break;
          case 'finish':
            round.finish = event;
            break;
          case 'usage':
            round.usage = { ...round.usage, ...event.usage };
            yield { type: 'usage', usage: addUsage(usage, round.usage) };
            break;
          case 'toolCall': {
            const call = nameCall(event);
            round.calls.push(call);
            yield call;
            break;
          }
          default:
            yield event;
        }
      }
    } catch (error) {
      // If the first reply fails, nothing has been emitted yet, or the person stopped the response.
      const isRelays = error instanceof RelayError && error.kind !== 'cancelled';
      if (isFirst || signal.aborted || !isRelays) {
        yield* settleCalls(round.calls, 'cancelled', modelWords.stopped);
        throw error;
      }
      round.finish = { type: 'finish', verdict: 'interrupted', error };
    }
    return round;
  }

  async function* runCalls(calls: readonly WantedCall[]): Rounds<'goOn' | 'loop'> {
    let isLoop = false;
    const open = [...calls];
    try {
      for (const call of calls) {
        signal.throwIfAborted();
        const outcome = capText(call.invalidInput === undefined ? await run(call) : refuseInput(call));
        loops.add(call, outcome);
        open.shift();
        const verdict = open.length === 0 ? loops.endRound() : 'goOn';
        isLoop = verdict === 'end';
        const text = verdict === 'warn' ? `${outcome.text}\n\n${modelWords.loop}` : outcome.text;
        yield { type: 'toolResult', callId: call.id, ...outcome, text };
      }
      signal.throwIfAborted();
    } catch (error) {
      yield* settleCalls(open, 'cancelled', modelWords.stopped);
      throw signal.aborted ? new RelayError('cancelled') : error;
    }
    return isLoop ? 'loop' : 'goOn';
  }

  function* end({ finish, usage }: Round, endedBy?: 'person' | 'loop'): Generator<AnswerEvent> {
    yield start ?? { type: 'start' };
    yield { ...finish, ...(usage && { lastUsage: usage }), ...(endedBy && { endedBy }) };
  }

  try {
    for (let rounds = 1; ; rounds++) {
      const round = yield* readReply(rounds === 1);
      const { calls, finish } = round;
      usage = addUsage(usage, round.usage);
      const isWhole = finish.verdict === 'complete' && finish.cause !== 'refusal';
      if (calls.length === 0 || !isWhole) {
        yield* settleCalls(calls, 'cancelled', modelWords.unfinished);
        return yield* end(round);
      }
      const [next] = calls;
      if (next && rounds % roundsBetweenQuestions === 0 && !(await isLetGoOn(rounds, next))) {
        yield* settleCalls(calls, signal.aborted ? 'cancelled' : 'refused', modelWords.notLetGoOn);
        if (signal.aborted) throw new RelayError('cancelled');
        return yield* end(round, 'person');
      }
      if ((yield* runCalls(calls)) === 'loop') return yield* end(round, 'loop');
    }
  } catch (error) {
    if (start) yield start;
    throw error;
  }

  async function isLetGoOn(rounds: number, next: WantedCall): Promise<boolean> {
    try {
      return await raceAbort(mayGoOn(rounds, next), signal);
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }
}

/** Adds results to calls that were not made: services refuse a call without a result. */
function* settleCalls(
  calls: readonly WantedCall[],
  status: ToolOutcome['status'],
  text: string,
): Generator<AnswerEvent, void, undefined> {
  for (const { id } of calls) yield { type: 'toolResult', callId: id, status, text };
}

/** Tells the model what is wrong with its input, so that it can correct the call. */
function refuseInput(call: WantedCall): ToolOutcome {
  return { status: 'failed', text: modelWords.invalidInput(call) };
}

function capText(outcome: ToolOutcome): ToolOutcome {
  const { text } = outcome;
  if (text.length <= mostResultCharacters) return outcome;
  // Do not cut in the middle of a character.
  const kept = text.slice(0, mostResultCharacters).replace(/[\uD800-\uDBFF]$/, '');
  return {
    ...outcome,
    text: `${kept}

${modelWords.cut(kept.length, text.length)}`,
  };
}

function addUsage(one: Usage = {}, other: Usage = {}): Usage {
  const sum: Record<string, number> = { ...one };
  for (const [field, tokens] of Object.entries(other)) sum[field] = (sum[field] ?? 0) + (tokens ?? 0);
  return sum;
}

/** This many equal rounds in a row are a loop: the model gets a note, and after one more the response ends. */
const roundsOfLoop = 3;

/** Detects a model that keeps calling the same tools with the same input and gets the same results. */
function createLoopWatch() {
  let last = '';
  let current: unknown[] = [];
  let count = 0;
  return {
    add({ name, input, invalidInput }: WantedCall, { status, text }: ToolOutcome): void {
      current.push([name, invalidInput ?? input, status, text]);
    },
    endRound(): 'goOn' | 'warn' | 'end' {
      const round = JSON.stringify(current);
      count = round === last ? count + 1 : 1;
      last = round;
      current = [];
      if (count < roundsOfLoop) return 'goOn';
      return count === roundsOfLoop ? 'warn' : 'end';
    },
  };
}

/** Messages to models about their calls, in English. */
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

/** Why a tool call's input does not fit the schema, for the model; undefined if no problem is found. */
export function findInputProblem(input: unknown, schema: unknown): string | undefined {
  if (!isFields(input)) return modelWords.noObject;
  const required = isFields(schema) && Array.isArray(schema['required']) ? schema['required'] : [];
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(input, name));
  return missing.length > 0 ? modelWords.missingInput(missing.join(', ')) : undefined;
}
