import { readUserValue } from '../platform/settings/settings.ts';
import { type StrippedImage, withoutLocation } from './metadata/withoutLocation.ts';

export const keepLocationSetting = 'modelRelay.images.keepLocation';

/**
 * An image as it may be sent: without where it was taken and by what, unless the person wants that. Undefined where it can't
 * be removed.
 */
export function prepareSent(bytes: Uint8Array): StrippedImage | undefined {
  if (readUserValue(keepLocationSetting) === true) return { bytes, hadLocation: false };
  return withoutLocation(bytes);
}
