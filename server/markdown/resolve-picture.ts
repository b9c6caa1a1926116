import type { Picture } from '#contract/content/block.ts'
import { isOwnImage } from '#contract/content/block-value.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import { importedPicture } from '#domain/picture-url.ts'

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
  const imported = importedPicture(path)
  if (imported) return { ...imported, alt: alt ?? '' }
  const [width, height] = (Object.hasOwn(sizes, path) ? sizes[path] : null) ?? []
  return width && height ? { src: path, width, height, sources: [], alt: alt ?? '' } : null
}
