import * as vscode from 'vscode';
import { summariseFailure } from '../messages/failures.ts';
import {
  describeAddressProblem,
  describeKeyProblem,
  unsavedSettingWords,
} from '../messages/inputProblems.ts';
import { EmptyListError } from '../messages/ownErrors.ts';
import { defaultProfile, describeProfile } from '../platform/settings/profiles.ts';
import { parseApiKey } from '../relay/apiKey.ts';
import { type BaseAddress, parseBaseAddress } from '../relay/baseUrl.ts';
import { RelayError } from '../relay/errors/relayError.ts';
import type { Logger } from '../relay/logger.ts';
import type { ModelList } from '../relay/models/relayModel.ts';
import { joinSentences } from '../text/joinText.ts';
import type { Translate } from '../text/translate.ts';
import type { ConnectionStore } from './connectionStore.ts';
import type { Connection } from './environmentConnection.ts';
import { checkTypedAddress } from './inputChecks.ts';

/** The profile to connect, and the step at which the command begins. */
export interface ConnectWish {
  readonly profile: string;
  /** `key` begins with the API key, for the known base URL or for `address`. */
  readonly step?: 'address' | 'key';
  /** Replaces the profile's own base URL. */
  readonly address?: BaseAddress;
}

export interface ConnectPorts {
  readonly store: ConnectionStore;
  readonly logger: Logger;
  readonly t: Translate;
  /** Receives the lists that the key was checked with, if it was, so that they need not be read again. */
  readonly onConnected: (connection: Connection, list: ModelList | undefined) => Promise<void>;
}

/** The ports for one run of the command. */
interface Step extends ConnectPorts {
  readonly profile: string;
}

/**
 * Asks for the base URL, then the key, checks both with the relay, and saves only what works. Until then, the typed
 * text stays in its box.
 */
export async function connect(ports: ConnectPorts, wish: ConnectWish): Promise<boolean> {
  const { profile } = wish;
  const step = { ...ports, profile };
  const typed = wish.address?.base ?? ports.store.typedAddress(profile);
  const known = parseBaseAddress(typed);
  let address = wish.step === 'key' && known.ok ? known.address : await askForAddress(step, typed);
  let typedKey = '';
  while (address) {
    const outcome: KeyOutcome | undefined = await askForKey(step, address, typedKey);
    if (outcome === undefined || outcome === 'connected') return outcome === 'connected';
    typedKey = outcome.typedKey;
    address = await askForAddress(step, address.base, outcome.problem);
  }
  return false;
}

/** Undefined if the person canceled. */
async function askForAddress(step: Step, typed: string, problem?: string): Promise<BaseAddress | undefined> {
  const { t } = step;
  const box = createBox(step, 1, t('Base URL of your relay'), t('for example https://relay.example.com'));
  box.prompt = t('A trailing /v1 is optional.');
  box.value = typed;
  box.validationMessage = problem ?? addressMessage(typed, t);
  box.onDidChangeValue((value) => {
    box.validationMessage = addressMessage(value, t);
  });
  return runBox(box, async () => {
    const parsed = parseBaseAddress(box.value);
    if (parsed.ok) return parsed.address;
    box.validationMessage = describeAddressProblem(parsed.reason, t);
    return undefined;
  });
}

const severities = {
  info: vscode.InputBoxValidationSeverity.Info,
  warning: vscode.InputBoxValidationSeverity.Warning,
  error: vscode.InputBoxValidationSeverity.Error,
} as const;

/** The validation message of a base URL while it is typed: its problem, or where requests will go. */
function addressMessage(typed: string, t: Translate): vscode.InputBoxValidationMessage | undefined {
  const { remark } = checkTypedAddress(typed, t);
  return remark && { message: remark.text, severity: severities[remark.severity] };
}

/** Without a connection, the base URL has to be corrected. Until then, the key is kept, which may be right. */
type KeyOutcome = 'connected' | { readonly typedKey: string; readonly problem?: string };

async function askForKey(
  step: Step,
  address: BaseAddress,
  typedKey: string,
): Promise<KeyOutcome | undefined> {
  const { t, store, profile } = step;
  const storedKey = await store.keys.read({ profile, origin: address.origin });
  const placeholder = storedKey ? t('Leave empty to keep the stored API key') : t('sk-…');
  const box = createBox(step, 2, t('API key for {0}', address.host), placeholder);
  box.prompt = t('Paste the complete API key, including “sk-”. It is stored in VS Code’s secret storage.');
  box.password = true;
  box.value = typedKey;
  // The relay may be unreachable right now, or have no model lists to check the key with.
  const saveUnchecked = {
    iconPath: new vscode.ThemeIcon('save'),
    tooltip: t('Save Without Checking'),
  };
  box.buttons = [vscode.QuickInputButtons.Back, saveUnchecked];
  const abort = new AbortController();
  box.onDidHide(() => abort.abort());
  const shownPrompt = box.prompt;
  box.onDidChangeValue((value) => {
    const parsed = parseApiKey(value);
    // A key that is still being typed is always too short.
    const isProblem = !parsed.ok && parsed.reason !== 'empty' && parsed.reason !== 'tooShort';
    box.validationMessage = isProblem ? describeKeyProblem(parsed.reason, t) : undefined;
  });
  const readKey = (): Connection | undefined => {
    const parsed = parseApiKey(box.value.trim() || (storedKey ?? ''));
    if (parsed.ok) return { profile, address, apiKey: parsed.key, source: 'stored' };
    box.validationMessage = describeKeyProblem(parsed.reason, t);
    return undefined;
  };
  const accept = async (isChecked: boolean): Promise<KeyOutcome | undefined> => {
    const connection = readKey();
    if (!connection) return undefined;
    box.prompt = t('Checking {0}… Press Escape to stop.', address.host);
    try {
      const list = isChecked ? await readLists(step, connection, abort.signal) : undefined;
      if (list?.models.length === 0) throw new EmptyListError();
      // Save while the box is still busy, so that everything is in place when it closes.
      await store.save(connection);
      await step.onConnected(connection, list);
      return 'connected';
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      const words =
        error instanceof RelayError || error instanceof EmptyListError
          ? summariseFailure(error, { t, host: address.host })
          : unsavedSettingWords(t);
      step.logger.warn(`Failed to connect to ${address.base}: ${String(error)}`);
      if (isAboutAddress(error)) return { problem: words, typedKey: box.value };
      const advice = t('You can also use the button above to save without checking.');
      box.validationMessage = joinSentences(words, advice);
      return undefined;
    } finally {
      box.prompt = shownPrompt;
    }
  };
  return runBox<KeyOutcome>(
    box,
    () => accept(true),
    async (button) => (button === saveUnchecked ? accept(false) : { typedKey: box.value }),
  );
}

/** Reads the lists and sends a request that needs the key: some relays list their models for any key. */
async function readLists({ store }: Step, connection: Connection, signal: AbortSignal): Promise<ModelList> {
  const client = await store.openClient({ ...connection, baseUrl: connection.address.base });
  try {
    const list = await client.listModels({ signal });
    await client.checkKey(list.models, { signal });
    return list;
  } finally {
    await client.close();
  }
}

function isAboutAddress(error: unknown): boolean {
  return error instanceof RelayError && (error.kind === 'wrongAddress' || error.kind === 'connection');
}

function createBox(
  { t, profile }: Step,
  number: number,
  title: string,
  placeholder: string,
): vscode.InputBox {
  const box = vscode.window.createInputBox();
  const connecting = t('Connect to Relay');
  const whole =
    profile === defaultProfile ? connecting : t('{0} ({1})', connecting, describeProfile(profile, t));
  box.title = t('{0}: {1}', whole, title);
  box.step = number;
  box.totalSteps = 2;
  box.placeholder = placeholder;
  box.ignoreFocusOut = true;
  return box;
}

/**
 * Shows a box until `accept` or a button returns an outcome, or the person cancels. While one of them runs, the box is
 * busy and can be canceled.
 */
function runBox<T>(
  box: vscode.InputBox,
  accept: () => Promise<T | undefined>,
  press?: (button: vscode.QuickInputButton) => Promise<T | undefined>,
): Promise<T | undefined> {
  return new Promise((resolve) => {
    let isBusy = false;
    const finish = (outcome: T | undefined) => {
      resolve(outcome);
      box.dispose();
    };
    const work = async (act: () => Promise<T | undefined>) => {
      isBusy = true;
      box.busy = true;
      const outcome = await act();
      isBusy = false;
      box.busy = false;
      if (outcome) finish(outcome);
    };
    box.onDidAccept(() => {
      if (!isBusy) void work(accept);
    });
    box.onDidTriggerButton((button) => {
      if (press && (!isBusy || button === vscode.QuickInputButtons.Back)) void work(() => press(button));
    });
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}
