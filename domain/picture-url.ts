/**
 * The widths in pixels of an imported picture's variants, as far as the picture is that wide. Each is at most
 * one and a half times the one before, so that no browser fetches a much larger file than it shows.
 */
const widths = [64, 96, 128, 192, 256, 320, 480, 640, 960, 1280, 1920, 2560, 3840]
const MAX_WIDTH = 3840
/** The most pixels that are decoded: more than a phone's camera has; a small file may hold many more. */
export const MAX_PIXELS = 50_000_000

/** The widths of a picture's variants in ascending order; the last is its own width or 3840. */
export const variantWidths = (width: number): number[] => [
  ...widths.filter((one) => one < width && one < MAX_WIDTH),
  Math.min(width, MAX_WIDTH),
]

/** Returns the smallest variant at least this wide, else the widest. */
export const smallestWidthFor = (width: number, least: number): number =>
  variantWidths(width).find((one) => one >= least) ?? Math.min(width, MAX_WIDTH)

const densities = [1, 2, 3]

/** The URL of the variant for browsers without support for AVIF and `srcset`; most viewports are narrower. */
const FALLBACK_WIDTH = 1280

/** What a page needs to show an imported picture, from its path; null for any other path. */
export function importedPicture(path: string) {
  const named = parsePicturePath(path)
  if (!named) return null
  const { width, height } = named
  const widths = variantWidths(width)
  const toSource = (format: 'avif' | 'webp') => ({
    type: `image/${format}` as const,
    srcset: widths.map((one) => `${path}/${one}.${format} ${one}w`).join(', '),
  })
  const fallback = widths.findLast((one) => one <= FALLBACK_WIDTH) ?? widths[0]
  return { src: `${path}/${fallback}.webp`, width, height, sources: [toSource('avif'), toSource('webp')] }
}

/** The width and height of a guest's avatar, which only its guest is sent. */
export const AVATAR_WIDTH = 256
const avatarPath = /^\/avatar\/[^/]+\/[\w-]+\.webp$/

/** The path of an imported picture, from the URL of one of its variants. */
export const pathOfVariant = (src: string): string => src.replace(/\/\d+\.webp$/, '')

/**
 * The `srcset` of a picture that fills a square of `size` CSS pixels on every screen: of an imported one,
 * from the URL of one of its variants, or of a guest's avatar; undefined for any other picture.
 */
export function densitySources(src: string, size: number): string | undefined {
  if (avatarPath.test(src))
    return densities
      .map((density) => `${src}?width=${smallestWidthFor(AVATAR_WIDTH, density * size)} ${density}x`)
      .join(', ')
  const path = pathOfVariant(src)
  const named = parsePicturePath(path)
  if (!named) return undefined
  const drawn = size * Math.max(1, named.width / named.height)
  return densities
    .map((density) => `${path}/${smallestWidthFor(named.width, density * drawn)}.webp ${density}x`)
    .join(', ')
}

/**
 * The path of an imported picture in blocks and URLs. It contains the size, so that rendering needs no query.
 */
export const picturePath = ({ id, width, height }: { id: string; width: number; height: number }): string =>
  `/picture/${id}-${width}x${height}`

export type NamedPicture = { id: string; width: number; height: number }

/** Parses a picture's path; null for any other path. */
export function parsePicturePath(path: string): NamedPicture | null {
  const found = /^\/picture\/([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(path)
  return found ? { id: found[1] ?? '', width: Number(found[2]), height: Number(found[3]) } : null
}
