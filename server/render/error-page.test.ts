import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import pg from 'pg'
import { expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createRequestGuards } from '../app.ts'
import type { Env } from '../context/context.ts'
import type { TenantId } from '../database/db.ts'
import { htmlErrorPages } from './error-page.ts'

const danish = {
  profile: {
    companyname: 'Fisk & <Søn>',
    phone: '20 12 34 56',
    default: { language: 'da', countryCode: 'DK' },
  },
}
const open = (
  app: TestApp,
  tenant: TenantId,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) => app.fetch(tenant, new Request(`http://${tenant}.localhost${path}`, { method, headers }))
const pageHeaders = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-request-id',
]

/** A page without scripts or other files, with this text. */
async function expectPage(answer: Response, language: string, words: string) {
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  for (const name of pageHeaders)
    expect([name, answer.headers.get(name)]).toEqual([name, expect.stringMatching(/./)])
  const html = await answer.text()
  expect(html).toContain(`<html lang="${language}" `)
  expect(html).toContain(words)
  expect(html).not.toMatch(/<script|\son\w+=/)
  return html
}

test('a rate-limited page says in the language of the guest when to retry, and a call answers as before', async () => {
  const app = await makeApp({ env: { RATE_LIMIT: '1' } })
  try {
    app.clock.now = Date.parse('2026-06-10T08:00Z')
    const tenant = await makeTenant(app, danish)
    await open(app, tenant, '/')
    const page = await open(app, tenant, '/behandlinger')
    expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60'])
    const html = await expectPage(page, 'da', 'Vent 60 sekunder')
    expect(html).toContain(`<title>Noget gik galt · Title ${tenant}</title>`)
    expect(html).toContain('<span>Fisk &#38; &#60;Søn&#62;</span>')
    expect(html).toContain('--brand:light-dark(#7a4b2a,')
    expect([...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, to]) => to)).toEqual([
      '/',
      '',
      '/',
      '/book',
      '/behandlinger',
      'tel:+4520123456',
    ])
    await expectPage(await open(app, tenant, '/book', { cookie: 'lang=en' }), 'en', 'Please wait 60 seconds')
    await expectPage(
      await open(app, tenant, '/book', { 'accept-language': 'en-GB' }),
      'en',
      'Please wait 60 seconds',
    )
    for (const path of ['/api/tenants', '/book/time.data', '/art/x/icon.svg']) {
      const call = await open(app, tenant, path)
      expect([call.status, call.headers.get('content-type')]).toEqual([429, 'application/json'])
    }
    expect((await open(app, tenant, '/book', {}, 'HEAD')).status).toBe(429)
  } finally {
    await app.close()
  }
})

test('an address that is no page says so in the look of the tenant, and at the salon’s own site leads to nothing of guests', async () => {
  const app = await makeApp()
  try {
    const tenant = await makeTenant(app, danish)
    const linksOf = async (host: string, path: string) => {
      const answer = await app.app.fetch(new Request(`http://${host}${path}`, { headers: { host } }), {})
      expect(answer.status).toBe(404)
      const html = await expectPage(answer, 'da', 'Beklager, vi kunne ikke finde siden.')
      return [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, to]) => to)
    }
    expect(await linksOf(`${tenant}.localhost`, '/admin/people')).toEqual([
      '/',
      '/',
      '/book',
      '/behandlinger',
      'tel:+4520123456',
    ])
    expect(await linksOf(`staff-${tenant}.localhost`, '/book')).toEqual(['/admin', '/admin'])
  } finally {
    await app.close()
  }
})

test('while the database is away a page says so readably, with 503 and when to come back', async () => {
  const app = await makeApp()
  const owner = new pg.Client({
    connectionString: Object.assign(new URL(app.ownerUrl), { pathname: '/postgres' }).href,
  })
  await owner.connect()
  const name = new URL(app.ownerUrl).pathname.slice(1)
  try {
    const tenant = await makeTenant(app, danish)
    const cookie = `session=${randomBytes(16).toString('hex')}`
    expect((await open(app, tenant, '/api/tenants')).status).not.toBe(503)
    await owner.query(`alter database "${name}" connection limit 0`)
    await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
    const page = await open(app, tenant, '/book', { cookie })
    expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
    await expectPage(page, 'da', 'Vi er tilbage om et øjeblik. Prøv igen.')
    const sent = await open(
      app,
      tenant,
      '/book/confirm',
      { cookie, origin: `http://${tenant}.localhost` },
      'POST',
    )
    expect(sent.status).toBe(503)
    expect(await expectPage(sent, 'da', 'Vi er tilbage om et øjeblik. Prøv igen.')).not.toContain('href=""')
    const call = await open(app, tenant, '/api/live', { cookie })
    expect([call.status, call.headers.get('content-type')]).toEqual([503, 'application/json'])
  } finally {
    await owner.query(`alter database "${name}" connection limit -1`)
    await owner.end()
    await app.close()
  }
})

test('a failed response whose JSON is no error of a call is passed on unchanged', async () => {
  const app = await makeApp()
  try {
    const pages = new Hono<Env>().use(htmlErrorPages(app.deps, createRequestGuards(app.deps)))
    pages.post('/book', async (c) =>
      c.body(await c.req.text(), 500, { 'content-type': 'application/json; charset=utf-8' }),
    )
    for (const body of ['null', '7', '[]', '{"error":null}', '{"error":7}', '{"error":{"code":"x"}}', '{']) {
      const answer = await pages.request('/book', { method: 'POST', body })
      expect([answer.status, await answer.text()]).toEqual([500, body])
    }
  } finally {
    await app.close()
  }
})
