import * as vscode from 'vscode';
import { commands as ids } from '../manifest.ts';
import type { Logger } from '../relay/logger.ts';
import type { Entrances } from './entrances.ts';
import { notify } from './notifications.ts';

/** The ID of an item of a tree that is dragged. */
export const itemMime = 'application/vnd.model-relay.item';
const draggedItem: vscode.TreeDragAndDropController<vscode.TreeItem> = {
  dragMimeTypes: [itemMime],
  dropMimeTypes: [],
  handleDrag: ([item], transfer) => transfer.set(itemMime, new vscode.DataTransferItem(item?.id)),
};

/** Registers the providers of a feature for views and tabs that VS Code knew before the feature was loaded. */
export interface Pages {
  view(id: string, provider: vscode.WebviewViewProvider): void;
  /** Registers the items of a flat list; the result tells VS Code that they have changed. */
  tree(id: string, items: () => Promise<vscode.TreeItem[]>): () => void;
  tab(type: string, serializer: vscode.WebviewPanelSerializer): void;
  tool(name: string, implementation: vscode.LanguageModelTool<object>): void;
  /** The handler of links to this extension. */
  link(handler: vscode.UriHandler): void;
}

/** A feature that is loaded on first use. */
export interface Lazy<Feature> {
  /** The feature, loaded if needed. */
  get(): Promise<Feature>;
}

/**
 * Registers what VS Code has to know about a feature from the start, and loads the feature on its first use, through
 * VS Code or by another feature. If that fails, the next use tries again; VS Code shows why a command or view failed.
 */
export function loadWhenUsed<Feature extends vscode.Disposable>(
  name: string,
  entrances: Entrances,
  logger: Logger,
  /** Loads the code; its result registers the feature, including its commands and pages. */
  importFeature: () => Promise<(pages: Pages) => Feature>,
) {
  const { commands, views = [], trees = [], tabs = [], tools = [], opensLinks = false } = entrances;
  const providers = new Map<string, vscode.WebviewViewProvider>();
  const shownTrees = new Map<string, () => Promise<vscode.TreeItem[]>>();
  const treeChanges = new vscode.EventEmitter<void>();
  const serializers = new Map<string, vscode.WebviewPanelSerializer>();
  const implementations = new Map<string, vscode.LanguageModelTool<object>>();
  let links: vscode.UriHandler | undefined;
  let used: Promise<Feature> | undefined;
  let feature: Feature | undefined;
  let isDisposed = false;
  const whenUsed = Promise.withResolvers<Feature>();

  const getRegister = loadOnce(importFeature);

  async function load(): Promise<Feature> {
    const register = await getRegister().catch((error: Error) => {
      used = undefined;
      logger.error(`The feature ${name} could not be loaded: ${String(error.cause)}`);
      throw error;
    });
    if (isDisposed) throw new Error(`The feature ${name} was used while the extension ended`);
    // Nothing is awaited until the feature's own commands exist, so that no call comes in between.
    standIns.dispose();
    feature = register({
      view: (id, provider) => void providers.set(id, provider),
      tree(id, items) {
        shownTrees.set(id, items);
        return () => treeChanges.fire();
      },
      tab: (type, serializer) => void serializers.set(type, serializer),
      tool: (name, implementation) => void implementations.set(name, implementation),
      link(handler) {
        links = handler;
      },
    });
    whenUsed.resolve(feature);
    return feature;
  }

  function get(): Promise<Feature> {
    used ??= load();
    return used;
  }

  /** Loads the feature; resolves to whether the page still exists after that. */
  async function isThere(page: vscode.WebviewView | vscode.WebviewPanel): Promise<boolean> {
    let isGone = false;
    const listener = page.onDidDispose(() => {
      isGone = true;
    });
    try {
      await get();
    } catch (error) {
      // VS Code itself gives no reason when a page can't be loaded.
      if (error instanceof Error) void notify('warning', error.message);
      throw error;
    } finally {
      listener.dispose();
    }
    return !isGone;
  }

  const standIns = vscode.Disposable.from(
    ...commands.map((command) =>
      vscode.commands.registerCommand(ids[command], async (...given: unknown[]) => {
        await get();
        return vscode.commands.executeCommand(ids[command], ...given);
      }),
    ),
  );
  const registrations = vscode.Disposable.from(
    ...views.map((id) =>
      vscode.window.registerWebviewViewProvider(
        id,
        {
          async resolveWebviewView(view, context, token) {
            if (await isThere(view)) await providers.get(id)?.resolveWebviewView(view, context, token);
          },
        },
        // A page has state that the host does not know, such as playing audio and the position in a long text.
        { webviewOptions: { retainContextWhenHidden: true } },
      ),
    ),
    treeChanges,
    ...trees.map((id) =>
      vscode.window.createTreeView<vscode.TreeItem>(id, {
        treeDataProvider: {
          onDidChangeTreeData: treeChanges.event,
          getTreeItem: (item) => item,
          async getChildren(parent) {
            await get();
            return parent ? [] : shownTrees.get(id)?.();
          },
        },
        dragAndDropController: draggedItem,
      }),
    ),
    ...tabs.map((type) =>
      vscode.window.registerWebviewPanelSerializer(type, {
        async deserializeWebviewPanel(panel, state) {
          if (await isThere(panel)) await serializers.get(type)?.deserializeWebviewPanel(panel, state);
        },
      }),
    ),
    ...tools.map((name) =>
      vscode.lm.registerTool<object>(name, {
        async prepareInvocation(options, token) {
          await get();
          return implementations.get(name)?.prepareInvocation?.(options, token);
        },
        async invoke(options, token) {
          await get();
          return implementations.get(name)?.invoke(options, token);
        },
      }),
    ),
    ...(opensLinks
      ? [
          vscode.window.registerUriHandler({
            async handleUri(uri) {
              await get();
              await links?.handleUri(uri);
            },
          }),
        ]
      : []),
  );

  return {
    get,
    /** The feature, if it was loaded. */
    get used(): Promise<Feature> | undefined {
      return used;
    },
    /** Resolves to the feature once its first user has loaded it. */
    whenUsed: whenUsed.promise,
    dispose(): void {
      isDisposed = true;
      standIns.dispose();
      registrations.dispose();
      feature?.dispose();
    },
  };
}

/**
 * Loads something on first use. If that fails, it rejects with a message, and the next use tries again.
 */
export function loadOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      const [cause = ''] = String(error).split('\n', 1);
      const words = vscode.l10n.t(
        'A part of Model Relay could not be loaded. Try again. If it fails again, reload the window or reinstall the extension. ({0})',
        cause,
      );
      throw new Error(words, { cause: error });
    });
    return loading;
  };
}
