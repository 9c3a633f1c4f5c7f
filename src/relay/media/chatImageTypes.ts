/** Types of images that chat models take. */
export const chatImageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

export function isChatImageType(type: string | undefined): type is (typeof chatImageTypes)[number] {
  return (chatImageTypes as readonly (string | undefined)[]).includes(type);
}
