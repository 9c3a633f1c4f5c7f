import * as vscode from 'vscode';
import { commands, views } from '../manifest.ts';
import { NotReadyError } from '../messages/ownErrors.ts';
import { type AskModelPorts, createAskModel } from '../platform/askModel.ts';
import type { RelayConnection, RelayModels } from '../platform/connectedModel.ts';
import type { StoreChange } from '../platform/disk/folderStore.ts';
import { createLastEditor } from '../platform/lastEditor.ts';
import type { Pages } from '../platform/loadWhenUsed.ts';
import { registerPageTab } from '../platform/pageTab.ts';
import { parseAddresses } from '../platform/pickedFiles.ts';
import { runAction } from '../platform/runAction.ts';
import { readMaxOutputTokens, readUserValue } from '../platform/settings/settings.ts';
import { createTreeMemory } from '../platform/treeViews.ts';
import {
  type ImageFormat,
  type ImageModelView,
  type ImagesHostMessage,
  type ImagesWebviewMessage,
  imagesWebviewMessage,
  type RunRequest,
} from '../protocol/imagesProtocol.ts';
import { isFields } from '../relay/json.ts';
import type { Logger } from '../relay/logger.ts';
import { matchingPatterns } from '../relay/models/modelOverrides.ts';
import type { RelayModel } from '../relay/models/relayModel.ts';
import { readPictureSize } from '../relay/tokens/pictureSize.ts';
import { joinSentences } from '../text/joinText.ts';
import { nameFromPrompt } from '../text/nameFromPrompt.ts';
import { createAltText } from './altText.ts';
import { describeModel } from './imageEndpoints.ts';
import { createImageFiles } from './imageFiles.ts';
import { askCleanUp, confirmRun } from './imageQuestions.ts';
import { ImageRuns, type PrepareSource } from './imageRuns.ts';
import { ImageSources } from './imageSources.ts';
import { type ImageRecord, ImageStore, type NewImage } from './imageStore.ts';
import { createImagesForChat } from './imagesForChat.ts';
import { createImageTree, firstImages, registerImageDrop } from './imageTree.ts';
import { PageConversions } from './pageConversions.ts';
import { ImageSaver } from './saveImages.ts';
import { createToolImages } from './toolImages.ts';

interface ImagesFeaturePorts extends AskModelPorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly pages: Pages;
  readonly connection: Pick<RelayConnection, 'ensureConnected' | 'onDidChange'>;
  readonly models: Pick<
    RelayModels,
    'state' | 'ensureListed' | 'find' | 'select' | 'selected' | 'protocolOf' | 'onDidChange'
  >;
  /** Selects a model. */
  readonly useModel: (model: RelayModel, kind: 'image') => Promise<void>;
  /** Shows the picker of models. */
  readonly selectModel: (kind: 'image') => Promise<void>;
}

/** Longer side of an image that is sent for its alt text, in pixels. */
const altSide = 1_000;
/** Number of images per message after the first ones. */
const moreImages = 500;
/** Longer side of an image that a tool gives a model to look at, in pixels. */
const previewSide = 512;
const mostPreviewBytes = 100_000;
const endpointsSetting = 'modelRelay.images.endpoints';

/** The endpoint of the setting, by the most specific pattern. Nothing is guessed. */
function readEndpoint(model: string): 'predict' | 'generations' | undefined {
  const set = readUserValue(endpointsSetting);
  const endpoints = isFields(set) ? set : {};
  const [pattern] = matchingPatterns(Object.keys(endpoints), model);
  const endpoint = pattern === undefined ? undefined : endpoints[pattern];
  return endpoint === 'generations' || endpoint === 'predict' ? endpoint : undefined;
}

/** Images in a tab: what was generated, what is being generated, and the messages of the page. */
export function registerImages(ports: ImagesFeaturePorts) {
  const { context, logger, connection, models } = ports;
  const { t } = vscode.l10n;
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'images');
  const store = new ImageStore(folder.fsPath, logger);
  const sources = new ImageSources(store, draw);
  const prepareSource: PrepareSource = (source, isForChat) => sources.prepare(source, isForChat);
  const runs = new ImageRuns(
    { store, findModel, prepareSource, t, memory: context.workspaceState },
    (id, run) => panel.post({ type: 'run', id, ...(run && { run }) }),
  );
  const panel = registerPageTab<ImagesHostMessage, ImagesWebviewMessage>({
    name: 'images',
    title: t('Model Relay: Images'),
    icon: 'relay',
    message: imagesWebviewMessage,
    extensionUri: context.extensionUri,
    pages: ports.pages,
    logger,
    handle,
    onFailed: () => panel.post({ type: 'notice', text: t('Something went wrong. See the log for details.') }),
    imageFolder: folder,
    memory: context.workspaceState,
    onShown: () =>
      void store
        .refresh()
        .catch((error: unknown) => logger.error(`Images: failed to read: ${String(error)}`)),
  });

  const refreshTree = ports.pages.tree(views.images, createImageTree(store));
  const conversions = new PageConversions((message) => panel.post(message));
  const lastEditor = createLastEditor();
  const writeAltText = createAltText({
    ...createAskModel(ports),
    draw: (bytes) => draw(bytes, 'image/jpeg', altSide),
  });
  const saver = new ImageSaver({
    ...{ read: (file: string) => store.read(file), convert, lastEditor },
    writeAlt: async ({ file, prompt }) =>
      writeAltText(nameFromPrompt(prompt), await store.read(file), prompt),
  });

  const files = createImageFiles({
    writeAltText,
    saver,
    reuse: (settings, text) => panel.openWith({ type: 'reuse', ...settings, text }),
  });

  async function findModel(wished?: string) {
    const { client, account } = await connection.ensureConnected();
    const model = wished ?? (await models.select('image'));
    if (model === undefined) throw models.state.failure ?? new NotReadyError('model');
    return {
      client,
      host: new URL(account.base).host,
      relay: new URL(account.base).origin,
      model,
      listed: models.find(model),
      protocol: models.protocolOf(model),
      maxTokens: readMaxOutputTokens(account.profile),
      endpoint: readEndpoint(model),
    };
  }

  async function readModel(): Promise<ImageModelView | undefined> {
    const model = await models.select('image').catch(() => undefined);
    return model === undefined
      ? undefined
      : describeModel(model, models.state.models, t, readEndpoint(model));
  }

  async function postModel(): Promise<void> {
    panel.post({ type: 'model', model: await readModel() });
  }

  /** Selects an image model, unless the relay no longer lists it. */
  async function useModel(model: string): Promise<void> {
    await models.ensureListed();
    const listed = models.find(model);
    const isImageModel = listed && (listed.kind === 'image' || listed.takesPredict);
    if (isImageModel && model !== models.selected('image')) await ports.useModel(listed, 'image');
  }

  /** The selection of the model that came with reused settings. */
  let selection: Promise<unknown> = Promise.resolve();

  async function postState(): Promise<void> {
    const thumbnails = await store.listThumbnails();
    // No other await from here on: a change in between would be posted before this state.
    const images = await store.list();
    panel.post({
      type: 'state',
      folder: panel.addressOf(folder),
      images: images.slice(0, firstImages),
      total: images.length,
      runs: runs.list(),
      bytes: store.bytes,
      restorable: store.restorable.length,
      thumbnails,
    });
    for (let first = firstImages; first < images.length; first += moreImages)
      postImages({ changed: images.slice(first, first + moreImages), removed: [] });
    // Not awaited: it may have to load the model lists, and neither the images nor the page should wait.
    void postModel();
  }

  async function generate(request: RunRequest, replaces: string | undefined): Promise<void> {
    // Writing the setting takes a moment.
    await selection;
    const { withSources } = (await readModel()) ?? {};
    const isOneByOne = withSources?.isOneByOne ?? false;
    if (!runs.isJustBegun(request) && (await confirmRun(request, isOneByOne))) runs.start(request, replaces);
    panel.post({ type: 'decided' });
  }

  async function addSources(gathering: ReturnType<ImageSources['gather']>): Promise<void> {
    const gathered = await gathering;
    const added = gathered.flatMap((each) => ('source' in each ? each : []));
    if (added.length > 0) panel.post({ type: 'sources', sources: added.map(({ source }) => source) });
    const words = gathered.flatMap((each) => ('refusal' in each ? each.refusal : each.notes));
    if (words.length > 0) panel.post({ type: 'notice', text: joinSentences(...words) });
    const made = added.find(({ settings }) => settings);
    if (made?.settings) void files.offerSettings(made.source.name, made.settings);
  }

  /** Runs an action on an image that a page names. */
  async function withImage(id: string, act: (image: ImageRecord) => Promise<void>): Promise<void> {
    const image = store.get(id);
    if (image) await act(image);
    else panel.post({ type: 'notice', text: t('This image no longer exists.') });
  }

  async function openImage({ file }: ImageRecord): Promise<void> {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.joinPath(folder, file));
  }

  /** Lets the page draw an image, which the host can't. */
  async function convert(image: ImageRecord, format: ImageFormat, scale: number): Promise<Uint8Array> {
    const bytes = Buffer.from(await store.read(image.file));
    return conversions.convert(bytes, format, scale);
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
        return ports.selectModel('image');
      case 'addFiles':
        return addSources(sources.pick());
      case 'addAddresses':
        return addSources(sources.gather(parseAddresses(message.addresses)));
      case 'addBytes':
        return addSources(
          Promise.all([sources.gatherBytes(message.name, Buffer.from(message.bytes, 'base64'))]),
        );
      case 'thumbnail':
        return store.keepThumbnail(message.file, Buffer.from(message.bytes, 'base64'));
      case 'favorite':
        return store.setFavorite(message.id, message.isFavorite);
      case 'delete':
        return store.delete(message.ids);
      case 'cleanUp': {
        const chosen = await askCleanUp(await store.list());
        // Another window may have made one a favorite in the meantime.
        const ids = chosen.filter(({ id }) => !store.get(id)?.isFavorite).map(({ id }) => id);
        return void (ids.length > 0 && panel.post({ type: 'delete', ids }));
      }
      case 'useModel': {
        const selecting = useModel(message.model);
        selection = selecting.catch(() => {});
        return selecting;
      }
      case 'restore':
        return store.restore(message.ids ?? store.restorable);
      case 'openImage':
        return withImage(message.id, openImage);
      case 'saveImage':
        return withImage(message.id, (image) => saver.save(image));
      case 'saveImageAs':
        return withImage(message.id, (image) => saver.saveAs(image));
      case 'insertAtCursor':
        return withImage(message.id, (image) => saver.insert(image));
      case 'converted':
        return conversions.onConverted(message);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'action':
        return message.action === 'selectModel' ? ports.selectModel('image') : runAction(message.action);
      case 'log':
        return logger[message.level](`Images: ${message.message}`);
    }
  }

  function draw(bytes: Uint8Array, format: ImageFormat, side?: number): Promise<Uint8Array> | undefined {
    const { width = 0, height = 0 } = readPictureSize(bytes) ?? {};
    const scale = side === undefined ? 1 : Math.min(1, side / Math.max(width, height, 1));
    return panel.isReady ? conversions.convert(Buffer.from(bytes), format, scale) : undefined;
  }

  /** A small image if a page is open to draw it, else the image itself; undefined if it can’t be drawn. */
  async function makePreview(image: ImageRecord): Promise<Uint8Array | undefined> {
    const bytes = await store.read(image.file);
    const isSmall = image.bytes <= mostPreviewBytes && image.mediaType !== 'image/avif';
    const drawn = isSmall ? undefined : draw(bytes, 'image/jpeg', previewSide);
    return drawn ? drawn.catch(() => undefined) : bytes;
  }

  function postImages({ changed, removed }: StoreChange<ImageRecord>): void {
    const { total, bytes, restorable } = store;
    panel.post({ type: 'images', changed, removed, total, bytes, restorable: restorable.length });
  }

  const rememberTree = createTreeMemory(context.globalStorageUri, 'images');
  const stopListening = store.onDidChange((change) => {
    postImages(change);
    refreshTree();
    rememberTree(store.total > 0 ? 'over' : undefined);
  });
  const subscriptions = vscode.Disposable.from(
    vscode.commands.registerCommand(commands.openImages, (id?: unknown) =>
      typeof id === 'string' ? panel.openWith({ type: 'show', id }) : panel.open(),
    ),
    registerImageDrop(store, (document, image) => saver.saveFor(document, image)),
    files.commands,
    models.onDidChange(() => void postModel()),
    connection.onDidChange(() => void postModel()),
  );

  return {
    /** The image functions for chats. */
    forChat: createImagesForChat({
      store,
      saver,
      findModel,
      openWith: (source) => panel.openWith({ type: 'sources', sources: [source] }),
      prepareSource,
      t,
    }),
    /** Adds an image of another feature to the gallery; resolves to the path of its file. */
    async addImage(bytes: Uint8Array, about: Omit<NewImage, 'parentIds' | 'parameters'> & Partial<NewImage>) {
      // A result that is downloaded again is the same image.
      const { file } = await store.addOnce(bytes, { parameters: {}, parentIds: [], ...about });
      return store.pathOf(file);
    },
    /** For tools. */
    forTools: {
      generate: createToolImages({ store, sources, runs, saver, makePreview, logger }),
      sourcesWarning: async () => (await readModel())?.withSources.warning,
    },
    /** Ends all runs, and resolves when their results are on disk. */
    async close(): Promise<void> {
      stopListening();
      await runs.close();
      await store.close();
    },
    dispose(): void {
      subscriptions.dispose();
      lastEditor.dispose();
    },
  };
}
