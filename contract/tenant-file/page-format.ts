import { getDefault, type GenericSchema } from 'valibot'
import { Block } from '../block.ts'
import { Page, SubPage, type TenantFile } from './schema.ts'

type Settings = Record<string, unknown>
type Written = NonNullable<TenantFile['pages']>[number]

/** A page in the schema's order, without defaults and empty values. */
export const pageSettings = ({ pages, ...page }: Written): Settings => ({
  ...plain(Page.entries, { ...page, blocks: page.blocks.map(blockSettings) }),
  ...(pages.length > 0
    ? { pages: pages.map((one) => plain(SubPage.entries, { ...one, blocks: one.blocks.map(blockSettings) })) }
    : {}),
})

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
