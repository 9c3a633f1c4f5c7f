import * as vscode from 'vscode';
import { describeAddressProblem, describeKeyProblem, summariseFailure, type Translate } from '../failures.ts';
import { type BaseAddress, endpointUrl, parseBaseAddress } from '../relay/address.ts';
import { parseApiKey } from '../relay/apiKey.ts';
import type { Logger } from '../relay/logger.ts';
import type { ModelList } from '../relay/models/models.ts';
import { RelayError } from '../relay/relayError.ts';
import { isLoopbackHost } from '../relay/wire/connection/hosts.ts';
import { type ConnectionStore, loadClient } from './connectionStore.ts';

/** Where the command begins: at the address, or at the key of the known address. */
export type ConnectStep = 'address' | 'key';

interface ConnectPorts {
  readonly store: ConnectionStore;
  readonly logger: Logger;
  readonly t: Translate;
  /** The address that was typed when the command was left, for the next time in this window. */
  readonly memory: { typedAddress: string };
  /** Gets the lists that the check read, so that they need not be read again. */
  readonly onConnected: (address: BaseAddress, list: ModelList) => Promise<void>;
}

/** A value, a step back, or undefined when the box was left. */
type Outcome<T> = { readonly value: T } | 'back' | undefined;

/**
 * Asks for the address, then the key, checks both against the relay, and saves only what works. What was
 * typed stays in its box until it does.
 */
export async function connect(ports: ConnectPorts, firstStep: ConnectStep = 'address'): Promise<boolean> {
  const { store } = ports;
  let typedAddress = ports.memory.typedAddress || store.knownAddress();
  let addressProblem: string | undefined;
  let typedKey = '';
  const known = parseBaseAddress(store.knownAddress());
  let address = firstStep === 'key' && known.ok ? known.address : undefined;
  for (;;) {
    if (!address) {
      const answer = await askForAddress(ports, typedAddress, addressProblem);
      if (!answer || answer === 'back') return false;
      typedAddress = answer.value.typed;
      ports.memory.typedAddress = typedAddress;
      address = answer.value.address;
    }
    const outcome = await askForKey(ports, address, typedKey);
    if (!outcome) return false;
    const entered = outcome === 'back' ? undefined : outcome.value;
    if (entered === 'connected') {
      ports.memory.typedAddress = '';
      return true;
    }
    addressProblem = entered?.addressProblem;
    typedKey = entered?.typedKey ?? '';
    typedAddress = address.base;
    address = undefined;
  }
}

interface TypedAddress {
  readonly typed: string;
  readonly address: BaseAddress;
}

async function askForAddress(
  { t }: ConnectPorts,
  typed: string,
  problem: string | undefined,
): Promise<Outcome<TypedAddress>> {
  const box = createBox(t, 1, t('Base address of your relay'), t('for example https://relay.example.com'));
  box.prompt = t('With or without /v1: both will do.');
  box.value = typed;
  if (problem) box.validationMessage = problem;
  else if (typed.trim()) box.validationMessage = addressMessage(typed, t);
  box.onDidChangeValue((value) => {
    box.validationMessage = value.trim() ? addressMessage(value, t) : undefined;
  });
  return runBox(box, async (value) => {
    const parsed = parseBaseAddress(value);
    if (parsed.ok) return { value: { typed: value, address: parsed.address } };
    box.validationMessage = describeAddressProblem(parsed.reason, t);
    return undefined;
  });
}

/** What becomes of an address while it is typed: the problem with it, or where requests will go. */
function addressMessage(typed: string, t: Translate): vscode.InputBoxValidationMessage {
  const parsed = parseBaseAddress(typed);
  if (!parsed.ok) {
    return {
      message: describeAddressProblem(parsed.reason, t),
      severity: vscode.InputBoxValidationSeverity.Error,
    };
  }
  const endpoint = endpointUrl(parsed.address, '/v1/messages');
  if (parsed.address.base.startsWith('http:') && !isLoopbackHost(new URL(parsed.address.base).hostname)) {
    return {
      message: t('Requests go to {0}, unencrypted: everyone on the way can read the key.', endpoint),
      severity: vscode.InputBoxValidationSeverity.Warning,
    };
  }
  return { message: t('Requests go to {0}', endpoint), severity: vscode.InputBoxValidationSeverity.Info };
}

type KeyOutcome =
  | 'connected'
  /** The key may well be right: it waits until the address is mended. */
  | { readonly addressProblem: string; readonly typedKey: string };

async function askForKey(
  ports: ConnectPorts,
  address: BaseAddress,
  typedKey: string,
): Promise<Outcome<KeyOutcome>> {
  const { t } = ports;
  const storedKey = await ports.store.storedKey(address.origin);
  const placeholder = storedKey ? t('Leave empty to keep the stored key') : t('sk-…');
  const box = createBox(t, 2, t('Key for {0}', address.host), placeholder);
  box.prompt = t('The whole key with its leading “sk-”. It is kept in the secret storage of VS Code.');
  box.password = true;
  box.value = typedKey;
  box.buttons = [vscode.QuickInputButtons.Back];
  const abort = new AbortController();
  box.onDidHide(() => abort.abort());
  box.onDidChangeValue(() => {
    box.validationMessage = undefined;
  });
  return runBox<KeyOutcome>(box, async (value) => {
    const parsed = parseApiKey(value.trim() || (storedKey ?? ''));
    if (!parsed.ok) {
      box.validationMessage = describeKeyProblem(parsed.reason, t);
      return undefined;
    }
    try {
      const list = await check(ports, address, parsed.key, abort.signal);
      // While the box is still busy: once it closes, all is in place.
      await ports.store.save(address, parsed.key);
      await ports.onConnected(address, list);
      return { value: 'connected' };
    } catch (error) {
      if (abort.signal.aborted) return undefined;
      const words = summariseFailure(error, { t, host: address.host });
      ports.logger.warn(`Connecting to ${address.base} failed: ${String(error)}`);
      if (isAboutAddress(error)) return { value: { addressProblem: words, typedKey: value } };
      box.validationMessage = words;
      return undefined;
    }
  });
}

async function check(
  { logger }: ConnectPorts,
  address: BaseAddress,
  apiKey: string,
  signal: AbortSignal,
): Promise<ModelList> {
  const client = await loadClient(address.base, apiKey, logger);
  try {
    return await client.listModels({ signal });
  } finally {
    await client.close();
  }
}

function isAboutAddress(error: unknown): boolean {
  return error instanceof RelayError && (error.kind === 'wrongAddress' || error.kind === 'connection');
}

function createBox(t: Translate, step: number, title: string, placeholder: string): vscode.InputBox {
  const box = vscode.window.createInputBox();
  box.title = `${t('Connect to a Relay')}: ${title}`;
  box.step = step;
  box.totalSteps = 2;
  box.placeholder = placeholder;
  box.ignoreFocusOut = true;
  return box;
}

/** Shows a box until `accept` gives a value, or it is left. It is busy, and can be left, while `accept` works. */
function runBox<T>(
  box: vscode.InputBox,
  accept: (value: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    let isBusy = false;
    const finish = (outcome: Outcome<T>) => {
      resolve(outcome);
      box.dispose();
    };
    box.onDidAccept(async () => {
      if (isBusy) return;
      isBusy = true;
      box.busy = true;
      const outcome = await accept(box.value);
      isBusy = false;
      box.busy = false;
      if (outcome) finish(outcome);
    });
    box.onDidTriggerButton((button) => {
      if (button === vscode.QuickInputButtons.Back) finish('back');
    });
    box.onDidHide(() => finish(undefined));
    box.show();
  });
}
