import type { Picture } from '#contract/block.ts'
import { isOwnImage } from '#contract/block-value.ts'
import type { ImageSizes } from '#contract/page-document.ts'
import { pictureOf, variantWidths } from './picture-address.ts'

/** Most windows are narrower: who can read neither format takes this one. */
const USUAL = 1280

/** What a page needs to show an image that a block names; null where it is none of this site's or nobody knows its size. */
export function showPicture(
  path: string | undefined,
  alt: string | undefined,
  sizes: ImageSizes,
): Picture | null {
  if (!path || !isOwnImage(path)) return null
  const imported = pictureOf(path)
  if (!imported) {
    const [width, height] = (Object.hasOwn(sizes, path) ? sizes[path] : null) ?? []
    return width && height ? { src: path, width, height, sources: [], alt: alt ?? '' } : null
  }
  const widths = variantWidths(imported.width)
  const srcset = (format: string) => widths.map((width) => `${path}/${width}.${format} ${width}w`).join(', ')
  return {
    src: `${path}/${widths.findLast((width) => width <= USUAL) ?? widths[0]}.webp`,
    width: imported.width,
    height: imported.height,
    sources: [
      { type: 'image/avif', srcset: srcset('avif') },
      { type: 'image/webp', srcset: srcset('webp') },
    ],
    alt: alt ?? '',
  }
}
