import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { makeStaff } from '#test/staff.ts'
import { book, summer } from '#test/steps.ts'
import type { TenantId } from '#server/database/db.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const today = '2026-06-12'
const nine = summer(`${today}T09:00`)
const get = (tenant: TenantId, path: string, token?: string) =>
  app.app.fetch(
    new Request(`http://x${path}`, {
      headers: { host: `staff-${tenant}.localhost`, ...(token && { cookie: `staff=${token}` }) },
    }),
    {},
  )

test('today is a page without scripts, forms or further files, for who is signed in', async () => {
  app.clock.now = summer(`${today}T08:05`)
  const tenant = await makeTenant(app)
  const { id } = await book(app.guest(tenant), { tenantId: tenant, start: nine, teamMember: ['anna'] })
  const call = await staffClient(app, tenant, makeSignedIn({ role: 'reception' }))
  await call('setVisitProgress', { id, progress: 'arrived' })
  const { browser } = await makeStaff(app, tenant, { role: 'reception' })
  const answer = await get(tenant, '/admin/offline', browser.cookies.get('staff'))
  const html = await answer.text()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect(html).toContain('Freja H.')
  expect(html).toContain('09:00–09:30')
  expect(html).toContain(' · Arrived</td>')
  expect(html).toContain('08:05')
  expect(html).not.toMatch(/Holm|@example|\+45|<script|<form|src=/)
})

test('without a session there is none, and a browser that asks is told to forget', async () => {
  const tenant = await makeTenant(app)
  expect((await get(tenant, '/admin/offline')).status).toBe(401)
  const { browser } = await makeStaff(app, await makeTenant(app))
  // That of another salon is none here.
  expect((await get(tenant, '/admin/offline', browser.cookies.get('staff'))).status).toBe(401)
})

test('its service worker is revalidated each time, and names no file of the build', async () => {
  const answer = await get(await makeTenant(app), '/admin/sw.js')
  const text = await answer.text()
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('cache-control'),
    answer.headers.get('content-security-policy'),
  ]).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache', "default-src 'none'; connect-src 'self'"])
  expect(text).toContain("'/admin/offline'")
  expect(text).toContain('showNotification')
  expect(text).not.toMatch(/\/assets\/|FILES|BUILD/)
})
