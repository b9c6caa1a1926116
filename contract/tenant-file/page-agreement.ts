import { isReserved } from './reserved.ts'
import type { TenantFile } from './schema.ts'
import type { Path } from './where.ts'

type Page = NonNullable<TenantFile['pages']>[number]
type Fault = { path: Path; message: string }

/** Whether pages have names of their own that no other page and no screen of the product has, and pictures of their own tenant. */
export function pageFaults({
  tenant,
  pages = [],
}: {
  tenant: { id: string }
  pages?: readonly Page[] | undefined
}): Fault[] {
  return [
    ...repeatedIds(pages, ['pages']),
    ...pages.flatMap((page, index) => [
      ...(isReserved(page.id)
        ? [{ path: ['pages', index, 'id'], message: `${page.id} is the address of a screen of the product` }]
        : []),
      // They would be linked from `/`, where the pages of the first level are.
      ...(page.id === 'index' && page.pages.length > 0
        ? [
            {
              path: ['pages', index, 'pages'],
              message:
                'must not stand below index: what is listed on the front page needs a page of its own, such as blog',
            },
          ]
        : []),
      ...repeatedIds(page.pages, ['pages', index, 'pages']),
      ...foreignArt(tenant.id, page.blocks, ['pages', index, 'blocks']),
      ...page.pages.flatMap((child, at) =>
        foreignArt(tenant.id, child.blocks, ['pages', index, 'pages', at, 'blocks']),
      ),
    ]),
  ]
}

const repeatedIds = (pages: readonly { id: string }[], path: Path): Fault[] =>
  pages.flatMap(({ id }, index) =>
    pages.findIndex((one) => one.id === id) < index
      ? [{ path: [...path, index, 'id'], message: `${id} stands here a second time` }]
      : [],
  )

/** A tenant's pictures are served on its own host alone. */
function foreignArt(tenant: string, blocks: Page['blocks'], path: Path): Fault[] {
  return blocks.flatMap((block, index) =>
    imageFields(block).flatMap(({ steps, image }) => {
      const owner = /^\/art\/([^/]+)\//.exec(image)?.[1]
      return owner && owner !== tenant
        ? [{ path: [...path, index, ...steps], message: `is a picture of ${owner}, not of ${tenant}` }]
        : []
    }),
  )
}

function imageFields(block: Page['blocks'][number]): { steps: Path; image: string }[] {
  if (block.type === 'article')
    return block.content.flatMap((item, index) =>
      'image' in item ? [{ steps: ['content', index, 'image'], image: item.image }] : [],
    )
  return Object.entries(block).flatMap(([name, value]) =>
    ['imageUrl', 'image', 'avatar'].includes(name) && typeof value === 'string'
      ? [{ steps: [name], image: value }]
      : [],
  )
}
