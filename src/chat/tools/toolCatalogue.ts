import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { toGivenName } from '../../relay/chat/toolNames.ts';
import { ellipsize } from '../../text/ellipsize.ts';
import { fingerprintOf } from './own/ownTool.ts';
import type { DecidedTool } from './toolDecisions.ts';

/** A tool that VS Code offers to extensions. */
export interface OfferedTool extends DecidedTool {
  readonly name: string;
  /** The name that is sent to models. */
  readonly givenName: string;
  /** The provider of the tool, an extension, an MCP server or VS Code: its id, and its display name. */
  readonly place: string;
  readonly maker: string;
  /** For the model. */
  readonly description: string;
  /** The description for people, or else the beginning of the model's description. */
  readonly summary: string;
  /** The description for people, if the tool has one. */
  readonly userDescription: string | undefined;
  readonly inputSchema: object | undefined;
  /** Whether VS Code asks for approval in its own dialog. The tool decides for each call, invisibly to extensions. */
  readonly isAskedByEditor: 'always' | 'maybe' | 'no';
}

/** A tool as an extension's manifest declares it. */
const declaredTool = z.object({
  name: z.string(),
  displayName: z.optional(z.string()),
  userDescription: z.optional(z.string()),
});
const declaredTools = z.object({
  displayName: z.optional(z.string()),
  contributes: z.object({ languageModelTools: z.array(declaredTool) }),
});

/** Properties of a tool that VS Code's API does not declare; nothing depends on them. */
const beyondApi = z.object({
  source: z.catch(z.optional(z.object({ id: z.optional(z.string()), label: z.string() })), undefined),
  fullReferenceName: z.catch(z.optional(z.string()), undefined),
});

type BeyondApi = z.infer<typeof beyondApi>;

/** Built-in tools that need a session of VS Code's own chat, or belong to a tool that does. */
const chatOnlyNames =
  /^(?:run_in_terminal|(?:get|send|kill|await)_\w*terminal\w*|(?:create_and_)?run_task|get_task_output|manage_todo_list|runSubagent|inline_chat_exit|setup_tools_\w+|vscode_\w+_internal|vscode_get_\w*confirmation\w*|vscode_(?:reviewPlan|askQuestions)\w*)$/;

/** Built-in tools for which VS Code always asks outside of its own chat. For its other tools it does not ask. */
const alwaysAsked = new Set(['runTests']);

/** The provider of built-in tools. */
const editorsPlace = 'vscode';

interface Declaration extends z.infer<typeof declaredTool> {
  readonly extensionId: string;
  readonly maker: string;
}

const longestSummary = 300;

/** The available tools that work in this chat. */
export type ToolCatalogue = ReturnType<typeof createToolCatalogue>;

export function createToolCatalogue() {
  const leftOut = new Set<string>();
  let declarations: ReadonlyMap<string, Declaration> | undefined;
  /** VS Code gives the same object for a tool until something about it changes. */
  let known = new WeakMap<vscode.LanguageModelToolInformation, OfferedTool>();

  const subscription = vscode.extensions.onDidChange(() => {
    declarations = undefined;
    known = new WeakMap();
  });

  function read(): OfferedTool[] {
    const tools = vscode.lm.tools.map((tool) => ({ tool, more: readMore(tool) }));
    // Newer editors give tools that people can select a reference name; their others are internal to their chat.
    const areNamed = tools.some(({ more }) => more.fullReferenceName !== undefined);
    return tools.flatMap(({ tool, more }) => {
      const offered = toKnown(tool, more);
      const isInside =
        offered.place === editorsPlace &&
        (chatOnlyNames.test(tool.name) || (areNamed && more.fullReferenceName === undefined));
      return !tool.description || isInside || leftOut.has(tool.name) ? [] : offered;
    });
  }

  function toKnown(tool: vscode.LanguageModelToolInformation, more: BeyondApi): OfferedTool {
    declarations ??= readDeclarations();
    const offered = known.get(tool) ?? toOffered(tool, declarations.get(tool.name), more);
    known.set(tool, offered);
    return offered;
  }

  return {
    // Always in the same order: services cache what does not change.
    list: (): readonly OfferedTool[] => read().sort((one, other) => (one.name < other.name ? -1 : 1)),
    find: (givenName: string): OfferedTool | undefined => read().find((tool) => tool.givenName === givenName),
    /** Stops offering a tool that only VS Code's own chat can call. */
    leaveOut: ({ name }: OfferedTool) => void leftOut.add(name),
    dispose: () => subscription.dispose(),
  };
}

/** Describes a tool by VS Code's data, declared in its API or not, and by the extension's manifest. */
export function toOffered(
  { name, description, inputSchema, tags }: vscode.LanguageModelToolInformation,
  declaration: Declaration | undefined,
  { source, fullReferenceName }: BeyondApi,
): OfferedTool {
  const isMcp = tags.includes('mcp');
  const server = source?.label ?? vscode.l10n.t('MCP server');
  const { displayName, userDescription, extensionId, maker } = declaration ?? {};
  const place = isMcp
    ? `mcp:${source?.id ?? source?.label ?? ''}`
    : (extensionId ?? source?.id ?? editorsPlace);
  const [firstLine = ''] = description.trim().split('\n');
  return {
    place,
    key: `${place}/${name}`,
    fingerprint: fingerprintOf(description, inputSchema),
    isOfWorkspace: isMcp,
    name,
    givenName: toGivenName(name),
    title: isMcp ? `${server}: ${toOwnName(name, fullReferenceName)}` : displayName || name,
    maker: isMcp ? server : (maker ?? source?.label ?? 'VS Code'),
    description,
    summary: ellipsize(userDescription || firstLine, longestSummary),
    userDescription: userDescription && ellipsize(userDescription, longestSummary),
    inputSchema,
    isAskedByEditor: isMcp ? 'maybe' : place === editorsPlace && alwaysAsked.has(name) ? 'always' : 'no',
  };
}

/** The tool's name on its server, without VS Code's prefix. */
function toOwnName(name: string, fullReferenceName: string | undefined): string {
  return fullReferenceName?.split('/').at(-1) || name.replace(/^mcp_/, '');
}

function readDeclarations(): ReadonlyMap<string, Declaration> {
  const declared = vscode.extensions.all.flatMap(({ id, packageJSON }) => {
    const manifest = declaredTools.safeParse(packageJSON).data;
    if (!manifest) return [];
    const maker = manifest.displayName ?? id;
    return manifest.contributes.languageModelTools.map((tool): [string, Declaration] => [
      tool.name,
      { ...tool, extensionId: id, maker },
    ]);
  });
  return new Map(declared);
}

function readMore(tool: vscode.LanguageModelToolInformation): BeyondApi {
  try {
    return beyondApi.parse(tool);
  } catch {
    // An editor may throw for properties that are not in its API.
    return { source: undefined, fullReferenceName: undefined };
  }
}
