import { describeAddressProblem } from '../messages/inputProblems.ts';
import type { Remark, TypedVerdict } from '../protocol/settingsProtocol.ts';
import { type BaseAddress, endpointUrl, isUnencrypted, parseBaseAddress } from '../relay/baseUrl.ts';
import type { Translate } from '../text/translate.ts';
import { describeAddress } from './check/checkMessages.ts';

/** What is to be said of an address while it is typed, and where requests would go. Nothing typed is no mistake. */
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
export function parseTypedNumber(text: string, { min, max, integer }: NumberRange): TypedNumber {
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

/** What is to be said of a number while it is typed. An empty field has the default, and is no mistake. */
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
