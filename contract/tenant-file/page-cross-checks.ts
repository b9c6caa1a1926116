import { blocksInLanguages } from '../content/own-words.ts'
import { isReserved } from './reserved.ts'
import type { TenantFile } from './schema.ts'
import type { Path } from './source-position.ts'

type Page = NonNullable<TenantFile['pages']>[number]
type SourceError = { path: Path; message: string }

/** Checks that page ids are unique and not reserved, and that pictures belong to the tenant. */
export function pageCrossFieldErrors({
  tenant,
  pages = [],
}: {
  tenant: { id: string }
  pages?: readonly Page[] | undefined
}): SourceError[] {
  return [
    ...repeatedIds(pages, ['pages']),
    ...pages.flatMap((page, index) => [
      ...(isReserved(page.id)
        ? [{ path: ['pages', index, 'id'], message: `${page.id} is a reserved path` }]
        : []),
      // Their links would start at `/`, like those of top-level pages.
      ...(page.id === 'index' && page.pages.length > 0
        ? [
            {
              path: ['pages', index, 'pages'],
              message: 'must not be below index: put them below a page of their own, such as blog',
            },
          ]
        : []),
      ...(page.id === 'index' ? placesErrors(page, 'the front page is first in the menu') : []).map(
        ({ path, message }) => ({ path: ['pages', index, ...path], message }),
      ),
      ...repeatedIds(page.pages, ['pages', index, 'pages']),
      ...foreignArt(tenant.id, page, ['pages', index]),
      ...page.pages.flatMap((child, at) => foreignArt(tenant.id, child, ['pages', index, 'pages', at])),
    ]),
  ]
}

/** `menu` and `footer` of a page that has its link elsewhere, as the reason says. */
export const placesErrors = (
  { menu, footer }: Pick<Page, 'menu' | 'footer'>,
  reason: string,
): SourceError[] =>
  Object.entries({ menu, footer }).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [
          {
            path: [name],
            message: `must be omitted here: ${reason}`,
          },
        ],
  )

const repeatedIds = (pages: readonly { id: string }[], path: Path): SourceError[] =>
  pages.flatMap(({ id }, index) =>
    pages.findIndex((one) => one.id === id) < index
      ? [{ path: [...path, index, 'id'], message: `${id} is already used` }]
      : [],
  )

/** A tenant's pictures are served only on the tenant's own host. */
function foreignArt(tenant: string, page: Omit<Page, 'pages'>, path: Path): SourceError[] {
  const images = blocksInLanguages(page).flatMap(({ blocks, path: below }) =>
    blocks.flatMap((block, index) =>
      imageFields(block).map(({ steps, image }) => ({ image, path: [...path, ...below, index, ...steps] })),
    ),
  )
  return images.flatMap(({ image, path: at }) => {
    const owner = /^\/art\/([^/]+)\//.exec(image)?.[1]
    return owner && owner !== tenant
      ? [{ path: at, message: `is a picture of ${owner}, not of ${tenant}` }]
      : []
  })
}

function imageFields(block: Page['blocks'][number]): { steps: Path; image: string }[] {
  if ('content' in block)
    return block.content.flatMap((item, index) =>
      'image' in item ? [{ steps: ['content', index, 'image'], image: item.image }] : [],
    )
  return Object.entries(block).flatMap(([name, value]) =>
    ['imageUrl', 'image', 'avatar', 'poster'].includes(name) && typeof value === 'string'
      ? [{ steps: [name], image: value }]
      : [],
  )
}
