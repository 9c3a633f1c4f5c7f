import type { ProfileSettingName } from '../platform/settings/profiles.ts';
import type { FieldName, FieldValue, ProtocolRow, TypedVerdict } from '../protocol/settingsProtocol.ts';
import { parseBaseAddress } from '../relay/baseUrl.ts';
import { protocols } from '../relay/chat/protocolNames.ts';
import type { Translate } from '../text/translate.ts';
import { checkTypedAddress, checkTypedNumber, parseTypedNumber } from './inputChecks.ts';

/** Whole numbers from 1 on; time limits up to an hour. */
const numberFields = {
  'chat.maxOutputTokens': { min: 1, max: 10_000_000, integer: true },
  'timeouts.connect': { min: 1, max: 3600, integer: true },
  'timeouts.firstByte': { min: 1, max: 3600, integer: true },
  'timeouts.idle': { min: 1, max: 3600, integer: true },
} as const satisfies Partial<Record<FieldName, unknown>>;

function isNumberField(name: FieldName): name is keyof typeof numberFields {
  return name in numberFields;
}

/** What is to be said about a text in a field, while it is typed and after. */
export function checkField(name: FieldName, text: string, t: Translate): TypedVerdict {
  if (name === 'baseUrl') return checkTypedAddress(text, t);
  if (isNumberField(name)) return checkTypedNumber(text, numberFields[name], t);
  return {};
}

/** A value as the setting has it, of one as the panel has it; undefined where there is none of the profile's own. */
export function toSettingValue(
  name: FieldName,
  value: FieldValue,
): string | number | Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'string') {
    const rows = value.filter(({ pattern }) => pattern.trim() !== '');
    if (rows.length === 0) return undefined;
    return Object.fromEntries(rows.map(({ pattern, protocol }) => [pattern.trim(), protocol]));
  }
  const text = name === 'chat.systemPrompt' ? value : value.trim();
  if (text.trim() === '') return undefined;
  if (isNumberField(name)) {
    const parsed = parseTypedNumber(text, numberFields[name]);
    return parsed.ok ? parsed.value : undefined;
  }
  if (name !== 'baseUrl') return text;
  const parsed = parseBaseAddress(text);
  return parsed.ok ? parsed.address.base : undefined;
}

/** `chat.protocols` as rows; what is no protocol is passed over, as everywhere. */
export function readProtocolRows(found: unknown): ProtocolRow[] {
  if (typeof found !== 'object' || found === null) return [];
  return Object.entries(found).flatMap(([pattern, value]) => {
    const protocol = protocols.find((known) => known === value);
    return protocol ? [{ pattern, protocol }] : [];
  });
}

export function settingOf(name: FieldName): ProfileSettingName {
  return `modelRelay.${name}`;
}
