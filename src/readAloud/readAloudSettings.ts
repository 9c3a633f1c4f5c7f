import * as z from 'zod/mini';
import { settings } from '../manifest.ts';
import { readUserValue } from '../platform/settings/settings.ts';

/** How texts are read aloud. People edit settings.json by hand: values of the wrong type count as not set. */
const readAloudSettings = z.object({
  requestSize: z.catch(
    z.enum(['auto', 'sentence', 'paragraph']),
    settings['modelRelay.readAloud.requestSize'],
  ),
  codeBlocks: z.catch(z.enum(['skip', 'announce', 'read']), settings['modelRelay.readAloud.codeBlocks']),
  code: z.catch(z.enum(['auto', 'comments', 'everything']), settings['modelRelay.readAloud.code']),
  /** Pronunciations by word. */
  pronunciations: z.catch(z.record(z.string(), z.string()), {}),
  /** In bytes of text that would be charged; 0 never asks. */
  confirmAboveBytes: z.catch(
    z.number().check(z.minimum(0)),
    settings['modelRelay.readAloud.confirmAboveBytes'],
  ),
  cacheSize: z.catch(z.number().check(z.minimum(0)), settings['modelRelay.readAloud.cacheSize']),
  mediaKeys: z.catch(z.boolean(), settings['modelRelay.readAloud.mediaKeys']),
  clickToSeek: z.catch(z.boolean(), settings['modelRelay.readAloud.clickToSeek']),
});

export type ReadAloudSettings = Readonly<z.infer<typeof readAloudSettings>>;

/** The user's settings for reading aloud, ignoring workspace values. */
export function readReadAloudSettings(): ReadAloudSettings {
  const names = Object.keys(readAloudSettings.shape);
  return readAloudSettings.parse(
    Object.fromEntries(names.map((name) => [name, readUserValue(`modelRelay.readAloud.${name}`)])),
  );
}
