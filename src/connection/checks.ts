import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { parseApiKey } from '../relay/apiKey.ts';
import type { Logger } from '../relay/logger.ts';
import { readNetworkSettings } from '../settings.ts';
import type { CheckView } from '../webview/settingsProtocol.ts';
import { type Check, startCheck } from './check/check.ts';
import type { Choices } from './check/relayStages.ts';
import { writeCheckReport } from './check/report.ts';
import { type ConnectionStore, loadClient } from './connectionStore.ts';

export interface CheckPorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly store: ConnectionStore;
  /** Which models and which voice the check asks for. */
  readonly choices: (profile: string) => Choices;
  readonly requestsLeaveFrom: string;
}

/** The connection's check: at most one runs. */
export interface Checks {
  /** The one that runs, or the last one. */
  readonly view: CheckView | undefined;
  start(profile: string): Promise<void>;
  cancel(): void;
  answerSpeech(isWanted: boolean): void;
  /** The last one as a text to give to others, with nothing secret in it. */
  writeReport(): Promise<string>;
}

export function createChecks(ports: CheckPorts, onChange: (view: CheckView) => void): Checks {
  const { store, logger } = ports;
  const { t, language } = { t: vscode.l10n.t, language: vscode.env.language };
  let latest: { readonly check: Check; readonly apiKey: string | undefined } | undefined;
  /** Counts the starts, since reading the key takes a moment in which another may come. */
  let starts = 0;

  async function start(profile: string): Promise<void> {
    latest?.check.cancel();
    starts += 1;
    const own = starts;
    const connection = await store.connectionOf(profile);
    if (own !== starts) return;
    const apiKey = connection?.apiKey;
    const typedAddress = store.typedAddress(profile);
    const parsedKey = parseApiKey(apiKey ?? '');
    const keyProblem = apiKey === undefined || parsedKey.ok ? undefined : parsedKey.reason;
    const check = startCheck({
      ...ports.choices(profile),
      profile,
      typedAddress,
      apiKey,
      keyProblem,
      // Without a usable key nothing is sent that needs one.
      createClient: () =>
        loadClient(
          { profile, baseAddress: typedAddress, apiKey: parsedKey.ok ? parsedKey.key : 'none' },
          logger,
        ),
      t,
      now: () => performance.now(),
      dateMs: Date.now,
      formatDate: (ms) => new Date(ms).toLocaleDateString(language, { dateStyle: 'medium' }),
      onChange,
    });
    latest = { check, apiKey };
    onChange(check.view);
    await check.ended;
    for (const { id, status, ms } of check.view.stages)
      logger.info(`Check: ${id} ${status}, ${ms ?? '-'} ms`);
  }

  return {
    get view() {
      return latest?.check.view;
    },
    start,
    cancel: () => latest?.check.cancel(),
    answerSpeech: (isWanted) => latest?.check.answerSpeech(isWanted),
    async writeReport() {
      if (!latest) return '';
      return writeCheckReport(
        latest.check.view,
        {
          extensionVersion: String(ports.context.extension.packageJSON['version']),
          editor: `${vscode.env.appName} ${vscode.version}`,
          requestsLeaveFrom: ports.requestsLeaveFrom,
          proxySetting: readNetworkSettings().proxyUrl,
          dateMs: Date.now(),
          apiKey: latest.apiKey,
        },
        t,
      );
    },
  };
}
