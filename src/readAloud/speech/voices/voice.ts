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

/** A voice that a model is known to have. What an account may use is up to the relay. */
export interface Voice {
  /** As it goes into the request. */
  readonly id: string;
  /** BCP 47 tags; empty when the voice speaks whatever language the text is in. */
  readonly languages: readonly string[];
  /** The name that its provider gives it. */
  readonly name: string;
  readonly gender?: 'female' | 'male';
  readonly style?: VoiceStyle;
}
