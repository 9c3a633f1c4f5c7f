/**
 * The messages between the extension host and the settings panel. The host owns the state and makes all decisions
 * about it; the panel shows it, and reports what a person typed or pressed. The panel never receives the key: it
 * learns whether there is one, and asks the host to prompt for it.
 */
import * as z from 'zod/mini';
import { type FailureView, failureAction, logMessage } from './protocolViews.ts';

/** The settings that the panel edits for each profile, by their names without `modelRelay.`. */
export const fieldNames = [
  'baseUrl',
  'chat.model',
  'chat.systemPrompt',
  'chat.maxOutputTokens',
  'speech.model',
  'speech.voice',
  'images.model',
  'timeouts.connect',
  'timeouts.firstByte',
  'timeouts.idle',
] as const;
const fieldName = z.enum(fieldNames);
export type FieldName = z.infer<typeof fieldName>;

/** A remark on the value of a field, while it is typed and after. */
export interface Remark {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** The verdict on a text that is being typed; a valid base URL has its endpoints too. */
export interface TypedVerdict {
  readonly remark?: Remark;
  /** The value that would be saved, if the text is valid and not empty. */
  readonly saved?: string;
  /** The endpoints: their purpose and URL. */
  readonly endpoints?: readonly { readonly label: string; readonly url: string }[];
}

export interface FieldView {
  readonly name: FieldName;
  /** The profile's own value, or '' if it has none. Numbers are text, as they are typed. */
  readonly value: string;
  /** The placeholder for a missing value: the default profile's value, or the built-in default. */
  readonly fallback?: string;
  /** The workspace's value, if it overrides the profile's. */
  readonly workspaceValue?: string;
  /** Whether there are known values to select from; others can be typed. */
  readonly hasChoices?: boolean;
  readonly verdict: TypedVerdict;
}

export interface ProfileEntry {
  /** '' is the default profile. */
  readonly name: string;
  readonly label: string;
  /** Host of its base URL, if it has one. */
  readonly host?: string;
  readonly isActive: boolean;
}

export interface KeyView {
  /** `noAddress`: there is no base URL yet, and keys belong to one. */
  readonly state: 'stored' | 'environment' | 'missing' | 'noAddress';
  /** The origin that the key is bound to. */
  readonly origin?: string;
}

// ---------------------------------------------------------------- the check

/** The stages of the connection check, in order. */
export const checkStageIds = [
  'address',
  'name',
  'connect',
  'certificate',
  'key',
  'models',
  'chat',
  'speech',
] as const;
export type CheckStageId = (typeof checkStageIds)[number];

/**
 * `asks`: it begins when the person agrees. `skipped`: there is nothing to do here, the verdict says why.
 * `warning`: it works, with a remark.
 */
export type CheckStatus =
  | 'waiting'
  | 'running'
  | 'asks'
  | 'ok'
  | 'warning'
  | 'failed'
  | 'skipped'
  | 'cancelled';

export interface CheckStageView {
  readonly id: CheckStageId;
  readonly label: string;
  readonly status: CheckStatus;
  /** The result in one sentence. Absent while waiting and running. */
  readonly verdict?: string;
  /** What to check or do, a line each; the relay's own words; buttons. */
  readonly failure?: FailureView;
  /** How long it took, in milliseconds. */
  readonly ms?: number;
}

export interface CheckView {
  /** The profile that is or was checked. */
  readonly profile: string;
  /** False also while it waits for the person's approval. */
  readonly isRunning: boolean;
  readonly stages: readonly CheckStageView[];
  /** The overall result in one sentence; absent while it runs. */
  readonly summary?: { readonly status: CheckStatus; readonly text: string };
}

// ---------------------------------------------------------------- messages

/** A profile's name; '' is the default one. */
const profile = z.string();

export interface SettingsState {
  readonly profiles: readonly ProfileEntry[];
  /** Name of the profile whose fields are shown. */
  readonly shown: string;
  /** All fields of the shown profile, in the order of `fieldNames`. */
  readonly fields: readonly FieldView[];
  readonly key: KeyView;
  /** The machine that sends the requests, in a sentence. */
  readonly requestsLeaveFrom: string;
  /** A notice about the profile in use, such as that it does not exist. */
  readonly notice?: Remark;
  readonly check?: CheckView;
}

export type SettingsHostMessage =
  /** The whole state of the panel, after `ready` and at every change. */
  | { readonly type: 'state'; readonly state: SettingsState }
  /** The reply to `typed`, with its text, because the field may have changed since. */
  | {
      readonly type: 'verdict';
      readonly profile: string;
      readonly field: FieldName;
      readonly text: string;
      readonly verdict: TypedVerdict;
    }
  /** The person selected a value, which the page saves as if it were typed. */
  | { readonly type: 'chosen'; readonly profile: string; readonly field: FieldName; readonly text: string }
  /** A profile was renamed: unsaved input moves to the new name. */
  | { readonly type: 'renamed'; readonly from: string; readonly to: string }
  /** The check changed, between two whole states. */
  | { readonly type: 'check'; readonly check: CheckView }
  /** Moves the focus to a field. */
  | { readonly type: 'focus'; readonly target: FieldName | 'key' | 'check' };

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
  /** Saves a text; '' removes the profile's own value. An invalid value is not saved. */
  z.object({ type: z.literal('set'), profile, field: fieldName, value: z.string() }),
  /** The host shows the known values of a field in a list; the selected one comes back as `chosen`. */
  z.object({ type: z.literal('choose'), profile, field: fieldName }),
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
  /** Opens VS Code's settings editor with all of our settings. */
  z.object({ type: z.literal('openAllSettings') }),
  logMessage,
]);
export type SettingsWebviewMessage = z.infer<typeof settingsWebviewMessage>;
