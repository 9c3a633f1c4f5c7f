import * as vscode from 'vscode';
import { commands, views } from '../manifest.ts';
import { summariseFailure } from '../messages/failures.ts';
import type { RelayConnection, RelayModels } from '../platform/connectedModel.ts';
import type { StoreChange } from '../platform/disk/folderStore.ts';
import type { Lazy, Pages } from '../platform/loadWhenUsed.ts';
import { areFilesLocal } from '../platform/localFiles.ts';
import { notify } from '../platform/notifications.ts';
import { registerPageTab } from '../platform/pageTab.ts';
import { parseAddresses } from '../platform/pickedFiles.ts';
import { runAction } from '../platform/runAction.ts';
import { saveNewFiles } from '../platform/saveFiles.ts';
import { onSettingsChange, readProfileNames } from '../platform/settings/settings.ts';
import { createTreeMemory } from '../platform/treeViews.ts';
import type { TaskRecord, TaskRequestFields } from '../protocol/taskRecord.ts';
import { isTaskOver, nameOfTask } from '../protocol/taskStateWords.ts';
import {
  type TasksHostMessage,
  type TasksWebviewMessage,
  tasksWebviewMessage,
} from '../protocol/tasksProtocol.ts';
import type { Logger } from '../relay/logger.ts';
import { ellipsize } from '../text/ellipsize.ts';
import { nameFromPrompt } from '../text/nameFromPrompt.ts';
import { testPaths } from './lookupTest.ts';
import { pickTaskModel } from './pickTaskModel.ts';
import {
  keepTaskChoices,
  pathsSetting,
  readForm,
  readKnownPaths,
  type TaskPlan,
  toPlan,
} from './taskForm.ts';
import { TaskRunner } from './taskRunner.ts';
import { type FoundSource, TaskSources } from './taskSources.ts';
import { TaskStore } from './taskStore.ts';
import { createTaskTree } from './taskTree.ts';
import { type TaskImage, toTaskImage, toTaskView } from './taskViews.ts';
import { createToolTasks } from './toolTasks.ts';

interface TasksFeaturePorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly pages: Pages;
  readonly connection: Pick<RelayConnection, 'ensureConnected' | 'connectedAs' | 'onDidChange'>;
  readonly models: Pick<RelayModels, 'state' | 'ensureListed'>;
  readonly images: Lazy<{ addImage(bytes: Uint8Array, image: TaskImage): Promise<unknown> }>;
  /** An image for sending; undefined if its location data can’t be removed. */
  readonly withoutLocation: (bytes: Uint8Array) => Promise<Uint8Array | undefined>;
}

const longestName = 80;

/** Tasks in a tab, and the work on them while a window is open. */
export function registerTasks(ports: TasksFeaturePorts) {
  const { context, logger, connection, models } = ports;
  const { t } = vscode.l10n;
  const folder = vscode.Uri.joinPath(context.globalStorageUri, 'tasks');
  const store = new TaskStore(folder.fsPath, logger);
  const sources = new TaskSources(store, ports.withoutLocation);
  const runner = new TaskRunner({ store, logger, relayOf, onOver: (record) => void onOver(record) });
  const panel = registerPageTab<TasksHostMessage, TasksWebviewMessage>({
    name: 'tasks',
    title: t('Model Relay: Video Tasks'),
    icon: 'relay',
    message: tasksWebviewMessage,
    extensionUri: context.extensionUri,
    pages: ports.pages,
    logger,
    handle,
    onFailed: () => panel.post({ type: 'notice', text: t('Something went wrong. See the log for details.') }),
    imageFolder: folder,
    playsMedia: true,
    memory: context.workspaceState,
  });

  const refreshTree = ports.pages.tree(views.tasks, createTaskTree(store));

  /**
   * For a missing profile, for example one renamed by hand: the selected one, which the runner accepts if its relay
   * is the same.
   */
  async function relayOf(profile: string) {
    const isGone = profile !== '' && !readProfileNames().includes(profile);
    const connected = isGone
      ? await connection.ensureConnected().catch(() => undefined)
      : await connection.connectedAs(profile);
    return connected && { client: connected.client, origin: new URL(connected.account.base).origin };
  }

  async function postState(): Promise<void> {
    const tasks = (await store.list()).map(toTaskView);
    panel.post({
      type: 'state',
      folder: panel.addressOf(folder),
      tasks,
      now: Date.now(),
      bytes: store.bytes,
      isBrowser: vscode.env.uiKind === vscode.UIKind.Web,
      isLocal: areFilesLocal(),
    });
    postForm();
    // Not awaited: it may have to load the model lists, and the tasks should not wait for that.
    void models
      .ensureListed()
      .catch(() => undefined)
      .then(postForm);
  }

  function postForm(): void {
    panel.post({ type: 'form', form: readForm(context.globalState, models.state.models) });
  }

  async function plan(): Promise<TaskPlan | undefined> {
    await models.ensureListed().catch(() => undefined);
    const connected = await connection.ensureConnected().catch(() => undefined);
    return connected && toPlan(readForm(context.globalState, models.state.models), connected.account);
  }

  /** Starts a task, and remembers the choices. Rejects if nothing was sent. */
  async function start(
    request: TaskRequestFields,
    name: string,
    { profile, origin }: Pick<TaskPlan, 'profile' | 'origin'>,
    onStored?: () => void,
  ): Promise<TaskRecord> {
    const paths = readKnownPaths().byName.get(name);
    if (!paths) throw new Error(`There are no paths "${name}"`);
    await keepTaskChoices(context.globalState, { model: request.model, paths: name });
    return runner.submit({ profile, origin, request, paths }, onStored);
  }

  async function submit(request: TaskRequestFields, name: string): Promise<void> {
    let isStarted = false;
    // The form is free as soon as the task is on the disk; the relay's response may take longer.
    const onStored = () => {
      isStarted = true;
      panel.post({ type: 'submitted', isStarted });
    };
    try {
      const { account } = await connection.ensureConnected();
      const relay = { profile: account.profile, origin: new URL(account.base).origin };
      await start(request, name, relay, onStored);
    } catch (error) {
      logger.error(`Tasks: ${String(error)}`);
      panel.post({ type: 'notice', text: summariseFailure(error, { t }) });
      if (!isStarted) panel.post({ type: 'submitted', isStarted });
    }
  }

  async function selectModel(): Promise<void> {
    const model = await pickTaskModel(models);
    if (model !== undefined) panel.post({ type: 'model', model });
  }

  async function addSource(found: Promise<FoundSource | undefined>): Promise<void> {
    const source = await found;
    if (typeof source === 'string') panel.post({ type: 'notice', text: source });
    else if (source) panel.post({ type: 'source', source });
  }

  async function test(name: string): Promise<void> {
    const paths = readKnownPaths().byName.get(name);
    if (!paths) return;
    const verdict = await connection
      .ensureConnected()
      .then(({ client, account }) => testPaths(client, paths, { t, host: new URL(account.base).host }))
      .catch((error) => ({ severity: 'error' as const, text: summariseFailure(error, { t }) }));
    panel.post({ type: 'tested', verdict: { paths: name, ...verdict } });
  }

  async function enterTaskId(id: string): Promise<void> {
    const taskId = await vscode.window.showInputBox({
      title: t('Enter Task ID'),
      prompt: t('The ID that the relay’s log shows for the request'),
    });
    if (taskId?.trim()) await runner.follow(id, taskId.trim());
  }

  async function cancelAtRelay(id: string): Promise<void> {
    try {
      await runner.cancelAtRelay(id);
    } catch (error) {
      const words = summariseFailure(error, { t });
      panel.post({ type: 'notice', text: t('The relay did not cancel the task. {0}', words) });
    }
  }

  /** Runs an action on a file that a page names, if it is one of the task's own results. */
  async function withResult(
    id: string,
    file: string,
    act: (uri: vscode.Uri, record: TaskRecord) => Promise<unknown>,
  ): Promise<void> {
    const record = store.get(id);
    const isOwn = record?.results.some((result) => result.file === file);
    if (record && isOwn) await act(vscode.Uri.joinPath(folder, file), record);
    else panel.post({ type: 'notice', text: t('This file no longer exists.') });
  }

  async function save(uri: vscode.Uri, { request }: TaskRecord): Promise<void> {
    const extension = uri.path.slice(uri.path.lastIndexOf('.') + 1);
    const words = { title: t('Save Video'), kind: t('Videos') };
    await saveNewFiles(
      nameFromPrompt(request.prompt || request.model),
      [{ suffix: '', extension, content: uri }],
      words,
    );
  }

  async function handle(message: TasksWebviewMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return postState();
      case 'submit':
        return submit(message.request, message.paths);
      case 'selectModel':
        return selectModel();
      case 'addFile':
        return addSource(sources.pick());
      case 'addAddresses': {
        const [uri] = parseAddresses(message.addresses);
        return uri && addSource(sources.read(uri));
      }
      case 'addBytes':
        return addSource(sources.keep(message.name, Buffer.from(message.bytes, 'base64')));
      case 'testPaths':
        return test(message.paths);
      case 'openSettings':
        return vscode.commands.executeCommand('workbench.action.openSettings', pathsSetting);
      case 'lookAgain':
        return runner.lookAgain(message.id);
      case 'enterTaskId':
        return enterTaskId(message.id);
      case 'extend':
        return runner.extend(message.id);
      case 'stopWaiting':
        return runner.stopWaiting(message.id);
      case 'stopDownload':
        return runner.stopDownload(message.id);
      case 'cancelAtRelay':
        return cancelAtRelay(message.id);
      case 'fetchAgain':
        return runner.fetchAgain(message.id);
      case 'delete':
        return store.delete(message.ids);
      case 'restore':
        return store.restore(message.ids);
      case 'openInPlayer':
        return withResult(message.id, message.file, async (uri) => vscode.env.openExternal(uri));
      case 'reveal':
        return withResult(message.id, message.file, async (uri) =>
          vscode.commands.executeCommand('revealFileInOS', uri),
        );
      case 'save':
        return withResult(message.id, message.file, save);
      case 'poster':
        return store.keepPoster(message.id, Buffer.from(message.bytes, 'base64'));
      case 'openImages':
        return vscode.commands.executeCommand(commands.openImages);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'action':
        return message.action === 'selectModel' ? selectModel() : runAction(message.action);
      case 'log':
        return logger[message.level](`Tasks: ${message.message}`);
    }
  }

  /**
   * Called in only one window when a task is over: adds its images to the gallery, and notifies the person unless the
   * tab is visible.
   */
  async function onOver(record: TaskRecord): Promise<void> {
    for (const { file, mediaType } of record.state === 'done' ? record.results : []) {
      if (!mediaType.startsWith('image/')) continue;
      await store
        .read(file)
        .then(async (bytes) => (await ports.images.get()).addImage(bytes, toTaskImage(record)))
        .catch((error: unknown) => logger.error(`Tasks: ${String(error)}`));
    }
    if (panel.isSeen) return;
    const name = ellipsize(nameOfTask(record), longestName);
    const show = t('Show');
    const isDone = record.state === 'done';
    const words = isDone ? t('Task done: {0}', name) : t('Task needs attention: {0}', name);
    if ((await notify(isDone ? 'info' : 'warning', words, show)) === show)
      panel.openWith({ type: 'show', id: record.id });
  }

  function onChange({ changed, removed }: StoreChange<TaskRecord>): void {
    panel.post({
      type: 'tasks',
      changed: changed.map(toTaskView),
      removed,
      now: Date.now(),
      bytes: store.bytes,
    });
    refreshTree();
    const live = store.live();
    const are = live.length === 0 ? undefined : live.every(isTaskOver) ? 'over' : 'open';
    rememberTree(are);
  }

  const rememberTree = createTreeMemory(context.globalStorageUri, 'tasks');
  const stopListening = store.onDidChange(onChange);
  const subscriptions = vscode.Disposable.from(
    vscode.commands.registerCommand(commands.openTasks, (id?: unknown) =>
      typeof id === 'string' ? panel.openWith({ type: 'show', id }) : panel.open(),
    ),
    connection.onDidChange(() => {
      runner.wake();
      if (panel.isOpen) void postState();
    }),
    onSettingsChange([pathsSetting], postForm),
  );
  void runner.start();

  return {
    forTools: createToolTasks({
      ...{ store, sources, plan, folder },
      submit: (request, taskPlan) => start(request, taskPlan.paths, taskPlan),
    }),
    moveTasks: (from: string, to: string) => store.moveTasks(from, to),
    /** Stops polling, and resolves when everything that was begun is on disk. */
    async close(): Promise<void> {
      stopListening();
      await runner.close();
      await store.close();
    },
    dispose: () => subscriptions.dispose(),
  };
}
