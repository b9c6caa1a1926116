import type { Picture } from '#contract/block.ts'
import { isOwnImage } from '#contract/block-value.ts'
import type { ImageSizes } from '#contract/page-document.ts'
import { parsePicturePath, variantWidths } from './picture-url.ts'

/** The width for browsers without support for AVIF and `srcset`; most viewports are narrower. */
const FALLBACK_WIDTH = 1280

/**
 * Returns what a page needs to show an image: source, size and variants. Null for an image of another site or
 * of unknown size.
 */
export function resolvePicture(
  path: string | undefined,
  alt: string | undefined,
  sizes: ImageSizes,
): Picture | null {
  if (!path || !isOwnImage(path)) return null
  const imported = parsePicturePath(path)
  if (!imported) {
    const [width, height] = (Object.hasOwn(sizes, path) ? sizes[path] : null) ?? []
    return width && height ? { src: path, width, height, sources: [], alt: alt ?? '' } : null
  }
  const widths = variantWidths(imported.width)
  const srcset = (format: string) => widths.map((width) => `${path}/${width}.${format} ${width}w`).join(', ')
  return {
    src: `${path}/${widths.findLast((width) => width <= FALLBACK_WIDTH) ?? widths[0]}.webp`,
    width: imported.width,
    height: imported.height,
    sources: [
      { type: 'image/avif', srcset: srcset('avif') },
      { type: 'image/webp', srcset: srcset('webp') },
    ],
    alt: alt ?? '',
  }
}
