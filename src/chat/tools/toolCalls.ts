import * as vscode from 'vscode';
import { notify } from '../../notify.ts';
import type { Logger } from '../../relay/logger.ts';
import type { ToolDecision } from '../../webview/protocolViews.ts';
import type { ToolPorts } from '../chatPorts.ts';
import type { ToolOutcome } from '../turn.ts';
import { untilAborted } from '../untilAborted.ts';
import { modelWords } from './modelWords.ts';
import type { OfferedTool, ToolCatalogue } from './toolCatalogue.ts';
import type { ToolDecisions } from './toolDecisions.ts';
import { findInputProblem } from './toolInput.ts';
import { readToolResult } from './toolResult.ts';

export interface ToolCallPorts {
  readonly logger: Logger;
  readonly catalogue: ToolCatalogue;
  readonly decisions: ToolDecisions;
  /** Whether the model may ask for this tool at all. */
  readonly isGiven: (tool: OfferedTool) => boolean;
  /** A tool turned out to be of no use here. */
  readonly onLeftOut: () => void;
  readonly isShown: () => boolean;
  readonly show: () => unknown;
}

export interface ToolCalls extends Pick<ToolPorts, 'run' | 'decide' | 'cancel'>, vscode.Disposable {}

/** A call that is asked about or runs. */
interface OpenCall {
  readonly tool: OfferedTool;
  readonly conversationId: string;
  readonly abort: AbortController;
  /** While it is asked about. */
  settle: ((isAllowed: boolean) => void) | undefined;
}

/** Words of tools that only VS Code's own chat can call, some of which say so in a result. */
const chatOnly =
  /toolInvocationToken|no session resource|unknown chat (?:session|request)|within an editing session/i;
const longestComplaint = 300;

export function createToolCalls(ports: ToolCallPorts): ToolCalls {
  const { catalogue, decisions, logger } = ports;
  const { t } = vscode.l10n;
  const open = new Map<string, OpenCall>();
  /** Models that are compared may give their calls the same ids: a decision must not meet the wrong one. */
  const turns = new Map<string, Promise<unknown>>();

  function run(...[call, context]: Parameters<ToolPorts['run']>): Promise<ToolOutcome> {
    const before = turns.get(call.id) ?? Promise.resolve();
    const outcome = untilAborted(before, context.signal)
      .then(() => runAlone(call, context))
      .catch((error: unknown): ToolOutcome => {
        if (context.signal.aborted) return { status: 'cancelled', text: modelWords.stopped };
        logger.error(`A tool’s call failed inside: ${String(error)}`);
        return { status: 'failed', text: modelWords.broken };
      });
    turns.set(call.id, outcome);
    void outcome.then(() => {
      if (turns.get(call.id) === outcome) turns.delete(call.id);
    });
    return outcome;
  }

  async function runAlone(...[call, context]: Parameters<ToolPorts['run']>): Promise<ToolOutcome> {
    const { conversationId, signal, onStatus } = context;
    const tool = catalogue.find(call.name);
    if (!tool || !ports.isGiven(tool)) return { status: 'failed', text: modelWords.unknown(call.name) };
    const problem = findInputProblem(call.input, tool.inputSchema);
    if (problem !== undefined) return { status: 'failed', text: problem };
    const abort = new AbortController();
    const openCall: OpenCall = { tool, conversationId, abort, settle: undefined };
    open.set(call.id, openCall);
    const either = AbortSignal.any([signal, abort.signal]);
    try {
      if (!(await isAllowed(openCall, either, onStatus)))
        return { status: 'refused', text: modelWords.refused };
      onStatus({ status: 'running' });
      return await invoke(tool, call.input, either);
    } catch (error) {
      if (signal.aborted) return { status: 'cancelled', text: modelWords.stopped };
      if (abort.signal.aborted) return { status: 'cancelled', text: modelWords.cancelled };
      return describeError(tool, error);
    } finally {
      open.delete(call.id);
    }
  }

  async function isAllowed(
    openCall: OpenCall,
    signal: AbortSignal,
    onStatus: Parameters<ToolPorts['run']>[1]['onStatus'],
  ): Promise<boolean> {
    const { tool, conversationId } = openCall;
    const known = decisions.read(tool, conversationId);
    if (known !== undefined) return known === 'allow';
    const decided = new Promise<boolean>((resolve) => {
      openCall.settle = resolve;
    });
    onStatus({ status: 'asking', question: questionOf(tool) });
    if (!ports.isShown()) void tellElsewhere(tool);
    try {
      return await untilAborted(decided, signal);
    } finally {
      openCall.settle = undefined;
    }
  }

  function questionOf({ maker, summary, isAskedByEditor }: OfferedTool): string {
    const question = t('From {0}: {1}', maker, summary);
    return isAskedByEditor ? `${question}\n${t('VS Code may ask once more before it runs.')}` : question;
  }

  async function tellElsewhere({ title }: OfferedTool): Promise<void> {
    const show = t('Show');
    if ((await notify('info', t('The model wants to use “{0}”.', title), show)) === show) ports.show();
  }

  async function invoke(tool: OfferedTool, input: object, signal: AbortSignal): Promise<ToolOutcome> {
    const source = new vscode.CancellationTokenSource();
    const cancel = () => source.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      // A dialog of VS Code's own takes no notice of the token, so that nobody waits for it after an abort.
      const result = await untilAborted(
        Promise.resolve(
          vscode.lm.invokeTool(tool.name, { input, toolInvocationToken: undefined }, source.token),
        ),
        signal,
      );
      const outcome = readToolResult(result);
      return isChatOnly(outcome.text) ? leaveOut(tool) : outcome;
    } finally {
      signal.removeEventListener('abort', cancel);
      source.dispose();
    }
  }

  function describeError(tool: OfferedTool, error: unknown): ToolOutcome {
    // VS Code asks about some tools itself, in a dialog: this is its “Cancel”.
    if (error instanceof vscode.CancellationError || (error instanceof Error && error.name === 'Canceled'))
      return { status: 'refused', text: modelWords.refused };
    const message = error instanceof Error ? error.message : String(error);
    if (isChatOnly(message)) return leaveOut(tool);
    return { status: 'failed', text: message || modelWords.failed };
  }

  function isChatOnly(text: string): boolean {
    return text.length <= longestComplaint && chatOnly.test(text);
  }

  function leaveOut(tool: OfferedTool): ToolOutcome {
    logger.info(`The tool ${tool.name} works in VS Code’s own chat only, and is offered no longer`);
    catalogue.leaveOut(tool);
    ports.onLeftOut();
    return { status: 'failed', text: modelWords.chatOnly };
  }

  function decide(callId: string, decision: ToolDecision): void {
    const decided = open.get(callId);
    if (!decided?.settle) return;
    decisions.keep(decided.tool, decided.conversationId, decision);
    decided.settle(decision !== 'refuse' && decision !== 'never');
    // What others wait for may be known by that.
    for (const { tool, conversationId, settle } of open.values()) {
      const known = settle && decisions.read(tool, conversationId);
      if (known !== undefined) settle?.(known === 'allow');
    }
  }

  return {
    run,
    decide,
    cancel: (callId) => open.get(callId)?.abort.abort(),
    dispose() {
      for (const { abort } of open.values()) abort.abort();
    },
  };
}
