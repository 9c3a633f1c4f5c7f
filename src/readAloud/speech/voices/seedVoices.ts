/** Id, the name that its provider gives it, its languages, and what it sounds like as far as its name or scene says. */
export type VoiceRow = readonly [id: string, name: string, languages: string, style?: VoiceStyle];

/** Voices of seed-tts-1.0. None of them exists in seed-tts-2.0, and the other way round. */
export const seed1Voices: readonly VoiceRow[] = [
  ['zh_female_cancan_mars_bigtts', '灿灿 (Shiny)', 'zh en-US', 'lively'],
  ['zh_female_shuangkuaisisi_moon_bigtts', '爽快思思 (Skye)', 'zh en-US', 'frank'],
  ['zh_male_wennuanahu_moon_bigtts', '温暖阿虎 (Alvin)', 'zh en-US', 'warm'],
  ['zh_male_shaonianzixin_moon_bigtts', '少年梓辛 (Brayan)', 'zh en-US', 'young'],
  ['zh_male_jieshuonansheng_mars_bigtts', '磁性解说男声 (Morgan)', 'zh en-US', 'narrator'],
  ['zh_female_jitangmeimei_mars_bigtts', '鸡汤妹妹 (Hope)', 'zh en-US', 'comforting'],
  ['zh_female_tiexinnvsheng_mars_bigtts', '贴心女声 (Candy)', 'zh en-US', 'caring'],
  ['zh_female_mengyatou_mars_bigtts', '萌丫头 (Cutey)', 'zh en-US', 'cute'],
  ['zh_female_qingxinnvsheng_mars_bigtts', '清新女声', 'zh', 'fresh'],
  ['zh_female_zhixingnvsheng_mars_bigtts', '知性女声', 'zh', 'thoughtful'],
  ['zh_female_qinqienvsheng_moon_bigtts', '亲切女声', 'zh', 'friendly'],
  ['zh_male_qingshuangnanda_mars_bigtts', '清爽男大', 'zh', 'fresh'],
  ['zh_female_linjianvhai_moon_bigtts', '邻家女孩', 'zh', 'friendly'],
  ['zh_male_linjiananhai_moon_bigtts', '邻家男孩', 'zh', 'friendly'],
  ['zh_male_yuanboxiaoshu_moon_bigtts', '渊博小叔', 'zh', 'learned'],
  ['zh_male_yangguangqingnian_moon_bigtts', '阳光青年', 'zh', 'bright'],
  ['zh_female_tianmeixiaoyuan_moon_bigtts', '甜美小源', 'zh', 'sweet'],
  ['zh_female_tianmeiyueyue_moon_bigtts', '甜美悦悦', 'zh', 'sweet'],
  ['zh_female_qingchezizi_moon_bigtts', '清澈梓梓', 'zh', 'clear'],
  ['zh_male_jieshuoxiaoming_moon_bigtts', '解说小明', 'zh', 'narrator'],
  ['zh_female_kailangjiejie_moon_bigtts', '开朗姐姐', 'zh', 'cheerful'],
  ['zh_female_xinlingjitang_moon_bigtts', '心灵鸡汤', 'zh', 'comforting'],
  ['zh_male_wenrouxiaoge_mars_bigtts', '温柔小哥', 'zh', 'gentle'],
  ['zh_female_wenrouxiaoya_moon_bigtts', '温柔小雅', 'zh', 'gentle'],
  ['zh_female_gaolengyujie_moon_bigtts', '高冷御姐', 'zh', 'cool'],
  ['zh_male_dongfanghaoran_moon_bigtts', '东方浩然', 'zh', 'dignified'],
  ['zh_male_shenyeboke_moon_bigtts', '深夜播客', 'zh', 'late-night radio'],
  ['zh_male_ruyaqingnian_mars_bigtts', '儒雅青年', 'zh', 'refined'],
  ['zh_male_baqiqingshu_mars_bigtts', '霸气青叔', 'zh', 'audiobook'],
  ['zh_male_qingcang_mars_bigtts', '擎苍', 'zh', 'audiobook'],
  ['zh_male_changtianyi_mars_bigtts', '悬疑解说', 'zh', 'suspenseful'],
  ['zh_female_kefunvsheng_mars_bigtts', '暖阳女声', 'zh', 'customer service'],
  ['zh_male_tiancaitongsheng_mars_bigtts', '天才童声', 'zh', 'childlike'],
  ['zh_female_popo_mars_bigtts', '婆婆', 'zh', 'elderly'],
  ['BV700_streaming', '灿灿', 'zh'],
  ['BV001_streaming', '通用女声', 'zh'],
  ['BV002_streaming', '通用男声', 'zh'],
  ['BV701_streaming', '擎苍', 'zh', 'audiobook'],
  ['zh_male_jingqiangkanye_moon_bigtts', '京腔侃爷 (Harmony)', 'zh en-US', 'Beijing accent'],
  ['zh_male_beijingxiaoye_moon_bigtts', '北京小爷', 'zh', 'Beijing accent'],
  ['zh_female_wanwanxiaohe_moon_bigtts', '湾湾小何', 'zh', 'Taiwanese accent'],
  ['zh_female_wanqudashu_moon_bigtts', '湾区大叔', 'zh', 'Cantonese accent'],
  ['zh_male_guozhoudege_moon_bigtts', '广州德哥', 'zh', 'Cantonese accent'],
  ['zh_female_daimengchuanmei_moon_bigtts', '呆萌川妹', 'zh', 'Sichuan accent'],
  ['zh_male_yuzhouzixuan_moon_bigtts', '豫州子轩', 'zh', 'Henan accent'],
  ['zh_male_haoyuxiaoge_moon_bigtts', '浩宇小哥', 'zh', 'Qingdao accent'],
  ['zh_female_yueyunv_mars_bigtts', '粤语小溏', 'yue'],
  ['en_female_amanda_mars_bigtts', 'Amanda', 'en-US'],
  ['en_female_lauren_moon_bigtts', 'Lauren', 'en-US'],
  ['en_female_nara_moon_bigtts', 'Nara', 'en-US'],
  ['en_male_adam_mars_bigtts', 'Adam', 'en-US'],
  ['en_male_jackson_mars_bigtts', 'Jackson', 'en-US'],
  ['en_male_bruce_moon_bigtts', 'Bruce', 'en-US'],
  ['en_male_michael_moon_bigtts', 'Michael', 'en-US'],
  ['en_female_anna_mars_bigtts', 'Anna', 'en-GB'],
  ['en_female_emily_mars_bigtts', 'Emily', 'en-GB'],
  ['en_male_smith_mars_bigtts', 'Smith', 'en-GB'],
  ['en_female_sarah_mars_bigtts', 'Sarah', 'en-AU'],
  ['en_male_dryw_mars_bigtts', 'Dryw', 'en-AU'],
  ['multi_female_shuangkuaisisi_moon_bigtts', 'はるこ / Esmeralda', 'ja es'],
  ['multi_female_gaolengyujie_moon_bigtts', 'あけみ', 'ja'],
  ['multi_male_jingqiangkanye_moon_bigtts', 'かずね / Javier', 'ja es'],
  ['multi_male_wanqudashu_moon_bigtts', 'ひろし / Roberto', 'ja es'],
];

/** Voices of seed-tts-2.0, but for those that are said to speak over one kind of connection only. */
export const seed2Voices: readonly VoiceRow[] = [
  ['zh_female_vv_uranus_bigtts', 'Vivi 2.0', 'zh ja id es-MX', 'expressive'],
  ['zh_female_xiaohe_uranus_bigtts', '小何 2.0', 'zh', 'gentle'],
  ['zh_male_m191_uranus_bigtts', '云舟 2.0', 'zh', 'calm'],
  ['zh_male_taocheng_uranus_bigtts', '小天 2.0', 'zh', 'young'],
  ['zh_male_liufei_uranus_bigtts', '刘飞 2.0', 'zh'],
  ['zh_female_sophie_uranus_bigtts', '魅力苏菲 2.0', 'zh'],
  ['zh_female_cancan_uranus_bigtts', '知性灿灿 2.0', 'zh', 'thoughtful'],
  ['zh_female_zhixingnv_uranus_bigtts', '知性女声 2.0', 'zh', 'thoughtful'],
  ['zh_female_qingxinnvsheng_uranus_bigtts', '清新女声 2.0', 'zh', 'fresh'],
  ['zh_male_qingshuangnanda_uranus_bigtts', '清爽男大 2.0', 'zh', 'fresh'],
  ['zh_female_shuangkuaisisi_uranus_bigtts', '爽快思思 2.0', 'zh', 'frank'],
  ['zh_female_qinqienv_uranus_bigtts', '亲切女声 2.0', 'zh', 'friendly'],
  ['zh_female_linjianvhai_uranus_bigtts', '邻家女孩 2.0', 'zh', 'friendly'],
  ['zh_male_linjiananhai_uranus_bigtts', '邻家男孩 2.0', 'zh', 'friendly'],
  ['zh_male_wennuanahu_uranus_bigtts', '温暖阿虎 2.0', 'zh', 'warm'],
  ['zh_male_shaonianzixin_uranus_bigtts', '少年梓辛 2.0', 'zh', 'young'],
  ['zh_male_yuanboxiaoshu_uranus_bigtts', '渊博小叔 2.0', 'zh', 'learned'],
  ['zh_male_yangguangqingnian_uranus_bigtts', '阳光青年 2.0', 'zh', 'bright'],
  ['zh_female_tianmeixiaoyuan_uranus_bigtts', '甜美小源 2.0', 'zh', 'sweet'],
  ['zh_female_tianmeitaozi_uranus_bigtts', '甜美桃子 2.0', 'zh', 'sweet'],
  ['zh_female_tianmeiyueyue_uranus_bigtts', '甜美悦悦 2.0', 'zh', 'sweet'],
  ['zh_female_qingchezizi_uranus_bigtts', '清澈梓梓 2.0', 'zh', 'clear'],
  ['zh_female_wenrouxiaoya_uranus_bigtts', '温柔小雅 2.0', 'zh', 'gentle'],
  ['zh_female_wenroushunv_uranus_bigtts', '温柔淑女 2.0', 'zh', 'gentle'],
  ['zh_male_wenrouxiaoge_uranus_bigtts', '温柔小哥 2.0', 'zh', 'gentle'],
  ['zh_female_wenroumama_uranus_bigtts', '温柔妈妈 2.0', 'zh', 'gentle'],
  ['zh_female_kailangjiejie_uranus_bigtts', '开朗姐姐 2.0', 'zh', 'cheerful'],
  ['zh_male_kailangxuezhang_uranus_bigtts', '开朗学长 2.0', 'zh', 'cheerful'],
  ['zh_male_kuailexiaodong_uranus_bigtts', '快乐小东 2.0', 'zh', 'cheerful'],
  ['zh_male_huolixiaoge_uranus_bigtts', '活力小哥 2.0', 'zh', 'lively'],
  ['zh_female_tiexinnvsheng_uranus_bigtts', '贴心女声 2.0', 'zh', 'caring'],
  ['zh_female_xinlingjitang_uranus_bigtts', '心灵鸡汤 2.0', 'zh', 'comforting'],
  ['zh_female_mengyatou_uranus_bigtts', '萌丫头 2.0', 'zh', 'cute'],
  ['zh_female_gaolengyujie_uranus_bigtts', '高冷御姐 2.0', 'zh', 'cool'],
  ['zh_male_gaolengchenwen_uranus_bigtts', '高冷沉稳 2.0', 'zh', 'cool'],
  ['zh_male_dongfanghaoran_uranus_bigtts', '东方浩然 2.0', 'zh', 'dignified'],
  ['zh_male_ruyaqingnian_uranus_bigtts', '儒雅青年 2.0', 'zh', 'refined'],
  ['zh_male_ruyayichen_uranus_bigtts', '儒雅逸辰 2.0', 'zh', 'refined'],
  ['zh_male_youyoujunzi_uranus_bigtts', '悠悠君子 2.0', 'zh', 'refined'],
  ['zh_female_wenjingmaomao_uranus_bigtts', '文静毛毛 2.0', 'zh', 'calm'],
  ['zh_female_liuchangnv_uranus_bigtts', '流畅女声 2.0', 'zh', 'smooth'],
  ['zh_male_jieshuoxiaoming_uranus_bigtts', '解说小明 2.0', 'zh', 'narrator'],
  ['zh_male_cixingjieshuonan_uranus_bigtts', '磁性解说男声 2.0', 'zh', 'narrator'],
  ['zh_male_xuanyijieshuo_uranus_bigtts', '悬疑解说 2.0', 'zh', 'suspenseful'],
  ['zh_male_guanggaojieshuo_uranus_bigtts', '广告解说 2.0', 'zh', 'narrator'],
  ['zh_male_yizhipiannan_uranus_bigtts', '译制片男 2.0', 'zh', 'dubbing'],
  ['zh_male_baqiqingshu_uranus_bigtts', '霸气青叔 2.0', 'zh', 'audiobook'],
  ['zh_female_shaoergushi_uranus_bigtts', '少儿故事 2.0', 'zh', 'audiobook'],
  ['zh_female_xiaoxue_uranus_bigtts', '儿童绘本 2.0', 'zh', 'audiobook'],
  ['zh_male_shenyeboke_uranus_bigtts', '深夜播客 2.0', 'zh', 'late-night radio'],
  ['zh_female_kefunvsheng_uranus_bigtts', '暖阳女声 2.0', 'zh', 'customer service'],
  ['zh_female_yingyujiaoxue_uranus_bigtts', 'Tina老师 2.0', 'zh en-GB', 'teaching'],
  ['zh_male_tiancaitongsheng_uranus_bigtts', '天才童声 2.0', 'zh', 'childlike'],
  ['zh_female_popo_uranus_bigtts', '婆婆 2.0', 'zh', 'elderly'],
  ['en_male_tim_uranus_bigtts', 'Tim', 'en-US'],
  ['en_female_dacey_uranus_bigtts', 'Dacey', 'en-US'],
  ['en_female_stokie_uranus_bigtts', 'Stokie', 'en-US'],
  ['en_female_allison_uranus_bigtts', 'Allison', 'en-US', 'dubbing'],
  ['en_female_joanne_uranus_bigtts', 'Joanne', 'en-US', 'audiobook'],
  ['en_female_jenny_uranus_bigtts', 'Jenny', 'en-US', 'customer service'],
  ['en_female_myra_uranus_bigtts', 'Myra', 'en-US', 'teaching'],
  ['en_female_skye_uranus_bigtts', 'Skye', 'en-US'],
  ['en_male_alex_uranus_bigtts', 'Alex', 'en-US', 'dubbing'],
  ['en_male_alberto_uranus_bigtts', 'Alberto', 'en-US', 'teaching'],
  ['en_male_david_uranus_bigtts', 'David', 'en-US', 'audiobook'],
  ['en_male_marcus_uranus_bigtts', 'Marcus', 'en-US', 'audiobook'],
  ['en_male_ronald_uranus_bigtts', 'Ronald', 'en-US', 'audiobook'],
  ['en_male_russell_uranus_bigtts', 'Russell', 'en-US', 'teaching'],
  ['ja_female_bv024_uranus_bigtts', 'Bonnie', 'ja', 'teaching'],
  ['ja_female_bv522_uranus_bigtts', 'Hana', 'ja', 'customer service'],
  ['ja_male_bv524_uranus_bigtts', 'Ken', 'ja', 'dubbing'],
  ['ko_female_bv546_uranus_bigtts', 'Momo', 'ko', 'dubbing'],
  ['ko_male_bv545_uranus_bigtts', 'Jay', 'ko', 'dubbing'],
  ['ko_male_m03_uranus_bigtts', 'Minho', 'ko', 'customer service'],
  ['ru_female_irinae_uranus_bigtts', 'Irinae', 'ru', 'audiobook'],
  ['ru_female_af07_uranus_bigtts', 'Amelia', 'ru', 'audiobook'],
  ['ru_male_pavel_uranus_bigtts', 'Pavel', 'ru', 'dubbing'],
  ['de_female_bv081_uranus_bigtts', 'Stella', 'de', 'teaching'],
  ['fr_female_fr_f47_uranus_bigtts', 'Camille', 'fr', 'teaching'],
  ['fr_male_fr_m29_uranus_bigtts', 'Maurice', 'fr', 'audiobook'],
  ['es_female_bv084_uranus_bigtts', 'Gracie', 'es', 'customer service'],
  ['es_male_guillem_uranus_bigtts', 'Guillem', 'es', 'audiobook'],
  ['pt_female_bv173_uranus_bigtts', 'Diana', 'pt-BR', 'teaching'],
  ['pt_male_bv531_uranus_bigtts', 'Arthur', 'pt-BR', 'teaching'],
];

/** What voices sound like or are made for, as far as their providers say so. */
export type VoiceStyle =
  | 'audiobook'
  | 'Beijing accent'
  | 'breathy'
  | 'breezy'
  | 'bright'
  | 'British accent'
  | 'calm'
  | 'Cantonese accent'
  | 'caring'
  | 'casual'
  | 'cheerful'
  | 'childlike'
  | 'clear'
  | 'comforting'
  | 'confident'
  | 'cool'
  | 'customer service'
  | 'cute'
  | 'deep'
  | 'dignified'
  | 'dubbing'
  | 'easy-going'
  | 'elderly'
  | 'even'
  | 'excitable'
  | 'expressive'
  | 'firm'
  | 'forward'
  | 'frank'
  | 'fresh'
  | 'friendly'
  | 'gentle'
  | 'gravelly'
  | 'Henan accent'
  | 'informative'
  | 'knowledgeable'
  | 'late-night radio'
  | 'learned'
  | 'lively'
  | 'mature'
  | 'narrator'
  | 'neutral'
  | 'Qingdao accent'
  | 'refined'
  | 'Sichuan accent'
  | 'smooth'
  | 'soft'
  | 'suspenseful'
  | 'sweet'
  | 'Taiwanese accent'
  | 'teaching'
  | 'thoughtful'
  | 'upbeat'
  | 'warm'
  | 'young'
  | 'youthful';

/** A known voice of a model. The relay decides which voices an account may use. */
export interface Voice {
  /** The id in the request. */
  readonly id: string;
  /** BCP 47 tags; empty when the voice speaks whatever language the text is in. */
  readonly languages: readonly string[];
  /** The name that its provider gives it. */
  readonly name: string;
  readonly gender?: 'female' | 'male';
  readonly style?: VoiceStyle;
}
