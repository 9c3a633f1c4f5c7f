/** Every ID that the manifest declares. A test checks that both have the same IDs. */

/** The names of all commands, by the feature that their first use loads; those of `atOnce` are registered at the start. */
export const commandsByFeature = {
  atOnce: [
    'selectModel',
    'selectSpeechModel',
    'refreshModels',
    'openAccessibilityHelp',
    'explainSelection',
    'fixSelection',
    'addSelectionToChat',
    'selectUtilityModel',
    'openVsCodeChat',
    'retryNow',
    'showLog',
  ],
  connection: [
    'connect',
    'addProfile',
    'selectProfile',
    'openSettings',
    'checkConnection',
    'getStarted',
    'removeApiKeys',
  ],
  chat: [
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
    // Labeled buttons, for which VS Code shows no keybinding: it would cut their labels.
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
  readAloud: [
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
  images: ['openImages', 'writeAltText', 'reuseImageSettings'],
  tasks: ['openTasks'],
  commitMessage: ['writeCommitMessage', 'stopCommitMessage'],
  rewrite: [
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
} as const;

type CommandName = (typeof commandsByFeature)[keyof typeof commandsByFeature][number];

/** The IDs of commands by their names. */
export const commands = Object.fromEntries(
  Object.values(commandsByFeature)
    .flat()
    .map((name) => [name, `modelRelay.${name}`]),
) as { readonly [Name in CommandName]: `modelRelay.${Name}` };

export const views = {
  container: 'modelRelay',
  chat: 'modelRelay.chat',
  reader: 'modelRelay.reader',
  images: 'modelRelay.images',
  tasks: 'modelRelay.tasks',
} as const;

/** Tools for language models, in our chat and in VS Code's own. */
export const tools = {
  listFiles: 'modelRelay_listFiles',
  readFile: 'modelRelay_readFile',
  searchText: 'modelRelay_searchText',
  findSymbols: 'modelRelay_findSymbols',
  getProblems: 'modelRelay_getProblems',
  getChanges: 'modelRelay_getChanges',
  editFile: 'modelRelay_editFile',
  runCommand: 'modelRelay_runCommand',
  createImage: 'modelRelay_createImage',
  editImage: 'modelRelay_editImage',
  createVideo: 'modelRelay_createVideo',
  getVideo: 'modelRelay_getVideo',
} as const;

/** The vendor of our models, for VS Code's own chat and for other extensions. */
export const languageModelVendor = 'model-relay';

/** The types of our tabs in the editor. */
export const tabs = {
  settings: 'modelRelay.settings',
  chat: 'modelRelay.chatEditor',
  diagram: 'modelRelay.diagram',
  images: 'modelRelay.images',
  reader: 'modelRelay.readerEditor',
  tasks: 'modelRelay.tasks',
} as const;

/** The scheme of documents that preview a file with the code of a response. Menus refer to it, too. */
export const proposalScheme = 'model-relay-proposal';

/** The scheme of documents that preview a file after a rewrite. Menus and keybindings refer to it, too. */
export const rewriteScheme = 'model-relay-rewrite';

export const walkthrough = 'getStarted';

/** Settings that each profile can have, with their defaults. The top-level ones belong to the default profile. */
export const profileSettings = {
  'modelRelay.baseUrl': '',
  'modelRelay.chat.model': '',
  'modelRelay.chat.systemPrompt': '',
  'modelRelay.chat.maxOutputTokens': 8192,
  'modelRelay.chat.protocols': {},
  'modelRelay.speech.model': '',
  'modelRelay.speech.voice': '',
  'modelRelay.speech.voicesByLanguage': {},
  'modelRelay.speech.speakingRate': 1,
  'modelRelay.speech.volumeRatio': 1,
  'modelRelay.speech.pitchRatio': 1,
  'modelRelay.speech.emotion': '',
  'modelRelay.speech.language': '',
  'modelRelay.images.model': '',
  'modelRelay.timeouts.connect': 15,
  'modelRelay.timeouts.firstByte': 120,
  'modelRelay.timeouts.idle': 120,
} as const;

/** Settings with their defaults, as the manifest declares them. */
export const settings = {
  'modelRelay.profile': '',
  'modelRelay.profiles': {},
  'modelRelay.chat.generateTitles': true,
  'modelRelay.chat.implicitContext': 'suggest',
  'modelRelay.accessibility.announceResponses': 'onComplete',
  'modelRelay.languageModels.capabilities': {},
  'modelRelay.chat.requestFields': {},
  'modelRelay.images.confirmAbove': 4,
  'modelRelay.images.confirmAboveMegabytes': 20,
  'modelRelay.images.folder': '',
  'modelRelay.images.provenance': false,
  'modelRelay.images.keepLocation': false,
  'modelRelay.images.endpoints': {},
  'modelRelay.tasks.paths': {},
  'modelRelay.readAloud.requestSize': 'auto',
  'modelRelay.readAloud.codeBlocks': 'announce',
  'modelRelay.readAloud.code': 'auto',
  'modelRelay.readAloud.pronunciations': {},
  'modelRelay.readAloud.confirmAboveBytes': 20_000,
  'modelRelay.readAloud.cacheSize': 200,
  'modelRelay.readAloud.mediaKeys': false,
  'modelRelay.readAloud.playInHover': true,
  'modelRelay.readAloud.clickToSeek': true,
  ...profileSettings,
} as const;

export const contextKeys = {
  isConnected: 'modelRelay.isConnected',
  hasChatted: 'modelRelay.hasChatted',
  hasRead: 'modelRelay.hasRead',
  /** Set if there are video tasks, so that their view is shown. */
  hasTasks: 'modelRelay.hasTasks',
  hasImages: 'modelRelay.hasImages',
  isResponding: 'modelRelay.isResponding',
  isChatFocused: 'modelRelay.isChatFocused',
  isReaderFocused: 'modelRelay.isReaderFocused',
  isReading: 'modelRelay.isReading',
  hasReading: 'modelRelay.hasReading',
  isTestingSound: 'modelRelay.isTestingSound',
  isWritingCommitMessage: 'modelRelay.isWritingCommitMessage',
} as const;

/** Environment variables that are used when nothing is stored: containers and cloud workspaces set these. */
export const environmentVariables = {
  baseUrl: 'MODEL_RELAY_BASE_URL',
  apiKey: 'MODEL_RELAY_API_KEY',
} as const;
