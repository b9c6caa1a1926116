import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import type { TenantProfile } from '#contract/content/tenant.ts'
import { tenantId } from '#server/database/db.ts'
import { openIcons, isIconFile, type IconFile } from './icon.ts'
import { exhaustive } from '#test/tier.ts'

const folder = mkdtempSync(join(tmpdir(), 'icons-'))
afterAll(() => rmSync(folder, { recursive: true }))
const svg = (inner: string, extra = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 ` +
  `64 64"${extra}>${inner}</svg>`
const red = '<path fill="#ff0000" d="M0 0h64v64H0z"/>'
const brand = '#2f6456'

/** The icons of a tenant whose icon is this file, and the number of look-ups. */
function iconsOf(source: string | Buffer | null, icon = '/art/salon/icon.svg') {
  const path = join(folder, 'icon')
  if (source !== null) writeFileSync(path, source)
  let asked = 0
  const icons = openIcons({
    find: async (tenant, address) => {
      asked += 1
      return source !== null && address.startsWith(`/art/${tenant}/`) ? path : null
    },
  })
  const profile = { icon, companyname: 'Salon', brand: { color: brand, mood: 'modern' } } as TenantProfile
  return {
    draw: (file: IconFile) => icons({ id: tenantId('salon'), profile }, file),
    path,
    asked: () => asked,
  }
}

const pixel = async (png: Uint8Array, x: number, y: number) => [
  ...(await sharp(png).ensureAlpha().extract({ left: x, top: y, width: 1, height: 1 }).raw().toBuffer()),
]
const near = (seen: number[], wanted: number[]) =>
  seen.every((one, index) => Math.abs(one - (wanted[index] ?? 0)) <= 2)

test('icons are PNG in the sizes of their names', exhaustive, async () => {
  const { draw } = iconsOf(svg(red))
  for (const [file, side] of [
    ['96.png', 96],
    ['180.png', 180],
    ['192.png', 192],
    ['512.png', 512],
    ['maskable-192.png', 192],
    ['maskable-512.png', 512],
  ] as const) {
    const { format, width, height } = await sharp(await draw(file)).metadata()
    expect([file, format, width, height]).toEqual([file, 'png', side, side])
  }
  expect(['192.png', '193.png', 'toString', ''].map(isIconFile)).toEqual([true, false, false, false])
})

test('an opaque square icon is scaled down for a mask, and its edge colours fill the rest', async () => {
  const sky =
    '<path fill="#0000ff" d="M0 0h64v32H0z"/><path fill="#00ff00" d="M0 32h64v32H0z"/><path ' +
    'fill="#ff0000" d="M0 28h5v8h-5z"/>'
  const png = await iconsOf(svg(sky)).draw('maskable-512.png')
  expect([await pixel(png, 2, 2), await pixel(png, 509, 509)]).toEqual([
    [0, 0, 255, 255],
    [0, 255, 0, 255],
  ])
  // Its left edge is now within the circle.
  expect(near(await pixel(png, 60, 256), [255, 0, 0, 255])).toBe(true)
})

test(
  'an icon with transparent corners gets a white background where it must be opaque',
  exhaustive,
  async () => {
    const { draw } = iconsOf(svg('<circle cx="32" cy="32" r="32" fill="#ff0000"/>'))
    expect(await pixel(await draw('512.png'), 2, 2)).toEqual([0, 0, 0, 0])
    for (const file of ['180.png', 'maskable-512.png'] as const)
      expect(await pixel(await draw(file), 2, 2)).toEqual([255, 255, 255, 255])
    // The safe circle holds all of it.
    expect(near(await pixel(await draw('maskable-512.png'), 256, 60), [255, 0, 0, 255])).toBe(true)
    expect(await pixel(await draw('maskable-512.png'), 256, 40)).toEqual([255, 255, 255, 255])
  },
)

test('a picture that is not square keeps its shape', async () => {
  const wide = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  const png = await iconsOf(wide).draw('192.png')
  expect([await pixel(png, 96, 96), await pixel(png, 96, 10)]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 0, 0],
  ])
})

const inkOf = async (png: Uint8Array) =>
  (await pixel(png, 3, 3))
    .slice(0, 3)
    .map((one) => one.toString(16).padStart(2, '0'))
    .join('')

test('an icon that cannot be drawn is replaced by a monogram in the brand colour', async () => {
  const bomb =
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a ` +
    `"${'x'.repeat(1000)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'abcdefghij'[at + 1]} "${`&${'abcdefghij'[at]};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><text>&j;</text></svg>`
  for (const [what, source] of [
    ['no file', null],
    ['no picture', 'nonsense'],
    ['a page', '<!doctype html><p>x'],
    ['a broken one', svg('<path')],
    ['a half one', Buffer.from('89504e470d0a1a0a00', 'hex')],
    ['one of too many bytes', Buffer.concat([Buffer.from(svg(red)), Buffer.alloc(1024 * 1024)])],
    ['a bomb of entities', bomb],
  ] as const)
    expect([what, await inkOf(await iconsOf(source).draw('192.png'))]).toEqual([what, brand.slice(1)])
  expect(await inkOf(await iconsOf(null, 'https://elsewhere.example/icon.png').draw('192.png'))).toBe(
    brand.slice(1),
  )
})

test('an icon that takes too long to draw is replaced too', exhaustive, async () => {
  const noise = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>'
  const path = join(folder, 'slow')
  writeFileSync(path, svg(noise + '<rect width="64" height="64" filter="url(#f)"/>'.repeat(9_000)))
  const icons = openIcons({ find: async () => path, maxMs: 1_500 })
  const profile = { icon: 'x', companyname: 'Salon', brand: { color: brand, mood: 'modern' } }
  const begun = performance.now()
  const png = await icons({ id: tenantId('salon'), profile: profile as TenantProfile }, '512.png')
  expect(performance.now() - begun).toBeGreaterThan(1_400)
  expect(await inkOf(png)).toBe(brand.slice(1))
})

test('a tenant without an icon has its first letter as icon, or a doorway if its name begins with none', async () => {
  const icons = openIcons({ find: async () => null })
  const draw = (companyname: string) =>
    icons(
      {
        id: tenantId('salon'),
        profile: { companyname, brand: { color: brand, mood: 'modern' } } as TenantProfile,
      },
      '192.png',
    )
  const [a, again, b, o, sign, other] = await Promise.all(
    ['Aurora', 'Årø', 'Bryn', 'øre', '★ Stjerne', '+1'].map(draw),
  )
  for (const png of [a, b, o, sign])
    expect([await inkOf(png ?? new Uint8Array()), (await sharp(png).stats()).isOpaque]).toEqual([
      brand.slice(1),
      true,
    ])
  expect(new Set([a, again, b, o, sign].map((png) => Buffer.from(png ?? []).toString('base64'))).size).toBe(5)
  expect(other).toEqual(sign)
})

test('without an icon it is the logo, if that is about square', async () => {
  const logo = '/art/salon/logo.svg'
  const path = join(folder, 'own-logo')
  const icons = openIcons({ find: async (_, address) => (address === logo ? path : null) })
  const profile = { logo, companyname: 'Salon', brand: { color: brand, mood: 'modern' } } as TenantProfile
  const inks = []
  for (const shape of ['0 0 64 64', '0 0 64 44', '0 0 300 64']) {
    writeFileSync(path, svg('<path fill="#ff0000" d="M0 0h300v64H0z"/>').replace('0 0 64 64', shape))
    const png = await icons({ id: tenantId('salon'), profile }, '192.png')
    inks.push((await pixel(png, 96, 96)).slice(0, 3).join())
  }
  expect(inks.slice(0, 2)).toEqual(['255,0,0', '255,0,0'])
  expect(inks[2]).not.toBe('255,0,0')
})

test('an imported icon is drawn from the widest variant that is needed', async () => {
  const webp = new Uint8Array(
    await sharp({ create: { width: 640, height: 640, channels: 3, background: '#ff0000' } })
      .webp({ lossless: true })
      .toBuffer(),
  )
  const asked: unknown[] = []
  const icons = openIcons({
    find: async () => null,
    imported: async (_tenant, { id }, width) => {
      asked.push([id, width])
      return webp
    },
  })
  const id = 'a'.repeat(32)
  const png = await icons(
    {
      id: tenantId('salon'),
      profile: {
        icon: `/picture/${id}-1600x1600/320.webp`,
        companyname: 'Salon',
        brand: { color: brand, mood: 'modern' },
      } as TenantProfile,
    },
    '512.png',
  )
  expect([asked, await inkOf(png)]).toEqual([[[id, 640]], 'ff0000'])
})

test('drawing an icon fetches nothing and reads no other file', exhaustive, async () => {
  let fetched = 0
  const server = createServer((_, answer) => {
    fetched += 1
    answer.end(svg(red))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => {
    server.once('listening', resolve)
  })
  const { port } = server.address() as AddressInfo
  const secret = join(folder, 'secret.svg')
  writeFileSync(secret, svg(red))
  for (const href of [`http://127.0.0.1:${port}/x.svg`, `file://${secret}`, secret, 'secret.svg']) {
    const png = await iconsOf(
      svg(
        `<path fill="#0000ff" d="M0 0h64v64H0z"/><image width="64" height="64" href="${href}" ` +
          `xlink:href="${href}"/>`,
      ),
    ).draw('192.png')
    expect([href, await inkOf(png)]).toEqual([href, '0000ff'])
  }
  const entity =
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM ` +
    `"file://${secret}">]>${svg('<path fill="#0000ff" d="M0 0h64v64H0z"/>&x;')}`
  expect(['0000ff', brand.slice(1)]).toContain(await inkOf(await iconsOf(entity).draw('192.png')))
  expect(fetched).toBe(0)
  await new Promise((resolve) => {
    server.close(resolve)
  })
})

test('drawn icons are cached until the file changes, within the limit', exhaustive, async () => {
  const { draw, path } = iconsOf(svg(red))
  const [first, again] = [await draw('192.png'), await draw('192.png')]
  expect(again).toBe(first)
  writeFileSync(path, svg('<path fill="#0000ff" d="M0 0h64v64H0z"/>'))
  utimesSync(path, 1, 1)
  expect(await inkOf(await draw('192.png'))).toBe('0000ff')
  // With a tiny cache each icon is drawn again.
  const small = openIcons({ find: async () => path, cacheBytes: 1_000 })
  const tenant = {
    id: tenantId('salon'),
    profile: {
      icon: '/art/salon/icon.svg',
      companyname: 'Salon',
      brand: { color: brand, mood: 'modern' },
    } as TenantProfile,
  }
  expect(await small(tenant, '512.png')).not.toBe(await small(tenant, '512.png'))
})
