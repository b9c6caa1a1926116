/** The widths that an imported picture is made in, as far as it is that wide itself. */
const widths = [320, 640, 960, 1280, 1920]
const WIDEST = 1920

/** The variants of a picture, narrowest first; its own width is the last where that is no more than 1920. */
export const variantWidths = (width: number): number[] => [
  ...widths.filter((one) => one < width && one < WIDEST),
  Math.min(width, WIDEST),
]

/** Of those the narrowest that is at least so wide, else the widest. */
export const wideEnough = (width: number, least: number): number =>
  variantWidths(width).find((one) => one >= least) ?? Math.min(width, WIDEST)

/** What an imported picture is called in blocks and addresses: its size is part of it, so that whoever shows it asks nobody. */
export const picturePath = ({ id, width, height }: { id: string; width: number; height: number }): string =>
  `/picture/${id}-${width}x${height}`

export type NamedPicture = { id: string; width: number; height: number }

/** The picture that an address names; null for any other address. */
export function pictureOf(path: string): NamedPicture | null {
  const found = /^\/picture\/([0-9a-f]{32})-([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(path)
  return found ? { id: found[1] ?? '', width: Number(found[2]), height: Number(found[3]) } : null
}
