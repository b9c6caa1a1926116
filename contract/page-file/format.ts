import { Document, isNode, isSeq } from 'yaml'
import { pageInDefault } from '../tenant-file/page-format.ts'
import { BODY, type PageContent } from './read.ts'

/**
 * The file of a page: its settings, then its text. The first article with a single text becomes the text of
 * the file; a page of only that article lists no blocks. `parsePageFile` is the inverse.
 */
export function formatPageFile(content: PageContent): string {
  const { id: _id, blocks: _blocks, ...settings } = pageInDefault({ ...content, id: '' })
  const at = content.blocks.findIndex((block) => findBody(block) !== null)
  const body = at < 0 ? null : findBody(content.blocks[at])
  const written = pageInDefault({ ...content, id: '' }).blocks
  const blocks =
    Array.isArray(written) && !(body !== null && written.length === 1)
      ? written.map((block: unknown, index) => (index === at ? BODY : block))
      : undefined
  const document = new Document({ ...settings, ...(blocks ? { blocks } : {}) })
  const list = document.get('blocks')
  if (isSeq(list))
    for (const [index, item] of list.items.entries()) if (isNode(item)) item.spaceBefore = index > 0
  const yaml = document.toString({ lineWidth: 120, blockQuote: 'literal', flowCollectionPadding: true })
  return `---\n${yaml}---\n${body === null ? '' : `\n${body}\n`}`
}

/** The text of an article with a single text; null if it would not survive parsing unchanged. */
function findBody(block: PageContent['blocks'][number] | undefined): string | null {
  if (block?.type !== 'article' || block.content.length !== 1) return null
  const [item] = block.content
  const md = item && 'md' in item ? item.md : ''
  return md && md === md.trim() && !/[\r\uFEFF]/.test(md) ? md : null
}
