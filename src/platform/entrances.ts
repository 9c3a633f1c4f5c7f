import { type commands, commandsByFeature, tabs, tools, views } from '../manifest.ts';

/** What VS Code has to know about a feature before it is loaded. */
export interface Entrances {
  readonly commands: readonly (keyof typeof commands)[];
  readonly views?: readonly string[];
  /** Views that are native trees. */
  readonly trees?: readonly string[];
  readonly tabs?: readonly string[];
  /** Tools for language models. */
  readonly tools?: readonly string[];
  readonly opensLinks?: boolean;
}

/** The commands and views that load each feature on first use. Host tests check that each is registered. */
export const entrances = {
  connection: {
    commands: commandsByFeature.connection,
    tabs: [tabs.settings],
    opensLinks: true,
  },
  chat: {
    commands: commandsByFeature.chat,
    views: [views.chat],
    tabs: [tabs.chat, tabs.diagram],
    tools: Object.values(tools),
  },
  readAloud: {
    commands: commandsByFeature.readAloud,
    views: [views.reader],
    tabs: [tabs.reader],
  },
  images: {
    commands: commandsByFeature.images,
    trees: [views.images],
    tabs: [tabs.images],
  },
  tasks: { commands: commandsByFeature.tasks, trees: [views.tasks], tabs: [tabs.tasks] },
  commitMessage: { commands: commandsByFeature.commitMessage },
  rewrite: {
    commands: commandsByFeature.rewrite,
  },
} as const satisfies Readonly<Record<string, Entrances>>;
