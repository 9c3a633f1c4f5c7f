/**
 * The messages between the extension host and the settings panel. The host owns the state and makes all decisions
 * about it; the panel shows it, and reports what a person typed or pressed. The panel never receives the key: it
 * learns whether there is one, and asks the host to prompt for it.
 */
import * as z from 'zod/mini';
import { failureAction, failureView } from './protocolViews.ts';

/** The settings that a profile may have, by their names without `modelRelay.`. */
export const fieldNames = [
  'baseUrl',
  'chat.model',
  'chat.systemPrompt',
  'chat.maxOutputTokens',
  'chat.protocols',
  'speech.model',
  'speech.voice',
  'images.model',
  'timeouts.connect',
  'timeouts.firstByte',
  'timeouts.idle',
] as const;
const fieldName = z.enum(fieldNames);
export type FieldName = z.infer<typeof fieldName>;

const protocolName = z.enum(['messages', 'chatCompletions', 'generateContent']);

/** One row of `chat.protocols`. */
const protocolRow = z.object({ pattern: z.string(), protocol: protocolName });
export type ProtocolRow = z.infer<typeof protocolRow>;

/** A number is text here, as it is typed; `chat.protocols` is rows. */
const fieldValue = z.union([z.string(), z.array(protocolRow)]);
export type FieldValue = z.infer<typeof fieldValue>;

/** A remark on the value of a field, while it is typed and after. */
const remark = z.object({ severity: z.enum(['info', 'warning', 'error']), text: z.string() });
export type Remark = z.infer<typeof remark>;

/** The verdict on a text that is being typed; a valid base URL has its endpoints too. */
const typedVerdict = z.object({
  remark: z.optional(remark),
  /** The endpoints: their purpose and URL. */
  endpoints: z.optional(z.array(z.object({ label: z.string(), url: z.string() }))),
});
export type TypedVerdict = z.infer<typeof typedVerdict>;

const fieldView = z.object({
  name: fieldName,
  /** The profile's own value, or '' (no rows) if it has none. */
  value: fieldValue,
  /** The placeholder for a missing value: the default profile's value, or the built-in default. */
  fallback: z.optional(z.string()),
  /** The workspace's value, if it overrides the profile's. */
  workspaceValue: z.optional(z.string()),
  /** Suggested values; others can be typed. */
  suggestions: z.optional(z.array(z.object({ value: z.string(), description: z.optional(z.string()) }))),
  verdict: typedVerdict,
});
export type FieldView = z.infer<typeof fieldView>;

/** The value of a setting outside of profiles; JSON is shown as text, and edited in settings.json. */
const otherValue = z.union([z.string(), z.number(), z.boolean()]);
export type OtherValue = z.infer<typeof otherValue>;

/** A setting that the panel knows only from the manifest. It is a user setting that applies to every profile. */
const otherSetting = z.object({
  name: z.string(),
  label: z.string(),
  description: z.string(),
  kind: z.enum(['switch', 'whole', 'number', 'text', 'choice', 'json']),
  value: otherValue,
  isModified: z.boolean(),
  choices: z.optional(z.array(z.object({ value: z.string(), description: z.string() }))),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
export type OtherSetting = z.infer<typeof otherSetting>;

const profileEntry = z.object({
  /** '' is the default profile. */
  name: z.string(),
  /** The display name. */
  label: z.string(),
  /** Host of its base URL, if it has one. */
  host: z.optional(z.string()),
  isActive: z.boolean(),
});
export type ProfileEntry = z.infer<typeof profileEntry>;

const keyView = z.object({
  /** `noAddress`: there is no base URL yet, and keys belong to one. */
  state: z.enum(['stored', 'environment', 'missing', 'noAddress']),
  /** The origin that the key is bound to. */
  origin: z.optional(z.string()),
});
export type KeyView = z.infer<typeof keyView>;

// ---------------------------------------------------------------- the check

/** The stages of the connection check, in order. */
export const checkStageIds = [
  'address',
  'name',
  'connect',
  'certificate',
  'key',
  'models',
  'generateContentModels',
  'chat',
  'speech',
] as const;
const checkStageId = z.enum(checkStageIds);
export type CheckStageId = z.infer<typeof checkStageId>;

/**
 * `asks`: it begins when the person agrees. `skipped`: there is nothing to do here, the verdict says why.
 * `warning`: it works, with a remark.
 */
const checkStatus = z.enum(['waiting', 'running', 'asks', 'ok', 'warning', 'failed', 'skipped', 'cancelled']);
export type CheckStatus = z.infer<typeof checkStatus>;

const checkStageView = z.object({
  id: checkStageId,
  /** The name of the stage. */
  label: z.string(),
  status: checkStatus,
  /** The result in one sentence. Absent while waiting and running. */
  verdict: z.optional(z.string()),
  /** What to check or do, a line each; the relay's own words; buttons. */
  failure: z.optional(failureView),
  /** How long it took, in milliseconds. */
  ms: z.optional(z.number()),
});
export type CheckStageView = z.infer<typeof checkStageView>;

const checkView = z.object({
  /** The profile that is or was checked. */
  profile: z.string(),
  /** False also while it waits for the person's approval. */
  isRunning: z.boolean(),
  stages: z.array(checkStageView),
  /** The overall result in one sentence; absent while it runs. */
  summary: z.optional(z.object({ status: checkStatus, text: z.string() })),
});
export type CheckView = z.infer<typeof checkView>;

// ---------------------------------------------------------------- messages

/** A profile's name; '' is the default one. */
const profile = z.string();

const settingsState = z.object({
  profiles: z.array(profileEntry),
  /** Name of the profile whose fields are shown. */
  shown: z.string(),
  /** All fields of the shown profile, in the order of `fieldNames`. */
  fields: z.array(fieldView),
  others: z.array(otherSetting),
  key: keyView,
  /** The machine that sends the requests, in a sentence. */
  requestsLeaveFrom: z.string(),
  /** A notice about the profile in use, such as that it does not exist. */
  notice: z.optional(remark),
  check: z.optional(checkView),
});
export type SettingsState = z.infer<typeof settingsState>;

const settingsHostMessage = z.discriminatedUnion('type', [
  /** The whole state of the panel, after `ready` and at every change. */
  z.object({ type: z.literal('state'), state: settingsState }),
  /** The reply to `typed`, with its text, because the field may have changed since. */
  z.object({
    type: z.literal('verdict'),
    profile,
    field: fieldName,
    /** '' for rows, which are judged when they are saved. */
    text: z.string(),
    verdict: typedVerdict,
  }),
  /** A profile was renamed: unsaved input moves to the new name. */
  z.object({ type: z.literal('renamed'), from: profile, to: profile }),
  /** The check changed, between two whole states. */
  z.object({ type: z.literal('check'), check: checkView }),
  /** Moves the focus to a field. */
  z.object({ type: z.literal('focus'), target: z.union([fieldName, z.enum(['key', 'check'])]) }),
]);
export type SettingsHostMessage = z.infer<typeof settingsHostMessage>;

export const settingsWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** Shows another profile's fields; the one in use stays. */
  z.object({ type: z.literal('show'), profile }),
  /** Uses this profile from now on. */
  z.object({ type: z.literal('use'), profile }),
  /** The host asks for the name. */
  z.object({ type: z.literal('addProfile') }),
  z.object({ type: z.literal('renameProfile'), profile }),
  /** The host asks for confirmation. */
  z.object({ type: z.literal('deleteProfile'), profile }),
  /** A text is being typed: nothing is saved, a `verdict` comes back. */
  z.object({ type: z.literal('typed'), profile, field: fieldName, text: z.string() }),
  /** Saves a value; '' or no rows removes the profile's own value. An invalid value is not saved. */
  z.object({ type: z.literal('set'), profile, field: fieldName, value: fieldValue }),
  /** The same for one of the other settings, without a value when it is reset. */
  z.object({ type: z.literal('setOther'), name: z.string(), value: z.optional(otherValue) }),
  /** The host asks for the key in an input box of the editor. */
  z.object({ type: z.literal('setKey'), profile }),
  z.object({ type: z.literal('removeKey'), profile }),
  z.object({ type: z.literal('check'), profile }),
  z.object({ type: z.literal('cancelCheck') }),
  /** Whether the speech test may generate two words, which may cost something. */
  z.object({ type: z.literal('answerSpeech'), isWanted: z.boolean() }),
  z.object({ type: z.literal('copyReport') }),
  z.object({ type: z.literal('copy'), text: z.string() }),
  z.object({ type: z.literal('action'), action: failureAction.shape.id }),
  z.object({ type: z.literal('openSettingsJson') }),
  z.object({ type: z.literal('log'), level: z.enum(['warn', 'error']), message: z.string() }),
]);
export type SettingsWebviewMessage = z.infer<typeof settingsWebviewMessage>;
