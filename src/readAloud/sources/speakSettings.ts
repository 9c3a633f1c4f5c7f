import type { ReadAloudSettings } from '../../readAloudSettings.ts';
import { readReadAloudSettings } from '../../settings.ts';
import type { Speakable } from '../speakable/block.ts';

/** How texts are made speakable: the person's choices, and what does it. */
export interface SpeakSettings extends Pick<ReadAloudSettings, 'codeBlocks' | 'code' | 'pronunciations'> {
  /** By VS Code's id of a language, or a name that stands on a fence. */
  readonly speakableFor: (languageId: string) => Speakable;
}

/** The parsers of Markdown and code are a file of their own, which is loaded with the first text that is read. */
export async function readSpeakSettings(): Promise<SpeakSettings> {
  const { speakableFor } = await import('../speakable/speakable.ts');
  const { codeBlocks, code, pronunciations } = readReadAloudSettings();
  return { codeBlocks, code, pronunciations, speakableFor };
}
