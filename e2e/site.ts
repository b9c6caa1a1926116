import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { seedDemo } from '#server/demo.ts'
import { readConfig } from '#server/config.ts'
import { runServer } from '#server/main.ts'
import { openIdentitySimulator } from '#server/providers/identity-simulator/open.ts'
import { makeDb, type TestDb } from '#test/make.ts'
import { freePort, getPage } from '#test/process.ts'

export type Site = {
  testDb: TestDb
  port: number
  secret: string
  /** The address of a page on a tenant's own host. */
  url(tenant: string, path?: string): string
  /** Once every message about an account that somebody asked for is written. */
  settled(): Promise<void>
  mail(
    tenant: string,
  ): Promise<{ to: string; subject: string; text: string; html: string; ics: string | null; key: string }[]>
  close(): Promise<void>
}

/** The demo as `bin/start` serves it, on a database of its own. */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const secret = 'the secret of a journey, long enough'
  const testDb = await makeDb({
    name: 'demo',
    fill: (urls) => seedDemo({ ...urls, secret, now: Date.now() }),
  })
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
    TRUSTED_PROXIES: '1',
    BOOKING_LIMIT: '1000000',
    TRANSLATION: 'off',
    ...env,
  })
  const simulator = await openIdentitySimulator(config)
  const server = await runServer({ ...config, identity: simulator.identity }, testDb.appUrl, secret)
  const url = (tenant: string, path = '/') =>
    `http://${tenant === 'default' ? '' : `${tenant}.`}localhost:${port}${path}`
  async function settled() {
    const left = async () =>
      (
        await testDb.db.pool.query<{ left: number }>(
          "select count(*)::int as left from pgboss.job where name = 'account-message' and state in ('created', 'retry', 'active')",
        )
      ).rows[0]?.left
    for (const patience = Date.now() + 20_000; (await left()) && Date.now() < patience;) await pause(50)
  }
  return {
    testDb,
    port,
    secret,
    url,
    settled,
    async mail(tenant) {
      await settled()
      const { text } = await getPage(port, `${tenant}.localhost`, '/dev/outbox.json')
      return (JSON.parse(text) as { mail: Awaited<ReturnType<Site['mail']>> }).mail
    },
    async close() {
      await server.stop()
      await simulator.stop()
      await testDb.close()
    },
  }
}

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1',
]

/** The Chromium that `bin/test` has found, with a profile of its own: without windows, or the whole one, which alone can install a site and is silent about scripts of the test's own in sandboxed frames. */
export async function openBrowser({ whole = false } = {}): Promise<{
  browser: Browser
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>
  close(): Promise<void>
}> {
  const profile = mkdtempSync(join(tmpdir(), 'stamgast-browser-'))
  const browser = await chromium.launch({
    executablePath: (!whole && process.env.CHROMIUM_SHELL) || (process.env.CHROMIUM ?? '/usr/bin/chromium'),
    args: flags,
    env: { ...process.env, HOME: profile },
  })
  return {
    browser,
    visitor: (options) =>
      browser.newContext({
        viewport: { width: 390, height: 844 },
        locale: 'en-GB',
        timezoneId: 'Europe/Copenhagen',
        ...options,
      }),
    async close() {
      await browser.close()
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** Signs a demo guest in through the login page. */
export async function signIn(
  page: Page,
  site: Pick<Site, 'url'>,
  tenant: string,
  email = 'freja@example.com',
): Promise<void> {
  await page.goto(site.url(tenant, '/login'))
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill('stamgast-demo')
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForURL(/my-account|onboarding|home/)
}
