import type { Block } from '#contract/block.ts'
import { linksOf } from './markdown.ts'

/** The fields of blocks that hold Markdown or name an image, in this order; whatever else a block has is plain. */
const kinds = {
  imageUrl: 'image',
  image: 'image',
  avatar: 'image',
  subHeading: 'markdown',
  md: 'markdown',
} as const

/** A field of a block: where it stands below the block, and what it holds. */
type BlockField = { path: (string | number)[]; kind: 'markdown' | 'image'; value: string }

/** The fields that hold Markdown or name an image, an image before its words. */
export function fieldsOf(block: Block): BlockField[] {
  if (block.type === 'article') return block.content.flatMap((item, index) => own(item, ['content', index]))
  return own(block, [])
}

const own = (holder: Partial<Record<string, unknown>>, path: (string | number)[]): BlockField[] =>
  Object.entries(kinds).flatMap(([name, kind]) => {
    const value = holder[name]
    return typeof value === 'string' ? [{ path: [...path, name], kind, value }] : []
  })

/** The same block with these fields changed. */
export function withFields(block: Block, change: (field: Omit<BlockField, 'path'>) => string): Block {
  const changed = <T extends object>(holder: T): T =>
    Object.assign(
      {},
      holder,
      Object.fromEntries(
        own(holder, []).map(({ path: [name = ''], kind, value }) => [name, change({ kind, value })]),
      ),
    )
  return block.type === 'article' ? { ...block, content: block.content.map(changed) } : changed(block)
}

/** Every image that the block shows, those within its Markdown too. */
export const imagesOf = (block: Block): string[] =>
  fieldsOf(block).flatMap(({ kind, value }) =>
    kind === 'image' ? [value] : linksOf(value).flatMap((one) => (one.kind === 'image' ? [one.url] : [])),
  )
