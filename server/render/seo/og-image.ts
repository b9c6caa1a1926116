import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Hono } from 'hono'
import satori from 'satori'
import sharp from 'sharp'
import { brandScale } from '#domain/brand.ts'
import { LruCache } from '#server/cache/lru-cache.ts'
import type { Dependencies, Env, Tenant } from '#server/context/context.ts'
import { isEqualSecret, keyedHash } from '#server/secret/hash.ts'

const WIDTH = 1200
const HEIGHT = 630
const CACHE_BYTES = 16 * 1024 * 1024
const MAX_CHARACTERS = 200

/**
 * The URL of the preview picture of a page without one of its own. It contains the text and a signature, so
 * that only the server chooses its text.
 */
export function previewUrl(tenant: Tenant, title: string, secret: string): string {
  const words = Buffer.from(title.slice(0, MAX_CHARACTERS)).toString('base64url')
  return `/preview/${signProof(tenant, words, secret)}/${words}.png`
}

const signProof = ({ id, profile: { brand, companyname } }: Tenant, words: string, secret: string): string =>
  keyedHash(secret, `preview ${id} ${brand.color} ${brand.mood} ${companyname} ${words}`).slice(0, 22)

/**
 * Link preview pictures, `/preview/<signature>/<text>.png`: the page's title in the tenant's colour, 1200 ×
 * 630.
 */
export function ogImageRoutes({ secret }: Pick<Dependencies, 'secret'>): Hono<Env> {
  const kept = new LruCache<Uint8Array<ArrayBuffer>>(CACHE_BYTES, (png) => png.length)
  let line: Promise<unknown> = Promise.resolve()
  return new Hono<Env>().get('/:proof/:file', async (c) => {
    const { tenant } = c.get('ctx')
    const words = /^([\w-]{1,1100})\.png$/.exec(c.req.param('file'))?.[1]
    if (!words || !isEqualSecret(c.req.param('proof'), signProof(tenant, words, secret)))
      return c.text('Not Found', 404)
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

/** Two subsets of one font; a letter missing in the first is taken from the second. */
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
