import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import type { RelayModels } from '../platform/connectedModel.ts';
import { chooseModel, protocolFor } from '../platform/modelChoice.ts';
import type { CheckView } from '../protocol/settingsProtocol.ts';
import type { Logger } from '../relay/logger.ts';
import { protocolById } from '../relay/models/modelKinds.ts';
import { writeCheckReport } from './check/checkMessages.ts';
import { type Check, startCheck } from './check/connectionCheck.ts';
import type { ConnectionStore } from './connectionStore.ts';

export interface ChecksPorts {
  readonly context: vscode.ExtensionContext;
  readonly logger: Logger;
  readonly connection: ConnectionStore;
  /** Stores the models that a check found in the lists. */
  readonly models: Pick<RelayModels, 'accept'>;
  readonly voices: Pick<Voices, 'chooseVoice'>;
  readonly requestsLeaveFrom: string;
}

/** The voices of speech models, from another feature. */
export interface Voices {
  /** The voice for a model; undefined if the person has to select one. */
  readonly chooseVoice: (model: string, profile: string) => string | undefined;
  readonly suggestVoices: (model: string) => { value: string; description: string }[];
}

/** The connection check: at most one runs at a time. */
export function createChecks(ports: ChecksPorts, onChange: (view: CheckView) => void) {
  const { connection: store, logger } = ports;
  const { t, language } = { t: vscode.l10n.t, language: vscode.env.language };
  let latest:
    | { readonly check: Check; readonly apiKey: string | undefined; readonly typedAddress: string }
    | undefined;
  /** Counts starts: reading the key takes a moment, in which another check may start. */
  let starts = 0;

  async function start(profile: string): Promise<void> {
    latest?.check.cancel();
    starts += 1;
    const own = starts;
    const connection = await store.connectionOf(profile);
    if (own !== starts) return;
    const apiKey = connection?.apiKey;
    // Use the base URL that the key was found for: the setting may have changed in the meantime.
    const typedAddress = connection?.address.base ?? store.typedAddress(profile);
    const check = startCheck({
      chatModel: (listed) => chooseModel('chat', listed, profile),
      speechModel: (listed) => chooseModel('speech', listed, profile),
      protocolOf: (model, listed) => protocolFor(model, listed, profile) ?? protocolById(model),
      voiceFor: (model) => ports.voices.chooseVoice(model, profile),
      profile,
      typedAddress,
      apiKey,
      // Without a key, no request that needs one is sent.
      createClient: () => store.openClient({ profile, baseUrl: typedAddress, apiKey: apiKey ?? 'none' }),
      t,
      now: () => performance.now(),
      formatDate: (ms) => new Date(ms).toLocaleDateString(language, { dateStyle: 'medium' }),
      onChange,
    });
    latest = { check, apiKey, typedAddress };
    onChange(check.view);
    await check.ended;
    const base = connection?.address.base;
    if (base !== undefined && check.listed.length > 0) {
      await ports.models.accept({ profile, base }, { models: check.listed, incomplete: [] });
    }
    for (const { id, status, ms } of check.view.stages)
      logger.info(`Check: ${id} ${status}, ${ms ?? '-'} ms`);
  }

  return {
    /** The running check, or the last one. */
    get view(): CheckView | undefined {
      return latest?.check.view;
    },
    /** The same if it still applies to this profile: with another base URL or key, its result is meaningless. */
    async viewOf(profile: string): Promise<CheckView | undefined> {
      const shown = latest;
      if (!shown || shown.check.view.isRunning || shown.check.view.profile !== profile)
        return shown?.check.view;
      const connection = await store.connectionOf(profile);
      const address = connection?.address.base ?? store.typedAddress(profile);
      const isSame = shown.apiKey === connection?.apiKey && shown.typedAddress === address;
      return isSame ? shown.check.view : undefined;
    },
    start,
    cancel(): void {
      // A check that is still reading its key must not start.
      starts += 1;
      latest?.check.cancel();
    },
    answerSpeech: (isWanted: boolean): void => latest?.check.answerSpeech(isWanted),
    /** The report of the last check, without secrets. */
    async writeReport(): Promise<string> {
      if (!latest) return '';
      return writeCheckReport(
        latest.check.view,
        {
          extensionVersion: String(ports.context.extension.packageJSON['version']),
          editor: `${vscode.env.appName} ${vscode.version}`,
          requestsLeaveFrom: ports.requestsLeaveFrom,
          dateMs: Date.now(),
          apiKey: latest.apiKey,
        },
        t,
      );
    },
  };
}
