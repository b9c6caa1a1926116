import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import satori from 'satori'
import sharp from 'sharp'
import { brandScale } from '#domain/brand.ts'
import { BoundedCache } from '../bounded-cache.ts'
import type { Deps, Env, Tenant } from '../context.ts'

const WIDTH = 1200
const HEIGHT = 630
const CACHE_BYTES = 16 * 1024 * 1024
const LONGEST = 200

/**
 * The address of the picture that stands for a page without one of its own. It carries the words and a proof that we wrote them:
 * nobody can have us draw theirs.
 */
export function previewAddress(tenant: Tenant, title: string, secret: string): string {
  const words = Buffer.from(title.slice(0, LONGEST)).toString('base64url')
  return `/preview/${proofOf(tenant, words, secret)}/${words}.png`
}

const proofOf = ({ id, profile: { brand, companyname } }: Tenant, words: string, secret: string): string =>
  createHmac('sha256', secret)
    .update(`preview ${id} ${brand.color} ${brand.mood} ${companyname} ${words}`)
    .digest('base64url')
    .slice(0, 22)

/** Pictures for previews of links, `/preview/<proof>/<words>.png`: the page's title in the tenant's colour, 1200 × 630. */
export function previewRoutes({ secret }: Pick<Deps, 'secret'>): Hono<Env> {
  const kept = new BoundedCache<Uint8Array<ArrayBuffer>>(CACHE_BYTES, (png) => png.length)
  let line: Promise<unknown> = Promise.resolve()
  return new Hono<Env>().get('/:proof/:file', async (c) => {
    const { tenant } = c.get('scope')
    const words = /^([\w-]{1,1100})\.png$/.exec(c.req.param('file'))?.[1]
    if (!words || !same(c.req.param('proof'), proofOf(tenant, words, secret))) return c.text('Not Found', 404)
    const key = c.req.path + tenant.id
    // One at a time: a picture takes as long as many pages.
    const drawn = (line = line.then(
      async () => kept.get(key) ?? draw(tenant, Buffer.from(words, 'base64url').toString()),
    )) as Promise<Uint8Array<ArrayBuffer>>
    line = drawn.catch(() => {})
    const png = await drawn
    kept.set(key, png)
    return c.body(png, 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
}

const same = (given: string, right: string): boolean =>
  given.length === right.length &&
  timingSafeEqual(Buffer.from(given.padEnd(right.length)).subarray(0, right.length), Buffer.from(right))

/** Both halves of the alphabet of our languages: a letter that one has not is taken from the other. */
let read: { name: string; data: Buffer; weight: 600; style: 'normal' }[] | undefined
export const previewFonts = () =>
  (read ??= ['latin', 'latin-ext'].map((part) => ({
    name: part,
    data: readFileSync(
      createRequire(import.meta.url).resolve(`@fontsource/inter/files/inter-${part}-600-normal.woff`),
    ),
    weight: 600,
    style: 'normal',
  })))

async function draw(
  { profile: { brand, companyname } }: Tenant,
  title: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { brand: fill, onBrand } = brandScale(brand.color).tokens
  const page = title === companyname ? '' : title
  const box = (style: object, children: unknown) => ({
    type: 'div',
    props: { style: { display: 'flex', ...style }, children },
  })
  const svg = await satori(
    box(
      {
        boxSizing: 'border-box',
        width: WIDTH,
        height: HEIGHT,
        padding: 88,
        flexDirection: 'column',
        justifyContent: 'space-between',
        background: fill.light,
        color: onBrand.light,
        fontFamily: 'latin, latin-ext',
      },
      [
        box({ width: 96, height: 10, borderRadius: 5, background: onBrand.light }, ''),
        box(
          { fontSize: (page || companyname).length > 60 ? 60 : 84, lineHeight: 1.12, letterSpacing: -1.5 },
          page || companyname,
        ),
        box({ fontSize: 40, opacity: 0.92 }, page ? companyname : ''),
      ],
    ) as Parameters<typeof satori>[0],
    { width: WIDTH, height: HEIGHT, fonts: previewFonts() },
  )
  return new Uint8Array(await sharp(Buffer.from(svg)).png({ palette: true, colours: 64 }).toBuffer())
}
