/** @module-tag exhaustive */

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort, getPage } from '#test/process.ts'
import { join, openSalon, salonOf, textIn } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { press } from './page.ts'
import { startTlsProxy } from './tls-proxy.ts'

const t = textIn('en')
let harness: Harness
let tlsProxy: Awaited<ReturnType<typeof startTlsProxy>>
let port: number
beforeAll(async () => {
  port = await freePort()
  // The settings of an operator with their own reverse proxy.
  harness = await openHarness({
    PUBLIC_ORIGIN_SCHEME: 'https',
    PUBLIC_PORT: String(port),
    TRUSTED_PROXIES: '1',
    ANALYTICS: 'simulator',
  })
  tlsProxy = await startTlsProxy(port, harness.site.port)
})
afterAll(async () => {
  await tlsProxy.close()
  await harness.close()
})

// The test's certificate is self-signed.
const visitor = { ignoreHTTPSErrors: true }
const at = (tenant: string, path = '/') => `https://${tenant}.localhost:${port}${path}`
async function signIn(
  page: Page,
  tenant: string,
  { email = 'freja@example.com', password = 'stamgast-demo' } = {},
): Promise<void> {
  await open(page, at(tenant, '/login?lang=en'))
  await page.getByLabel(t('login.email'), { exact: true }).fill(email)
  await page.getByLabel(t('login.password'), { exact: true }).fill(password)
  await press(page, t('login.submit'))
  await page.waitForURL(at(tenant, '/my-account'))
}
/** The value of one of a host's cookies. */
const cookieOf = async (context: BrowserContext, host: string, name: string) =>
  (await context.cookies()).find((one) => one.domain === host && one.name === name)?.value

test('over https a guest signs in, and every cookie has __Host-, Secure and no domain', async () => {
  const salon = await openSalon(harness.site, { profile: { analytics: { measurementId: 'G-TEST1234' } } })
  const [member, host] = [await join(salon), `${salon.id}.localhost`]
  await harness.visit(visitor, async (page, context) => {
    await signIn(page, salon.id, member)
    await press(page, t('consent.accept'))
    await expect.poll(() => cookieOf(context, host, '__Host-client'), { timeout: 20_000 }).toBeTruthy()
    const cookies = await context.cookies()
    const names = cookies.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        '__Host-session',
        '__Host-known',
        '__Host-lang',
        '__Host-consent',
        '__Host-client',
      ]),
    )
    for (const cookie of cookies) {
      expect(cookie).toMatchObject({
        name: expect.stringMatching(/^__Host-/),
        secure: true,
        path: '/',
        domain: host,
        sameSite: 'Lax',
        httpOnly: cookie.name !== '__Host-consent',
      })
    }
    expect(await page.evaluate(() => document.cookie)).not.toMatch(/session|known/)
    // The cookie without its prefix is ignored.
    const token = await cookieOf(context, host, '__Host-session')
    const requests = async (name: string) =>
      (await getPage(harness.site.port, host, '/my-account', { cookie: `${name}=${token}` })).status
    expect([await requests('__Host-session'), await requests('session')]).toEqual([200, 302])
  })
})

test('a sibling host is never sent the cookies and cannot plant valid ones', async () => {
  await harness.visit(visitor, async (page, context) => {
    await signIn(page, 'aurora')
    await signIn(page, 'fjord', { email: 'noah@example.com' })
    const secrets = await Promise.all(
      ['aurora', 'fjord'].map(
        async (tenant) =>
          [
            `${tenant}.localhost`,
            await cookieOf(context, `${tenant}.localhost`, '__Host-session'),
            await cookieOf(context, `${tenant}.localhost`, '__Host-known'),
          ] as const,
      ),
    )
    expect(new Set(secrets.flatMap(([, ...values]) => values)).size).toBe(4)
    tlsProxy.arrived.length = 0
    for (const tenant of ['aurora', 'fjord', 'aurora'])
      for (const path of ['/', '/my-account', '/behandlinger']) await page.goto(at(tenant, path))
    for (const [host, ...values] of secrets) {
      for (const value of values) {
        const cookiesSent = tlsProxy.arrived.filter(({ cookie }) => cookie.includes(value ?? '!'))
        expect(cookiesSent.length).toBeGreaterThan(3)
        expect(cookiesSent.filter((one) => one.host !== host)).toEqual([])
      }
    }
    // The browser rejects a __Host- cookie with a domain, and the server accepts no other name.
    await page.goto(at('fjord'))
    await page.evaluate(() => {
      for (const name of ['__Host-session', '__Secure-session', 'session'])
        document.cookie = `${name}=PlantedPlantedPlantedPlantedPlan; domain=localhost; path=/; secure`
    })
    expect(
      (await context.cookies()).filter(
        ({ name, value }) => name.startsWith('__Host-') && value.startsWith('Planted'),
      ),
    ).toEqual([])
    await page.goto(at('aurora', '/my-account'))
    expect(new URL(page.url()).pathname).toBe('/my-account')
    await page.getByRole('heading', { level: 1, name: /Freja/ }).waitFor()
  })
})

test('every response has Strict-Transport-Security, and links in mails use https', async () => {
  await harness.visit(visitor, async (page, context) => {
    const headers: [string, string | undefined][] = []
    page.on('response', (answer) =>
      headers.push([answer.url(), answer.headers()['strict-transport-security']]),
    )
    await open(page, at('aurora', '/login?loginType=magic'))
    await page.goto(at('aurora', '/nothing-here'))
    await page.goto(at('aurora', '/login?loginType=magic&lang=en'))
    await page.locator('main input[name=email]').fill('noah@example.com')
    await press(page, 'Send Magic Link')
    const linkSent = async () =>
      (await salonOf(harness.site, 'aurora').mail()).flatMap(
        ({ text }) => /https?:\/\/\S+mode=signIn\S+/.exec(text) ?? [],
      )[0] ?? ''
    await expect.poll(linkSent, { timeout: 20_000 }).toContain(at('aurora', '/confirm?'))
    const link = await linkSent()
    // This browser requested the link, which its binding cookie shows: it is confirmed automatically.
    await expect.poll(() => cookieOf(context, 'aurora.localhost', '__Host-ask')).toMatch(/^[\w-]{22}$/)
    await page.goto(link)
    await page.waitForURL(/\/(?:home|my-account)$/)
    expect(await cookieOf(context, 'aurora.localhost', '__Host-session')).toBeTruthy()
    await page.goto(at('aurora', '/profile/security'))
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(headers.length).toBeGreaterThan(10)
    expect(
      headers.filter(([, hsts]) => Number(/max-age=(\d+)/.exec(hsts ?? '')?.[1]) < 31_536_000 || !hsts),
    ).toEqual([])
    // Signing out deletes the cookies under the same names.
    await page.getByRole('button', { name: t('shell.userMenu'), exact: true }).click()
    await press(page, t('shell.signOut'))
    await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/login')
    await expect.poll(() => cookieOf(context, 'aurora.localhost', '__Host-session')).toBeUndefined()
  })
})
