/** @module-tag exhaustive */

import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settled } from './axe-violations.ts'
import { cached, startProxy, waitForVisit, workerReady, type TestProxy } from './offline-storage.ts'
import { bookElsewhere, join, openSalon, textIn, type Salon } from './salon.ts'
import { openBrowser, openSite, type Site } from './site.ts'
import { open, watch } from './harness.ts'

const t = textIn('en')
let site: Site
let browser: Awaited<ReturnType<typeof openBrowser>>
let proxy: TestProxy
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(async () => {
  proxy = await startProxy(site.port)
})
afterEach(() => proxy.close())

/** A visitor whose pages come through the proxy, which can serve another build's worker. */
async function withVisitor(
  journey: (context: BrowserContext, url: (path: string) => string, salon: Salon) => Promise<void>,
  locale = 'en-GB',
): Promise<void> {
  const salon = await openSalon(site)
  const context = await browser.visitor({ locale })
  await context.addInitScript(watch)
  try {
    await journey(context, (path) => salon.url(path).replace(`:${site.port}`, `:${proxy.port}`), salon)
  } finally {
    await context.close()
  }
}

/** Opens a page of the running build, and waits until its service worker is active. */
async function openWithWorker(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await open(page, address)
  await workerReady(page)
  return page
}

/** Serves another build, and waits until this browser has found it. */
async function installBuild(page: Page, build = 'another'): Promise<void> {
  proxy.serveBuild(build)
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
    const found = registration.installing
    if (found && found.state !== 'installed')
      await new Promise((resolve) => {
        found.addEventListener('statechange', resolve, { once: true })
      })
  })
}

const prompt = (page: Page, say = t) =>
  page.getByRole('dialog', { name: say('shell.updateTitle'), exact: true })
const mark = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { marked: true })
  })
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)
const stampOf = async (page: Page) => [
  ...new Set((await cached(page)).map(({ content }) => content.split('\n')[0])),
]

test('a new version shows a prompt; Now reloads only its own tab, and deletes the old files', async () => {
  await withVisitor(async (context, url) => {
    const [first, second] = [
      await openWithWorker(context, url('/')),
      await openWithWorker(context, url('/behandlinger')),
    ]
    await Promise.all([mark(first), mark(second)])
    const [before] = await stampOf(first)
    await installBuild(first)
    await prompt(first).waitFor()
    await prompt(second).waitFor()
    expect(await prompt(first).getByRole('button').allInnerTexts()).toEqual(['Later...', 'Update now'])
    await Promise.all([
      first.waitForEvent('load'),
      prompt(first).getByRole('button', { name: 'Update now', exact: true }).click(),
    ])
    await first.waitForFunction(() => 'takenOver' in window)
    expect(await isMarked(first)).toBe(false)
    // The prompt in the other tab closes, and the tab stays as it was.
    await prompt(second).waitFor({ state: 'hidden' })
    expect(await isMarked(second)).toBe(true)
    await expect.poll(() => stampOf(first)).toEqual(['stamgast-another'])
    expect(before).toMatch(/^stamgast-[0-9a-f]{16}$/)
    // The new version is active: there is no prompt.
    await second.reload()
    await workerReady(second)
    expect(await prompt(second).isVisible()).toBe(false)
  })
})

test('the update prompt is shown in Danish and passes axe', async () => {
  await withVisitor(async (context, url) => {
    const page = await openWithWorker(context, url('/'))
    await installBuild(page)
    await prompt(page, textIn('da')).waitFor()
    expect(await prompt(page, textIn('da')).getByRole('button').allInnerTexts()).toEqual([
      'Senere...',
      'Opdater nu',
    ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await settled(page)
      expect((await new AxeBuilder({ page }).include('dialog').analyze()).violations).toEqual([])
    }
  }, 'da-DK')
})

test('after Later the tab shows no prompt again in this session and does not change', async () => {
  await withVisitor(async (context, url) => {
    const page = await openWithWorker(context, url('/'))
    const [before] = await stampOf(page)
    await installBuild(page)
    await mark(page)
    await prompt(page).getByRole('button', { name: 'Later...', exact: true }).click()
    await prompt(page).waitFor({ state: 'hidden' })
    expect(await isMarked(page)).toBe(true)
    await open(page, url('/behandlinger'))
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/service-worker-/.test(name)),
    )
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
    })
    expect(await prompt(page).isVisible()).toBe(false)
    expect(await stampOf(page)).toContain(before)
    // Another session has its own prompt.
    const other = await openWithWorker(context, url('/'))
    await prompt(other).waitFor()
    expect(await prompt(page).isVisible()).toBe(false)
  })
})

test('if a proxy reports that its server is down, the offline page is shown; other errors pass', async () => {
  await withVisitor(async (context, url) => {
    const page = await openWithWorker(context, url('/'))
    for (const [status, kept] of [
      [502, true],
      [504, true],
      [503, false],
      [500, false],
    ] as const) {
      proxy.answer(status)
      expect((await page.goto(url('/behandlinger')))?.status()).toBe(kept ? 200 : status)
      expect([
        status,
        await page.getByRole('heading', { level: 1, name: t('offline.title'), exact: true }).isVisible(),
      ]).toEqual([status, kept])
    }
    proxy.answer(502)
    await page.goto(url('/behandlinger'))
    // Once it is back, a retry shows the requested page.
    proxy.answer(null)
    await page.getByRole('link', { name: t('error.retry'), exact: true }).click()
    await page.getByRole('heading', { name: /^cut of/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/behandlinger')
  })
})

test('the offline page uses the language that a guest has chosen', async () => {
  await withVisitor(async (context, url) => {
    const page = await openWithWorker(context, url('/'))
    const kept = async () => (await cached(page)).find(({ path }) => path === '/offline')?.content ?? ''
    expect(await kept()).toContain(t('offline.title'))
    await page.goto(url('/?lang=da'))
    await expect.poll(kept, { timeout: 30_000 }).toContain(textIn('da')('offline.title'))
  })
})

test('an unknown host deletes all that its tenant has stored in the browser', async () => {
  await withVisitor(async (context, url, salon) => {
    const member = await join(salon)
    await bookElsewhere(salon, member)
    await context.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: url('/') })))
    const page = await openWithWorker(context, url('/my-account'))
    await waitForVisit(page, (visit) => visit !== null)
    proxy.abandon()
    // Chromium may never replace a worker that must stop while a page still fetches through it.
    await page.goto(url('/'), { waitUntil: 'networkidle' })
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    const left = () =>
      page.evaluate(async () =>
        [
          await navigator.serviceWorker.getRegistrations(),
          await caches.keys(),
          await indexedDB.databases(),
        ].map(({ length }) => length),
      )
    await expect.poll(left, { timeout: 20_000 }).toEqual([0, 0, 0])
  })
})

test.each([
  '/Book?services=cut',
  '/login?to=%2Fbook%2Fdetails%3Fservices%3Dcut',
  '/new-guest2?to=/appointments/confirm',
])('%s counts as a part of the booking flow', async (path) => {
  await withVisitor(async (context, url) => {
    const page = await openWithWorker(context, url(path))
    await installBuild(page)
    const other = await openWithWorker(context, url('/login?to=/my-account'))
    await prompt(other).waitFor()
    expect(await prompt(page).isVisible()).toBe(false)
  })
})

test('a guest in the booking flow sees no update prompt until the end', async () => {
  await withVisitor(async (context, url) => {
    const page = await openWithWorker(context, url('/book?services=cut'))
    await installBuild(page)
    const other = await openWithWorker(context, url('/'))
    await prompt(other).waitFor()
    expect(await prompt(page).isVisible()).toBe(false)
    await page.getByRole('button', { name: t('book.continue'), exact: true }).click()
    await page.waitForURL(/\/book\/person/)
    expect(await prompt(page).isVisible()).toBe(false)
    await page.getByRole('link', { name: 'Company' }).first().click()
    await page.waitForURL((address) => address.pathname === '/')
    await prompt(page).waitFor()
  })
})
