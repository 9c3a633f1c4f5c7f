import { describeFailures } from './agent/failures.ts';
import { describeParts } from './agent/parts.ts';
import { describeTurns } from './agent/turns.ts';
import { type AgentDriver, startBuiltInChat, withoutUtilityModels } from './harness/drivers/agentDriver.ts';
import { openRelayEditor, type RelayEditor } from './harness/relayEditor.ts';

describe('VS Code’s own agent on a relay model, signed in to nothing', () => {
  let started: RelayEditor;
  let agent: AgentDriver;
  before(async () => {
    started = await openRelayEditor({
      connectByEnvironment: true,
      settings: {
        ...withoutUtilityModels,
        'modelRelay.languageModels.limits': {
          '*': { images: true },
          // Not much more than the tools of the agent need: for a history that gets too long.
          'oa-mini': { context: 26_500, output: 8_000 },
        },
      },
    });
    agent = await startBuiltInChat(started.editor);
  });
  after(() => started?.close());

  const find = () => ({ started, agent });
  describe('at work', () => describeTurns(find));
  describe('where something goes wrong', () => describeFailures(find));
  describe('with parts of all kinds', () => describeParts(find));
});
