import { readFile, stat } from 'node:fs/promises'
import satori from 'satori'
import sharp, { type Sharp } from 'sharp'
import { brandScale } from '#domain/brand.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { pictureOf, wideEnough, type NamedPicture } from '../content/picture-address.ts'
import type { Tenant } from '../context.ts'
import type { TenantId } from '../data/db.ts'
import { isPicture } from '../identity/picture.ts'
import { previewFonts } from '../seo/preview.ts'

/** The icons that are drawn: `any` as the tenant has it, `whole` without see-through corners, `maskable` with room to be cut. */
const kinds = {
  '96.png': { side: 96, purpose: 'any' },
  '180.png': { side: 180, purpose: 'whole' },
  '192.png': { side: 192, purpose: 'any' },
  '512.png': { side: 512, purpose: 'any' },
  'maskable-192.png': { side: 192, purpose: 'maskable' },
  'maskable-512.png': { side: 512, purpose: 'maskable' },
} as const
export type IconFile = keyof typeof kinds
type Kind = (typeof kinds)[IconFile]
export const isIconFile = (file: string): file is IconFile => Object.hasOwn(kinds, file)

const CACHE_BYTES = 16 * 1024 * 1024
const INPUT_BYTES = 1024 * 1024
/** However small the file of a picture is. */
const PIXELS = 50_000_000
/** What a mask leaves of an icon at the least: a circle of this part of its side. */
const SAFE = 0.8
const WHITE = '#ffffff'

/** `find` tells where the file of an own picture is, null for any other address; `imported` gives one that was imported, in that width. */
type Options = {
  find: (tenant: string, address: string) => Promise<string | null>
  imported?: (tenant: TenantId, picture: NamedPicture, width: number) => Promise<Uint8Array | null>
  cacheBytes?: number
}
type Icons = (tenant: Pick<Tenant, 'id' | 'profile'>, file: IconFile) => Promise<Uint8Array<ArrayBuffer>>
/** As wide as the largest that is drawn. */
const WIDTH = 512

/**
 * Draws a tenant's icon as PNG, one at a time, and keeps what it has drawn. Where there is no picture of its own that can be
 * drawn, the first letter of its name stands in, in its colour: nothing is fetched from elsewhere.
 */
export function openIcons({ find, imported, cacheBytes = CACHE_BYTES }: Options): Icons {
  const kept = new BoundedCache<Uint8Array<ArrayBuffer>>(cacheBytes, (png) => png.length)
  let line: Promise<unknown> = Promise.resolve()
  return async ({ id, profile: { icon = '', brand, companyname } }, file) => {
    const named = pictureOf(icon.replace(/\/[^/]*\.webp$/, ''))
    const path = named ? null : await find(id, icon)
    const found = path ? await stat(path).catch(() => null) : null
    const key = [id, file, icon, brand.color, companyname, found?.mtimeMs, found?.size].join(' ')
    const read = async () => {
      if (named) return (await imported?.(id, named, wideEnough(named.width, WIDTH))) ?? null
      return path && found && found.size <= INPUT_BYTES ? readFile(path) : null
    }
    const drawn = line.then(async () => {
      const known = kept.get(key)
      if (known) return known
      const source = await read()
      const png =
        (source && (await draw(Buffer.from(source), kinds[file]))) ??
        (await draw(Buffer.from(await monogram(companyname, brand.color)), kinds[file]))
      if (!png) throw new Error('an icon could not be drawn')
      kept.set(key, png)
      return png
    })
    line = drawn.catch(() => {})
    return drawn
  }
}

const isSvg = (bytes: Buffer) =>
  /^\s*(<\?xml|<!--|<svg[\s>])/.test(
    bytes
      .subarray(0, 200)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  )

async function draw(source: Buffer, { side, purpose }: Kind): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!isSvg(source) && !isPicture(source)) return null
  try {
    const square = { width: side, height: side, fit: 'contain', background: '#00000000' } as const
    const decoded = sharp(source, {
      limitInputPixels: PIXELS,
      failOn: 'error',
      animated: false,
      density: 300,
    }).timeout({ seconds: 5 })
    const plain = await decoded.rotate().resize(square).png().toBuffer()
    if (purpose === 'any') return new Uint8Array(plain)
    const whole = sharp(plain).flatten({ background: WHITE })
    return new Uint8Array(await (purpose === 'whole' ? whole.png().toBuffer() : maskable(plain, whole, side)))
  } catch {
    return null
  }
}

/** A picture that fills its square to the corners goes on in the colours of its edge, any other one on white. */
async function maskable(plain: Buffer, whole: Sharp, side: number): Promise<Buffer<ArrayBuffer>> {
  // The outermost pixels may be half covered.
  const edge = Math.ceil(side / 64)
  const within = { left: edge, top: edge, width: side - 2 * edge, height: side - 2 * edge }
  const alpha = await sharp(plain).extract(within).extractChannel('alpha').raw().toBuffer()
  const [last, far] = [within.width - 1, within.width * (within.width - 1)]
  const fills = [0, last, far, far + last].every((corner) => alpha[corner] === 255)
  const inner = Math.round(side * SAFE)
  const before = Math.floor((side - inner) / 2)
  const around = { top: before, left: before, bottom: side - inner - before, right: side - inner - before }
  const shrunk = await (fills ? whole.extract(within) : whole).resize(inner, inner).png().toBuffer()
  return sharp(shrunk)
    .extend(fills ? { ...around, extendWith: 'copy' } : { ...around, background: WHITE })
    .png()
    .toBuffer()
}

/** The first letter of a name on the tenant's colour; of one that begins otherwise an open door, the sign of the house. As SVG. */
async function monogram(name: string, color: string): Promise<string> {
  const letter = /^[\p{Script=Latin}\p{N}]/u.exec(name.trim())?.[0]
  if (!letter) return door(color)
  const { brand, onBrand } = brandScale(color).tokens
  const style = {
    display: 'flex',
    width: 512,
    height: 512,
    alignItems: 'center',
    justifyContent: 'center',
    background: brand.light,
    color: onBrand.light,
    fontFamily: 'latin, latin-ext',
    fontSize: 300,
  }
  return satori(
    { type: 'div', props: { style, children: letter.toUpperCase() } } as Parameters<typeof satori>[0],
    { width: 512, height: 512, fonts: previewFonts() },
  )
}

const door = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64"><path fill="${color}" d="M0 0h64v64H0z"/><path fill="${brandScale(color).tokens.onBrand.light}" d="M18 50V30a14 14 0 0 1 28 0v20z"/></svg>`
