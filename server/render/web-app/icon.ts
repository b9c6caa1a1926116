import { readFile, stat } from 'node:fs/promises'
import satori from 'satori'
import sharp, { type Sharp } from 'sharp'
import { brandScale } from '#domain/brand.ts'
import { LruCache } from '#server/cache/lru-cache.ts'
import { parsePicturePath, smallestWidthFor, type NamedPicture } from '#domain/picture-url.ts'
import type { Tenant } from '#server/context/context.ts'
import type { TenantId } from '#server/database/db.ts'
import { isPicture } from '#server/guest/picture.ts'
import { drawApart, type Drawing } from '../draw-apart.ts'
import { previewFonts } from '../seo/og-image.ts'

/** The drawn icons: `any` unchanged, `whole` with opaque corners, `maskable` with a margin for the mask. */
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
/** How long a picture that could not be drawn is not tried again. */
const HOUR_MS = 3_600_000
/** The safe zone of a maskable icon: a circle whose diameter is this share of its side. */
const SAFE = 0.8
const WHITE = '#ffffff'

/**
 * `find` returns the path of the tenant's own file, else null; `imported` returns an imported picture of that
 * width. `maxMs`: see `Drawing`.
 */
type Options = {
  find: (tenant: string, address: string) => Promise<string | null>
  imported?: (tenant: TenantId, picture: NamedPicture, width: number) => Promise<Uint8Array | null>
  cacheBytes?: number
  maxMs?: number
}
/** A logo that is no wider or higher than this is an icon too. */
const ICON_RATIO = 1.5
type Icons = (tenant: Pick<Tenant, 'id' | 'profile'>, file: IconFile) => Promise<Uint8Array<ArrayBuffer>>
/** The width of the largest drawn icon. */
const WIDTH = 512

/**
 * Draws a tenant's icon as PNG, one at a time, and caches it. Without an icon it is the logo, if that is
 * about square; without a usable picture of the tenant its monogram in its colour. Nothing is fetched.
 */
export function openIcons({ find, imported, cacheBytes = CACHE_BYTES, maxMs }: Options): Icons {
  const kept = new LruCache<Uint8Array<ArrayBuffer>>(cacheBytes, (png) => png.length)
  let line: Promise<unknown> = Promise.resolve()
  return async ({ id, profile: { icon: own, logo = '', brand, companyname } }, file) => {
    const icon = own ?? logo
    const named = parsePicturePath(icon.replace(/\/[^/]*\.webp$/, ''))
    const path = named ? null : await find(id, icon)
    const found = path ? await stat(path).catch(() => null) : null
    const key = [id, file, icon, brand.color, companyname, found?.mtimeMs, found?.size].join(' ')
    const picture = async () => {
      if (named) return (await imported?.(id, named, smallestWidthFor(named.width, WIDTH))) ?? null
      return path && found && found.size <= INPUT_BYTES ? readFile(path) : null
    }
    const drawn = line.then(async () => {
      const known = kept.get(key)
      if (known) return known
      const { side } = kinds[file]
      const source = await picture()
      const maxRatio = own ? undefined : ICON_RATIO
      const plain = source && (await draw(Buffer.from(source), side, { maxRatio, maxMs }))
      const png = await finish(plain ?? (await drawMonogram(companyname, brand.color, side)), kinds[file])
      kept.set(key, png, source && !plain ? { ttl: HOUR_MS } : {})
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

const draw = async (source: Buffer, side: number, limits: Pick<Drawing, 'maxRatio' | 'maxMs'>) =>
  isSvg(source) || isPicture(source)
    ? drawApart(source, { width: side, height: side, position: 'center', opaque: false, ...limits })
    : null

const drawMonogram = async (name: string, color: string, side: number): Promise<Uint8Array> =>
  sharp(Buffer.from(await monogram(name, color)), { density: 300 })
    .resize(side, side)
    .png()
    .toBuffer()

/** Gives a drawn picture the background and the margin of its purpose. */
async function finish(plain: Uint8Array, { side, purpose }: Kind): Promise<Uint8Array<ArrayBuffer>> {
  if (purpose === 'any') return new Uint8Array(plain)
  const whole = sharp(plain).flatten({ background: WHITE })
  return new Uint8Array(await (purpose === 'whole' ? whole.png().toBuffer() : maskable(plain, whole, side)))
}

/** Extends an opaque square picture by the colours of its edge; puts any other on white. */
async function maskable(plain: Uint8Array, whole: Sharp, side: number): Promise<Buffer<ArrayBuffer>> {
  // The outermost pixels may be half transparent.
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

/**
 * @returns an SVG: the first letter of a name on the tenant's colour, or an open doorway if it begins with
 * none.
 */
async function monogram(name: string, color: string): Promise<string> {
  const letter = /^[\p{Script=Latin}\p{N}]/u.exec(name.trim())?.[0]
  if (!letter) return doorShape(color)
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

const doorShape = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64"><path ` +
  `fill="${color}" d="M0 0h64v64H0z"/><path fill="${brandScale(color).tokens.onBrand.light}" d="M18 ` +
  `50V30a14 14 0 0 1 28 0v20z"/></svg>`
