import {
  chatPanelType,
  type commands,
  commandsByFeature,
  diagramPanelType,
  imagesPanelType,
  readerPanelType,
  settingsPanelType,
  tasksPanelType,
  tools,
  views,
} from '../manifest.ts';

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
    tabs: [settingsPanelType],
    opensLinks: true,
  },
  chat: {
    commands: commandsByFeature.chat,
    views: [views.chat],
    tabs: [chatPanelType, diagramPanelType],
    tools: Object.values(tools),
  },
  readAloud: {
    commands: commandsByFeature.readAloud,
    views: [views.reader],
    tabs: [readerPanelType],
  },
  images: {
    commands: commandsByFeature.images,
    trees: [views.images],
    tabs: [imagesPanelType],
  },
  tasks: { commands: commandsByFeature.tasks, trees: [views.tasks], tabs: [tasksPanelType] },
  commitMessage: { commands: commandsByFeature.commitMessage },
  rewrite: {
    commands: commandsByFeature.rewrite,
  },
} as const satisfies Readonly<Record<string, Entrances>>;
