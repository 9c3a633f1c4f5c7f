import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ConfigurationView, ContextView, ToolsView } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import { estimateTokens } from '../../relay/tokens/estimateTokens.ts';
import type { Attachments } from '../context/attachments.ts';
import { createContextMeter } from '../context/contextMeter.ts';
import { chooseRequestImages } from '../model/chatMessages.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { ChatMemory } from '../storage/chatMemory.ts';
import type { Tools } from '../tools/tools.ts';

interface ContextFactsPorts {
  readonly session: () => Promise<ChatSession>;
  readonly memory: ChatMemory;
  readonly attachments: Attachments;
  readonly tools: Tools;
  /** Whether the selected model is known to take no tools. */
  readonly refusesTools: () => boolean;
  readonly toolsWarning: () => string;
  readonly knownModel: () => Promise<string | undefined>;
  readonly inputLimitOf: (model: string) => number | undefined;
  /** How the conversation's models are to respond, where a person can choose. */
  readonly configurationView: (session: ChatSession) => ConfigurationView | undefined;
  readonly post: (fact: HostMessage) => void;
  readonly logger: Logger;
}

/** Typing changes it with each key. */
const refreshDelayMs = 200;

/** What would go along with the next question, and how full the model's context would be. */
export function createContextUpdates(ports: ContextFactsPorts) {
  const meter = createContextMeter();
  let timer: NodeJS.Timeout | undefined;
  /** Tools rarely change, and their schemas are long. */
  let lastTools = { json: '[]', tokens: 0 };

  function toolTokens(given: readonly unknown[]): number {
    const json = JSON.stringify(given);
    if (json !== lastTools.json) lastTools = { json, tokens: estimateTokens(json) };
    return lastTools.tokens;
  }

  async function read(): Promise<{
    readonly context: ContextView;
    readonly tools: ToolsView;
    readonly configuration?: ConfigurationView;
  }> {
    const session = await ports.session();
    const { conversation, system } = session;
    const model = await ports.knownModel();
    const given = ports.tools.given();
    const turns = conversation.turns;
    const attachments = ports.attachments.records();
    const context = meter.measure({
      turns,
      draft: ports.memory.draft,
      attachments,
      system: system.text,
      toolTokens: toolTokens(given),
      limit: model === undefined ? undefined : ports.inputLimitOf(model),
    });
    const tools = ports.tools.view();
    const isRefused = given.length > 0 && ports.refusesTools();
    const { omitted } = chooseRequestImages(turns, attachments);
    const configuration = ports.configurationView(session);
    return {
      context: { ...context, ...(omitted > 0 && { omittedImages: omitted }) },
      tools: isRefused ? { ...tools, warning: ports.toolsWarning() } : tools,
      ...(configuration && { configuration }),
    };
  }

  async function tell(): Promise<void> {
    const { context, tools, configuration } = await read();
    ports.post({ type: 'context', context });
    ports.post({ type: 'tools', tools });
    ports.post({ type: 'configuration', ...(configuration && { configuration }) });
  }

  return {
    read,
    /** Something has changed: all of it is told anew, soon. */
    refresh(): void {
      clearTimeout(timer);
      timer = setTimeout(() => {
        tell().catch((error: unknown) => ports.logger.error(`Chat: ${String(error)}`));
      }, refreshDelayMs);
    },
    dispose: (): void => clearTimeout(timer),
  };
}
