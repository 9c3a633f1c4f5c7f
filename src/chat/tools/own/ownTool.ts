import { createHash } from 'node:crypto';
import type * as z from 'zod/mini';
import type { ToolOutcome } from '../../model/recordResponse.ts';
import { modelTexts } from './modelTexts.ts';

/** The approval that a call needs. */
export interface ToolQuestion {
  readonly text: string;
  /** The exact command, shown as code. */
  readonly command?: string;
  /** An approval for the chat applies to calls with this fingerprint. Undefined: each call needs its own approval. */
  readonly fingerprint?: string | undefined;
}

/** The fingerprint of what a decision applies to. */
export function fingerprintOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}

/** A running call. */
interface ToolRun {
  /** Undefined if another chat calls the tool. */
  readonly conversationId?: string | undefined;
  readonly responseId?: string | undefined;
  readonly signal: AbortSignal;
  /** Aborted with `signal` when the person cancels this call but not the response. Undefined for other chats' calls. */
  readonly canceled?: AbortSignal;
  /** Shows the output so far, in place of what was shown before. */
  readonly onOutput: (output: string) => void;
  /** Called when the tool waits for the person elsewhere than in the card. Undefined if nothing shows that. */
  readonly onWaiting?: () => void;
}

/** One of our tools, which the manifest describes to models. */
export interface OwnTool {
  /** Only reading tools are offered in Ask mode and in Restricted Mode. */
  readonly isReading: boolean;
  /** A short description of a call; undefined if its input is invalid. */
  readonly describe: (input: unknown) => string | undefined;
  /** Whether the tool can work at all; otherwise it is not offered. */
  readonly isAvailable: () => boolean;
  /** Prepares for `ask`. If the call would fail even if approved, resolves to the reason, for the model. */
  readonly prepare: (input: unknown) => Promise<string | undefined>;
  /** Undefined: needs no approval. */
  readonly ask: (input: unknown) => ToolQuestion | undefined;
  /** A `ToolRefusal` is for the model; any other error is a bug. */
  readonly run: (input: unknown, run: ToolRun) => Promise<ToolOutcome>;
}

/** Why a call can't be made, in English: it is for the model. */
export class ToolRefusal extends Error {}

interface ToolDefinition<Input> {
  readonly input: z.ZodMiniType<Input>;
  readonly isReading: boolean;
  readonly describe: (input: Input) => string;
  readonly isAvailable?: OwnTool['isAvailable'];
  /** Throws a `ToolRefusal` if the call would be refused even if approved. */
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
