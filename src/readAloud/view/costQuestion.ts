import * as vscode from 'vscode';
import { formatBytes } from '../../platform/formatBytes.ts';
import { confirm } from '../../platform/notifications.ts';
import type { Utterance, UtteranceSource } from '../narration/plan/utterance.ts';
import { usualBytesPerSecond } from '../playback/readingCost.ts';
import { readReadAloudSettings } from '../readAloudSettings.ts';
import type { CachedSpeech } from '../speech/cachedSpeech.ts';

/** Counting stops here: the exact size of a larger text does not matter. */
const countedBytes = 500_000;

/**
 * Asks before a reading that costs more than the setting allows. Returns the same source, from its start; undefined if
 * the person declined.
 */
export async function askAboutCost(
  title: string,
  source: UtteranceSource,
  speech: CachedSpeech,
): Promise<UtteranceSource | undefined> {
  const { confirmAboveBytes } = readReadAloudSettings();
  if (confirmAboveBytes === 0 || source.onMore) return source;
  const planned: Utterance[] = [];
  let totalBytes = 0;
  /** Plans until this many bytes are exceeded. Returns whether that was the whole text. */
  function planTo(bytes: number): boolean {
    while (totalBytes <= bytes) {
      const next = source.next();
      if (!next || next === 'later') return true;
      planned.push(next);
      totalBytes += next.bytes;
    }
    return false;
  }
  let place = 0;
  const again: UtteranceSource = { next: () => planned[place++] ?? source.next() };
  // Plan only as much as needed to decide: the first sentence waits for it.
  if (planTo(confirmAboveBytes)) return again;
  const isMore = !planTo(countedBytes);
  return (await mayCost({ title, planned, isMore }, speech)) ? again : undefined;
}

interface PlannedReading {
  readonly title: string;
  readonly planned: readonly Utterance[];
  /** Whether the text has more than `planned`. */
  readonly isMore: boolean;
}

/** Whether the planned text may be sent to the relay: asks if it is more than the setting allows. */
export async function mayCost(
  { title, planned, isMore }: PlannedReading,
  speech: CachedSpeech,
): Promise<boolean> {
  const { confirmAboveBytes } = readReadAloudSettings();
  await speech.prepare();
  let [totalBytes, unpaidBytes] = [0, 0];
  for (const utterance of planned) {
    totalBytes += utterance.bytes;
    if (!speech.isKept(utterance)) unpaidBytes += utterance.bytes;
  }
  if (confirmAboveBytes === 0 || unpaidBytes <= confirmAboveBytes) return true;
  const { t } = vscode.l10n;
  const minutes = Math.max(1, Math.round(totalBytes / usualBytesPerSecond / 60));
  const detail = [
    isMore
      ? t('Duration: more than {0} minutes.', minutes)
      : minutes === 1
        ? t('Duration: about a minute.')
        : t('Duration: about {0} minutes.', minutes),
    totalBytes > unpaidBytes
      ? t(
          '{0} of text will be sent to the relay. {1} is cached and costs nothing.',
          formatBytes(unpaidBytes),
          formatBytes(totalBytes - unpaidBytes),
        )
      : t('{0} of text will be sent to the relay.', formatBytes(unpaidBytes)),
    t('To change this limit, use the setting modelRelay.readAloud.confirmAboveBytes.'),
  ];
  return confirm('info', t('Read “{0}” aloud?', title), detail.join('\n'), t('Read Aloud'));
}
