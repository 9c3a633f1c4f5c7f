import {
  chatPanelType,
  type commands,
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
    commands: [
      'connect',
      'addProfile',
      'selectProfile',
      'openSettings',
      'checkConnection',
      'getStarted',
      'removeApiKeys',
    ],
    tabs: [settingsPanelType],
    opensLinks: true,
  },
  chat: {
    commands: [
      'newChat',
      'attach',
      'askAboutImage',
      'moveChat',
      'stopResponse',
      'focusChat',
      'openChatInEditor',
      'focusPreviousMessage',
      'focusNextMessage',
      'focusLastResponse',
      'findInChat',
      'editSystemPrompt',
      'compareModels',
      'configureTools',
      'toggleAgentMode',
      'readLastResponse',
      'keepChanges',
      'undoChanges',
      'keepChange',
      'undoChange',
      'keepChangesButton',
      'keepChangeButton',
      'undoChangeButton',
      'showHistory',
      'renameChat',
      'openTranscript',
      'exportChat',
      'importChat',
      'newPrompt',
      'openPrompts',
    ],
    views: [views.chat],
    tabs: [chatPanelType, diagramPanelType],
    tools: Object.values(tools),
  },
  readAloud: {
    commands: [
      'readSelection',
      'readFromCursor',
      'readFile',
      'readRange',
      'readClipboard',
      'readProblems',
      'readChanges',
      'queueSelection',
      'toggleReading',
      'stopReading',
      'previousSentence',
      'nextSentence',
      'previousParagraph',
      'nextParagraph',
      'continueReadingFromCursor',
      'showCurrentSentence',
      'increasePlaybackSpeed',
      'decreasePlaybackSpeed',
      'selectPlaybackSpeed',
      'selectSleepTimer',
      'saveReading',
      'testSound',
      'clearSpeechCache',
      'selectVoice',
      'openReaderInEditor',
    ],
    views: [views.reader],
    tabs: [readerPanelType],
  },
  images: {
    commands: ['openImages', 'writeAltText', 'reuseImageSettings'],
    trees: [views.images],
    tabs: [imagesPanelType],
  },
  tasks: { commands: ['openTasks'], trees: [views.tasks], tabs: [tasksPanelType] },
  commitMessage: { commands: ['writeCommitMessage', 'stopCommitMessage'] },
  rewrite: {
    commands: [
      'rewriteSelection',
      'writeDocComments',
      'fixProblems',
      'writeTests',
      'acceptRewrite',
      'discardRewrite',
      'refineRewrite',
      'acceptRewriteButton',
      'discardRewriteButton',
    ],
  },
} as const satisfies Readonly<Record<string, Entrances>>;
