import AxeBuilder from '@axe-core/playwright'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settled } from './axe-faults.ts'
import { cached, openFront, waitForVisit, workerReady, type Front } from './kept.ts'
import { bookElsewhere, join, openSalon, textIn, type Salon } from './salon.ts'
import { openBrowser, openSite, type Site } from './site.ts'
import { open, watch } from './stage.ts'

const t = textIn('en')
let site: Site
let browser: Awaited<ReturnType<typeof openBrowser>>
let front: Front
beforeAll(async () => {
  ;[site, browser] = await Promise.all([openSite(), openBrowser()])
})
afterAll(async () => {
  await browser.close()
  await site.close()
})
beforeEach(async () => {
  front = await openFront(site.port)
})
afterEach(() => front.close())

/** A visitor whose pages come through the front, which may tell of another build. */
async function meet(
  journey: (context: BrowserContext, url: (path: string) => string, salon: Salon) => Promise<void>,
  locale = 'en-GB',
): Promise<void> {
  const salon = await openSalon(site)
  const context = await browser.visitor({ locale })
  await context.addInitScript(watch)
  try {
    await journey(context, (path) => salon.url(path).replace(`:${site.port}`, `:${front.port}`), salon)
  } finally {
    await context.close()
  }
}

/** Opens a page of the build that runs, and waits until its service worker stands. */
async function begin(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await open(page, address)
  await workerReady(page)
  return page
}

/** The other build is there, and this browser has found it. */
async function bring(page: Page, build = 'another'): Promise<void> {
  front.bring(build)
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

test('a new version asks; now loads the tab that said so and no other, and the files of the old one go', async () => {
  await meet(async (context, url) => {
    const [first, second] = [await begin(context, url('/')), await begin(context, url('/behandlinger'))]
    await Promise.all([mark(first), mark(second)])
    const [before] = await stampOf(first)
    await bring(first)
    await prompt(first).waitFor()
    await prompt(second).waitFor()
    expect(await prompt(first).getByRole('button').allInnerTexts()).toEqual(['Later...', 'Update now'])
    await Promise.all([
      first.waitForEvent('load'),
      prompt(first).getByRole('button', { name: 'Update now', exact: true }).click(),
    ])
    await first.waitForFunction(() => 'takenOver' in window)
    expect(await isMarked(first)).toBe(false)
    // The other tab is asked nothing more, and stays as it was.
    await prompt(second).waitFor({ state: 'hidden' })
    expect(await isMarked(second)).toBe(true)
    await expect.poll(() => stampOf(first)).toEqual(['stamgast-another'])
    expect(before).toMatch(/^stamgast-[0-9a-f]{16}$/)
    // The new one is the one that runs: nothing is left to ask.
    await second.reload()
    await workerReady(second)
    expect(await prompt(second).isVisible()).toBe(false)
  })
})

test('in Danish the question has the words of the house, and passes axe', async () => {
  await meet(async (context, url) => {
    const page = await begin(context, url('/'))
    await bring(page)
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

test('later is later: the tab is not asked again in this session, and nothing changes under it', async () => {
  await meet(async (context, url) => {
    const page = await begin(context, url('/'))
    const [before] = await stampOf(page)
    await bring(page)
    await mark(page)
    await prompt(page).getByRole('button', { name: 'Later...', exact: true }).click()
    await prompt(page).waitFor({ state: 'hidden' })
    expect(await isMarked(page)).toBe(true)
    await open(page, url('/behandlinger'))
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/late-/.test(name)),
    )
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update()
    })
    expect(await prompt(page).isVisible()).toBe(false)
    expect(await stampOf(page)).toContain(before)
    // A session of its own is asked for itself.
    const other = await begin(context, url('/'))
    await prompt(other).waitFor()
    expect(await prompt(page).isVisible()).toBe(false)
  })
})

test('where a proxy says that the server behind it is gone, the kept page stands in; what the server says itself is shown', async () => {
  await meet(async (context, url) => {
    const page = await begin(context, url('/'))
    for (const [status, kept] of [
      [502, true],
      [504, true],
      [503, false],
      [500, false],
    ] as const) {
      front.answer(status)
      expect((await page.goto(url('/behandlinger')))?.status()).toBe(kept ? 200 : status)
      expect([
        status,
        await page.getByRole('heading', { level: 1, name: t('offline.title'), exact: true }).isVisible(),
      ]).toEqual([status, kept])
    }
    front.answer(502)
    await page.goto(url('/behandlinger'))
    // Once it is back, trying again shows the page that was asked for.
    front.answer(null)
    await page.getByRole('link', { name: t('error.retry'), exact: true }).click()
    await page.getByRole('heading', { name: /^cut of/ }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/behandlinger')
  })
})

test('the kept page learns the language that a guest has chosen', async () => {
  await meet(async (context, url) => {
    const page = await begin(context, url('/'))
    const kept = async () => (await cached(page)).find(({ path }) => path === '/offline')?.content ?? ''
    expect(await kept()).toContain(t('offline.title'))
    await page.goto(url('/?lang=da'))
    await expect.poll(kept, { timeout: 30_000 }).toContain(textIn('da')('offline.title'))
  })
})

test("a host that is nobody's any more takes along all that its tenant has left in the browser", async () => {
  await meet(async (context, url, salon) => {
    const member = await join(salon)
    await bookElsewhere(salon, member)
    await context.addCookies([...member.cookies].map(([name, value]) => ({ name, value, url: url('/') })))
    const page = await begin(context, url('/my-account'))
    await waitForVisit(page, (visit) => visit !== null)
    front.abandon()
    // Chromium may never hand over from a worker that it is asked to end while a page still fetches through it.
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
])('%s is on the way to a visit as well', async (path) => {
  await meet(async (context, url) => {
    const page = await begin(context, url(path))
    await bring(page)
    const other = await begin(context, url('/login?to=/my-account'))
    await prompt(other).waitFor()
    expect(await prompt(page).isVisible()).toBe(false)
  })
})

test('who is on the way to a visit is not asked until they are through', async () => {
  await meet(async (context, url) => {
    const page = await begin(context, url('/book?services=cut'))
    await bring(page)
    const other = await begin(context, url('/'))
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
