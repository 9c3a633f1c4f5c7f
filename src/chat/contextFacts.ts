import type * as vscode from 'vscode';
import type { ChatFact, ContextView, ToolsView } from '../webview/protocol.ts';
import type { Attachments } from './attach/attachments.ts';
import { createContextMeter } from './attach/contextMeter.ts';
import type { ChatMemory } from './chatMemory.ts';
import type { ChatSession } from './chatPorts.ts';
import { currentTurns } from './conversation.ts';
import type { ModelRefusals } from './modelRefusals.ts';

export interface ContextFactsPorts {
  /** The session, if there is one by now. */
  readonly session: () => Promise<ChatSession> | undefined;
  readonly memory: ChatMemory;
  readonly attachments: Attachments;
  readonly tools: { view(): ToolsView };
  readonly refusals: ModelRefusals;
  readonly knownModel: () => Promise<string | undefined>;
  readonly inputLimitOf: (model: string) => number | undefined;
  readonly post: (fact: ChatFact) => void;
}

/** What would go along with the next question, and how full the model's context would be. */
export interface ContextFacts extends vscode.Disposable {
  read(): Promise<{ readonly context?: ContextView; readonly tools: ToolsView }>;
  /** Something has changed: all of it is told anew, soon. */
  refresh(): void;
}

/** Typing changes it with each key. */
const refreshDelayMs = 200;
