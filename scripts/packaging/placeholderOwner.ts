/** In package.json, until the repository has an owner. No GitHub account can have this name, so nobody gets the links. */
const placeholderOwner = '_OWNER_';

/** What has to be set before publishing, and where; undefined if all is. */
export function describePlaceholder(manifest: unknown): string | undefined {
  const fields = Object.entries(manifest as object)
    .filter(([, value]) => JSON.stringify(value).includes(placeholderOwner))
    .map(([name]) => `"${name}"`);
  if (fields.length === 0) return undefined;
  return `WARNING: package.json has no repository owner yet. Replace ${placeholderOwner} in ${fields.join(', ')} with the GitHub account before publishing: until then, links and images of the README lead nowhere.`;
}
