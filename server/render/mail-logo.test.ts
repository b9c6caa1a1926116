import sharp from 'sharp'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fileURLToPath } from 'node:url'
import type { TenantProfile } from '#contract/content/tenant.ts'
import { tenantId, type Db } from '../database/db.ts'
import { drawLogo } from './mail-logo.ts'
import { exhaustive } from '#test/tier.ts'

const config = { dataDir: fileURLToPath(new URL('./nowhere', import.meta.url)), demo: true }
const unused = {} as Db
const draw = (id: string, logo: string | undefined, db = unused) =>
  drawLogo({ db, config }, { id: tenantId(id), profile: { logo } as TenantProfile })

test('a logo is drawn as PNG on white, twice as large as it is shown, at the left', async () => {
  const png = await draw('aurora', '/art/aurora/logo.svg')
  const { format, width, height } = await sharp(png ?? new Uint8Array()).metadata()
  expect([format, width, height]).toEqual(['png', 480, 80])
  expect((await sharp(png ?? new Uint8Array()).stats()).isOpaque).toBe(true)
  const right = await sharp(png ?? new Uint8Array())
    .extract({ left: 430, top: 0, width: 50, height: 80 })
    .raw()
    .toBuffer()
  expect(new Set(right)).toEqual(new Set([255]))
  expect(png?.length).toBeLessThan(12_000)
})

test('an imported logo is drawn from one of its variants', async () => {
  const webp = await sharp({ create: { width: 640, height: 160, channels: 3, background: '#ff0000' } })
    .webp({ lossless: true })
    .toBuffer()
  const db = { read: async () => new Uint8Array(webp) } as unknown as Db
  const png = await draw('salon', `/picture/${'a'.repeat(32)}-1600x400/640.webp`, db)
  const [red, green, blue] = await sharp(png ?? new Uint8Array())
    .extract({ left: 100, top: 40, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer()
  expect([red, green, blue]).toEqual([255, 0, 0])
})

test(
  'a logo that takes too long to draw is left out, and tried only once',
  { ...exhaustive, timeout: 40_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'logos-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    mkdirSync(join(dataDir, 'art', 'salon'), { recursive: true })
    const noise = '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="9"/></filter>'
    const rects = '<rect width="480" height="80" filter="url(#f)"/>'.repeat(9_000)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 80">${noise}${rects}</svg>`
    writeFileSync(join(dataDir, 'art', 'salon', 'logo.svg'), svg)
    const tenant = { id: tenantId('salon'), profile: { logo: '/art/salon/logo.svg' } as TenantProfile }
    const began = performance.now()
    const times = []
    for (let at = 0; at < 2; at += 1) {
      expect(await drawLogo({ db: unused, config: { dataDir, demo: false } }, tenant)).toBeNull()
      times.push(performance.now() - began)
    }
    const [first = 0, both = 0] = times
    expect(first).toBeGreaterThan(9_000)
    expect(first).toBeLessThan(20_000)
    expect(both - first).toBeLessThan(1_000)
  },
)

test.each([
  ['none', undefined],
  ['one of another tenant', '/art/fjord/logo.svg'],
  ['one that is not there', '/art/aurora/nosuch.svg'],
  ['one outside of its folder', '/art/aurora/../fjord/logo.svg'],
])('%s is not drawn', async (_, logo) => {
  expect(await draw('aurora', logo)).toBeNull()
})
