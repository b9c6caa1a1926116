import { Document, isNode, isSeq } from 'yaml'
import { pageSettings } from '../tenant-file/page-format.ts'
import { BODY, type PageContent } from './read.ts'

/**
 * The file of a page: its settings, then its text. An article of one text is the text of the file, the first one where there are
 * several; a page that is nothing else lists no blocks. `parsePageFile` reads the same page from it.
 */
export function formatPageFile(content: PageContent): string {
  const { id: _id, blocks: _blocks, ...settings } = pageSettings({ ...content, id: '', pages: [] })
  const at = content.blocks.findIndex((block) => bodyOf(block) !== null)
  const body = at < 0 ? null : bodyOf(content.blocks[at])
  const written = pageSettings({ ...content, id: '', pages: [] }).blocks
  const blocks =
    Array.isArray(written) && !(body !== null && written.length === 1)
      ? written.map((block: unknown, index) => (index === at ? BODY : block))
      : undefined
  const document = new Document({ ...settings, ...(blocks ? { blocks } : {}) })
  const list = document.get('blocks')
  if (isSeq(list))
    for (const [index, item] of list.items.entries()) if (isNode(item)) item.spaceBefore = index > 0
  return `---\n${document.toString({ lineWidth: 120, blockQuote: 'literal', flowCollectionPadding: true })}---\n${body === null ? '' : `\n${body}\n`}`
}

/** The text of an article that has nothing else; null where it would not come back as it is. */
function bodyOf(block: PageContent['blocks'][number] | undefined): string | null {
  if (block?.type !== 'article' || block.content.length !== 1) return null
  const [item] = block.content
  const md = item && 'md' in item ? item.md : ''
  return md && md === md.trim() && !/[\r\uFEFF]/.test(md) ? md : null
}
