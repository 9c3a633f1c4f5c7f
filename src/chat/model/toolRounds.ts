import { createCallNames } from '../../relay/chat/callNames.ts';
import type { ChatEvent, Usage } from '../../relay/chat/chatEvent.ts';
import { RelayError } from '../../relay/errors/relayError.ts';
import { isFields } from '../../relay/json.ts';
import { raceAbort } from '../../relay/raceAbort.ts';
import type { WantedCall } from './chatServices.ts';
import type { AnswerEvent, ToolOutcome } from './recordResponse.ts';

/** After this many rounds, the person is asked whether to continue. */
const roundsBetweenQuestions = 25;
/**
 * A model that keeps calling the same tools with the same input and gets the same results is looping: after this many
 * equal rounds it gets a note, and after one more the response ends.
 */
const roundsOfLoop = 3;
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

/** How one reply ended. */
interface Reply {
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
export async function* answerInRounds({ ask, run, mayGoOn, signal }: RoundsOptions): Rounds<void> {
  const nameCall = createCallNames();
  let start: Start | undefined;
  let usage: Usage | undefined;
  /** The calls of this round that have no result yet. */
  let open: WantedCall[] = [];
  /** The calls of the last round with their results, and how many equal rounds there were in a row. */
  let lastRound = '';
  let equalRounds = 0;

  /** Sends one request. Rejects only if the whole response fails. */
  async function* readReply(isFirst: boolean): Rounds<Reply> {
    const reply: Reply = { usage: undefined, finish: { type: 'finish', verdict: 'interrupted' } };
    try {
      for await (const event of ask()) {
        switch (event.type) {
          case 'start':
            start = event;
            break;
          case 'finish':
            reply.finish = event;
            break;
          case 'usage':
            reply.usage = { ...reply.usage, ...event.usage };
            yield { type: 'usage', usage: addUsage(usage, reply.usage) };
            break;
          case 'toolCall': {
            const call = nameCall(event);
            open.push(call);
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
      if (isFirst || signal.aborted || !isRelays) throw error;
      reply.finish = { type: 'finish', verdict: 'interrupted', error };
    }
    return reply;
  }

  /** Runs the open calls. Returns whether the model is looping. */
  async function* runCalls(): Rounds<boolean> {
    const made: unknown[] = [];
    for (const call of [...open]) {
      signal.throwIfAborted();
      const outcome = capText(call.invalidInput === undefined ? await run(call) : refuseInput(call));
      made.push([call.name, call.invalidInput ?? call.input, outcome.status, outcome.text]);
      open.shift();
      let { text } = outcome;
      if (open.length === 0) {
        const round = JSON.stringify(made);
        equalRounds = round === lastRound ? equalRounds + 1 : 1;
        lastRound = round;
        if (equalRounds === roundsOfLoop) text += `\n\n${modelWords.loop}`;
      }
      yield { type: 'toolResult', callId: call.id, ...outcome, text };
    }
    signal.throwIfAborted();
    return equalRounds > roundsOfLoop;
  }

  /** Adds results to the open calls, which are not made: services refuse a call without a result. */
  function* settle(status: ToolOutcome['status'], text: string): Generator<AnswerEvent> {
    for (const { id } of open) yield { type: 'toolResult', callId: id, status, text };
    open = [];
  }

  function* end({ finish, usage }: Reply, endedBy?: 'person' | 'loop'): Generator<AnswerEvent> {
    yield start ?? { type: 'start' };
    yield { ...finish, ...(usage && { lastUsage: usage }), ...(endedBy && { endedBy }) };
  }

  try {
    for (let rounds = 1; ; rounds++) {
      const reply = yield* readReply(rounds === 1);
      const { finish } = reply;
      usage = addUsage(usage, reply.usage);
      const [next] = open;
      if (!next || finish.verdict !== 'complete' || finish.cause === 'refusal') {
        yield* settle('cancelled', modelWords.unfinished);
        return yield* end(reply);
      }
      const isAsked = rounds % roundsBetweenQuestions === 0;
      if (isAsked && !(await raceAbort(mayGoOn(rounds, next), signal))) {
        yield* settle('refused', modelWords.notLetGoOn);
        return yield* end(reply, 'person');
      }
      if (yield* runCalls()) return yield* end(reply, 'loop');
    }
  } catch (error) {
    yield* settle('cancelled', modelWords.stopped);
    if (start) yield start;
    throw signal.aborted ? new RelayError('cancelled') : error;
  }
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
