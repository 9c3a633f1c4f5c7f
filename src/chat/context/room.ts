import * as vscode from 'vscode';
import { fitIntoRequest, maxRequestImages } from '../../relay/tokens/imageBudget.ts';
import type { AttachmentRecord } from '../model/attachment.ts';
import { imageCost } from '../model/sentImages.ts';
import { maxAttachments, maxTokens } from './attachmentLimits.ts';
import { attachmentTokens } from './contextMeter.ts';
import type { DraftItem } from './draft.ts';
import type { Gathered, Refusal } from './sources/gathered.ts';

/** What fits beside what is attached already, and the rest. */
interface Fitting {
  readonly fitting: readonly Omit<DraftItem, 'id'>[];
  readonly unfit: readonly Refusal[];
}

/** Finds out what there is room for; `records` are those of what was gathered, in its order. */
export function findRoom(
  items: readonly DraftItem[],
  gathered: readonly Gathered[],
  records: readonly AttachmentRecord[],
): Fitting {
  const { t } = vscode.l10n;
  const sources = new Set(gathered.map(({ source }) => source).filter((source) => source !== undefined));
  const staying = items.filter(({ source }) => source === undefined || !sources.has(source));
  let tokens = staying.reduce((sum, { record }) => sum + attachmentTokens(record), 0);
  const images = staying.flatMap(({ record }) => (record.picture ? imageCost(record.picture) : []));
  let count = staying.length;
  const unfit: Refusal[] = [];
  const fitting = records.flatMap((record, place) => {
    const counted = { ...record, tokens: attachmentTokens(record) };
    const source = gathered[place]?.source;
    if (count >= maxAttachments) {
      unfit.push({
        name: record.name,
        reason: t('A message can have up to {0} attachments.', maxAttachments),
      });
      return [];
    }
    if (tokens + counted.tokens > maxTokens) {
      const [own, most] = [formatCount(counted.tokens), formatCount(maxTokens)];
      unfit.push({
        name: record.name,
        reason: t('It has about {0} tokens. All attachments together can have up to {1}.', own, most),
      });
      return [];
    }
    const cost = record.picture ? [imageCost(record.picture)] : [];
    if (!fitIntoRequest([...images, ...cost])) {
      const most = Math.floor(maxRequestImages.bytes / 1_000_000);
      unfit.push({
        name: record.name,
        reason: t('A message can have up to {0} images with {1} MB in total.', maxRequestImages.count, most),
      });
      return [];
    }
    images.push(...cost);
    tokens += counted.tokens;
    count++;
    return [{ record: counted, ...(source !== undefined && { source }) }];
  });
  return { fitting, unfit };
}

/** What was not attached, and why, as it is told. */
export function refusalWords(refusals: readonly Refusal[]): string {
  const { t } = vscode.l10n;
  const [first] = refusals;
  if (first && refusals.length === 1) return t('{0} was not attached. {1}', first.name, first.reason);
  const named = refusals.slice(0, 3).map(({ name, reason }) => t('{0}: {1}', name, reason));
  const more = refusals.length - named.length;
  const list = [...named, ...(more > 0 ? [t('… and {0} more', more)] : [])].join(' ');
  return t('{0} were not attached. {1}', refusals.length, list);
}

function formatCount(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
