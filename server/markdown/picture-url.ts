/** The widths in pixels of an imported picture's variants, as far as the picture is that wide. */
const widths = [320, 640, 960, 1280, 1920]
const MAX_WIDTH = 1920
/** The most pixels that are decoded: more than a phone's camera has; a small file may hold many more. */
export const MAX_PIXELS = 50_000_000

/** The widths of a picture's variants in ascending order; the last is its own width or 1920. */
export const variantWidths = (width: number): number[] => [
  ...widths.filter((one) => one < width && one < MAX_WIDTH),
  Math.min(width, MAX_WIDTH),
]

/** Returns the smallest variant at least this wide, else the widest. */
export const smallestWidthFor = (width: number, least: number): number =>
  variantWidths(width).find((one) => one >= least) ?? Math.min(width, MAX_WIDTH)

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
