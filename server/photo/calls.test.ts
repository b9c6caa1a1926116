import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_PHOTOS, PHOTO_BYTES } from '#contract/guest/photo.ts'
import { CallError } from '#contract/errors.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, register, summer } from '#test/steps.ts'
import { hostileFiles } from '#test/hostile-files.ts'
import { createPhoto } from './queries.ts'
import { exhaustive } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
  app.clock.now = summer('2027-06-01T08:00')
})
afterAll(() => app.close())

async function signUp(tenant: TenantId, email?: string) {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, email)
  return { guest, uid, self: { tenantId: tenant, uid } }
}
const image = (width = 640, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7a4b' } })
const jpeg = async (width?: number, height?: number) =>
  (await image(width, height).jpeg().toBuffer()).toString('base64')
const get = (tenant: TenantId, path: string, cookies: Map<string, string> = new Map()) =>
  app.fetch(
    tenant,
    new Request(`http://x${path}`, {
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  )
const pathOf = (url: string) => new URL(url).pathname

test('a photo is redrawn in two sizes and keeps its time, but no other metadata', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const visit = await book(guest, { tenantId: tenant, start: summer('2027-06-02T10:00') })
  const file = await image(3000, 2000)
    .withExif({
      IFD0: { Copyright: 'a secret place' },
      IFD2: { DateTimeOriginal: '2027:05:20 14:30:00' },
      IFD3: { GPSLatitude: '55/1 40/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
  const photo = await guest('addPhoto', { ...self, visit: visit.id, image: file.toString('base64') })
  expect(photo).toMatchObject({ width: 2048, height: 1365, consent: false, visit: { id: visit.id } })
  expect(photo.gps_date).toBe(summer('2027-05-20T14:30') / 1000)
  for (const [size, width] of [
    ['large', 2048],
    ['small', 480],
  ] as const) {
    const answer = await get(tenant, `/photo/${photo.id}/${size}.webp`, guest.cookies)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { format, exif, icc, xmp, width: wide } = await sharp(bytes).metadata()
    expect([answer.status, format, wide, exif, icc, xmp]).toEqual([
      200,
      'webp',
      width,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('a secret place')).toBe(false)
  }
})

test('a photo is drawn at the widths that photos of its size have, and at no other', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const at = async (id: string, width: number) => {
    const answer = await get(tenant, `/photo/${id}/${width}.webp`, guest.cookies)
    if (answer.status !== 200) return answer.status
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    const drawn = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    return [drawn.format, drawn.width, drawn.height]
  }
  const { id } = await guest('addPhoto', { ...self, image: await jpeg(1500, 3000) })
  // Of 1024 × 2048 pixels as it is stored, and of 240 × 480.
  for (const width of [64, 192, 256, 960, 1024])
    expect(await at(id, width)).toEqual(['webp', width, 2 * width])
  expect(await Promise.all([65, 240, 1000, 1280, 2048].map((width) => at(id, width)))).toEqual(
    Array.from({ length: 5 }, () => 404),
  )
  const wide = await guest('addPhoto', { ...self, image: await jpeg(4000, 2000) })
  for (const width of [480, 640, 2048]) expect(await at(wide.id, width)).toEqual(['webp', width, width / 2])
})

test('a photo that cannot be drawn now is sent as it is stored, and not kept by browsers', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid } = await signUp(tenant)
  const [id, at, bytes] = [randomUUID(), new Date(app.deps.now()), new Uint8Array([1])]
  await app.db.write(tenant, (tx) =>
    createPhoto(tx, {
      id,
      guestId: uid,
      takenAt: at,
      width: 2048,
      height: 1536,
      large: bytes,
      small: bytes,
      createdAt: at,
    }),
  )
  const answer = await get(tenant, `/photo/${id}/640.webp`, guest.cookies)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
})

test('a photo is listed, allowed, refused again and deleted', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  for (let count = 0; count < 8; count++) await guest('addPhoto', { ...self, image: await jpeg() })
  const { documents, total } = await guest('listPhotos', { ...self, limit: '6' })
  expect([documents.length, total]).toEqual([6, 8])
  const next = await guest('listPhotos', { ...self, limit: '6', page: '2' })
  expect(next.documents).toHaveLength(2)
  expect(new Set([...documents, ...next.documents].map(({ id }) => id)).size).toBe(8)
  const id = documents[0]?.id ?? ''
  expect(await guest('updatePhoto', { ...self, id, consent: true })).toMatchObject({ consent: true })
  expect(await guest('updatePhoto', { ...self, id, consent: false })).toMatchObject({ consent: false })
  expect((await guest('previewDeleteUser', self)).photos).toBe(8)
  expect(await guest('deletePhoto', { ...self, id })).toEqual({ deleted: true })
  expect(await errorCodeOf(guest('deletePhoto', { ...self, id }))).toBe('not-found')
  expect((await get(tenant, `/photo/${id}/small.webp`, guest.cookies)).status).toBe(404)
  await guest('deleteUser', { ...self, confirmed: true, fee: 0, password: 'stamgast-demo' })
  const left = await app.unrecorded.read(tenant, (tx) =>
    tx.execute(`select 1 from photo where tenant_id = '${tenant}'`),
  )
  expect(left.rows).toEqual([])
})

test('another guest, another visit and another tenant have no part in a photo', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const other = await signUp(tenant, 'signe@example.com')
  const visit = await book(other.guest, { tenantId: tenant, start: summer('2027-06-02T12:00') })
  expect(await errorCodeOf(guest('addPhoto', { ...self, visit: visit.id, image: await jpeg() }))).toBe(
    'not-found',
  )
  const { id } = await guest('addPhoto', { ...self, image: await jpeg() })
  const theirs = { ...other.self, id }
  expect(await errorCodeOf(other.guest('updatePhoto', { ...theirs, consent: true }))).toBe('not-found')
  expect(await errorCodeOf(other.guest('deletePhoto', theirs))).toBe('not-found')
  expect((await guest('listPhotos', self)).documents).toMatchObject([{ id, consent: false }])
})

test('only the session of its guest, or a link of the last ten minutes, has a photo', async () => {
  const tenant = await makeTenant(app)
  const elsewhere = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const other = await signUp(tenant, 'signe@example.com')
  const photo = await guest('addPhoto', { ...self, image: await jpeg() })
  const link = pathOf(photo.downloadURL)
  const own = `/photo/${photo.id}/large.webp`
  const width = `/photo/${photo.id}/320.webp`
  const begun = app.clock.now ?? 0
  const altered = link.slice(0, -4) + (link.endsWith('AAAA') ? 'BBBB' : 'AAAA')
  const text = async (answer: Response) => {
    const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
    return JSON.stringify([answer.status, headers, await answer.text()])
  }
  try {
    app.clock.now = begun + 10 * 60_000 - 1_000
    const fresh = await get(tenant, link)
    expect([fresh.status, fresh.headers.get('content-type'), fresh.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'no-store',
    ])
    expect(fresh.headers.get('content-security-policy')).toContain('sandbox')
    expect((await get(tenant, own, guest.cookies)).status).toBe(200)
    // Kept by the server from now on.
    expect((await get(tenant, width, guest.cookies)).status).toBe(200)
    const refused = [
      await get(tenant, own),
      await get(tenant, own, other.guest.cookies),
      await get(tenant, width, other.guest.cookies),
      await get(tenant, width),
      await get(elsewhere, width, guest.cookies),
      await get(elsewhere, own, guest.cookies),
      await get(elsewhere, link),
      await get(tenant, altered),
      await get(tenant, link.slice(0, -1)),
      await get(tenant, `${link}A`),
      await get(tenant, `/photo/${randomUUID()}/large.webp`, guest.cookies),
      await get(tenant, `/photo/${photo.id}/original.webp`, guest.cookies),
      await get(tenant, `/photo/${photo.id}`),
    ]
    app.clock.now = begun + 10 * 60_000 + 1_000
    refused.push(await get(tenant, link))
    const answers = await Promise.all(refused.map(text))
    expect(new Set(answers).size).toBe(1)
    expect(refused[0]?.status).toBe(404)
  } finally {
    app.clock.now = begun
  }
})

test('of 41 hostile files only redrawn pictures are stored', exhaustive, async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const files = await hostileFiles()
  expect(files).toHaveLength(41)
  for (const { name, bytes, expected } of files) {
    const outcome = await guest('addPhoto', { ...self, image: bytes.toString('base64') }).then(
      () => 'stored',
      (error: unknown) => (error instanceof CallError ? error.code : String(error)),
    )
    expect([name, outcome]).toEqual([name, expected])
  }
  const { documents } = await guest('listPhotos', self)
  expect(documents).toHaveLength(files.filter(({ expected }) => expected === 'stored').length)
  for (const { id } of documents)
    for (const size of ['large', 'small']) {
      const answer = await get(tenant, `/photo/${id}/${size}.webp`, guest.cookies)
      const bytes = Buffer.from(await answer.arrayBuffer())
      const { format, exif, xmp, iptc } = await sharp(bytes).metadata()
      expect([format, exif, xmp, iptc]).toEqual(['webp', undefined, undefined, undefined])
      const foreign = ['<script', '<svg', '<?php', 'PK\u0003\u0004', 'GPS']
      expect(foreign.filter((mark) => bytes.includes(mark))).toEqual([])
    }
})

test('a file above 20 MB is refused by its size, and a request above its limit before it is read', async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const padded = (bytes: number, start: Buffer) => Buffer.concat([start, Buffer.alloc(bytes - start.length)])
  const start = Buffer.from(await jpeg(), 'base64')
  const above = padded(PHOTO_BYTES + 1, start).toString('base64')
  expect(await errorCodeOf(guest('addPhoto', { ...self, image: above }))).toBe('photo/too-large')
  const far = padded(PHOTO_BYTES + 100_000, start).toString('base64')
  expect(await errorCodeOf(guest('addPhoto', { ...self, image: far }))).toBe('request/too-large')
})

test('a guest has at most 200 photos, also with two uploads at once', async () => {
  const tenant = await makeTenant(app)
  const { guest, uid, self } = await signUp(tenant)
  const at = new Date(app.deps.now())
  await app.db.write(tenant, async (tx) => {
    for (let count = 0; count < MAX_PHOTOS - 1; count++)
      await createPhoto(tx, {
        id: randomUUID(),
        guestId: uid,
        takenAt: at,
        width: 1,
        height: 1,
        large: new Uint8Array([1]),
        small: new Uint8Array([1]),
        createdAt: at,
      })
  })
  const image = await jpeg()
  const add = () =>
    guest('addPhoto', { ...self, image }).then(
      () => 'stored',
      (error: CallError) => error.code,
    )
  expect((await Promise.all([add(), add()])).toSorted()).toEqual(['photo/too-many', 'stored'])
  expect((await guest('listPhotos', self)).total).toBe(MAX_PHOTOS)
})

test('a photo of 48 megapixels is shrunk', exhaustive, async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const { documents } = await guest('addPhoto', { ...self, image: await jpeg(8064, 6048) }).then(() =>
    guest('listPhotos', self),
  )
  expect(documents).toMatchObject([{ width: 2048, height: 1536 }])
})

test('20 uploads at once all end, while the server answers', exhaustive, async () => {
  const tenant = await makeTenant(app)
  const { guest, self } = await signUp(tenant)
  const image = await jpeg(2400, 1600)
  const uploads = Promise.all(
    Array.from({ length: 20 }, async () => (await guest.send('addPhoto', { ...self, image })).status),
  )
  const health = await app.app.fetch(new Request('http://localhost/healthz'), {})
  expect(await health.text()).toBe('ok')
  expect(await uploads).toEqual(Array.from({ length: 20 }, () => 200))
  expect((await guest('listPhotos', self)).total).toBe(20)
})
