import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import type { TenantId } from '#server/database/db.ts'

let app: TestApp
let id: TenantId
beforeAll(async () => {
  app = await makeApp()
  id = await makeTenant(app)
})
afterAll(() => app.close())

const get = (tenant: TenantId, headers: Record<string, string> = {}) =>
  app.fetch(tenant, new Request('http://x/embed.js', { headers }))

test('the script of a button for other sites is small, cacheable and without cookies', async () => {
  const answer = await get(id, { 'accept-language': 'de', cookie: 'lang=sv' })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('vary')).toBeNull()
  const script = await answer.text()
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(5_000)
  expect(script).not.toMatch(/innerHTML|eval\(|document\.write|\bcookie\b/)
  expect(await (await get(id)).text()).toBe(script)
  const etag = answer.headers.get('etag') ?? ''
  const again = await get(id, { 'if-none-match': etag })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
})

test('a tenant without booking has no button, and nobody may write to it', async () => {
  const closed = await makeTenant(app, { profile: { signIn: false } })
  expect((await get(closed)).status).toBe(404)
  const posted = await app.fetch(id, new Request('http://x/embed.js', { method: 'POST' }))
  expect(posted.status).toBe(405)
})
