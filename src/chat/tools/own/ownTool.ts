import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { ToolDecision } from '../../../protocol/protocolViews.ts';
import type { ToolOutcome } from '../../model/turn.ts';
import type { DecidedTool } from '../toolDecisions.ts';
import { modelTexts } from './modelTexts.ts';

/** What is asked before a call. */
export interface ToolQuestion {
  readonly text: string;
  /** What is to be run, exactly: shown as code. */
  readonly command?: string;
  /** What a decision that outlasts the call is about: this very command, for example. */
  readonly about: DecidedTool;
  readonly decisions: readonly ToolDecision[];
}

/** What a decision counts for: calls with the same values. */
export function fingerprintOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** A call that runs. */
interface ToolRun {
  /** Absent where another chat than ours calls the tool. */
  readonly conversationId?: string | undefined;
  readonly responseId?: string | undefined;
  readonly signal: AbortSignal;
  /** Aborted with the signal when the person cancels this call, and not the response. Absent where another chat calls. */
  readonly canceled?: AbortSignal;
  /** Shows what came so far, instead of what was shown before. */
  readonly onOutput: (output: string) => void;
  /** It waits for the person, elsewhere than in the card. Absent where nobody shows that. */
  readonly onWaiting?: () => void;
}

/** A tool of ours, which the manifest describes to models. */
export interface OwnTool {
  /** Only these are given in Ask, and in folders that are not trusted. */
  readonly isReading: boolean;
  /** What a call does, in a few words; undefined where its input says nothing. */
  readonly describe: (input: unknown) => string | undefined;
  /** Whether there is what it works with; it is not given otherwise. */
  readonly isAvailable: () => boolean;
  /** Reads what `ask` is to say. Resolves to why the call would fail whatever the person says, for the model. */
  readonly prepare: (input: unknown) => Promise<string | undefined>;
  /** Undefined: needs no approval. */
  readonly ask: (input: unknown) => ToolQuestion | undefined;
  /** A `ToolRefusal` is for the model; what else is thrown is a fault of ours. */
  readonly run: (input: unknown, run: ToolRun) => Promise<ToolOutcome>;
}

/** Why a call can't be made, in English: it is for the model. */
export class ToolRefusal extends Error {}

interface ToolDefinition<Input> {
  readonly input: z.ZodMiniType<Input>;
  readonly isReading: boolean;
  readonly describe: (input: Input) => string;
  readonly isAvailable?: OwnTool['isAvailable'];
  /** A `ToolRefusal` is for what would be refused also after an approval. */
  readonly prepare?: (input: Input) => Promise<unknown>;
  readonly ask?: (input: Input) => ToolQuestion | undefined;
  readonly run: (input: Input, run: ToolRun) => Promise<Omit<ToolOutcome, 'status'> & Partial<ToolOutcome>>;
}

export function defineTool<Input>(definition: ToolDefinition<Input>): OwnTool {
  const { input: schema, isReading, describe, isAvailable = () => true, prepare, ask, run } = definition;
  const read = <Value>(value: unknown, of: ((input: Input) => Value) | undefined): Value | undefined => {
    const { success, data } = schema.safeParse(value);
    return success ? of?.(data) : undefined;
  };
  return {
    isReading,
    isAvailable,
    describe: (value) => read(value, describe),
    async prepare(value) {
      try {
        await read(value, prepare);
        return undefined;
      } catch (error) {
        if (error instanceof ToolRefusal) return error.message;
        throw error;
      }
    },
    ask: (value) => read(value, ask),
    async run(value, context) {
      const { success, data, error } = schema.safeParse(value);
      if (!success) {
        const [issue] = error.issues;
        const text = modelTexts.invalidInput(issue?.path.join('.') ?? '', issue?.message ?? '');
        return { status: 'failed', text };
      }
      try {
        return { status: 'done', ...(await run(data, context)) };
      } catch (error) {
        if (error instanceof ToolRefusal) return { status: 'failed', text: error.message };
        throw error;
      }
    },
  };
}
