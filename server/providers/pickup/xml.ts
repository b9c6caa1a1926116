import { XMLParser } from 'fast-xml-parser'
import { CarrierError } from './request.ts'

const parser = new XMLParser({
  ignoreAttributes: true,
  removeNSPrefix: true,
  // Numbers such as 008 stay text.
  parseTagValue: false,
  // Entities of a DOCTYPE could expand to any size: only the predefined ones are decoded, below.
  processEntities: false,
  tagValueProcessor: (_name, value) => decode(value),
})

const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Decodes predefined entities and character references (XML 1.0, section 4.6), once. */
const decode = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name) return characters[String(name)] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(String(hex), 16)
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })

/**
 * Parses a document without its attributes and namespace prefixes. An element is a text, or an object of its
 * children; several of one name are a list.
 * @throws CarrierError for anything but well-formed XML.
 */
export function parseXml(document: string): unknown {
  try {
    return parser.parse(document, true)
  } catch {
    throw new CarrierError('response is not XML')
  }
}

/** The text as the content of an element. */
export const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`).replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '')
