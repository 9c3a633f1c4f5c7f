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

/** Escapes text for XML; characters that XML can't represent are left out. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : '';
    },
  );
}
