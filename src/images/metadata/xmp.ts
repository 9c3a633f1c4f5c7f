/** The prefix of every packet in a JPEG. */
export const xmpPrefix = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

const namespace = 'https://github.com/model-relay/ns/1.0/';
const longestPacket = 2_000_000;
const ownElement = 'modelRelay:settings';

/** The packet as text; undefined if it is too long to be one. */
export function decodePacket(bytes: Buffer): string | undefined {
  return bytes.length > longestPacket ? undefined : bytes.toString('utf8');
}

/**
 * Writes a packet, or adds our statements to those of an existing one: the settings as JSON, and what other programs
 * show as the image's description.
 */
export function writePacket(existing: string | undefined, settings: string, description: string): string {
  const shown = existing?.includes('dc:description')
    ? ''
    : `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(description)}</rdf:li></rdf:Alt></dc:description>`;
  const statement = `<rdf:Description rdf:about="" xmlns:modelRelay="${namespace}" xmlns:dc="http://purl.org/dc/elements/1.1/"><${ownElement}>${escapeXml(settings)}</${ownElement}>${shown}</rdf:Description>`;
  const end = existing?.lastIndexOf('</rdf:RDF>') ?? -1;
  if (existing !== undefined && end >= 0) return existing.slice(0, end) + statement + existing.slice(end);
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${statement}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}

/** The settings that we wrote into a packet last. */
export function readPacket(packet: string): string | undefined {
  const opening = `<${ownElement}>`;
  const start = packet.lastIndexOf(opening);
  const end = start < 0 ? -1 : packet.indexOf('<', start + opening.length);
  return end < 0 ? undefined : unescapeXml(packet.slice(start + opening.length, end));
}

/** Escapes text without control characters for XML. */
function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Another program may have written the packet again, and escaped more. */
function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => characters[name] ?? '');
}
