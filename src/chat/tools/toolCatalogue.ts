import { createHash } from 'node:crypto';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { DecidedTool } from './toolDecisions.ts';
import { toGivenName } from './toolNames.ts';

/** A tool that VS Code offers to extensions. */
export interface OfferedTool extends DecidedTool {
  readonly name: string;
  /** As models get it. */
  readonly givenName: string;
  /** Who brings it: an extension, an MCP server, VS Code. */
  readonly maker: string;
  /** For the model. */
  readonly description: string;
  /** For people: the maker's own words for them, or else the first of those for the model. */
  readonly summary: string;
  readonly inputSchema: object | undefined;
}

/** The tools that make sense here. */
export interface ToolCatalogue extends vscode.Disposable {
  list(): readonly OfferedTool[];
  find(givenName: string): OfferedTool | undefined;
  /** A tool that only VS Code's own chat can call: it is offered no longer. */
  leaveOut(tool: OfferedTool): void;
}

/** As extensions declare tools in their manifests. */
const declaredTools = z.object({
  displayName: z.optional(z.string()),
  contributes: z.object({
    languageModelTools: z.array(
      z.object({
        name: z.string(),
        displayName: z.optional(z.string()),
        userDescription: z.optional(z.string()),
      }),
    ),
  }),
});

/** What VS Code says of a tool beyond its API; nothing depends on it. */
const beyondApi = z.object({
  source: z.catch(z.optional(z.object({ id: z.optional(z.string()), label: z.string() })), undefined),
  fullReferenceName: z.catch(z.optional(z.string()), undefined),
});

interface Declaration {
  readonly extensionId: string;
  readonly maker: string;
  readonly title: string | undefined;
  readonly summary: string | undefined;
}

const longestSummary = 300;

export function createToolCatalogue(): ToolCatalogue {
  const leftOut = new Set<string>();
  let declarations: ReadonlyMap<string, Declaration> | undefined;

  const subscription = vscode.extensions.onDidChange(() => {
    declarations = undefined;
  });

  function list(): readonly OfferedTool[] {
    declarations ??= readDeclarations();
    const tools = vscode.lm.tools.map((tool) => ({ tool, more: readMore(tool) }));
    // Newer editors name what may be chosen in their own chat; what has no such name there belongs to its inside.
    const areNamed = tools.some(({ more }) => more.fullReferenceName !== undefined);
    return tools
      .flatMap(({ tool, more }) => {
        const declaration = declarations?.get(tool.name);
        const isMcp = tool.tags.includes('mcp');
        const isEditorsOwn = !declaration && !isMcp && !more.source;
        if (!tool.description || leftOut.has(tool.name)) return [];
        if (isEditorsOwn && areNamed && more.fullReferenceName === undefined) return [];
        return toOffered(tool, declaration, isMcp, more.source);
      })
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  return {
    list,
    find: (givenName) => list().find((tool) => tool.givenName === givenName),
    leaveOut: ({ name }) => leftOut.add(name),
    dispose: () => subscription.dispose(),
  };
}

function toOffered(
  { name, description, inputSchema }: vscode.LanguageModelToolInformation,
  declaration: Declaration | undefined,
  isMcp: boolean,
  source: z.infer<typeof beyondApi>['source'],
): OfferedTool {
  const server = source?.label ?? 'MCP';
  const place = isMcp ? `mcp:${server}` : (declaration?.extensionId ?? source?.id ?? 'vscode');
  const [firstLine = ''] = description.trim().split('\n');
  const summary = declaration?.summary || firstLine;
  return {
    key: `${place}/${name}`,
    fingerprint: createHash('sha256')
      .update(JSON.stringify([description, inputSchema]))
      .digest('hex'),
    isOfWorkspace: isMcp,
    name,
    givenName: toGivenName(name),
    title: isMcp ? `${server}: ${name.replace(/^mcp_/, '')}` : declaration?.title || name,
    maker: isMcp ? server : (declaration?.maker ?? source?.label ?? 'VS Code'),
    description,
    summary: summary.length > longestSummary ? `${summary.slice(0, longestSummary)}…` : summary,
    inputSchema,
  };
}

function readDeclarations(): ReadonlyMap<string, Declaration> {
  const declared = vscode.extensions.all.flatMap(({ id, packageJSON }) => {
    const manifest = declaredTools.safeParse(packageJSON).data;
    if (!manifest) return [];
    return manifest.contributes.languageModelTools.map(
      ({ name, displayName, userDescription }): [string, Declaration] => [
        name,
        {
          extensionId: id,
          maker: manifest.displayName ?? id,
          title: displayName,
          summary: userDescription,
        },
      ],
    );
  });
  return new Map(declared);
}

function readMore(tool: vscode.LanguageModelToolInformation): z.infer<typeof beyondApi> {
  try {
    return beyondApi.parse(tool);
  } catch {
    // An editor may refuse what is not in its API.
    return { source: undefined, fullReferenceName: undefined };
  }
}
