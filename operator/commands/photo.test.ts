import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '#test/command.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, register } from '#test/steps.ts'
import { photoAdd } from './photo.ts'

let app: TestApp
const folder = mkdtempSync(join(tmpdir(), 'stamgast-photo-'))
beforeAll(async () => {
  app = await makeApp()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await app.close()
})

const add = (...line: string[]) => runCommand([photoAdd], { testDb: app }, ['photo', 'add', ...line])
const fileOf = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

test('the salon adds a photo to a visit, and its guest is notified', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  const self = { tenantId: tenant, uid }
  const start = Math.ceil(app.deps.now() / 86_400_000 + 3) * 86_400_000 + 10 * 3_600_000
  const { handle } = await book(guest, { tenantId: tenant, start })
  const [visit] = (await guest('listBookings', { ...self, from: 'now' })).documents
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#357' } })
    .png()
    .toBuffer()
  const { code, out, err } = await add(tenant, visit?.id ?? '', fileOf('cut.png', picture))
  expect([code, err]).toEqual([0, ''])
  const { documents } = await guest('listPhotos', self)
  expect(documents.map(({ id, visit: of }) => [id, of?.id])).toEqual([[out.trim(), visit?.id]])
  const [notified] = (await guest('listNotifications', self)).documents
  expect(notified).toMatchObject({ type: 'success', link: '/photos', deliveries: [] })
  for (const [name, line] of Object.entries({
    'has no visit': [tenant, '00000000-0000-4000-8000-000000000000', fileOf('a.png', picture)],
    'has no visit of the link': [tenant, handle, fileOf('a.png', picture)],
    'is no JPEG': [tenant, visit?.id ?? '', fileOf('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')],
    'not found: name a picture': [tenant, visit?.id ?? '', join(folder, 'nothing')],
    'is larger than 20 MB': [tenant, visit?.id ?? '', fileOf('big', new Uint8Array(20 * 1024 * 1024 + 1))],
  })) {
    const refused = await add(...line)
    expect([name, refused.code, refused.out]).toEqual([name, 1, ''])
    expect(refused.err).toContain(name.replace(' of the link', ''))
  }
  expect((await guest('listPhotos', self)).total).toBe(1)
})
