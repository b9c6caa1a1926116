import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booking } from './booking.ts'
import { bookElsewhere, join, openSalon, textIn, type Caller, type Salon } from './salon.ts'
import { cached, storedVisit, waitForVisit, workerReady } from './offline-storage.ts'
import { openBrowser, openSite, type Site } from './site.ts'
import { open, watch } from './harness.ts'
import { exhaustive, perTier } from '#test/tier.ts'

const t = textIn('en')
const da = textIn('da')
let browser: Awaited<ReturnType<typeof openBrowser>>
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const place = { street: 'Kanariegade 7', postalcode: '1620', city: 'København V', country: 'DK' }
const services = [
  { id: 'cut', name: 'Canary cut', price: 32_000, duration: 30 },
  { id: 'color', name: 'Canary colour', price: 64_000, duration: 60 },
]
const openCanary = (site: Site): Promise<Salon> =>
  openSalon(site, {
    services,
    profile: {
      address: place,
      phone: '+45 70 00 01 24',
      companyname: 'Canary & Co',
      brand: { color: '#7a4b2a', mood: 'classic' },
    },
  })

/** A salon on its own site, with a browser that may outlive its server; `gone` stops the server. */
async function withSalon(
  locale: string,
  journey: (page: Page, salon: Salon, stopServer: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const site = await openSite()
  let running = true
  const stopServer = async () => {
    if (running) await site.close()
    running = false
  }
  const context = await browser.visitor({ locale })
  await context.addInitScript(watch)
  try {
    await journey(await context.newPage(), await openCanary(site), stopServer)
  } finally {
    await context.close()
    await stopServer()
  }
}

/**
 * Opens the dashboard of a guest with visits, and waits until the next visit and the application are stored.
 */
async function home(page: Page, salon: Salon, member: Caller): Promise<void> {
  await member.copyCookies(page.context())
  await open(page, salon.url('/my-account'))
  await waitForVisit(page, (visit) => visit !== null)
  await workerReady(page)
}

const expectNoPersonalData = async (page: Page, canaries: string[]) => {
  const all = await cached(page)
  expect(all.map(({ path }) => path)).toContain('/offline')
  expect(all.filter(({ path }) => path !== '/offline' && !/^\/assets\/[\w.-]+$/.test(path))).toEqual([])
  // The search works: it finds the salon's own name.
  expect(all.filter(({ content }) => content.includes('Canary &#38; Co')).map(({ path }) => path)).toEqual([
    '/offline',
  ])
  expect(all.filter(({ content }) => canaries.some((one) => content.includes(one)))).toEqual([])
}

test.each(
  (
    [
      ['da', da, 'da-DK'],
      ['en', t, 'en-GB'],
    ] as const
  ).slice(0, perTier(1, 2)),
)(
  'when the server is down a guest sees the salon’s page and the next visit, in %s',
  async (language, say, locale) => {
    await withSalon(locale, async (page, salon, stopServer) => {
      const member = await join(salon, { language })
      const later = await bookElsewhere(salon, member, {
        services: ['color'],
        teamMember: 'bo',
        from: Date.now() + 20 * 86_400_000,
      })
      const next = await bookElsewhere(salon, member, { teamMember: 'anna' })
      await home(page, salon, member)
      expect(await storedVisit(page)).toMatchObject({
        guest: member.uid,
        start: next.start,
        services: ['Canary cut'],
      })
      expect(later.start).toBeGreaterThan(next.start)
      // The second page comes through the service worker, which caches its scripts.
      await open(page, salon.url('/my-account'))
      await expectNoPersonalData(page, [member.uid, member.email, 'Alma', 'Lund', 'Canary cut', next.handle])
      expect((await cached(page)).some(({ path }) => path.startsWith('/assets/'))).toBe(true)
      await stopServer()
      for (const path of ['/my-account', '/', '/book/time?services=cut']) {
        await page.goto(salon.url(path))
        await page.getByRole('heading', { level: 1, name: say('offline.title'), exact: true }).waitFor()
        const visit = page.getByRole('region', { name: say('offline.next'), exact: true })
        const when = (options: Intl.DateTimeFormatOptions) =>
          new Intl.DateTimeFormat(language === 'da' ? 'da' : 'en-GB', {
            timeZone: 'Europe/Copenhagen',
            ...options,
          }).format(next.start)
        for (const words of [
          when({ weekday: 'long', day: 'numeric', month: 'long' }),
          when({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
          'Canary cut',
          'anna',
          'Kanariegade 7, 1620 København V',
        ])
          expect(await visit.innerText()).toMatch(new RegExp(words.replaceAll('.', '\\.'), 'i'))
      }
      expect(await page.title()).toBe(`${say('offline.title')} · Title ${salon.id}`)
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await page.getByText('Canary & Co', { exact: true }).waitFor()
      expect(await page.getByRole('link', { name: '+45 70 00 01 24' }).getAttribute('href')).toBe(
        'tel:+4570000124',
      )
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      }
    })
  },
)

test('signing out deletes the next visit and all personal data from the browser', async () => {
  await withSalon('en-GB', async (page, salon, stopServer) => {
    const member = await join(salon)
    const { handle } = await bookElsewhere(salon, member)
    await home(page, salon, member)
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    await page.getByRole('button', { name: t('shell.signOut'), exact: true }).click()
    await page.getByText(t('shell.signedOut')).first().waitFor()
    await waitForVisit(page, (visit) => visit === null)
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
    await expectNoPersonalData(page, [member.uid, member.email, 'Alma', 'Lund', 'Canary cut', handle])
    // The cached application stays.
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
    ).toBe('activated')
    await stopServer()
    await page.goto(salon.url('/'))
    await page.getByRole('heading', { level: 1, name: t('offline.title'), exact: true }).waitFor()
    expect(await page.locator('#visit').isVisible()).toBe(false)
    expect(await page.content()).not.toContain('Canary cut')
  })
})

test('signing out deletes the visit even if no script of the page runs', exhaustive, async () => {
  await withSalon('en-GB', async (page, salon) => {
    const member = await join(salon)
    await bookElsewhere(salon, member)
    await home(page, salon, member)
    // React never hydrates from here on: its scheduler's messages go nowhere.
    await page.addInitScript(() => {
      const mute = () => ({ port1: {}, port2: { postMessage: () => undefined } })
      Object.assign(window, { MessageChannel: mute })
    })
    await page.goto(salon.url('/my-account'))
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await page.getByRole('button', { name: t('shell.signOut'), exact: true }).click()
    expect(new URL((await answered).url()).pathname).toBe('/sign-out')
    await page.waitForURL(/message=signed-out/)
    await waitForVisit(page, (visit) => visit === null)
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
  })
})

test('signing out deletes the visit if the browser has no service worker', exhaustive, async () => {
  await withSalon('en-GB', async (page, salon) => {
    const member = await join(salon)
    await bookElsewhere(salon, member)
    await home(page, salon, member)
    // From here on there is no service worker, and nothing that deletes stored data later.
    await page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister()
    })
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined })
    })
    await open(page, salon.url('/profile/privacy'))
    expect(await storedVisit(page)).not.toBeNull()
    await page.getByRole('button', { name: t('shell.userMenu') }).click()
    await page.getByRole('button', { name: t('shell.signOut'), exact: true }).click()
    await page.getByText(t('shell.signedOut')).first().waitFor()
    await expect.poll(() => storedVisit(page), { timeout: 2_000 }).toBeNull()
  })
})

test(
  'the visit of a guest is deleted when another signs in or the session has ended',
  exhaustive,
  async () => {
    await withSalon('en-GB', async (page, salon) => {
      const [first, second, third] = [await join(salon), await join(salon), await join(salon)]
      await bookElsewhere(salon, first)
      const own = await bookElsewhere(salon, second, { services: ['color'] })
      await home(page, salon, first)
      expect(await storedVisit(page)).toMatchObject({ guest: first.uid })
      await second.copyCookies(page.context())
      await open(page, salon.url('/my-account'))
      await waitForVisit(page, (visit) => visit?.guest === second.uid)
      expect(await storedVisit(page)).toMatchObject({ start: own.start, services: ['Canary colour'] })
      // Any page, once the service worker is registered.
      await third.copyCookies(page.context())
      await open(page, salon.url('/profile'))
      await waitForVisit(page, (visit) => visit === null)
      await second.copyCookies(page.context())
      await open(page, salon.url('/my-account'))
      await waitForVisit(page, (visit) => visit?.guest === second.uid)
      await page.context().clearCookies()
      await open(page, salon.url('/behandlinger'))
      await waitForVisit(page, (visit) => visit === null)
    })
  },
)

test(
  'a visit booked without an account is stored where it was booked, until it is cancelled',
  exhaustive,
  async () => {
    await withSalon('en-GB', async (page, salon) => {
      const step = booking(page, t)
      await open(page, salon.url('/book/time?services=cut'))
      await step.firstTime().click()
      await step.heading(t('booking.detailsTitle'))
      await step.tell()
      await step.confirm().click()
      await step.done()
      await waitForVisit(page, (visit) => visit?.guest === null && visit.services.join() === 'Canary cut')
      // A browser that only opens the visit's link does not store it.
      const [elsewhere, address] = [await browser.visitor(), page.url()]
      await elsewhere.addInitScript(watch)
      const other = await elsewhere.newPage()
      await open(other, address)
      await workerReady(other)
      expect(await storedVisit(other)).toBeNull()
      await elsewhere.close()
      await page.getByRole('link', { name: t('booking.cancelVisit') }).click()
      await page.getByRole('button', { name: t('cancel.button') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('cancel.confirm') })
        .click()
      await page.getByRole('heading', { level: 1, name: t('cancel.doneTitle') }).waitFor()
      await waitForVisit(page, (visit) => visit === null)
    })
  },
)

test(
  'a visit that is cancelled or moved on the dashboard is stored in its new state',
  exhaustive,
  async () => {
    await withSalon('en-GB', async (page, salon) => {
      const member = await join(salon)
      await bookElsewhere(salon, member)
      const later = await bookElsewhere(salon, member, {
        services: ['color'],
        from: Date.now() + 9 * 86_400_000,
      })
      await home(page, salon, member)
      // Downloads pass through the service worker.
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('link', { name: new RegExp(`^${t('account.addToCalendar')}`) })
          .first()
          .click(),
      ])
      expect(file.suggestedFilename()).toMatch(/\.ics$/)
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${t('account.cancel')}`) })
        .first()
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('cancel.confirm') })
        .click()
      await waitForVisit(page, (visit) => visit?.start === later.start)
    })
  },
)
