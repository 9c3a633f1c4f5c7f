/** The contract's two families of speech models (section 2.2), and any other model that speaks. */
export type SpeechFamily = 'A' | 'B' | 'other';

/** A voice that a model is known to have. What an account may use is up to the relay. */
export interface Voice {
  /** As it goes into the request. */
  readonly id: string;
  /** BCP 47 tags; empty when the voice speaks whatever language the text is in. */
  readonly languages: readonly string[];
  /** The name that its provider gives it. */
  readonly name: string;
  readonly gender?: 'female' | 'male';
  /** What it sounds like, in an English word, as far as its provider says so. */
  readonly description?: string;
}

type VoiceRow = readonly [id: string, name: string, languages: string, description?: string];

/** Voices of seed-tts-1.0. None of them exists in seed-tts-2.0, and the other way round. */
const seed1: readonly VoiceRow[] = [
  ['zh_female_cancan_mars_bigtts', '灿灿 (Shiny)', 'zh-CN en-US'],
  ['zh_female_shuangkuaisisi_moon_bigtts', '爽快思思 (Skye)', 'zh-CN en-US', 'frank'],
  ['zh_male_wennuanahu_moon_bigtts', '温暖阿虎 (Alvin)', 'zh-CN en-US', 'warm'],
  ['zh_male_shaonianzixin_moon_bigtts', '少年梓辛 (Brayan)', 'zh-CN en-US', 'young'],
  ['zh_female_qingxinnvsheng_mars_bigtts', '清新女声', 'zh-CN', 'fresh'],
  ['zh_female_zhixingnvsheng_mars_bigtts', '知性女声', 'zh-CN', 'thoughtful'],
  ['zh_male_jieshuoxiaoming_moon_bigtts', '解说小明', 'zh-CN', 'narrator'],
  ['zh_male_yuanboxiaoshu_moon_bigtts', '渊博小叔', 'zh-CN', 'learned'],
  ['en_female_amanda_mars_bigtts', 'Amanda', 'en-US'],
  ['en_male_adam_mars_bigtts', 'Adam', 'en-US'],
  ['en_male_jackson_mars_bigtts', 'Jackson', 'en-US'],
  ['en_female_anna_mars_bigtts', 'Anna', 'en-GB'],
  ['en_male_smith_mars_bigtts', 'Smith', 'en-GB'],
  ['en_female_sarah_mars_bigtts', 'Sarah', 'en-AU'],
];

const seed2: readonly VoiceRow[] = [
  ['zh_female_vv_uranus_bigtts', 'Vivi 2.0', 'zh-CN ja-JP id-ID es-MX', 'expressive'],
  ['zh_female_xiaohe_uranus_bigtts', '小何 2.0', 'zh-CN', 'gentle'],
  ['zh_male_m191_uranus_bigtts', '云舟 2.0', 'zh-CN', 'calm'],
  ['zh_male_taocheng_uranus_bigtts', '小天 2.0', 'zh-CN', 'young'],
  ['zh_male_liufei_uranus_bigtts', '刘飞 2.0', 'zh-CN'],
  ['zh_female_cancan_uranus_bigtts', '知性灿灿 2.0', 'zh-CN', 'thoughtful'],
  ['zh_female_qingxinnvsheng_uranus_bigtts', '清新女声 2.0', 'zh-CN', 'fresh'],
  ['zh_female_shuangkuaisisi_uranus_bigtts', '爽快思思 2.0', 'zh-CN', 'frank'],
  ['en_male_tim_uranus_bigtts', 'Tim', 'en-US'],
  ['en_female_dacey_uranus_bigtts', 'Dacey', 'en-US'],
  ['en_female_stokie_uranus_bigtts', 'Stokie', 'en-US'],
];

/** The prebuilt voices of family B, each with its provider's word for it. All read any language. */
const familyB =
  'Zephyr bright, Puck upbeat, Charon informative, Kore firm, Fenrir excitable, Leda youthful, Orus firm, ' +
  'Aoede breezy, Callirrhoe easy-going, Autonoe bright, Enceladus breathy, Iapetus clear, Umbriel easy-going, ' +
  'Algieba smooth, Despina smooth, Erinome clear, Algenib gravelly, Rasalgethi informative, Laomedeia upbeat, ' +
  'Achernar soft, Alnilam firm, Schedar even, Gacrux mature, Pulcherrima forward, Achird friendly, ' +
  'Zubenelgenubi casual, Vindemiatrix gentle, Sadachbia lively, Sadaltager knowledgeable, Sulafat warm';

function toVoice([id, name, languages, description]: VoiceRow): Voice {
  const gender = id.includes('_female_') ? 'female' : 'male';
  return { id, name, languages: languages.split(' '), gender, ...(description && { description }) };
}

const voicesOfSeed1 = seed1.map(toVoice);
const voicesOfSeed2 = seed2.map(toVoice);
const voicesOfFamilyB = familyB.split(', ').map((entry): Voice => {
  const [id = '', description = ''] = entry.split(' ');
  return { id, name: id, languages: [], description };
});

const allVoices = [...voicesOfSeed1, ...voicesOfSeed2, ...voicesOfFamilyB];

/** The family of a model, by its id; relatives that the contract does not list are known by their pattern. */
export function speechFamily(modelId: string): SpeechFamily {
  const id = bareId(modelId);
  if (/^(?:doubao-)?seed-tts/.test(id)) return 'A';
  return /^(?:gx|gemini)-.*\btts\b/.test(id) ? 'B' : 'other';
}

/** The voices that a model is known to have, best first; empty when nothing is known of it. */
export function knownVoices(modelId: string): readonly Voice[] {
  switch (speechFamily(modelId)) {
    case 'A':
      return seedVoices(bareId(modelId));
    case 'B':
      return voicesOfFamilyB;
    default:
      return [];
  }
}

/** The voice to use when none was chosen. Family B has no unified default (contract 2.2), so the person chooses. */
export function defaultVoice(modelId: string): string | undefined {
  return speechFamily(modelId) === 'A' ? knownVoices(modelId)[0]?.id : undefined;
}

/**
 * The voice to ask for: the chosen one, unless it is known to belong to other models only (1.0 and 2.0 have none
 * in common), and then the model's own default. Undefined when the person has to choose.
 */
export function voiceFor(modelId: string, chosen: string): string | undefined {
  const isOfThisModel = knownVoices(modelId).some(({ id }) => id === chosen);
  const isOfOthers = allVoices.some(({ id }) => id === chosen);
  return chosen && (isOfThisModel || !isOfOthers) ? chosen : defaultVoice(modelId);
}

function seedVoices(id: string): readonly Voice[] {
  if (/tts-?2/.test(id)) return voicesOfSeed2;
  return /tts-?1/.test(id) ? voicesOfSeed1 : [];
}

/** Relays put a provider's name before an id, or `models/`. */
function bareId(modelId: string): string {
  return modelId.toLowerCase().replace(/^.*\//, '');
}
