import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitPlace } from '#contract/visit/next-visit.ts'
import { clinicFile, importFile } from '#test/clinic.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const get = async (
  tenant: Awaited<ReturnType<typeof makeTenant>>,
  path: string,
  headers: Record<string, string> = {},
) => {
  const answer = await app.fetch(tenant, new Request(`http://x${path}`, { headers }))
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('the offline page is self-contained, and its policy allows only its own script and style', async () => {
  const tenant = await makeTenant(app, {
    profile: {
      companyname: '<script>alert(1)</script> & "Co"',
      phone: '"><b> 12 34',
      address: { street: '<i>7', postalcode: '1', city: '&', country: 'DK' },
    },
  })
  const { status, headers, text } = await get(tenant, '/offline', { 'accept-language': 'da' })
  expect([status, headers.get('content-language'), headers.get('cache-control')]).toEqual([
    200,
    'da',
    'private, no-cache',
  ])
  const inside = (tag: string) =>
    [...text.matchAll(new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(([, words = '']) => words)
  const [[script = '', ...scripts], [style = '', ...styles]] = [inside('script'), inside('style')]
  expect([scripts, styles]).toEqual([[], []])
  const hash = (words: string) => `'sha256-${createHash('sha256').update(words).digest('base64')}'`
  expect(headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src ${hash(script)}; style-src ${hash(style)}; img-src data:; ` +
      `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  expect(text).not.toMatch(/alert\(1\)<|<i>7|"><b>| style=| on\w+="/)
  expect(text).toContain('&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;Co&#34;')
  expect(text.match(/(?:src|href)="(?!data:image\/png;base64,|tel:1234"|")[^"]*"/g)).toBeNull()
  // The script parses, and reads where the pages write.
  expect(() => new vm.Script(script)).not.toThrow()
  expect(script).toContain(JSON.stringify(visitPlace))
})

test('the offline page is in the language of the guest and the same for all guests of it', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  await guest('createUserWithEmailAndPassword', {
    email: 'canary@example.com',
    password: 'a long enough secret',
  })
  const cookie = [...guest.cookies].map((pair) => pair.join('=')).join('; ')
  const [english, own, danish] = await Promise.all([
    get(tenant, '/offline', { 'accept-language': 'en' }),
    get(tenant, '/offline', { 'accept-language': 'en', cookie }),
    get(tenant, '/offline', { cookie: 'lang=da' }),
  ])
  expect(own.text).toBe(english.text)
  expect([english.text.includes('No connection'), danish.text.includes('Ingen forbindelse')]).toEqual([
    true,
    true,
  ])
  expect([english.headers.get('content-language'), danish.headers.get('content-language')]).toEqual([
    'en',
    'da',
  ])
})

test('manifest and icons are those of the host', async () => {
  const [one, two] = [await makeTenant(app), await makeTenant(app)]
  for (const tenant of [one, two]) {
    const { headers, text } = await get(tenant, '/manifest.webmanifest')
    expect(headers.get('content-type')).toBe('application/manifest+json')
    expect((JSON.parse(text) as { name: string }).name).toBe(`Title ${tenant}`)
  }
  const icon = await get(one, '/icon/1/192.png')
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
  for (const path of ['/icon/1/193.png', '/icon/1/constructor', '/icon/1', '/icon/1/192.png/x'])
    expect([path, (await get(one, path)).status]).toEqual([path, 404])
})

test('the manifest is in the language of the page that links it, else of the guest', async () => {
  const clinic = await importFile(app, clinicFile('klinik'))
  const manifest = async (query: string, headers: Record<string, string> = {}) => {
    const { headers: sent, text } = await get(clinic, `/manifest.webmanifest${query}`, headers)
    const { name, description, lang } = JSON.parse(text) as Record<string, string>
    return [name, description, lang, sent.get('set-cookie')]
  }
  const german = ['Klinik am See', 'Haut und Ruhe am See', 'de', null]
  const english = ['Lakeside Clinic', 'Skin and calm by the lake', 'en-GB', null]
  expect(await manifest('?lang=en', { 'accept-language': 'de' })).toEqual(english)
  expect(await manifest('', { 'accept-language': 'en' })).toEqual(english)
  expect(await manifest('', { cookie: 'lang=de', 'accept-language': 'en' })).toEqual(german)
  expect(await manifest('?lang=da')).toEqual(german)
})

test('a tenant without an icon has its monogram', async () => {
  const tenant = await makeTenant(app)
  await asOwner(
    app,
    tenant,
    `update tenant set profile = profile - 'icon' - 'favicon' where id = '${tenant}'`,
  )
  const { icon, favicon } = await app.guest(tenant)('getTenant', { tenantId: tenant })
  expect([icon, favicon]).toEqual([expect.stringMatching(/^\/icon\/\d+\/96\.png$/), icon])
  const drawn = await get(tenant, icon)
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])
})

test('the neutral tenant and unknown hosts have no web app', async () => {
  for (const path of ['/manifest.webmanifest', '/offline', '/icon/1/192.png']) {
    const answers = await Promise.all(
      ['localhost', 'unknown.example'].map(async (host) =>
        app.app.fetch(new Request(`http://x${path}`, { headers: { host } }), {}),
      ),
    )
    expect([path, ...answers.map(({ status }) => status)]).toEqual([path, 404, 404])
  }
})

test('the service worker is revalidated each time, caches the files of its build and may fetch only from this site', async () => {
  const tenant = await makeTenant(app)
  const { status, headers, text } = await get(tenant, '/sw.js')
  expect([
    status,
    headers.get('content-type'),
    headers.get('cache-control'),
    headers.get('content-security-policy'),
  ]).toEqual([200, 'text/javascript; charset=utf-8', 'no-cache', "default-src 'none'; connect-src 'self'"])
  const built = readdirSync(join(import.meta.dirname, '../../../build/client/assets'))
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name) => `/assets/${name}`)
  expect((JSON.parse(/new Set\((\[.*?\])\)/.exec(text)?.[1] ?? '[]') as string[]).toSorted()).toEqual(
    built.toSorted(),
  )
  expect(text).toMatch(/'stamgast-[0-9a-f]{16}'/)
  expect(text).toContain(`indexedDB.deleteDatabase('${visitPlace.database}')`)
  const packed = await app.fetch(
    tenant,
    new Request('http://x/sw.js', { headers: { 'accept-encoding': 'br' } }),
  )
  expect([packed.headers.get('content-encoding'), packed.headers.get('content-type')]).toEqual([
    'br',
    'text/javascript; charset=utf-8',
  ])
})

test('signing out clears the cached pages of the browser, and nothing else does', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const joined = await guest.send('createUserWithEmailAndPassword', {
    email: 'leaves@example.com',
    password: 'a long enough secret',
  })
  const left = await guest.send('signOut', {})
  expect([joined, left].map(({ headers }) => headers.get('clear-site-data'))).toEqual([null, '"cache"'])
  for (const path of ['/offline', '/api/countries', '/nothing'])
    expect((await get(tenant, path)).headers.get('clear-site-data')).toBeNull()
})
