import { readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'
import type { Mark } from '#contract/page.ts'
import type { Tenant } from '../context/context.ts'
import { MAX_PIXELS, parsePicturePath } from '#domain/picture-url.ts'

const MAX_BYTES = 1024 * 1024

/** The size of a logo in the toolbar, in CSS pixels. */
const [HEIGHT, MAX_WIDTH] = [40, 200]

/**
 * The tenant's logo as the toolbar shows it; null without one, or where its size is unknown.
 * @param find returns the file of a URL, or null.
 */
export async function loadMark(
  { id, profile: { logo, logoDark } }: Pick<Tenant, 'id' | 'profile'>,
  find: (tenant: string, url: string) => Promise<string | null>,
): Promise<Mark | null> {
  if (!logo) return null
  const named = parsePicturePath(logo.replace(/\/[^/]*\.webp$/, ''))
  const file = named ? null : await find(id, logo)
  const bytes = file && (await readSmall(file))
  const size = named ?? (bytes && (await readSize(bytes)))
  if (!size) return null
  const ratio = size.width / size.height
  const dark = logoDark ?? null
  return {
    src: logo,
    dark,
    width: Math.round(Math.min(ratio * HEIGHT, MAX_WIDTH)),
    wide: ratio >= 2,
    onWhite: !dark && !(bytes && isForBothSchemes(bytes)),
  }
}

const readSize = async (bytes: Buffer) =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS })
    .metadata()
    .catch(() => null)

const isForBothSchemes = (bytes: Buffer): boolean =>
  bytes.includes('<svg') && bytes.includes('prefers-color-scheme')

/** A file of at most 1 MB that is not empty; null for any other. */
export async function readSmall(file: string): Promise<Buffer | null> {
  const found = await stat(file).catch(() => null)
  return found && found.size > 0 && found.size <= MAX_BYTES ? readFile(file).catch(() => null) : null
}
