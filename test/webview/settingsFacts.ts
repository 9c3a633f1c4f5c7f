import {
  type CheckStageId,
  type CheckStageView,
  type CheckView,
  checkStageIds,
  type FieldName,
  type FieldView,
  fieldNames,
  type SettingsHostMessage,
  type SettingsState,
} from '../../src/protocol/settingsProtocol.ts';

type FieldChanges = Partial<Record<FieldName, Partial<FieldView>>>;

/** A field without its own value. */
function makeField(name: FieldName, changes: Partial<FieldView> = {}): FieldView {
  return { name, value: '', verdict: {}, ...changes };
}

interface StateChanges extends Partial<Omit<SettingsState, 'fields'>> {
  readonly fields?: FieldChanges;
}

/** The state of the panel; without changes, the one right after the extension was installed. */
export function makeState({ fields, ...changes }: StateChanges = {}): SettingsHostMessage {
  return {
    type: 'state',
    state: {
      profiles: [{ name: '', label: 'Default', isActive: true }],
      shown: '',
      key: { state: 'noAddress' },
      requestsLeaveFrom: 'Requests leave from this machine.',
      ...changes,
      fields: fieldNames.map((name) => makeField(name, fields?.[name])),
    },
  };
}

export const endpoints = [
  { label: 'Chat (Messages)', url: 'https://relay.example.com/v1/messages' },
  { label: 'Chat (chat completions)', url: 'https://relay.example.com/v1/chat/completions' },
  {
    label: 'Chat (generate content)',
    url: 'https://relay.example.com/v1beta/models/{model}:generateContent',
  },
  { label: 'Speech', url: 'https://relay.example.com/v1/audio/speech' },
];

const fullFields: FieldChanges = {
  baseUrl: { value: 'https://relay.example.com', verdict: { endpoints } },
  'chat.model': {
    value: 'msg-sonnet-4-6',
    fallback: 'gx-3-pro',
    workspaceValue: 'team/large',
    hasChoices: true,
  },
  'chat.systemPrompt': { value: 'You are a careful reviewer.\nAnswer in short sentences.' },
  'chat.maxOutputTokens': { fallback: '8192' },
  'speech.model': { fallback: 'seed-tts-2.0', hasChoices: true },
  'speech.voice': {
    value: 'zh_female_vv',
    verdict: { remark: { severity: 'warning', text: 'seed-tts-1.0 has no such voice.' } },
  },
  'images.model': { fallback: 'the first that the relay lists' },
  'timeouts.connect': { fallback: '10' },
  'timeouts.firstByte': {
    value: 'soon',
    fallback: '60',
    verdict: { remark: { severity: 'error', text: 'This is not a number of seconds.' } },
  },
  'timeouts.idle': { fallback: '60' },
};

const profiles = [
  { name: '', label: 'Default', host: 'relay.example.com', isActive: false },
  { name: 'Work', label: 'Work', host: 'models.work.example', isActive: true },
  { name: 'Local', label: 'Local', isActive: false },
];

/** Everything that can be seen at once. */
export function makeFullState(changes: StateChanges = {}): SettingsHostMessage {
  return makeState({
    profiles,
    shown: 'Work',
    key: { state: 'stored', origin: 'https://relay.example.com' },
    notice: {
      severity: 'warning',
      text: 'This workspace asks for the profile “Team”, which isn’t there. “Work” is used instead.',
    },
    ...changes,
    fields: { ...fullFields, ...changes.fields },
  });
}

type StageChanges = Partial<Record<CheckStageId, Partial<CheckStageView>>>;

/** A check whose stages wait, except for the given ones. */
export function makeCheck(stages: StageChanges, changes: Partial<CheckView> = {}): CheckView {
  return {
    profile: 'Work',
    isRunning: changes.summary === undefined,
    ...changes,
    stages: checkStageIds.map((id) => ({ id, label: id, status: 'waiting', ...stages[id] })),
  };
}

const begun: StageChanges = {
  address: { status: 'ok', verdict: 'Requests go to https://relay.example.com.', ms: 0 },
  name: { status: 'ok', verdict: 'relay.example.com is 203.0.113.7.', ms: 14.3 },
  connect: { status: 'ok', verdict: 'Connected directly.', ms: 119.6 },
  certificate: { status: 'ok', verdict: 'Issued by Example CA, valid until 2027-03-01.', ms: 41 },
};

export const runningCheck = makeCheck({ ...begun, key: { status: 'running' } });

/** While the check asks, nothing runs: all other results are already known. */
export const askingCheck = makeCheck(
  {
    ...begun,
    certificate: { status: 'skipped', verdict: 'There is none.', ms: 41 },
    key: { status: 'ok', verdict: 'The key is accepted.', ms: 220 },
    models: { status: 'ok', verdict: '214 models are listed.', ms: 480 },
    chat: { status: 'warning', verdict: 'msg-sonnet-4-6 answered, but slowly.', ms: 12_340 },
    speech: { status: 'asks', verdict: 'Two words would be spoken, which may cost a little. Go on?' },
  },
  { summary: { status: 'warning', text: 'The connection works, with warnings.' } },
);

export const failedCheck = makeCheck(
  {
    ...begun,
    key: {
      status: 'failed',
      verdict: 'relay.example.com rejected the API key (HTTP 401).',
      ms: 231,
      failure: {
        title: 'relay.example.com rejected the API key (HTTP 401).',
        advice: [
          'Check that the API key is complete, including “sk-”, and belongs to this relay.',
          'If the API key is complete, check its status in the relay’s console: it may be disabled, expired, out of quota, or restricted to other IP addresses.',
        ],
        relayMessage: 'Invalid token (request id: 20260102030405)',
        requestId: '20260102030405',
        actions: [
          { id: 'setKey', label: 'Set API Key…' },
          { id: 'showLog', label: 'Show Log' },
        ],
      },
    },
    models: { status: 'skipped', verdict: 'Without a key that is accepted there is nothing to ask.' },
    chat: { status: 'skipped' },
    speech: { status: 'skipped' },
  },
  { summary: { status: 'failed', text: 'The key is not accepted.' } },
);
