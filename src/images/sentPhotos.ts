import { readUserValue } from '../platform/settings/settings.ts';
import { type StrippedImage, withoutLocation } from './metadata/withoutLocation.ts';

export const keepLocationSetting = 'modelRelay.images.keepLocation';

/**
 * An image for sending: without location and device, unless the person wants these. Undefined if they can't be
 * removed.
 */
export function prepareSent(bytes: Uint8Array): StrippedImage | undefined {
  if (readUserValue(keepLocationSetting) === true) return { bytes, hadLocation: false };
  return withoutLocation(bytes);
}
