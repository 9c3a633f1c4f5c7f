import * as vscode from 'vscode';
import { contextKeys } from '../../manifest.ts';
import { NotReadyError } from '../../messages/ownErrors.ts';
import {
  type ConnectedModelPorts,
  findConnectedModel,
  type RelayConnection,
  type RelayModels,
} from '../../platform/connectedModel.ts';
import type { Lazy } from '../../platform/loadWhenUsed.ts';
import { confirm, notify, notifyOfLogged } from '../../platform/notifications.ts';
import { readMakeTitles, readMaxOutputTokens, readSetting } from '../../platform/settings/settings.ts';
import type { Logger } from '../../relay/logger.ts';
import { isImageModel } from '../../relay/models/modelKinds.ts';
import type { ChatServices, DrawPreparation, Preparation, SessionEvent } from '../model/chatServices.ts';
import type { DrawnImage } from '../model/drawnImages.ts';
import type { ModelTargets } from '../model/modelTargets.ts';
import { createPersistence } from '../storage/persistence.ts';
import type { ChatView } from './chatView.ts';

interface EditorServicesPorts {
  readonly view: Pick<ChatView, 'post' | 'postTurns' | 'postSnapshot'>;
  /** Called when the title of the conversation may have changed. */
  readonly refreshTitle: () => Promise<void>;
  /** Called when the cost of the next prompt changed. */
  readonly refreshContext: () => void;
  readonly logger: Logger;
}

type EditorServices = Pick<
  ChatServices,
  'tell' | 'confirmOtherRelay' | 'maySaveAgain' | 'defaultSystem' | 'wantsTitle' | 't'
>;

/** The services that VS Code provides to a session: notifications, dialogs and settings. */
export function createEditorServices({
  view,
  refreshTitle,
  refreshContext,
  logger,
}: EditorServicesPorts): EditorServices {
  const { t } = vscode.l10n;

  function setContext(key: string, value: boolean): void {
    void vscode.commands.executeCommand('setContext', key, value);
  }

  function report(work: Promise<unknown>): void {
    work.catch((error: unknown) => logger.error(`Chat: ${String(error)}`));
  }

  function tell(event: SessionEvent): void {
    switch (event.type) {
      case 'state':
        view.post(event);
        if ('title' in event) report(refreshTitle());
        return;
      case 'turn':
        view.post(event);
        return report(refreshTitle());
      case 'branch':
        report(view.postTurns());
        report(refreshTitle());
        return refreshContext();
      case 'switch':
        return report(view.postSnapshot());
      case 'configured':
        return refreshContext();
      case 'answering':
        return setContext(contextKeys.isResponding, event.isAnswering);
      case 'unwritable':
        return void notify(
          'warning',
          t(
            'The conversation can’t be saved to disk. It stays in memory and will be saved when the disk is writable.',
          ),
        );
      case 'unreadable':
        return void notifyOfLogged(
          t('The last chat could not be read, so a new chat was opened. See the log for details.'),
        );
      case 'end':
        view.post(event);
        refreshContext();
        if (event.status === 'complete') setContext(contextKeys.hasChatted, true);
        return;
      default:
        return view.post(event);
    }
  }

  return { t, tell, confirmOtherRelay, maySaveAgain, defaultSystem, wantsTitle: readMakeTitles };
}

let savingAgain: Promise<boolean> | undefined;

/** Asks once for all images that wait to be saved: the disk is full for all of them. */
function maySaveAgain(reason: string): Promise<boolean> {
  const { t } = vscode.l10n;
  const detail = t('Free up disk space, then save again. If you cancel, unsaved images are discarded.');
  savingAgain ??= confirm(
    'warning',
    t('1 image could not be saved: {0}', reason),
    detail,
    t('Save Again'),
  ).finally(() => {
    savingAgain = undefined;
  });
  return savingAgain;
}

/** Asks whether a conversation with one relay may be sent to another. */
function confirmOtherRelay(from: string, to: string): Promise<boolean> {
  const { t } = vscode.l10n;
  return confirm(
    'info',
    t('Send this conversation to {0}?', new URL(to).host),
    t(
      'So far, it used {0}. The other relay will receive the whole conversation. To start fresh, cancel and use New Chat.',
      new URL(from).host,
    ),
    t('Send'),
  );
}

interface PreparationPorts extends Pick<ModelTargets, 'configurable'> {
  readonly connection: Pick<RelayConnection, 'ensureConnected' | 'connectedAs'>;
  readonly models: ConnectedModelPorts['models'] & Pick<RelayModels, 'find'>;
  /** Prepares a prompt with this image model, or else the selected one. */
  readonly prepareImage: (model?: string) => Promise<DrawPreparation>;
}

/**
 * Prepares a prompt with one profile: for an image model if the prompt is for one (`isImage`), or if the model can only
 * generate images. Rejects as `findConnectedModel` does.
 */
export async function prepareWith(
  ports: PreparationPorts,
  wished?: string,
  isImage = false,
): Promise<Preparation | DrawPreparation> {
  if (isImage) return ports.prepareImage(wished);
  const { account, model, protocol } = await findConnectedModel(ports, wished);
  const listed = ports.models.find(model);
  // A model with a known protocol is a chat model: the person may have set the protocol.
  if (!protocol && isImageModel(model, listed)) return ports.prepareImage(model);
  const system = defaultSystem(account.profile);
  const { outputTokenLimit: outputLimit, prices } = listed ?? {};
  return {
    model,
    relay: new URL(account.base).origin,
    settings: {
      maxTokens: readMaxOutputTokens(account.profile),
      ...(outputLimit && { outputLimit }),
      ...(system && { system }),
      ...(protocol && { protocol }),
    },
    configurable: ports.configurable(model),
    prices,
    async *ask(request, call) {
      // Look up the connection for each round: while tools ran, the key may have been replaced or removed.
      const connected = await ports.connection.connectedAs(account.profile);
      if (connected?.account.base !== account.base) throw new NotReadyError('connection');
      yield* connected.client.streamChat(request, call);
    },
  };
}

/** The system prompt of conversations that have none of their own. */
function defaultSystem(profile?: string): string {
  return readSetting('modelRelay.chat.systemPrompt', profile).trim();
}

/** The persistent storage of the chat. */
export function createChatStorage(
  context: Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState' | 'globalStorageUri'>,
  logger: Logger,
) {
  const persistence = createPersistence({
    logger,
    onUnkept: () =>
      void notify(
        'warning',
        vscode.l10n.t(
          'Drafts and selections can’t be saved because the disk can’t be written to. Free up some disk space before you close this window.',
        ),
      ),
    onUnreadable: () =>
      void notifyOfLogged(
        vscode.l10n.t(
          'Saved attachments or queued messages can’t be read. They stay saved: a later version of Model Relay may read them. See the log for details.',
        ),
      ),
  });
  const pathOf = (name: string) => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath;
  return {
    persistence,
    workspaceState: persistence.guard(context.workspaceState),
    globalState: persistence.guard(context.globalState),
    folders: {
      conversations: pathOf('conversations'),
      pictures: pathOf('pictures'),
      drafts: pathOf('drafts'),
    },
  };
}

/** The part of the images feature, its models and its gallery, that the chat needs. */
export interface Drawing {
  /** Prepares a prompt for this image model, or else the selected one. Rejects if there is none. */
  readonly prepare: (model?: string) => Promise<DrawPreparation>;
  /** Puts an image of a response into the gallery. */
  readonly add: (image: DrawnImage) => Promise<unknown>;
  readonly act: (action: 'useAsSource' | 'save' | 'insert', image: DrawnImage) => Promise<void>;
}

/** The same, loaded when it is first used. */
export function createDrawing(images: Lazy<{ readonly forChat: Drawing }>, logger: Logger) {
  const load = async () => (await images.get()).forChat;
  return {
    /** Runs an action with an image of a response. */
    act: async (...given: Parameters<Drawing['act']>) => (await load()).act(...given),
    prepareImage: async (model?: string) => (await load()).prepare(model),
    async addToGallery(drawn: readonly DrawnImage[]): Promise<void> {
      try {
        const { add } = await load();
        for (const image of drawn) await add(image);
      } catch (error) {
        logger.error(`Images: failed to add an image of a chat: ${String(error)}`);
      }
    },
  };
}
