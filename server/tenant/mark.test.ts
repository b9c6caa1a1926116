import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantProfile } from '#contract/content/tenant.ts'
import { tenantId } from '../database/db.ts'
import { loadMark } from './mark.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stamgast-mark-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** @param content of the logo's file; null: the file does not exist. */
async function markWith(logo: Partial<TenantProfile>, content: string | Uint8Array | null) {
  const file = join(folder, 'logo')
  if (content !== null) await writeFile(file, content)
  return loadMark({ id: tenantId('salon'), profile: logo as TenantProfile }, async () =>
    content === null ? null : file,
  )
}
const svg = (width: number, height: number, inner = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>`
const logo = '/art/salon/logo.svg'
const adaptive = '<style>@media(prefers-color-scheme:dark){path{fill:#fff}}</style>'

test('a logo is 40 px high, at most 200 wide, and one that is wide contains the name', async () => {
  const sizeOf = async (width: number, height: number) => {
    const mark = await markWith({ logo }, svg(width, height))
    return [mark?.width, mark?.wide]
  }
  expect([await sizeOf(320, 64), await sizeOf(3200, 64), await sizeOf(64, 64), await sizeOf(79, 40)]).toEqual(
    [
      [200, true],
      [200, true],
      [40, false],
      [79, false],
    ],
  )
})

test('on a dark screen a logo has a white ground unless it has colours for it', async () => {
  const png = await sharp({ create: { width: 300, height: 100, channels: 4, background: '#000' } })
    .png()
    .toBuffer()
  const imported = `/picture/${'a'.repeat(32)}-1600x400/640.webp`
  const onWhite = async (profile: Partial<TenantProfile>, content: string | Uint8Array | null) =>
    (await markWith(profile, content))?.onWhite
  expect(await onWhite({ logo }, svg(300, 100))).toBe(true)
  expect(await onWhite({ logo }, svg(300, 100, adaptive))).toBe(false)
  expect(await onWhite({ logo, logoDark: '/art/salon/dark.svg' }, svg(300, 100))).toBe(false)
  expect(await onWhite({ logo: '/art/salon/logo.png' }, png)).toBe(true)
  expect(await markWith({ logo: imported }, null)).toEqual({
    src: imported,
    dark: null,
    width: 160,
    wide: true,
    onWhite: true,
  })
})

test.each([
  ['a missing file', null],
  ['no picture', 'nonsense'],
  ['an empty file', ''],
  ['a broken picture', '<svg'],
  ['a file of too many bytes', svg(300, 100, ' '.repeat(1024 * 1024))],
])('%s is no logo', async (_, content) => {
  await rm(join(folder, 'logo'), { force: true })
  expect(await markWith({ logo }, content)).toBeNull()
})

test('a large logo with its colours in no style is read at once', { timeout: 5_000 }, async () => {
  const inner = `<!--${'<svg'.repeat(60_000)}-->`
  expect((await markWith({ logo }, svg(300, 100, inner)))?.onWhite).toBe(true)
})

test('a tenant without a logo has none', async () => {
  expect(await markWith({}, svg(300, 100))).toBeNull()
})
