/** Every id that the manifest declares. A test holds the two together, both ways. */

export const commands = {
  connect: 'modelRelay.connect',
  forgetKey: 'modelRelay.forgetKey',
  selectModel: 'modelRelay.selectModel',
  refreshModels: 'modelRelay.refreshModels',
  selectVoice: 'modelRelay.selectVoice',
  newChat: 'modelRelay.newChat',
  stopAnswer: 'modelRelay.stopAnswer',
  readSelection: 'modelRelay.readSelection',
  toggleReading: 'modelRelay.toggleReading',
  stopReading: 'modelRelay.stopReading',
  showLog: 'modelRelay.showLog',
} as const;

export const views = {
  container: 'modelRelay',
  chat: 'modelRelay.chat',
  reader: 'modelRelay.reader',
} as const;

/** Settings with their defaults, as the manifest declares them. */
export const settings = {
  'modelRelay.baseAddress': '',
  'modelRelay.chat.model': '',
  'modelRelay.chat.maxOutputTokens': 8192,
  'modelRelay.chat.protocols': {},
  'modelRelay.speech.model': '',
  'modelRelay.speech.voice': '',
} as const;

export const contextKeys = {
  isAnswering: 'modelRelay.isAnswering',
  isReading: 'modelRelay.isReading',
} as const;

/** Environment variables that serve when nothing is stored: containers and cloud workspaces set these. */
export const environmentVariables = {
  baseAddress: 'MODEL_RELAY_BASE_URL',
  apiKey: 'MODEL_RELAY_API_KEY',
} as const;
