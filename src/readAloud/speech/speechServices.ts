import { join } from 'node:path';
import * as vscode from 'vscode';
import type { FailureContext } from '../../messages/connectionErrors.ts';
import { NotReadyError } from '../../messages/ownErrors.ts';
import { confirm, notify } from '../../platform/notifications.ts';
import { readReadAloudSettings } from '../../platform/settings/settings.ts';
import type { RelayClient } from '../../relay/client.ts';
import type { Logger } from '../../relay/logger.ts';
import { formatBytes } from '../view/costQuestion.ts';
import {
  type CachedSpeech,
  createCachedSpeech,
  createSpeechWorkshop,
  type SpeechWorkshop,
} from './cachedSpeech.ts';
import { createMp3Encoding } from './mp3.ts';
import { createSpeechCache, type SpeechCache } from './speechCache.ts';
import type { SpeechChoice } from './speechSource.ts';
import { checkSpeechChoice } from './voices/chosenSpeech.ts';
import { readSpeechChoice, readSpeechSettings } from './voices/voiceChoice.ts';
import { describeSpeechProblem } from './voices/voiceWords.ts';

type Connected = Awaited<ReturnType<SpeechPorts['ensureConnected']>>;

export interface SpeechPorts {
  readonly context: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'extensionUri'>;
  readonly logger: Logger;
  /** Rejects with a NotReadyError when no relay is connected. */
  readonly ensureConnected: () => Promise<{
    readonly client: RelayClient;
    readonly account: { readonly base: string };
  }>;
  /** Id of the chosen speech model, after the list was read if need be. */
  readonly currentModel: () => Promise<string | undefined>;
}

/** Speech of this window: spoken by the relay, and kept on the disk. */
export interface Speech {
  /** For one reading: with the model and voice that are chosen when it is first needed. */
  create(fixed?: { readonly model: string; readonly voice: string }): CachedSpeech;
  /** For a test: the relay is asked each time, and nothing is kept. */
  createForTest(): CachedSpeech;
  /** What the last failure is told with. */
  readonly failureContext: FailureContext;
  /** Whether the model that spoke last has a voice. */
  hasVoice(): boolean;
  /** What is wrong with what was set for the model that spoke last, and is left out. */
  describeProblem(): string | undefined;
  /** Resolves when all that came is on the disk. */
  written(): Promise<void>;
  /** Asks, and then removes all that is kept. */
  clearCache(): Promise<void>;
}

export function createSpeech({ context, logger, ensureConnected, currentModel }: SpeechPorts): Speech {
  const { t } = vscode.l10n;
  const cache = createSpeechCache({
    folder: join(context.globalStorageUri.fsPath, 'speech'),
    limitBytes: () => readReadAloudSettings().cacheSize * 1_000_000,
    logger,
  });
  const encoding = createMp3Encoding({
    readWasm: async () =>
      await vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'dist', 'lame.wasm')),
  });
  const workshop = createSpeechWorkshop({ cache, encoding, logger });
  const testWorkshop = createSpeechWorkshop({ cache: nothingKept, encoding, logger });
  let failureContext: FailureContext = { t };

  function choose(model: string | undefined, base: string, voice?: string): SpeechChoice {
    if (!model) throw new NotReadyError('model');
    const choice = readSpeechChoice(model, base, voice);
    failureContext = { t, model, host: new URL(base).host, voice: choice?.voiceFor(undefined) };
    if (!choice) throw new NotReadyError('voice');
    return choice;
  }

  function createFrom(
    workshop: SpeechWorkshop,
    fixed?: { readonly model: string; readonly voice: string },
  ): CachedSpeech {
    // A choice that is made anew may be of another relay, while a request of the one before still runs.
    const connections = new WeakMap<SpeechChoice, Connected>();
    return createCachedSpeech({
      workshop,
      async choice() {
        const model = fixed?.model ?? (await currentModel());
        const connected = await ensureConnected();
        const made = choose(model, connected.account.base, fixed?.voice);
        connections.set(made, connected);
        return made;
      },
      async speak(request, call, made) {
        const now = await ensureConnected();
        const chosen = connections.get(made);
        // The same relay may have another key by now; what another relay says is not kept under this one's name.
        const connected = chosen && now.account.base !== chosen.account.base ? chosen : now;
        return connected.client.speak(request, call);
      },
    });
  }

  function problems() {
    const { model } = failureContext;
    return model ? checkSpeechChoice(model, readSpeechSettings()) : [];
  }

  return {
    get failureContext() {
      return failureContext;
    },
    create: (fixed) => createFrom(workshop, fixed),
    createForTest: () => createFrom(testWorkshop),
    hasVoice: () => !problems().some(({ kind }) => kind === 'noVoice'),
    describeProblem() {
      const [problem] = problems().filter(({ kind }) => kind !== 'noVoice');
      const { model = '' } = failureContext;
      return problem && describeSpeechProblem(problem, model, t, vscode.env.language);
    },
    written: () => cache.written(),
    async clearCache() {
      const size = await cache.size();
      if (size === 0) return void notify('info', t('The speech cache is empty.'));
      const isSure = await confirm(
        'warning',
        t('Remove all cached speech ({0})?', formatBytes(size)),
        t('Reading the same text again will be charged again.'),
        t('Remove'),
      );
      if (!isSure) return;
      try {
        await cache.clear();
      } catch (error) {
        logger.warn(`Speech cache: failed to remove cached speech: ${String(error)}`);
        void notify('warning', t('Some cached speech could not be removed. See the log for details.'));
      }
    },
  };
}

const nothingKept: SpeechCache = {
  open: async () => {},
  has: () => false,
  read: async () => undefined,
  keep: async () => {},
  written: async () => {},
  remove: async () => {},
  size: async () => 0,
  clear: async () => {},
};
