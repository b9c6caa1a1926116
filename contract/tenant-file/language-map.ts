import { locales, type Locale } from '#domain/language.ts'
import type { Path } from './source-position.ts'

/** A text in several languages as a file writes it, `{ de: Schnitt, en: Cut }`, and its path. */
export type LanguageMap = { path: Path; texts: Record<string, unknown> }

/** The settings that may be language maps, without the indices of lists; those of pages are apart. */
const texts = new Set([
  'tenant.title',
  'tenant.tagline',
  'tenant.description',
  'tenant.hero.alt',
  'tenant.tenantMessages.cancelLimitText',
  'finance.exemptReason',
  'booking.exceptions.reason',
  'serviceTypes.svctype',
  'resources.name',
  'services.name',
  'services.description',
  'services.picture.alt',
  'services.preVisit',
  'services.exemptReason',
  'addons.name',
  'addons.exemptReason',
  'members.role',
  'members.bio',
  'productTypes.name',
  'products.name',
  'products.displayName',
  'products.description',
  'products.pictures.alt',
  'products.exemptReason',
  'shipping.name',
  'promotions.name',
])
const sections = new Set([...texts].map((path) => path.split('.')[0]).concat('pages'))
const ofPage = /^pages\.(?:pages\.)?(?:title|description|blocks)(?:\.|$)/
/** No text of a file is deeper. */
const MAX_DEPTH = 12

export const isLocale = (value: unknown): value is Locale => locales.some((one) => one === value)
export const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** The keys of a path without the indices of lists. */
const joinKeys = (path: Path) => path.filter((step) => typeof step === 'string').join('.')

/** Whether the setting with these keys, joined with `.`, may be a language map. */
export const mayHaveLanguages = (keys: string): boolean => texts.has(keys) || ofPage.test(keys)

/** Returns the content of a file with the texts changed that may have several languages. */
export function withTexts(
  content: unknown,
  change: (text: unknown, path: Path) => unknown,
  path: Path = [],
): unknown {
  if (path.length > MAX_DEPTH || (path.length === 1 && !sections.has(String(path[0])))) return content
  if (texts.has(joinKeys(path))) return change(content, path)
  if (Array.isArray(content)) return content.map((one, index) => withTexts(one, change, [...path, index]))
  if (!isGroup(content)) return content
  // In a page every setting of a block may be one, also a picture or a link.
  if (ofPage.test(joinKeys(path)) && Object.keys(content).some(isLocale)) return change(content, path)
  return Object.fromEntries(
    Object.entries(content).map(([key, one]) => [key, withTexts(one, change, [...path, key])]),
  )
}

/** The language maps of a file. */
export function listLanguageMaps(content: unknown): LanguageMap[] {
  const maps: LanguageMap[] = []
  withTexts(content, (node, path) => {
    if (isGroup(node)) maps.push({ path, texts: node })
    return node
  })
  return maps
}

/** The content in one language: a text without it is that of `standard`, else the first. */
export const inLanguage = (content: unknown, language: string, standard: string): unknown =>
  withTexts(content, (node) => {
    if (!isGroup(node)) return node
    const key = [language, standard].find((name) => Object.hasOwn(node, name))
    return key === undefined ? (Object.values(node)[0] ?? '') : node[key]
  })
