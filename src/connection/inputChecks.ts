import { describeAddressProblem } from '../messages/inputProblems.ts';
import type { ProfileSettingName } from '../platform/settings/profiles.ts';
import type { FieldName, Remark, TypedVerdict } from '../protocol/settingsProtocol.ts';
import { type BaseAddress, endpointUrl, isUnencrypted, parseBaseAddress } from '../relay/baseUrl.ts';
import type { Translate } from '../text/translate.ts';
import { describeAddress } from './check/checkMessages.ts';

/** The verdict on a base URL while it is typed, with its endpoints. An empty one is not an error. */
export function checkTypedAddress(text: string, t: Translate): TypedVerdict {
  if (text.trim() === '') return {};
  const parsed = parseBaseAddress(text);
  if (!parsed.ok) return { remark: { severity: 'error', text: describeAddressProblem(parsed.reason, t) } };
  return { remark: remarkOn(text.trim(), parsed.address, t), endpoints: listEndpoints(parsed.address, t) };
}

function remarkOn(typed: string, address: BaseAddress, t: Translate): Remark {
  const { base, origin } = address;
  if (isUnencrypted(address)) return { severity: 'warning', text: describeAddress(address, t) };
  const path = base.slice(origin.length);
  if (path !== '') {
    return {
      severity: 'info',
      text: t('Requests go to {0}. Remove {1} if it is the path of a web page.', base, path),
    };
  }
  // A trailing slash is not a mistake worth mentioning.
  const isAsTyped = typed === base || typed === `${base}/`;
  return { severity: 'info', text: isAsTyped ? describeAddress(address, t) : t('Interpreted as {0}', base) };
}

/** The relay's endpoints for chat and speech. */
function listEndpoints(address: BaseAddress, t: Translate): { label: string; url: string }[] {
  return [
    { label: t('Messages'), url: endpointUrl(address, '/v1/messages') },
    { label: t('Chat completions'), url: endpointUrl(address, '/v1/chat/completions') },
    { label: t('Generate content'), url: endpointUrl(address, '/v1beta/models/{model}:generateContent') },
    { label: t('Speech'), url: endpointUrl(address, '/v1/audio/speech') },
  ];
}

/** The maximum of each field with a whole number (the minimum is 1): time limits up to an hour. */
const greatest: Partial<Record<FieldName, number>> = {
  'chat.maxOutputTokens': 10_000_000,
  'timeouts.connect': 3600,
  'timeouts.firstByte': 3600,
  'timeouts.idle': 3600,
};

/** Reads plain digits, including full-width ones. Thousands separators are refused: they differ by country. */
function readWhole(text: string): number {
  const digits = text.normalize('NFKC').trim();
  return /^[+-]?\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

/** What is wrong with a number while it is typed. An empty field has the default, and is not an error. */
function describeNumberProblem(text: string, most: number, t: Translate): string | undefined {
  const value = readWhole(text);
  if (text.trim() === '') return undefined;
  if (Number.isNaN(value)) return t('Enter a whole number.');
  if (value < 1) return t('Enter a number of at least {0}.', 1);
  return value > most ? t('Enter a number of at most {0}.', most) : undefined;
}

/** The verdict on a field's text, while it is typed and after. */
export function checkField(name: FieldName, text: string, t: Translate): TypedVerdict {
  const saved = toSettingValue(name, text);
  const most = greatest[name];
  const problem = most && describeNumberProblem(text, most, t);
  return {
    ...(name === 'baseUrl' && checkTypedAddress(text, t)),
    ...(problem && { remark: { severity: 'error', text: problem } }),
    ...(saved !== undefined && { saved: String(saved) }),
  };
}

/** Converts a text from the panel to a setting's value; undefined if the profile has no value of its own. */
export function toSettingValue(name: FieldName, typed: string): string | number | undefined {
  const text = name === 'chat.systemPrompt' ? typed : typed.trim();
  if (text.trim() === '') return undefined;
  const most = greatest[name];
  if (most !== undefined) {
    const value = readWhole(text);
    return value >= 1 && value <= most ? value : undefined;
  }
  if (name !== 'baseUrl') return text;
  const parsed = parseBaseAddress(text);
  return parsed.ok ? parsed.address.base : undefined;
}

export function settingOf(name: FieldName): ProfileSettingName {
  return `modelRelay.${name}`;
}
