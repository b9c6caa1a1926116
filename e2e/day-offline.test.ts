import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, visitAt } from './day.ts'
import { open, watch } from './harness.ts'
import { press } from './page.ts'
import { cached, workerReady } from './offline-storage.ts'
import { openSalon, textIn, work, type Salon } from './salon.ts'
import { openBrowser, openSite } from './site.ts'

/*
 * Today without a connection: readable with the time of its copy, and nothing else; gone when somebody signs
 * out.
 */
const t = textIn('en')
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const kept = async (page: Page) => (await cached(page)).map(({ path }) => path)
const openToday = async (page: Page, salon: Salon) => {
  await open(page, salon.url('/admin/me'))
  await workerReady(page)
  await expect.poll(() => kept(page), { timeout: 15_000 }).toEqual(['/admin/offline'])
}

/** A salon with one visit of today, and a receptionist; `gone` stops the server. */
async function withToday(journey: (page: Page, salon: Salon, gone: () => Promise<void>) => Promise<void>) {
  const site = await openSite()
  let running = true
  const gone = async () => {
    if (running) await site.close()
    running = false
  }
  const context = await browser.visitor({})
  await context.addInitScript(watch)
  try {
    const salon = await openSalon(site)
    await visitAt(salon, { start: new Date(at('12:00', 0)) })
    const person = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    await person.copyCookies(context)
    await journey(await context.newPage(), salon, gone)
  } finally {
    await context.close()
    await gone()
  }
}

test('without a connection today is shown within two seconds, by first name and initial', async () => {
  await withToday(async (page, salon, gone) => {
    await openToday(page, salon)
    expect((await cached(page)).map(({ content }) => content).join('\n')).not.toMatch(/Holm|20123456|freja@/)
    await gone()
    for (const path of ['/admin/day', '/admin/people']) {
      const begun = Date.now()
      await page.goto(salon.url(path))
      await page
        .getByRole('heading', { level: 1, name: t('offlineDay.title'), exact: true })
        .waitFor({ timeout: 2_000 })
      expect(Date.now() - begun).toBeLessThan(2_000)
      await page.getByRole('cell', { name: 'Freja H.', exact: true }).waitFor()
      await page.getByRole('cell', { name: /^12:00–12:30$/ }).waitFor()
      await page.getByText(/^As of \d\d:\d\d on /).waitFor()
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    }
  })
})

test('signing out deletes the copy', async () => {
  await withToday(async (page, salon, gone) => {
    await openToday(page, salon)
    await press(page, t('shell.signOut'))
    await page.getByRole('heading', { level: 1, name: t('staffWelcome.title'), exact: true }).waitFor()
    await expect.poll(() => kept(page)).toEqual([])
    await gone()
    await page.goto(salon.url('/admin/day')).catch(() => undefined)
    // The browser's own error page replaces the answer.
    await expect.poll(() => page.content().catch(() => 'Freja')).not.toContain('Freja')
  })
})

test('a session that ended elsewhere leaves no copy, once the browser has heard of it', async () => {
  await withToday(async (page, salon) => {
    await openToday(page, salon)
    await salon.sql('delete from staff_session')
    await page.goto(salon.url('/admin/day'))
    await page.getByRole('heading', { level: 1, name: t('staffWelcome.title'), exact: true }).waitFor()
    await expect.poll(() => kept(page)).toEqual([])
  })
})

test('after 24 hours the copy is not shown, and is deleted', async () => {
  await withToday(async (page, salon, gone) => {
    await openToday(page, salon)
    await page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      const cache = await caches.open(name)
      const old = await cache.match('/admin/offline')
      const headers = new Headers(old?.headers)
      headers.set('date', new Date(Date.now() - 86_400_001).toUTCString())
      await cache.put('/admin/offline', new Response(await old?.text(), { headers }))
    })
    await gone()
    await page.goto(salon.url('/admin/day')).catch(() => undefined)
    // The browser's own error page replaces the answer.
    await expect.poll(() => page.content().catch(() => 'Freja')).not.toContain('Freja')
  })
})
