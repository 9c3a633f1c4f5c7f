import * as vscode from 'vscode';
import { fitIntoRequest, maxRequestImages } from '../../relay/tokens/imageBudget.ts';
import { joinItems, joinSentences } from '../../text/joinText.ts';
import type { SecretKind } from '../../text/secrets/secretForms.ts';
import { type FoundSecret, findSecrets, maskSecrets } from '../../text/secrets/secrets.ts';
import type { AttachmentRecord } from '../model/records.ts';
import { imageCost } from '../model/sentImages.ts';
import { attachmentTokens } from './contextMeter.ts';
import type { DraftItem } from './draft.ts';
import { maxAttachments, maxTokens } from './sources/attachedTexts.ts';
import type { Gathered, GatheredText, Refusal } from './sources/gathered.ts';

/** Asks in a modal dialog; undefined if it was canceled. */
export type Ask = (question: string, detail: string, ...buttons: string[]) => Promise<string | undefined>;

/** Maximum number of entries in a list, so that the dialog stays readable. */
const maxNamed = 8;

/** Makes records of gathered attachments, after approval where needed; undefined if declined. */
export async function askFirst(
  gathered: readonly Gathered[],
  ask: Ask,
): Promise<readonly AttachmentRecord[] | undefined> {
  const { t } = vscode.l10n;
  const found = gathered.map(({ texts }) => texts.map((each) => findSecrets(each.text, each.file)));
  const secrets = gathered.flatMap(({ texts }, place) =>
    texts.flatMap((text, index) => describeSecrets(text, found[place]?.[index] ?? [])),
  );
  const outside = gathered.flatMap((each) => each.outside ?? []);
  const ignored = gathered.flatMap((each) => each.ignored ?? []);
  const asIs = () => gathered.map(({ texts, toRecord }) => toRecord(texts.map(({ text }) => text)));
  if (secrets.length + outside.length + ignored.length === 0) return asIs();

  const detail = [
    listOf(t('Possible secrets:'), secrets),
    listOf(t('Excluded by ignore rules:'), ignored),
    listOf(t('Outside the workspace:'), outside),
    t('Attachments are sent to the relay and the model.'),
  ];
  const [attach, masked] = [t('Attach'), t('Attach with Secrets Masked')];
  const attachAll = t('Attach Anyway');
  const buttons = secrets.length > 0 ? [masked, attachAll] : [attach];
  const answer = await ask(
    t('Attach this to your message?'),
    detail.filter(Boolean).join('\n\n'),
    ...buttons,
  );
  if (answer === undefined) return undefined;
  if (answer !== masked) return asIs();
  return gathered.map(({ texts, toRecord }, place) => {
    const inTexts = found[place] ?? [];
    const record = toRecord(texts.map(({ text }, index) => maskSecrets(text, inTexts[index] ?? [])));
    return inTexts.some((each) => each.length > 0) ? { ...record, name: maskedName(record) } : record;
  });
}

/** Marks a name as masked for people and the model. A file's extension and lines stay last: they tell the language. */
function maskedName({ kind, name }: AttachmentRecord): string {
  const isOfFile = kind === 'file' || kind === 'selection';
  const ending = isOfFile ? (/(?<=[^/\\])(?:\.[^./\\\s]{1,10})?(?::\d[\d,-]*)?$/.exec(name)?.[0] ?? '') : '';
  return vscode.l10n.t('{0} (masked)', name.slice(0, name.length - ending.length)) + ending;
}

/** One entry for each line of a text that has secrets: their kinds, never the secrets themselves. */
function describeSecrets({ name, firstLine = 1 }: GatheredText, secrets: readonly FoundSecret[]): string[] {
  const { t } = vscode.l10n;
  return [...Map.groupBy(secrets, ({ line }) => line)].map(([line, found]) => {
    const kinds = new Set(found.map(({ kind }) => secretWords(kind)));
    return t('{0}, line {1}: {2}', name, line + firstLine - 1, joinItems([...kinds], t));
  });
}

function listOf(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const more = lines.length - maxNamed;
  const named = lines.slice(0, maxNamed);
  return [heading, ...named, ...(more > 0 ? [vscode.l10n.t('… and {0} more', more)] : [])].join('\n');
}

function secretWords(kind: SecretKind): string {
  const { t } = vscode.l10n;
  const words: Readonly<Record<SecretKind, string>> = {
    privateKey: t('private key'),
    cloudKey: t('cloud service key'),
    codeHostToken: t('code hosting token'),
    chatToken: t('chat app token'),
    paymentKey: t('payment service key'),
    modelKey: t('AI provider key'),
    token: t('token'),
    connectionString: t('URL with a password'),
    password: t('password'),
  };
  return words[kind];
}

/** Determines which attachments there is room for; `records` has the records of `gathered`, in the same order. */
export function findRoom(
  items: readonly DraftItem[],
  gathered: readonly Gathered[],
  records: readonly AttachmentRecord[],
) {
  const { t } = vscode.l10n;
  const sources = new Set(gathered.map(({ source }) => source).filter((source) => source !== undefined));
  const staying = items.filter(({ source }) => source === undefined || !sources.has(source));
  let tokens = staying.reduce((sum, { record }) => sum + attachmentTokens(record), 0);
  const images = staying.flatMap(({ record }) => (record.picture ? imageCost(record.picture) : []));
  let count = staying.length;
  const fitting: Omit<DraftItem, 'id'>[] = [];
  const unfit: Refusal[] = [];
  for (const [place, record] of records.entries()) {
    const own = attachmentTokens(record);
    const cost = record.picture ? [imageCost(record.picture)] : [];
    const reason = whyUnfit(own, cost);
    if (reason !== undefined) {
      unfit.push({ name: record.name, reason });
      continue;
    }
    images.push(...cost);
    tokens += own;
    count++;
    fitting.push({ record: { ...record, tokens: own }, source: gathered[place]?.source });
  }
  return { fitting, unfit };

  function whyUnfit(own: number, cost: readonly (typeof images)[number][]): string | undefined {
    if (count >= maxAttachments) return t('A message can have up to {0} attachments.', maxAttachments);
    if (tokens + own > maxTokens) {
      const [counted, most] = [formatCount(own), formatCount(maxTokens)];
      return t('It has about {0} tokens. All attachments together can have up to {1}.', counted, most);
    }
    if (fitIntoRequest([...images, ...cost])) return undefined;
    const most = Math.floor(maxRequestImages.bytes / 1_000_000);
    return t('A message can have up to {0} images, {1} MB in total.', maxRequestImages.count, most);
  }
}

/** The message about what was not attached, and why. */
export function refusalWords(refusals: readonly Refusal[]): string {
  const { t } = vscode.l10n;
  const [first] = refusals;
  if (first && refusals.length === 1) return t('{0} was not attached. {1}', first.name, first.reason);
  const named = refusals.slice(0, 3).map(({ name, reason }) => t('{0}: {1}', name, reason));
  const more = refusals.length - named.length;
  const list = joinSentences(...named, more > 0 ? t('… and {0} more', more) : undefined);
  return t('{0} were not attached. {1}', refusals.length, list);
}

function formatCount(count: number): string {
  return count.toLocaleString(vscode.env.language);
}
