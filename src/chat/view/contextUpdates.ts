import * as vscode from 'vscode';
import type { RelayModels } from '../../platform/connectedModel.ts';
import type { LastEditor } from '../../platform/lastEditor.ts';
import { readAccessibility } from '../../platform/settings/settings.ts';
import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ChatMode } from '../../protocol/protocolViews.ts';
import type { Logger } from '../../relay/logger.ts';
import { isImageModel } from '../../relay/models/modelKinds.ts';
import type { Attachments } from '../context/attachments.ts';
import { createContextMeter, createEstimate, sumCosts } from '../context/contextMeter.ts';
import { createImplicitContext } from '../context/implicitContext.ts';
import { chooseRequestImages, sentTurns } from '../model/chatMessages.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { Conversation } from '../model/conversation.ts';
import type { ModelTargets } from '../model/modelTargets.ts';
import type { ChatMemory } from '../storage/persistence.ts';
import type { Tools } from '../tools/tools.ts';
import type { ChatSnapshot } from './chatPage.ts';
import { describeConfiguration } from './configurationPicker.ts';
import { createEditorTheme } from './editorTheme.ts';

interface ContextUpdatesPorts {
  readonly models: Pick<RelayModels, 'find' | 'recall' | 'protocolOf'>;
  readonly logger: Logger;
  readonly session: () => Promise<ChatSession>;
  readonly memory: ChatMemory;
  readonly attachments: Attachments;
  readonly lastEditor: LastEditor;
  readonly tools: Tools;
  readonly targets: ModelTargets;
  readonly post: (message: HostMessage) => void;
}

/** Delay of an update, because every keystroke changes the context. */
const refreshDelayMs = 200;

export type ContextUpdates = ReturnType<typeof createContextUpdates>;

/** What pages show besides the turns. Sends updates about the context of the next prompt. */
export function createContextUpdates(ports: ContextUpdatesPorts) {
  const { targets } = ports;
  const meter = createContextMeter();
  const suggested = createImplicitContext({
    ...ports,
    conversation: async () => (await ports.session()).conversation,
    onChange: () => refresh(),
  });
  const editorTheme = createEditorTheme(ports.logger, (codeStyles) =>
    ports.post({ type: 'state', codeStyles }),
  );
  let timer: NodeJS.Timeout | undefined;
  const estimateTools = createEstimate();

  async function read(): Promise<Pick<ChatSnapshot, 'context' | 'tools' | 'configuration' | 'suggested'>> {
    const session = await ports.session();
    const { conversation, system } = session;
    const model = await ports.models.recall('chat');
    const listed = model === undefined ? undefined : ports.models.find(model);
    const mode = modeOf(conversation);
    const given = ports.tools.given(mode);
    const turns = conversation.turns;
    const attachments = ports.attachments.records();
    const isMessageOnly =
      model !== undefined && isImageModel(model, listed) && ports.models.protocolOf(model) === undefined;
    const sent = isMessageOnly
      ? { turns: [], system: '', tools: [] }
      : { turns, system: system.text, tools: given };
    const toolTokens = sent.tools.length > 0 ? estimateTools(JSON.stringify(sent.tools)) : 0;
    const context = meter.measure({
      draft: ports.memory.draft,
      attachments,
      turns: sent.turns,
      system: sent.system,
      toolTokens,
      limit: isMessageOnly ? undefined : (listed?.inputTokenLimit ?? listed?.contextTokens),
    });
    const tools = ports.tools.view(mode);
    const lacksTools = given.length > 0 && targets.lacks('takesTools');
    const { omitted } = chooseRequestImages(sentTurns(turns).turns, attachments);
    const configuration = describeConfiguration(conversation.configuration, targets.configurableInAll());
    return {
      context: {
        ...context,
        ...(toolTokens > 0 && { toolTokens }),
        ...(isMessageOnly && turns.length > 0 && { isMessageOnly }),
        ...(omitted > 0 && !isMessageOnly && { omittedImages: omitted }),
        ...sumCosts(conversation),
      },
      tools: lacksTools
        ? { ...tools, warning: vscode.l10n.t('{0} is not known to support tools.', targets.model ?? '') }
        : tools,
      configuration: configuration ?? null,
      suggested: suggested.view() ?? null,
    };
  }

  /** Everything that a page shows, except its turns and the URI of its images. */
  async function readSnapshot(others: Pick<ChatSnapshot, 'changes' | 'reading'>): Promise<ChatSnapshot> {
    const [open, connection, model, context, codeStyles] = await Promise.all([
      ports.session(),
      targets.connectionView(),
      targets.modelView(),
      read(),
      editorTheme.read(),
    ]);
    return {
      type: 'snapshot',
      conversationId: open.conversation.id,
      title: open.conversation.title ?? null,
      queue: open.queue,
      isQueueHeld: open.isQueueHeld,
      connection,
      model: model ?? null,
      draft: ports.memory.draft,
      attachments: ports.attachments.views(),
      ...others,
      others: targets.otherViews(),
      ...context,
      system: open.system,
      isTrusted: vscode.workspace.isTrusted,
      accessibility: readAccessibility(),
      codeStyles,
    };
  }

  function modeOf(conversation: Conversation): ChatMode {
    return conversation.mode ?? ports.memory.mode;
  }

  async function tell(): Promise<void> {
    const session = await ports.session();
    const { conversation } = session;
    const changes = await read();
    // The snapshot of another conversation has all of it.
    if (session.conversation === conversation) ports.post({ type: 'state', ...changes });
  }

  /** Something has changed: soon sends all of it again. */
  function refresh(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      tell().catch((error: unknown) => ports.logger.error(`Chat: ${String(error)}`));
    }, refreshDelayMs);
  }

  return {
    readSnapshot,
    /** Sets the mode, which decides about tools, of this chat and of new ones. Without `mode`, toggles it. */
    async setMode(mode?: ChatMode): Promise<void> {
      const { conversation } = await ports.session();
      const chosen = mode ?? (modeOf(conversation) === 'ask' ? 'agent' : 'ask');
      ports.memory.mode = chosen;
      conversation.setMode(chosen);
    },
    refresh,
    /** The active file or selection. */
    suggested,
    dispose(): void {
      clearTimeout(timer);
      suggested.dispose();
      editorTheme.dispose();
    },
  };
}
