import * as vscode from 'vscode';
import { environmentVariables } from '../manifest.ts';
import { ask } from '../platform/notifications.ts';
import { defaultProfile } from '../platform/settings/profiles.ts';
import { parseApiKey } from '../relay/apiKey.ts';
import { type BaseAddress, parseBaseAddress } from '../relay/baseUrl.ts';

/** A connection: the base URL, the key and the profile. */
export interface Connection {
  /** Name of the profile, '' for the default one. */
  readonly profile: string;
  readonly address: BaseAddress;
  readonly apiKey: string;
  /** `environment`: from environment variables, because nothing is stored. */
  readonly source: 'stored' | 'environment';
}

interface EnvironmentPorts {
  readonly isTrusted: () => boolean;
  /** Whether to use this base URL with the environment's key; undefined if not decided. */
  readonly askAbout: (base: string) => Promise<boolean | undefined>;
}

const answersKey = 'connection.environmentAnswers';
const mostAnswers = 20;

type Answers = readonly { readonly origin: string; readonly isAllowed: boolean }[];

/**
 * The connection from environment variables. A workspace that is not trusted may have set them: there, the person is
 * asked once for each origin, when connecting; until then the variables are ignored.
 */
export function createEnvironmentConnection(
  memory: vscode.Memento,
  ports: EnvironmentPorts = { isTrusted: () => vscode.workspace.isTrusted, askAbout },
) {
  const answers = () => memory.get<Answers>(answersKey, []);
  const answerFor = (wanted: string) => answers().find(({ origin }) => origin === wanted)?.isAllowed;
  const written = () => process.env[environmentVariables.baseUrl] ?? '';

  function connectionTo(typed: string): Connection | undefined {
    const address = parseBaseAddress(typed);
    const key = parseApiKey(process.env[environmentVariables.apiKey] ?? '');
    if (!address.ok || !key.ok) return undefined;
    return { profile: defaultProfile, address: address.address, apiKey: key.key, source: 'environment' };
  }

  /** The base URL as it was written; '' if there is none that may be used. */
  function typedAddress(): string {
    if (ports.isTrusted()) return written();
    const parsed = parseBaseAddress(written());
    return parsed.ok && answerFor(parsed.address.origin) ? written() : '';
  }

  return {
    typedAddress,
    connection: () => connectionTo(typedAddress()),

    /** Asks if needed. False: connect another relay; undefined: the person canceled. */
    async confirm(): Promise<boolean | undefined> {
      const found = connectionTo(written());
      if (!found || ports.isTrusted()) return false;
      const { base, origin } = found.address;
      // The person has already answered for this relay: connecting again means a different one.
      if (answerFor(origin) !== undefined) return false;
      const isAllowed = await ports.askAbout(base);
      if (isAllowed === undefined) return undefined;
      await memory.update(answersKey, [{ origin, isAllowed }, ...answers()].slice(0, mostAnswers));
      return isAllowed;
    },
  };
}

async function askAbout(base: string): Promise<boolean | undefined> {
  const { t } = vscode.l10n;
  const use = t('Use Relay');
  const chosen = await ask(
    'warning',
    t('Use the relay {0} with the API key from the environment?', base),
    t(
      'This workspace is not trusted and may have set {0}. Continue only if you know this relay: the API key and your messages will be sent there.',
      environmentVariables.baseUrl,
    ),
    use,
    t('Connect Another Relay'),
  );
  return chosen === undefined ? undefined : chosen === use;
}
