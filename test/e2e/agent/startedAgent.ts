import type { AgentDriver } from '../harness/drivers/agentDriver.ts';
import type { RelayEditor } from '../harness/relayEditor.ts';

/** An editor whose own chat has our models, and who drives that chat: one for several suites. */
export interface StartedAgent {
  readonly started: RelayEditor;
  readonly agent: AgentDriver;
}
