export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic'

/** As many bytes of a file as its format needs. */
export const FORMAT_BYTES = 64

/** What a file input lists; a phone that has only HEIC converts its photo to the first of them. */
export const ACCEPTED_PICTURES = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The brands of ISO/IEC 23008-12 for pictures that HEVC encodes. */
const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis']

/** The format of a picture by the signature at its start, regardless of its name; null for anything else. */
export function pictureFormat(bytes: Uint8Array): PictureFormat | null {
  const text = String.fromCharCode(...bytes.subarray(0, FORMAT_BYTES))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif'
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp'
  if (!text.startsWith('ftyp', 4)) return null
  // The box of the file type: its length, `ftyp`, the main brand, a version, all brands.
  const length = Math.min(text.charCodeAt(3), text.length)
  const brands = [text.slice(8, 12), ...(text.slice(16, length).match(/[^]{4}/g) ?? [])]
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : null
}
