import { describeAddressProblem } from '../messages/inputProblems.ts';
import type { ProfileSettingName } from '../platform/settings/profiles.ts';
import type {
  FieldName,
  FieldValue,
  ProtocolRow,
  Remark,
  TypedVerdict,
} from '../protocol/settingsProtocol.ts';
import { type BaseAddress, endpointUrl, isUnencrypted, parseBaseAddress } from '../relay/baseUrl.ts';
import { protocols } from '../relay/chat/protocolNames.ts';
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
  // A slash at the end is nobody's mistake.
  const isAsTyped = typed === base || typed === `${base}/`;
  return { severity: 'info', text: isAsTyped ? describeAddress(address, t) : t('Interpreted as {0}', base) };
}

/** All that the extension asks of a relay, by its protocols' names. */
function listEndpoints(address: BaseAddress, t: Translate): { label: string; url: string }[] {
  return [
    { label: t('Messages'), url: endpointUrl(address, '/v1/messages') },
    { label: t('Chat completions'), url: endpointUrl(address, '/v1/chat/completions') },
    { label: t('Generate content'), url: endpointUrl(address, '/v1beta/models/{model}:generateContent') },
    { label: t('Speech'), url: endpointUrl(address, '/v1/audio/speech') },
    { label: t('Model list'), url: endpointUrl(address, '/v1/models') },
    { label: t('Model list for generate content'), url: endpointUrl(address, '/v1beta/models') },
  ];
}

export interface NumberRange {
  readonly min: number;
  /** Without it, there is no upper end. */
  readonly max?: number | undefined;
  readonly integer: boolean;
}

type NumberProblem = 'notANumber' | 'tooSmall' | 'tooLarge';

type TypedNumber =
  | { readonly ok: true; readonly value: number }
  | { readonly ok: false; readonly reason: 'empty' | NumberProblem };

/** Reads a number in plain digits, full-width ones too. Separators of thousands are refused: they differ by country. */
function parseTypedNumber(text: string, { min, max, integer }: NumberRange): TypedNumber {
  const digits = text.normalize('NFKC').trim();
  if (digits === '') return { ok: false, reason: 'empty' };
  if (!(integer ? /^[+-]?\d+$/ : /^[+-]?\d+(\.\d+)?$/).test(digits))
    return { ok: false, reason: 'notANumber' };
  const value = Number(digits);
  if (value < min) return { ok: false, reason: 'tooSmall' };
  if (value > upperEnd(max)) return { ok: false, reason: 'tooLarge' };
  return { ok: true, value };
}

function upperEnd(max: number | undefined): number {
  return max ?? Number.MAX_SAFE_INTEGER;
}

/** The verdict on a number while it is typed. An empty field has the default, and is not an error. */
export function checkTypedNumber(text: string, range: NumberRange, t: Translate): TypedVerdict {
  const parsed = parseTypedNumber(text, range);
  if (parsed.ok || parsed.reason === 'empty') return {};
  return { remark: { severity: 'error', text: describeNumberProblem(parsed.reason, range, t) } };
}

function describeNumberProblem(
  problem: NumberProblem,
  { min, max, integer }: NumberRange,
  t: Translate,
): string {
  switch (problem) {
    case 'notANumber':
      return integer ? t('Enter a whole number.') : t('Enter a number. Use a point for decimals.');
    case 'tooSmall':
      return t('Enter a number of at least {0}.', min);
    case 'tooLarge':
      return t('Enter a number of at most {0}.', upperEnd(max));
  }
}

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

/** The verdict on a field's text, while it is typed and after. */
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
