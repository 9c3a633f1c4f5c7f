import * as vscode from 'vscode';
import { commands, imagesPanelType, settings } from '../manifest.ts';
import { describeImageFailure } from '../messages/imageFailures.ts';
import { NotReadyError } from '../messages/ownErrors.ts';
import type { ConnectedRelay } from '../platform/connectedModel.ts';
import type { Pages } from '../platform/loadWhenUsed.ts';
import { confirm } from '../platform/notifications.ts';
import { registerPageTab } from '../platform/pageTab.ts';
import { readMaxOutputTokens, readUserValue } from '../platform/settings/settings.ts';
import { maximumSourceBytes } from '../protocol/imageLimits.ts';
import {
  type ImageModelView,
  type ImagesHostMessage,
  type ImagesWebviewMessage,
  imagesWebviewMessage,
  type RunRequest,
} from '../protocol/imagesProtocol.ts';
import type { FailureAction } from '../protocol/protocolViews.ts';
import type { Protocol } from '../relay/chat/protocolNames.ts';
import type { Logger } from '../relay/logger.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { describeModel } from './imageEndpoints.ts';
import type { ImageRecord } from './imageRecords.ts';
import { ImageRuns } from './imageRuns.ts';
import { gatherBytes, gatherSources, parseAddresses, pickSourceFiles } from './imageSources.ts';
import { ImageStore } from './imageStore.ts';

interface ImagesFeaturePorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly pages: Pages;
  /** Rejects with a NotReadyError when no relay is connected. */
  readonly ensureConnected: () => Promise<ConnectedRelay>;
  /** The selected image model, or the first that is listed; the lists are read for it if needed. */
  readonly currentModel: () => Promise<string | undefined>;
  readonly listFailure: () => unknown;
  readonly models: () => readonly RelayModel[];
  readonly protocolOf: (model: string) => Protocol | undefined;
  /** Shows the picker of image models. */
  readonly selectModel: () => Promise<void>;
  readonly onModelChange: vscode.Event<void>;
  readonly onConnectionChange: vscode.Event<void>;
  readonly runAction: (action: FailureAction['id']) => Promise<void>;
}

const confirmSetting = 'modelRelay.images.confirmAbove';

/** Images in a tab: what was generated, what is being generated, and the messages of the page. */
export function registerImages(ports: ImagesFeaturePorts) {
  const { context, logger } = ports;
  const { t } = vscode.l10n;
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'images');
  const store = new ImageStore(folder.fsPath, logger);
  const describe = (error: unknown, facts: { readonly seconds: number }) =>
    describeImageFailure(error, { t, ...facts });
  const runs = new ImageRuns({ store, findModel, describe }, (id, run) =>
    panel.post({ type: 'run', id, ...(run && { run }) }),
  );
  const panel = registerPageTab<ImagesHostMessage, ImagesWebviewMessage>({
    name: 'images',
    type: imagesPanelType,
    title: t('Model Relay: Images'),
    icon: 'relay',
    message: imagesWebviewMessage,
    extensionUri: context.extensionUri,
    pages: ports.pages,
    logger,
    handle: (message) =>
      handle(message).catch((error: unknown) => {
        panel.post({ type: 'notice', text: t('Something went wrong. See the log for details.') });
        throw error;
      }),
    imageFolder: folder,
    onShown: () => void store.refresh().catch(logUnreadable),
  });

  function logUnreadable(error: unknown): void {
    logger.error(`Images: failed to read the index: ${String(error)}`);
  }

  async function findModel() {
    const { client, account } = await ports.ensureConnected();
    const model = await ports.currentModel();
    if (model === undefined) throw ports.listFailure() ?? new NotReadyError('model');
    return {
      client,
      host: new URL(account.base).host,
      model,
      listed: ports.models().find(({ id }) => id === model),
      protocol: ports.protocolOf(model),
      maxTokens: readMaxOutputTokens(account.profile),
    };
  }

  async function readModel(): Promise<ImageModelView | undefined> {
    const model = await ports.currentModel().catch(() => undefined);
    return model === undefined ? undefined : describeModel(model, ports.models(), t);
  }

  async function postModel(): Promise<void> {
    panel.post({ type: 'model', model: await readModel() });
  }

  async function postState(): Promise<void> {
    const images = await store.list();
    panel.post({
      type: 'state',
      folder: panel.addressOf(folder),
      images,
      runs: runs.list(),
      model: undefined,
      bytes: store.bytes,
    });
    // The lists may have to be read for it; the images do not wait for that.
    await postModel();
  }

  async function generate(request: RunRequest, replaces: string | undefined): Promise<void> {
    const { count = 1 } = request.parameters;
    const set = readUserValue(confirmSetting);
    const limit = typeof set === 'number' ? set : settings[confirmSetting];
    const bytes = request.sources.reduce((sum, source) => sum + source.bytes, 0);
    const ask = (question: string, detail: string) => confirm('info', question, detail, t('Generate'));
    const isStarted =
      (limit === 0 ||
        count <= limit ||
        (await ask(t('Generate {0} images?', count), t('The relay may bill each of them.')))) &&
      (bytes <= maximumSourceBytes ||
        (await ask(
          t('Send {0} MB of source images?', Math.ceil(bytes / 1024 ** 2)),
          t('Many relays accept at most 64 MB.'),
        )));
    if (isStarted) {
      runs.start(request);
      if (replaces !== undefined) runs.dismiss(replaces);
    }
    panel.post({ type: 'started', isStarted });
  }

  async function addSources(gathering: ReturnType<typeof gatherSources>): Promise<void> {
    const { sources, refusals } = await gathering;
    if (sources.length > 0) panel.post({ type: 'sources', sources });
    if (refusals.length > 0) panel.post({ type: 'notice', text: refusals.join(' ') });
  }

  /** What is done with an image that a page names. */
  async function withImage(id: string, act: (image: ImageRecord) => Promise<void>): Promise<void> {
    const image = store.get(id);
    if (image) await act(image);
    else panel.post({ type: 'notice', text: t('This image no longer exists.') });
  }

  async function openImage({ file }: ImageRecord): Promise<void> {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, file));
  }

  async function saveImage({ file }: ImageRecord): Promise<void> {
    const extension = file.slice(file.lastIndexOf('.') + 1);
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    const target = await vscode.window.showSaveDialog({
      ...(workspace && { defaultUri: vscode.Uri.joinPath(workspace.uri, `${t('image')}.${extension}`) }),
      filters: { [t('Images')]: [extension] },
    });
    if (target)
      await vscode.workspace.fs.copy(vscode.Uri.joinPath(folder, file), target, { overwrite: true });
  }

  async function handle(message: ImagesWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return postState();
      case 'generate':
        return generate(message.request, message.replaces);
      case 'cancel':
        return runs.cancel(message.runId);
      case 'saveAgain':
        return runs.saveAgain(message.runId);
      case 'dismiss':
        return runs.dismiss(message.runId);
      case 'selectModel':
        return ports.selectModel();
      case 'addFiles':
        return addSources(gatherSources(store, await pickSourceFiles()));
      case 'addAddresses':
        return addSources(gatherSources(store, parseAddresses(message.addresses)));
      case 'addBytes':
        return addSources(gatherBytes(store, message.name, Buffer.from(message.bytes, 'base64')));
      case 'favorite':
        return store.setFavorite(message.id, message.isFavorite);
      case 'delete':
        return store.delete(message.ids);
      case 'restore':
        return store.restore(message.ids);
      case 'openImage':
        return withImage(message.id, openImage);
      case 'saveToWorkspace':
        return withImage(message.id, saveImage);
      case 'insertAtCursor':
        // No button of the page sends it yet.
        return;
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'action':
        return message.action === 'selectModel' ? ports.selectModel() : ports.runAction(message.action);
      case 'log':
        return logger[message.level](`Images: ${message.message}`);
    }
  }

  const stopListening = store.onDidChange(({ changed, removed }) =>
    panel.post({ type: 'images', changed, removed, bytes: store.bytes }),
  );
  const subscriptions = vscode.Disposable.from(
    vscode.commands.registerCommand(commands.openImages, () => panel.open()),
    ports.onModelChange(() => void postModel()),
    ports.onConnectionChange(() => void postModel()),
  );

  return {
    /** Ends what runs, and resolves when what came of it is on the disk. */
    async close(): Promise<void> {
      stopListening();
      await runs.close();
      await store.close();
    },
    dispose(): void {
      subscriptions.dispose();
    },
  };
}
