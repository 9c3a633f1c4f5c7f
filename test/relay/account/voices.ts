/** A voice of a speech model, and the synthesiser's variant that stands in for it. */
interface DemoVoice {
  readonly id: string;
  readonly variant: string;
}

interface SpeechFamily {
  /** A: `seed-tts-…`; B: `gx-…-tts` (contract 2.2). */
  readonly family: 'A' | 'B';
  readonly voices: readonly DemoVoice[];
}

const familyB: SpeechFamily = {
  family: 'B',
  voices: [
    { id: 'Kore', variant: 'f2' },
    { id: 'Puck', variant: 'm1' },
    { id: 'Zephyr', variant: 'f4' },
    { id: 'Charon', variant: 'm3' },
    { id: 'Fenrir', variant: 'm5' },
    { id: 'Leda', variant: 'f1' },
    { id: 'Orus', variant: 'm7' },
    { id: 'Aoede', variant: 'f3' },
  ],
};

/** The voices of each speech model. The 1.0 voices do not exist in 2.0, as with the real ones. */
export const speechModels: ReadonlyMap<string, SpeechFamily> = new Map<string, SpeechFamily>([
  [
    'seed-tts-1.0',
    {
      family: 'A',
      voices: [
        { id: 'zh_female_cancan_mars_bigtts', variant: 'f3' },
        { id: 'zh_female_qingxinnvsheng_mars_bigtts', variant: 'f1' },
        { id: 'zh_male_qingshuangnanda_mars_bigtts', variant: 'm1' },
        { id: 'zh_male_jingqiangkanye_moon_bigtts', variant: 'm3' },
        { id: 'zh_female_wanwanxiaohe_moon_bigtts', variant: 'f4' },
        { id: 'BV700_streaming', variant: 'f2' },
      ],
    },
  ],
  [
    'seed-tts-2.0',
    {
      family: 'A',
      voices: [
        { id: 'zh_female_vv_uranus_bigtts', variant: 'f4' },
        { id: 'zh_female_xiaohe_uranus_bigtts', variant: 'f2' },
        { id: 'zh_male_m191_uranus_bigtts', variant: 'm3' },
      ],
    },
  ],
  ['gx-2.5-flash-preview-tts', familyB],
  ['gx-2.5-pro-preview-tts', familyB],
]);
