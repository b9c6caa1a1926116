import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { processPicture } from './process-picture.ts'
import { picturePath } from '#domain/picture-url.ts'
import { resolvePicture } from '../markdown/resolve-picture.ts'
import type { TenantId } from '../database/db.ts'
import { createPictures, findVariant, type ProcessedPicture } from './picture-queries.ts'

let app: TestApp
let id: TenantId
let away: TenantId
let picture: ProcessedPicture
beforeAll(async () => {
  app = await makeApp()
  ;[id, away] = [await makeTenant(app), await makeTenant(app)]
  const made = await processPicture(
    new Uint8Array(
      await sharp({ create: { width: 700, height: 500, channels: 3, background: '#284' } })
        .png()
        .toBuffer(),
    ),
    'door.png',
  )
  if (!made.ok) throw new Error(made.reason)
  picture = made.picture
  expect(await app.db.write(id, (tx) => createPictures(tx, [picture, picture]))).toBe(1)
})
afterAll(() => app.close())

const open = (path: string, { at = id, ...init }: RequestInit & { at?: TenantId } = {}) =>
  app.fetch(at, new Request(`http://x${path}`, init))

test('every picture URL of a page has bytes of its format and width, cached as immutable', async () => {
  const shown = resolvePicture(picturePath(picture), 'Door', {})
  const named = [
    shown?.src ?? '',
    ...(shown?.sources ?? []).flatMap(({ srcset }) =>
      srcset.split(', ').map((one) => one.split(' ')[0] ?? ''),
    ),
  ]
  expect(named).toHaveLength(1 + 2 * 9)
  for (const path of named) {
    const answer = await open(path)
    const [, width, format] = /\/(\d+)\.(avif|webp)$/.exec(path) ?? []
    expect([
      answer.status,
      answer.headers.get('content-type'),
      answer.headers.get('cache-control'),
      answer.headers.get('x-content-type-options'),
    ]).toEqual([200, `image/${format}`, 'public, max-age=31536000, immutable', 'nosniff'])
    const { width: wide, height } = await sharp(await answer.arrayBuffer()).metadata()
    expect([wide, height]).toEqual([Number(width), Math.round((500 * Number(width)) / 700)])
  }
})

test('a request with a matching ETag gets 304', async () => {
  const path = `${picturePath(picture)}/320.webp`
  const etag = (await open(path)).headers.get('etag') ?? ''
  const answer = await open(path, { headers: { 'if-none-match': etag } })
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([304, 0])
  expect((await open(path, { method: 'HEAD' })).status).toBe(200)
})

test('a picture of another tenant or with another name is not found', async () => {
  const path = `${picturePath(picture)}/320.webp`
  const elsewhere = await open(path, { at: away })
  const nobodys = await open(path.replace(picture.id, '0'.repeat(32)), { at: away })
  expect([elsewhere.status, await elsewhere.text()]).toEqual([404, await nobodys.text()])
  const others = [
    path.replace('700x500', '701x500'),
    path.replace('700x500', '700x499'),
    path.replace('320', '321'),
    path.replace('320', '0320'),
    path.replace('webp', 'png'),
    path.replace('.webp', ''),
    path.replace('/320.webp', ''),
    path.replace('/320.webp', '/'),
    `${path}/x`,
    path.replace(picture.id, picture.id.toUpperCase()),
    path.replace(picture.id, picture.id.slice(1)),
    path.replace('320', '99999999999'),
    '/picture',
    '/picture/',
    '/picture/..%2f..%2fetc/320.webp',
    "/picture/'or'1'='1-700x500/320.webp",
  ]
  for (const other of others) expect([other, (await open(other)).status]).toEqual([other, 404])
})

test('pictures allow only GET and HEAD', async () => {
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect(
      (
        await open(`${picturePath(picture)}/320.webp`, {
          method,
          headers: { 'sec-fetch-site': 'same-origin' },
        })
      ).status,
    ).toBe(405)
})

test('a width that the import has not made is made at the first request, once, from the original', async () => {
  const { variants, ...row } = picture
  const path = `${picturePath(picture)}/480.webp`
  await app.db.write(id, (tx) =>
    tx.execute(sql`delete from picture_variant where tenant_id = ${id} and width = 480`),
  )
  const made = await Promise.all([open(path), open(path), open(path)])
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200])
  const { width, height, format } = await sharp(await made[0].arrayBuffer()).metadata()
  expect([width, height, format]).toEqual([480, Math.round((500 * 480) / 700), 'webp'])
  expect(variants.some((one) => one.width === 480)).toBe(true)
  const stored = await app.db.read(id, (tx) => findVariant(tx, row, { width: 480, format: 'webp' }))
  expect(stored).not.toBeNull()
  // Such a width cannot be requested of a picture that has none.
  expect((await open(path.replace('480', '481'))).status).toBe(404)
  expect((await open(path.replace('480', '960'))).status).toBe(404)
})
