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
import { readConfig } from '#server/config/config.ts'
import { runServer } from '#server/main.ts'
import { openIdentitySimulator } from '#simulators/identity/open.ts'
import { openSimulators } from '#simulators/open.ts'
import { openPaymentSimulator } from '#simulators/payments/open.ts'
import type { VippsSimulator } from '#simulators/payments/vipps-simulator.ts'
import { DEMO_SECRET, makeDemoDb } from '#test/demo-db.ts'
import type { TestDb } from '#test/make.ts'
import { freePort, getPage } from '#test/process.ts'

export type Site = {
  testDb: TestDb
  port: number
  secret: string
  /** The simulator of payments; null where the settings turn payment off. */
  payments: VippsSimulator | null
  /** The URL of a page on a tenant's own host. */
  url(tenant: string, path?: string): string
  /** Waits until every requested message about an account is written. */
  settled(): Promise<void>
  mail(
    tenant: string,
  ): Promise<{ to: string; subject: string; text: string; html: string; ics: string | null; key: string }[]>
  close(): Promise<void>
}

/** The demo as `bin/start` serves it, on its own database. */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const secret = DEMO_SECRET
  const testDb = await makeDemoDb()
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'error',
    RATE_LIMIT: '1000000',
    TRUSTED_PROXIES: '1',
    BOOKING_LIMIT: '1000000',
    TRANSLATION: 'off',
    PAYMENT_PORT: '0',
    ...env,
  })
  const simulator = await openIdentitySimulator(config)
  const payments =
    config.payment.provider === 'simulator'
      ? await openPaymentSimulator({ port: config.paymentPort.port, host: '127.0.0.1', secret })
      : null
  const settings = {
    ...config,
    identity: simulator.identity,
    ...(payments && { payment: { ...config.payment, url: payments.origin } }),
  }
  const server = await runServer(settings, testDb.appUrl, secret, {
    simulators: openSimulators(settings, secret),
  })
  const url = (tenant: string, path = '/') =>
    `http://${tenant === 'default' ? '' : `${tenant}.`}localhost:${port}${path}`
  async function settled() {
    const left = async () =>
      (
        await testDb.db.pool.query<{ left: number }>(
          `select count(*)::int as left from pgboss.job where name = 'account-message'
            and state in ('created', 'retry', 'active')`,
        )
      ).rows[0]?.left
    for (const timeoutMs = Date.now() + 20_000; (await left()) && Date.now() < timeoutMs;) await pause(50)
  }
  return {
    testDb,
    port,
    secret,
    payments: payments?.simulator ?? null,
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
      await payments?.stop()
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
  // The pages of one context share a process: a new one for each costs over half a second of processor time.
  '--renderer-process-limit=1',
  // No page runs its scripts long enough: optimizing them takes a sixth of the renderer's processor time.
  '--js-flags=--no-opt,--no-maglev',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1',
]

type OpenedBrowser = {
  browser: Browser
  visitor(options?: BrowserContextOptions): Promise<BrowserContext>
  /**
   * Closes the contexts that are still open; the browser serves the next test file of this worker. A process
   * that is to end closes `browser` itself.
   */
  close(): Promise<void>
}

const opened = new Map<boolean, Promise<OpenedBrowser>>()

/**
 * The Chromium that `bin/test` has found, started once in each worker: the headless shell, or the whole
 * browser, which can install web apps and does not log errors about the test's own scripts in sandboxed
 * frames.
 */
export function openBrowser({ whole = false } = {}): Promise<OpenedBrowser> {
  const running = opened.get(whole) ?? launch(whole)
  opened.set(whole, running)
  return running
}

async function launch(whole: boolean): Promise<OpenedBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'stamgast-browser-'))
  process.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }))
  const browser = await chromium.launch({
    executablePath: (!whole && process.env.CHROMIUM_SHELL) || (process.env.CHROMIUM ?? '/usr/bin/chromium'),
    args: flags,
    env: { ...process.env, HOME: profile },
  })
  browser.once('disconnected', () => opened.delete(whole))
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
      for (const context of browser.contexts()) await context.close()
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
