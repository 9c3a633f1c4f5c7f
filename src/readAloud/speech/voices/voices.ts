import { joinItems } from '../../../text/joinText.ts';
import type { Translate } from '../../../text/translate.ts';
import {
  nameStyle,
  seed1Voices,
  seed2Voices,
  type Voice,
  type VoiceRow,
  type VoiceStyle,
} from './seedVoices.ts';

type VoiceTable = 'seed-tts-1.0' | 'seed-tts-2.0' | 'gemini' | 'tts-1' | 'gpt-4o-mini-tts';
type AnyLanguageRow = readonly [id: string, gender?: 'female' | 'male' | undefined, style?: VoiceStyle];

/** The prebuilt voices of Gemini TTS models, each with the provider's description. */
const geminiVoices: readonly AnyLanguageRow[] = [
  ['Zephyr', 'female', 'bright'],
  ['Puck', 'male', 'upbeat'],
  ['Charon', 'male', 'informative'],
  ['Kore', 'female', 'firm'],
  ['Fenrir', 'male', 'excitable'],
  ['Leda', 'female', 'youthful'],
  ['Orus', 'male', 'firm'],
  ['Aoede', 'female', 'breezy'],
  ['Callirrhoe', 'female', 'easy-going'],
  ['Autonoe', 'female', 'bright'],
  ['Enceladus', 'male', 'breathy'],
  ['Iapetus', 'male', 'clear'],
  ['Umbriel', 'male', 'easy-going'],
  ['Algieba', 'male', 'smooth'],
  ['Despina', 'female', 'smooth'],
  ['Erinome', 'female', 'clear'],
  ['Algenib', 'male', 'gravelly'],
  ['Rasalgethi', 'male', 'informative'],
  ['Laomedeia', 'female', 'upbeat'],
  ['Achernar', 'female', 'soft'],
  ['Alnilam', 'male', 'firm'],
  ['Schedar', 'male', 'even'],
  ['Gacrux', 'female', 'mature'],
  // Sources disagree about the gender.
  ['Pulcherrima', undefined, 'forward'],
  ['Achird', 'male', 'friendly'],
  ['Zubenelgenubi', 'male', 'casual'],
  ['Vindemiatrix', 'female', 'gentle'],
  ['Sadachbia', 'male', 'lively'],
  ['Sadaltager', 'male', 'knowledgeable'],
  ['Sulafat', 'female', 'warm'],
];

/** Voice names of OpenAI-compatible relays; many map them to voices of other providers. */
const commonVoices: readonly AnyLanguageRow[] = [
  ['alloy', undefined, 'neutral'],
  ['ash', undefined, 'confident'],
  ['coral', undefined, 'cheerful'],
  ['echo', 'male', 'warm'],
  ['fable', undefined, 'British accent'],
  ['nova', 'female', 'friendly'],
  ['onyx', 'male', 'deep'],
  ['sage', undefined, 'calm'],
  ['shimmer', 'female', 'soft'],
];
const newerCommonVoices: readonly AnyLanguageRow[] = [
  ...commonVoices,
  ['ballad', undefined, 'gentle'],
  ['verse', undefined, 'expressive'],
  ['marin'],
  ['cedar'],
];

/** Genders that ids don't state, or state wrongly. */
const toldGenders: Readonly<Record<string, 'female' | 'male'>> = {
  BV700_streaming: 'female',
  BV001_streaming: 'female',
  BV002_streaming: 'male',
  BV701_streaming: 'male',
  zh_female_wanqudashu_moon_bigtts: 'male',
};

const tables: Readonly<Record<VoiceTable, readonly Voice[]>> = {
  'seed-tts-1.0': seed1Voices.map(toVoice),
  'seed-tts-2.0': seed2Voices.map(toVoice),
  gemini: geminiVoices.map(toAnyLanguageVoice),
  'tts-1': commonVoices.map(toAnyLanguageVoice),
  'gpt-4o-mini-tts': newerCommonVoices.map(toAnyLanguageVoice),
};

/** The models that have each table's voices, by their ids. */
const tableModels: readonly (readonly [VoiceTable, RegExp])[] = [
  ['seed-tts-1.0', /^(?:doubao-)?seed-tts-?1/],
  ['seed-tts-2.0', /^(?:doubao-)?seed-tts-?2/],
  ['gemini', /^(?:gx|gemini)-.*\btts\b/],
  ['tts-1', /^tts-1(?:-hd)?(?:-\d+)?$/],
  ['gpt-4o-mini-tts', /^gpt-4o-mini-tts/],
];

/** Whether this is a Gemini TTS model: family B of the contract (section 2.2). */
export function isGeminiSpeech(modelId: string): boolean {
  return tableOf(modelId) === 'gemini';
}

/** Whether a model has the fields and voices of OpenAI. */
export function isOpenAiSpeech(modelId: string): boolean {
  const table = tableOf(modelId);
  return table === 'tts-1' || table === 'gpt-4o-mini-tts';
}

/** The known voices of a model, best first; empty if none are known. */
export function knownVoices(modelId: string): readonly Voice[] {
  const table = tableOf(modelId);
  return table ? tables[table] : [];
}

/** The voice to use if none is selected. Gemini TTS models have no default (contract 2.2), so the person selects one. */
export function defaultVoice(modelId: string): string | undefined {
  return isGeminiSpeech(modelId) ? undefined : knownVoices(modelId)[0]?.id;
}

/**
 * The models that have a voice, if the given model is known not to have it; undefined if it may have it. Nothing is
 * known of models without a table, and relays map common names to their own.
 */
export function modelsInsteadOf(modelId: string, voiceId: string): readonly string[] | undefined {
  const asked = tableOf(modelId);
  if (!asked || isCommonName(voiceId)) return undefined;
  const owner = tableWith(voiceId);
  if (!owner || owner === asked) return undefined;
  return owner === 'gemini' ? ['gx-2.5-flash-preview-tts', 'gx-2.5-pro-preview-tts'] : [owner];
}

/** Whether a voice speaks a language: `zh`, `en` and so on. */
export function speaks({ languages }: Pick<Voice, 'languages'>, language: string): boolean {
  return languages.length === 0 || languages.some((tag) => primaryLanguage(tag) === language);
}

/** `en` of `en-US`. */
export function primaryLanguage(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** Describes a voice: languages, gender, style. */
export function describeVoice(voice: Voice, t: Translate, displayLanguage: string): string[] {
  const { languages, gender, style } = voice;
  const spoken = joinItems(
    languages.map((tag) => nameLanguage(tag, displayLanguage)),
    t,
  );
  return [
    spoken || t('any language'),
    ...(gender ? [gender === 'female' ? t('female') : t('male')] : []),
    ...(style ? [nameStyle(style, t)] : []),
  ];
}

/** The name of `en-US` in the person's language. */
export function nameLanguage(tag: string, displayLanguage: string): string {
  try {
    return new Intl.DisplayNames([displayLanguage, 'en'], { type: 'language' }).of(tag) ?? tag;
  } catch {
    // Settings may contain any text as a language.
    return tag;
  }
}

function tableOf(modelId: string): VoiceTable | undefined {
  // Relays add a provider's name or `models/` in front, and some add a suffix.
  const id = modelId
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/^[^:]*:(?=.*tts)/, '');
  return tableModels.find(([, models]) => models.test(id))?.[0];
}

/** Voice ids of Seed TTS reveal their model even if the table lacks them: there are hundreds, and more are added. */
function tableWith(voiceId: string): VoiceTable | undefined {
  if (tables.gemini.some(({ id }) => id === voiceId)) return 'gemini';
  if (/_uranus_bigtts$|_saturn_bigtts$|^saturn_|^ICL_uranus_/.test(voiceId)) return 'seed-tts-2.0';
  if (/_(?:moon|mars)_bigtts$/.test(voiceId) && !voiceId.includes('_emo_')) return 'seed-tts-1.0';
  return tables['seed-tts-1.0'].some(({ id }) => id === voiceId) ? 'seed-tts-1.0' : undefined;
}

function isCommonName(voiceId: string): boolean {
  return tables['gpt-4o-mini-tts'].some(({ id }) => id === voiceId);
}

function toVoice([id, name, languages, style]: VoiceRow): Voice {
  const gender = toldGenders[id] ?? (id.includes('_female_') ? 'female' : 'male');
  return { id, name, languages: languages.split(' '), gender, ...(style && { style }) };
}

function toAnyLanguageVoice([id, gender, style]: AnyLanguageRow): Voice {
  return { id, name: id, languages: [], ...(gender && { gender }), ...(style && { style }) };
}
