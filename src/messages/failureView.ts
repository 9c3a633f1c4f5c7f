import type { FailureAction, FailureView } from '../protocol/protocolViews.ts';
import type { RelayErrorDetails } from '../relay/errors/relayError.ts';
import type { Translate } from '../text/translate.ts';

export interface FailureContext {
  readonly t: Translate;
  /** Host of the relay, where known. */
  readonly host?: string | undefined;
  /** The model that was asked, where one was. */
  readonly model?: string | undefined;
  /** The voice that was asked for, when it was speech. */
  readonly voice?: string | undefined;
}

/** What the words of a relay's error are made of. */
export interface RelayFailure extends FailureContext {
  readonly details: RelayErrorDetails;
  /** The relay by its host, where known. */
  readonly relay: string;
  /** ' (HTTP 503)', to end a title; '' where no status says what was wrong. */
  readonly statusSuffix: string;
}

/** A row of a table of failures: what happened, what to check, and what can be done about it. */
export interface FailureWords {
  readonly title: string;
  readonly advice: readonly string[];
  readonly actions: readonly FailureAction['id'][];
  /** Whether the title has the relay's own words in it. */
  readonly hasRelayWords?: boolean;
}

export function nameRelay({ t, host }: FailureContext): string {
  return host ?? t('The relay');
}

/** A row with the labels of its buttons. */
export function toFailureView({ title, advice, actions }: FailureWords, t: Translate): FailureView {
  const labels: Record<FailureAction['id'], string> = {
    connect: t('Connect…'),
    setKey: t('Set API Key…'),
    changeAddress: t('Change Base URL…'),
    tryAgain: t('Try Again'),
    selectModel: t('Select Model…'),
    selectVoice: t('Select Voice…'),
    openProxySettings: t('Proxy Settings…'),
    checkConnection: t('Check Connection'),
    selectProfile: t('Select Profile…'),
    getStarted: t('Get Started'),
    showLog: t('Show Log'),
  };
  return { title, advice: [...advice], actions: actions.map((id) => ({ id, label: labels[id] })) };
}
