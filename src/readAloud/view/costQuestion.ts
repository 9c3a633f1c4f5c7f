import * as vscode from 'vscode';
import { formatBytes } from '../../platform/formatBytes.ts';
import { confirm } from '../../platform/notifications.ts';
import type { Utterance, UtteranceSource } from '../narration/plan/utterance.ts';
import type { CachedSpeech } from '../speech/cachedSpeech.ts';

/** Bytes of text that a voice speaks per second, in English or Chinese. */
const bytesPerSecond = 14;
/** Counting stops at this number: the exact size of a larger text does not matter. */
const countedBytes = 500_000;

/** The speech that a reading would request from the relay. */
interface Cost {
  readonly totalBytes: number;
  readonly unpaidBytes: number;
  /** Whether counting stopped at the limit. */
  readonly isMore: boolean;
}

/**
 * Asks before a reading that costs more than the setting allows, and returns what to read: the same source, from its
 * start. Undefined where the person said no.
 */
export async function askAboutCost(
  title: string,
  source: UtteranceSource,
  speech: CachedSpeech,
  confirmAboveBytes: number,
): Promise<UtteranceSource | undefined> {
  if (confirmAboveBytes === 0 || source.onMore) return source;
  // No more is planned than it takes to know: the first sentence waits for that.
  const plan = planPiece(source);
  plan.goOnWhile(() => plan.totalBytes <= confirmAboveBytes);
  if (plan.isWhole && plan.totalBytes <= confirmAboveBytes) return plan.again();
  await speech.prepare();
  let unpaidBytes = countUnpaid(plan.planned, speech);
  plan.goOnWhile((utterance) => {
    if (utterance && !speech.isKept(utterance)) unpaidBytes += utterance.bytes;
    return unpaidBytes <= confirmAboveBytes && plan.totalBytes <= countedBytes;
  });
  if (unpaidBytes <= confirmAboveBytes) return plan.again();
  plan.goOnWhile(() => plan.totalBytes <= countedBytes);
  const { totalBytes, isWhole } = plan;
  const cost = { totalBytes, unpaidBytes: countUnpaid(plan.planned, speech), isMore: !isWhole };
  return (await confirmCost(title, cost)) ? plan.again() : undefined;
}

/** Plans the beginning of a source, which can be read again from its start. */
function planPiece(source: UtteranceSource) {
  const planned: Utterance[] = [];
  const plan = {
    planned,
    totalBytes: 0,
    isWhole: false,
    /** Asked before each utterance, with the one before it that was planned just now. */
    goOnWhile(isWanted: (last: Utterance | undefined) => boolean): void {
      let last: Utterance | undefined;
      while (isWanted(last)) {
        const next = source.next();
        if (!next || next === 'later') {
          plan.isWhole = true;
          return;
        }
        planned.push(next);
        plan.totalBytes += next.bytes;
        last = next;
      }
    },
    again: (): UtteranceSource => putBack(planned, source),
  };
  return plan;
}

/** Bytes of text that would be sent to the relay. */
export function countUnpaid(utterances: readonly Utterance[], speech: CachedSpeech): number {
  return utterances.reduce((sum, utterance) => sum + (speech.isKept(utterance) ? 0 : utterance.bytes), 0);
}

/** The planned utterances of a source, and then the rest of it. */
function putBack(taken: readonly Utterance[], source: UtteranceSource): UtteranceSource {
  let place = 0;
  return { next: () => taken[place++] ?? source.next() };
}

export function confirmCost(title: string, { totalBytes, unpaidBytes, isMore }: Cost): Promise<boolean> {
  const { t } = vscode.l10n;
  const minutes = Math.max(1, Math.round(totalBytes / bytesPerSecond / 60));
  const detail = [
    isMore
      ? t('Duration: more than {0} minutes.', minutes)
      : minutes === 1
        ? t('Duration: about a minute.')
        : t('Duration: about {0} minutes.', minutes),
    totalBytes > unpaidBytes
      ? t(
          '{0} of text will be sent to the relay. {1} are cached and cost nothing.',
          formatBytes(unpaidBytes),
          formatBytes(totalBytes - unpaidBytes),
        )
      : t('{0} of text will be sent to the relay.', formatBytes(unpaidBytes)),
    t('To change this limit, use the setting modelRelay.readAloud.confirmAboveBytes.'),
  ];
  return confirm('info', t('Read “{0}” aloud?', title), detail.join('\n'), t('Read Aloud'));
}
