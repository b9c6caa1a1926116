import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import type { TenantId } from '#server/database/db.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import { loadTexts } from '#server/context/load-texts.ts'
import { createPages, type Build } from '#server/render/render-page.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { rowsOf } from '#test/seeded.ts'
import { makePerson } from '#test/staff.ts'

/*
 * The address that links of mails lead to: all its parameters count, looking at it changes nothing, and it
 * leads to no other site. The pages are those of the build.
 */
let app: TestApp
let whole: ReturnType<typeof createApp>
let tenant: TenantId
let host: string
let origin: string
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
  host = `staff-${tenant}.localhost`
  origin = (await app.guest(tenant)('getTenant', { tenantId: tenant })).origin.replace('://', '://staff-')
  const build = (await import(new URL('../build/server/index.js', import.meta.url).href)) as Build
  whole = createApp(app.deps, createPages({ build, messages: loadTexts().messages, cacheBytes: 1_000_000 }))
})
afterAll(() => app.close())

const ask = (path: string, init: RequestInit = {}) =>
  whole.fetch(
    new Request(`http://${host}${path}`, {
      ...init,
      headers: {
        host,
        'sec-fetch-site': 'same-origin',
        'accept-language': 'en',
        ...(init.body instanceof URLSearchParams && { 'content-length': String(`${init.body}`.length) }),
      },
    }),
    {},
  )
const pageAt = async (query: Record<string, string>) =>
  (await ask(`/welcome?${new URLSearchParams(query)}`)).text()

async function makeLink(kind: 'staffSignIn' | 'staffInvite' = 'staffSignIn') {
  const person = await makePerson(app, tenant, kind === 'staffInvite' ? { joinedAt: null } : {})
  const now = app.deps.now()
  const oobCode = await app.unrecorded.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind, guestId: null, staffId: person.id, data: {}, expiresAt: new Date(now + 60_000) },
      now,
    ),
  )
  return { ...person, oobCode }
}

/** The hidden fields of the form with this intent. */
function fieldsOf(html: string, intent: string): Record<string, string> {
  const form = html
    .split('<form')
    .map((part) => part.split('</form>')[0] ?? '')
    .find((part) => part.includes(`value="${intent}"`))
  const inputs = [...(form ?? '').matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)]
  return Object.fromEntries(
    inputs.map(([tag]) => [/name="([^"]*)"/.exec(tag)?.[1] ?? '', /value="([^"]*)"/.exec(tag)?.[1] ?? '']),
  )
}
const send = (fields: Record<string, string>) =>
  ask('/welcome', { method: 'POST', body: new URLSearchParams(fields) })

test.each(['staffSignIn', 'staffInvite'] as const)(
  'a link of the kind %s is looked at ten times and still signs in once',
  async (kind) => {
    const { oobCode, name } = await makeLink(kind)
    const before = await rowsOf(app, tenant)
    for (let time = 0; time < 10; time += 1)
      for (const [path, method] of [
        [`/welcome?oobCode=${oobCode}`, 'GET'],
        [`/welcome?oobCode=${oobCode}`, 'HEAD'],
        [`/welcome.data?oobCode=${oobCode}`, 'GET'],
      ] as const)
        expect([path, (await ask(path, { method })).status]).toEqual([path, 200])
    expect(await rowsOf(app, tenant)).toEqual(before)
    const html = await pageAt({ oobCode })
    expect(html).toContain(name)
    const answer = await send(fieldsOf(html, 'code'))
    expect([answer.status, answer.headers.getSetCookie().some((line) => /^staff=\w/.test(line))]).toEqual([
      302,
      true,
    ])
    const again = await send(fieldsOf(html, 'code'))
    // The same form again is the same answer; a form of another page is refused.
    expect(again.status).toBe(302)
    expect(await pageAt({ oobCode })).not.toContain('value="code"')
  },
)

test('every parameter of a link arrives: mode, code under both names, language, address, where to go on', async () => {
  const { oobCode } = await makeLink()
  for (const name of ['oobCode', 'actionCode'])
    expect(
      fieldsOf(
        await pageAt({
          mode: 'signIn',
          [name]: oobCode,
          apiKey: 'x',
          lang: 'de',
          tenantId: tenant,
          continueUrl: `${origin}/admin/people?edit=1`,
        }),
        'code',
      ),
    ).toMatchObject({ code: oobCode, kind: 'staffSignIn', to: '/admin/people?edit=1' })
  expect(await pageAt({ oobCode, lang: 'de' })).toContain('<html lang="de"')
  expect(await pageAt({ email: 'ida@salon.example' })).toContain('value="ida@salon.example"')
  expect(fieldsOf(await pageAt({ to: '/admin/audit' }), 'link')).toMatchObject({ to: '/admin/audit' })
})

test.each([
  'https://evil.example/admin',
  'http://staff-other.localhost/admin',
  '//evil.example/admin',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'admin',
  '/login',
  '/admin/..//evil.example',
  '/admin%2f..%2f%2fevil.example',
  ' /admin/people',
])('%j is no place to go on', async (place) => {
  const { oobCode } = await makeLink()
  const queries: Record<string, string>[] = [
    { to: place },
    { continueUrl: place },
    { continueUrl: origin.replace('://', '://x@') + place },
  ]
  for (const query of queries) {
    const html = await pageAt({ oobCode, ...query })
    expect([query, fieldsOf(html, 'code').to]).toEqual([query, '/admin'])
    expect(html).not.toContain('href="https://evil.example')
  }
  const fields = fieldsOf(await pageAt({ oobCode }), 'code')
  const answer = await send({ ...fields, to: place })
  expect(answer.headers.get('location')).toMatch(/^\/admin(?:$|[/?])/)
})
