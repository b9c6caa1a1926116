import type { Block } from '#contract/content/block.ts'
import { listLinks } from './markdown.ts'

/** The fields of blocks that hold Markdown or an image, in this order; all other fields are plain. */
const fieldKinds = {
  imageUrl: 'image',
  image: 'image',
  avatar: 'image',
  poster: 'image',
  subHeading: 'markdown',
  md: 'markdown',
} as const

/** A field of a block: its path within the block and its value. */
type BlockField = { path: (string | number)[]; kind: 'markdown' | 'image'; value: string }

/** Lists the fields that hold Markdown or an image, each image before its text. */
export function listFields(block: Block): BlockField[] {
  return [
    ...ownFields(block, []),
    ...('content' in block
      ? block.content.flatMap((item, index) => ownFields(item, ['content', index]))
      : []),
  ]
}

const ownFields = (holder: Partial<Record<string, unknown>>, path: (string | number)[]): BlockField[] =>
  Object.entries(fieldKinds).flatMap(([name, kind]) => {
    const value = holder[name]
    return typeof value === 'string' ? [{ path: [...path, name], kind, value }] : []
  })

/** Returns a copy of the block with these fields changed. */
export function withFields(block: Block, change: (field: Omit<BlockField, 'path'>) => string): Block {
  const changeFields = <T extends object>(holder: T): T =>
    Object.assign(
      {},
      holder,
      Object.fromEntries(
        ownFields(holder, []).map(({ path: [name = ''], kind, value }) => [name, change({ kind, value })]),
      ),
    )
  const changed = changeFields(block)
  // Each list has entries of one block's own kind, which the compiler cannot tell apart here.
  return 'content' in changed
    ? ({ ...changed, content: changed.content.map((item) => changeFields<object>(item)) } as Block)
    : changed
}

/** Lists every image that the block shows, including those within its Markdown. */
export const listImages = (block: Block): string[] =>
  listFields(block).flatMap(({ kind, value }) =>
    kind === 'image' ? [value] : listLinks(value).flatMap((one) => (one.kind === 'image' ? [one.url] : [])),
  )
