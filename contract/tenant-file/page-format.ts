import { getDefault, type GenericSchema } from 'valibot'
import type { Locale } from '#domain/language.ts'
import { Block } from '../content/block.ts'
import { isGroup } from './language-map.ts'
import { isProse } from './page-languages.ts'
import { Page, PageInLanguage, type TenantFile } from './schema.ts'

type Settings = Record<string, unknown>
type Written = NonNullable<TenantFile['pages']>[number]
/** A sub-page has no `menu` and `footer`. */
type OnePage = Omit<Written, 'pages'>

const { pages: _pages, ...pageEntries } = Page.entries

/**
 * A page in the schema's order, without defaults and empty values. Its texts in further languages are beside
 * those in `standard` where its blocks are the same in all of them.
 */
export const pageSettings = ({ pages, ...page }: Written, standard: Locale): Settings => ({
  ...inLanguages(page, standard),
  ...(pages.length > 0 ? { pages: pages.map((one) => inLanguages(one, standard)) } : {}),
})

/** A page in its default language. */
export const pageInDefault = ({ languages: _, ...page }: OnePage): Settings =>
  plain(pageEntries, { ...page, blocks: page.blocks.map(blockSettings) })

function inLanguages({ languages = {}, ...page }: OnePage, standard: Locale): Settings {
  const { date, order, menu, footer, ...settings } = pageInDefault(page)
  const { id } = settings
  const further = Object.entries(languages).map(([language, { title: named, description, blocks }]) => {
    const texts = { title: named, description, blocks: blocks.map(blockSettings) }
    return [language, plain(PageInLanguage.entries, texts)] as const
  })
  if (further.length === 0) return pageInDefault(page)
  const merged = mergedSettings(
    settings,
    further.map(([language, one]) => [language, { id, ...one }]),
    standard,
  )
  const ordered = (one: Settings) => plain(pageEntries, { ...one, date, order, menu, footer })
  return isGroup(merged) ? ordered(merged) : { ...ordered(settings), languages: Object.fromEntries(further) }
}

/** What differs by language as a map of languages; undefined where more than single settings differ. */
function mergedSettings(
  value: unknown,
  further: (readonly [string, unknown])[],
  standard: Locale,
  name = '',
): unknown {
  const others = further.map(([, one]) => one)
  const partsOf = (key: string | number) =>
    further.map(([language, one]) => [language, (one as Record<string | number, unknown>)[key]] as const)
  if (Array.isArray(value)) {
    if (!others.every((one) => Array.isArray(one) && one.length === value.length)) return undefined
    const merged = value.map((one, index) => mergedSettings(one, partsOf(index), standard))
    return merged.includes(undefined) ? undefined : merged
  }
  if (isGroup(value)) {
    const keys = Object.keys(value)
    if (!others.every((one) => isGroup(one) && Object.keys(one).join() === keys.join())) return undefined
    const merged = keys.map((key) => [key, mergedSettings(value[key], partsOf(key), standard, key)] as const)
    return merged.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(merged)
  }
  const isSame = others.every((one) => one === value)
  if (isSame && !isProse(name, value)) return value
  const isText = [value, ...others].every((one) => typeof one === 'string') && name !== 'type'
  return isText ? { [standard]: value, ...Object.fromEntries(further) } : undefined
}

/** A block in the order of its schema. */
function blockSettings(block: Block): Settings {
  const schema = Block.options.find(({ entries }) => entries.type.literal === block.type)
  return plain(schema?.entries ?? {}, { ...block })
}

function plain(entries: Record<string, GenericSchema>, settings: Settings): Settings {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, entry]) => {
      const value = settings[name]
      const nothing =
        value === undefined || value === getDefault(entry) || (Array.isArray(value) && value.length === 0)
      return nothing ? [] : [[name, name === 'content' ? (value as Settings[]).map(itemSettings) : value]]
    }),
  )
}

/** jsonb does not preserve the order of keys. */
const itemSettings = ({ md, image, alt }: Settings): Settings =>
  md === undefined ? { image, ...(alt === undefined ? {} : { alt }) } : { md }
