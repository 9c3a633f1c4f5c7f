import * as vscode from 'vscode';
import type { Pages } from '../../platform/loadWhenUsed.ts';
import { notify, plainText, promptForWorkspaceTrust } from '../../platform/notifications.ts';
import type { ChatMode, ToolsView } from '../../protocol/protocolViews.ts';
import type { ChatTool } from '../../relay/chat/chatRequest.ts';
import { toInputSchema } from '../../relay/chat/toolSchema.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import type { ChatTools, ToolDescription } from '../model/chatServices.ts';
import type { Memory } from '../storage/persistence.ts';
import { createOwnTools, type OwnToolPorts } from './own/ownTools.ts';
import { createToolCalls, type ToolCallPorts } from './toolCalls.ts';
import { createToolCatalogue, type OfferedTool } from './toolCatalogue.ts';
import { createToolDecisions, type ToolDecisions } from './toolDecisions.ts';

interface ToolsFeaturePorts extends OwnToolPorts, Pick<ToolCallPorts, 'isShown' | 'show'> {
  readonly pages: Pages;
  readonly context: { readonly globalState: Memory; readonly workspaceState: Memory };
}

/** Services accept no more tools in one request. */
const mostTools = 128;
const longestTitle = 200;
const storageKey = 'chat.tools';
const switchedOffKey = 'chat.toolsSwitchedOff';

/** The tools that VS Code offers to extensions, for the model. */
export type Tools = ReturnType<typeof createTools>;

export function createTools(ports: ToolsFeaturePorts) {
  const { context, pages } = ports;
  const { t } = vscode.l10n;
  const changed = new vscode.EventEmitter<void>();
  const catalogue = createToolCatalogue();
  const own = createOwnTools(ports);
  own.register(pages);
  const decisions = createToolDecisions(context.globalState, context.workspaceState);
  const calls = createToolCalls({
    ...ports,
    catalogue,
    decisions,
    own,
    isGiven,
    onLeftOut: () => changed.fire(),
  });

  /**
   * Selected per person, not per folder: selected tools are only offered to the model, and each use needs approval.
   * Tools that are not available now stay selected, because a server may be started later.
   */
  const readChosen = () => readKeys(storageKey);
  /** Our own tools that were switched off: they are on by default. */
  const readSwitchedOff = () => readKeys(switchedOffKey);

  function readKeys(key: string): ReadonlySet<string> {
    const stored = context.globalState.get(key);
    return new Set(Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []);
  }

  /** In Ask mode and in Restricted Mode, only tools that certainly do nothing but read. */
  function isGiven({ name, key }: OfferedTool, mode: ChatMode): boolean {
    const mayAct = mode === 'agent' && vscode.workspace.isTrusted;
    const ownTool = own.find(name);
    if (!ownTool) return mayAct && readChosen().has(key);
    const isFolderOpen = (vscode.workspace.workspaceFolders ?? []).length > 0;
    const isUsable = isFolderOpen && ownTool.isAvailable();
    return isUsable && (ownTool.isReading || mayAct) && !readSwitchedOff().has(key);
  }

  const givenTools = (mode: ChatMode) => catalogue.list().filter((tool) => isGiven(tool, mode));

  const untrustedWords = () => t('Only read-only tools are available because this folder is not trusted.');

  function warningOf(given: number): string | undefined {
    if (!vscode.workspace.isTrusted) return untrustedWords();
    return given > mostTools
      ? t('{0} tools are selected. Most models accept up to {1}.', given, mostTools)
      : undefined;
  }

  /** Resolves to whether something was chosen. */
  async function choose(): Promise<boolean> {
    const tools = catalogue.list();
    // Notifications are not awaited: they may stay open long after the command is done.
    if (!vscode.workspace.isTrusted) {
      void promptForWorkspaceTrust('info', untrustedWords());
      return false;
    }
    if (tools.length === 0) {
      void notify('info', t('No tools are available. Install extensions or MCP servers to add tools.'));
      return false;
    }
    const switchedOff = readSwitchedOff();
    const ownKeys = tools.flatMap(({ name, key }) => (own.find(name) ? key : []));
    const chosen = new Set([...readChosen(), ...ownKeys.filter((key) => !switchedOff.has(key))]);
    const picked = await pickTools(tools, chosen, decisions);
    if (!picked) return false;
    const listed = new Set(tools.map(({ key }) => key));
    const absent = [...readChosen()].filter((key) => !listed.has(key));
    const others = [...picked].filter((key) => !ownKeys.includes(key));
    await context.globalState.update(storageKey, [...absent, ...others]);
    const unpicked = ownKeys.filter((key) => !picked.has(key));
    await context.globalState.update(switchedOffKey, unpicked.length > 0 ? unpicked : undefined);
    changed.fire();
    return true;
  }

  const subscriptions = vscode.Disposable.from(
    changed,
    own,
    catalogue,
    calls,
    vscode.extensions.onDidChange(() => changed.fire()),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
  );

  return {
    ...calls,
    given: (mode: ChatMode) =>
      givenTools(mode).map(
        ({ givenName, description, inputSchema }): ChatTool => ({
          name: givenName,
          description,
          inputSchema: toInputSchema(inputSchema),
        }),
      ),
    view(mode: ChatMode): ToolsView {
      const given = givenTools(mode).length;
      const warning = warningOf(given);
      return { mode, given, available: catalogue.list().length, ...(warning !== undefined && { warning }) };
    },
    /** Shows the picker of tools. */
    choose,
    describe({ name, input }: Parameters<ChatTools['describe']>[0]): ToolDescription {
      const tool = catalogue.find(name);
      const ownTool = tool && own.find(tool.name);
      const command = ownTool?.ask(input)?.command;
      const words = ownTool?.describe(input);
      if (words === undefined) return { title: tool?.title ?? name };
      return { title: ellipsize(words, longestTitle), input: '', ...(command !== undefined && { command }) };
    },
    /** Fires when the offered tools may have changed. */
    onDidChange: changed.event,
    dispose: () => subscriptions.dispose(),
  };
}

interface ToolItem extends vscode.QuickPickItem {
  readonly key?: string;
}

/** Lets the person select the tools that are offered to the model. Undefined if nothing changes. */
async function pickTools(
  tools: readonly OfferedTool[],
  chosen: ReadonlySet<string>,
  decisions: ToolDecisions,
): Promise<ReadonlySet<string> | undefined> {
  const { t } = vscode.l10n;
  const reviewButton = {
    iconPath: new vscode.ThemeIcon('checklist'),
    tooltip: t('Review Tool Approvals'),
  };
  const picker = vscode.window.createQuickPick<ToolItem>();
  picker.title = t('Configure Tools');
  picker.placeholder = t('Select the tools available to the model');
  picker.canSelectMany = true;
  picker.matchOnDescription = true;
  picker.ignoreFocusOut = true;
  picker.matchOnDetail = true;
  picker.buttons = [reviewButton];
  picker.items = toItems(tools, decisions);
  picker.selectedItems = picker.items.filter(({ key }) => key !== undefined && chosen.has(key));
  const outcome = await new Promise<ReadonlySet<string> | 'review' | undefined>((resolve) => {
    picker.onDidAccept(() => {
      resolve(new Set(picker.selectedItems.flatMap(({ key }) => key ?? [])));
      picker.hide();
    });
    picker.onDidTriggerButton(() => {
      resolve('review');
      picker.hide();
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  picker.dispose();
  if (outcome !== 'review') return outcome;
  await reviewDecisions(decisions);
  return undefined;
}

function toItems(tools: readonly OfferedTool[], decisions: ToolDecisions): ToolItem[] {
  const kept = new Map(decisions.kept.map(({ key, decision }) => [key, describeDecision(decision)]));
  const byMaker = Map.groupBy(tools, ({ maker }) => maker);
  return [...byMaker].flatMap(([maker, made]): ToolItem[] => [
    { label: plainText(maker), kind: vscode.QuickPickItemKind.Separator },
    ...made.map(({ key, title, summary }) => {
      const description = kept.get(key);
      return {
        key,
        label: plainText(title),
        detail: plainText(summary),
        ...(description !== undefined && { description }),
      };
    }),
  ]);
}

/** Shows the permanent decisions, to be revoked. */
async function reviewDecisions(decisions: ToolDecisions): Promise<void> {
  const { t } = vscode.l10n;
  const options = {
    title: t('Tool Approvals'),
    placeHolder: t('Select a tool to require approval again'),
    ignoreFocusOut: true,
  };
  for (;;) {
    const kept = decisions.kept.map(
      ({ key, title, decision }): ToolItem => ({
        key,
        label: plainText(title),
        description: describeDecision(decision),
      }),
    );
    const none: ToolItem = { label: t('None yet. Each use requires approval.') };
    const chosen = await vscode.window.showQuickPick(kept.length > 0 ? kept : [none], options);
    if (chosen?.key === undefined) return;
    decisions.takeBack(chosen.key);
  }
}

function describeDecision(decision: 'always' | 'never'): string {
  return decision === 'always' ? vscode.l10n.t('always allowed') : vscode.l10n.t('never allowed');
}
