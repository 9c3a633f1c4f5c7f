/** Types of images that chat models accept. */
export const chatImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

export type ChatImageType = (typeof chatImageTypes)[number];

export function isChatImageType(type: string | undefined): type is ChatImageType {
  return (chatImageTypes as readonly (string | undefined)[]).includes(type);
}
