import * as vscode from 'vscode';
import { readAccessibility } from '../../platform/settings/settings.ts';
import type { HostMessage } from '../../protocol/chatPageProtocol.ts';
import type { ReadingView } from '../../protocol/readerProtocol.ts';
import type { FileChanges } from '../code/fileChanges.ts';
import type { Attachments } from '../context/attachments.ts';
import type { ChatSession } from '../model/chatSession.ts';
import type { ModelTargets } from '../model/modelTargets.ts';
import type { ChatMemory } from '../storage/persistence.ts';
import type { ContextUpdates } from './contextUpdates.ts';

interface SnapshotPorts {
  readonly session: () => Promise<ChatSession>;
  readonly targets: Pick<ModelTargets, 'connectionView' | 'modelView' | 'otherViews'>;
  readonly contextUpdates: Pick<ContextUpdates, 'read'>;
  readonly memory: Pick<ChatMemory, 'draft'>;
  readonly attachments: Pick<Attachments, 'views'>;
  readonly changes: Pick<FileChanges, 'view'>;
  readonly reading: ReadingView | undefined;
}

/** All that a page shows, but for its turns and the address of its images. */
export async function readSnapshot({
  session,
  targets,
  contextUpdates,
  memory,
  attachments,
  changes,
  reading,
}: SnapshotPorts): Promise<
  Omit<Extract<HostMessage, { type: 'snapshot' }>, 'window' | 'running' | 'pictures'>
> {
  const [open, connection, model, context] = await Promise.all([
    session(),
    targets.connectionView(),
    targets.modelView(),
    contextUpdates.read(),
  ]);
  return {
    type: 'snapshot',
    conversationId: open.conversation.id,
    ...(open.conversation.title !== undefined && { title: open.conversation.title }),
    queue: open.queue,
    isQueueHeld: open.isQueueHeld,
    connection,
    ...(model && { model }),
    draft: memory.draft,
    attachments: attachments.views(),
    changes: changes.view(),
    ...(reading && { reading }),
    others: targets.otherViews(),
    ...context,
    system: open.system,
    isTrusted: vscode.workspace.isTrusted,
    accessibility: readAccessibility(),
  };
}
