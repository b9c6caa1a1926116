import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPage } from '#test/process.ts'
import { bookElsewhere, openSalon, textIn, type Salon } from './salon.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
const da = textIn('da')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const openCounted = () => openSalon(harness.site, { profile: { analytics: { measurementId: 'G-TEST1234' } } })
const banner = (page: Page) => page.getByRole('region', { name: t('consent.title'), exact: true })
const accept = (page: Page): Locator => banner(page).getByRole('button', { name: t('consent.accept') })
const decline = (page: Page): Locator => banner(page).getByRole('button', { name: t('consent.decline') })

type Event = { name: string; params: { page_location?: string; method?: string } }
/** Events that the salon's analytics received, the oldest first. */
async function sentEvents(salon: Salon): Promise<Event[]> {
  const { text } = await getPage(harness.site.port, `${salon.id}.localhost`, '/dev/outbox.json')
  const { analytics } = JSON.parse(text) as { analytics: { body: { events: Event[] } }[] }
  return analytics.flatMap(({ body }) => body.events).toReversed()
}
const waiting = async (salon: Salon): Promise<number> =>
  (
    await harness.site.testDb.db.pool.query<{ count: number }>(
      "select count(*)::int from pgboss.job where name = 'send-event' and data->>'tenant' = $1",
      [salon.id],
    )
  ).rows[0]?.count ?? 0
const sentPaths = async (salon: Salon) =>
  (await sentEvents(salon)).map(({ name, params }) => [
    name,
    new URL(params.page_location ?? 'http://none').pathname,
  ])

/** Records the hosts that a page requests, and the analytics calls among them. */
function recordRequests(page: Page): { hosts: Set<string>; calls: string[] } {
  const seen = { hosts: new Set<string>(), calls: [] as string[] }
  page.on('request', (request) => {
    const { host, pathname } = new URL(request.url())
    seen.hosts.add(host)
    if (/recordScreenView|chooseAnalytics/.test(pathname)) seen.calls.push(pathname)
  })
  return seen
}

test('nothing is counted before the guest chooses; declining is as easy as agreeing, and lasts', async () => {
  const salon = await openCounted()
  await harness.visit({}, async (page, context) => {
    const seen = recordRequests(page)
    await open(page, salon.url('/behandlinger'))
    await banner(page).waitFor()
    const [yes, no] = [await accept(page).boundingBox(), await decline(page).boundingBox()]
    expect([yes?.width, yes?.height, yes?.y]).toEqual([no?.width, no?.height, no?.y])
    expect(await accept(page).getAttribute('class')).toBe(await decline(page).getAttribute('class'))
    expect(seen.calls).toEqual([])
    await decline(page).click()
    await banner(page).waitFor({ state: 'detached' })
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('shell.terms') })
      .click()
    await page.getByRole('heading', { level: 1, name: t('terms.title') }).waitFor()
    await open(page, salon.url('/'))
    await page.waitForLoadState('networkidle')
    expect(await banner(page).count()).toBe(0)
    expect(seen).toEqual({ hosts: new Set([new URL(salon.url()).host]), calls: ['/api/chooseAnalytics'] })
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('client')
  })
  expect([await waiting(salon), await sentEvents(salon)]).toEqual([0, []])
})

test('after agreeing each page is counted by this site’s server only; withdrawing ends that', async () => {
  const salon = await openCounted()
  await harness.visit({}, async (page, context) => {
    const seen = recordRequests(page)
    await open(page, salon.url('/behandlinger?lang=en'))
    await tabTo(page, accept(page))
    await page.keyboard.press('Enter')
    await banner(page).waitFor({ state: 'detached' })
    expect(await page.locator('main').evaluate((main) => main === document.activeElement)).toBe(true)
    await expect.poll(() => sentPaths(salon)).toEqual([['page_view', '/behandlinger']])
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('shell.terms') })
      .click()
    await page.getByRole('heading', { level: 1, name: t('terms.title') }).waitFor()
    await expect
      .poll(() => sentPaths(salon))
      .toEqual([
        ['page_view', '/behandlinger'],
        ['page_view', '/tc'],
      ])
    await open(page, salon.url('/cancelBooking/a-handle-that-nobody-may-see'))
    await expect.poll(() => sentPaths(salon)).toContainEqual(['page_view', '/cancelBooking/:id'])
    await open(page, salon.url('/cookies'))
    await expect.poll(() => sentPaths(salon)).toContainEqual(['page_view', '/cookies'])
    await page.getByText(t('cookies.saidYes')).waitFor()
    expect((await context.cookies()).find(({ name }) => name === 'client')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
    await page.getByRole('button', { name: t('consent.decline') }).click()
    await page.getByText(t('cookies.saidNo')).waitFor()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('client')
    await open(page, salon.url('/'))
    await page.waitForLoadState('networkidle')
    expect(await sentEvents(salon)).toHaveLength(4)
    expect(await waiting(salon)).toBe(4)
    expect(seen.hosts).toEqual(new Set([new URL(salon.url()).host]))
  })
})

test('a visit that is cancelled on its page is counted once, after it is cancelled', exhaustive, async () => {
  const salon = await openCounted()
  const { handle } = await bookElsewhere(salon, salon.caller(), { details: true })
  const [row] = await salon.sql<{ id: string }>("select id from visit where state = 'booked'")
  expect(handle).not.toBe('')
  await harness.visit({}, async (page) => {
    await open(page, salon.url(`/cancelBooking/${salon.handles(row?.id ?? '').cancel}/en`))
    await accept(page).click()
    await banner(page).waitFor({ state: 'detached' })
    await page
      .locator('main')
      .getByRole('button', { name: t('cancel.button'), exact: true })
      .click()
    await page.getByRole('button', { name: t('cancel.confirm'), exact: true }).click()
    await expect
      .poll(async () => (await sentEvents(salon)).filter(({ name }) => name === 'refund'))
      .toMatchObject([{ params: { transaction_id: row?.id, currency: 'DKK', value: 400 } }])
  })
})

test(
  'without scripts no banner is shown: the footer links to the choice, which can be changed',
  exhaustive,
  async () => {
    const salon = await openCounted()
    await harness.visit({ javaScriptEnabled: false, locale: 'da-DK' }, async (page, context) => {
      await page.goto(salon.url('/?lang=da'))
      expect(await page.getByRole('region', { name: da('consent.title'), exact: true }).count()).toBe(0)
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: da('consent.title'), exact: true })
        .click()
      await page.getByText(da('cookies.open')).waitFor()
      for (const [button, state, kept] of [
        ['consent.accept', 'cookies.saidYes', 'yes'],
        ['consent.decline', 'cookies.saidNo', 'no'],
      ] as const) {
        await page.getByRole('button', { name: da(button) }).click()
        await page.getByText(da(state)).waitFor()
        expect((await context.cookies()).find(({ name }) => name === 'consent')?.value).toBe(kept)
      }
      await page.goto(salon.url('/tc'))
      await page
        .locator('main')
        .getByRole('link', { name: da('terms.cookiesChoose').replace(/<\/?a>/g, '') })
        .click()
      await page.getByRole('heading', { level: 1, name: da('cookies.title') }).waitFor()
    })
  },
)

test(
  'the banner causes no layout shift, covers no focused element and traps no keys',
  exhaustive,
  async () => {
    const salon = await openCounted()
    const shifts = () => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, {
            shifted:
              ((window as { shifted?: number }).shifted ?? 0) +
              (entry as PerformanceEntry & { value: number }).value,
          })
      }).observe({ type: 'layout-shift', buffered: true })
    }
    for (const viewport of [
      { width: 390, height: 600 },
      { width: 1280, height: 600 },
    ]) {
      await harness.visit(
        {
          viewport,
          before: async (context) => {
            await context.addInitScript(shifts)
          },
        },
        async (page) => {
          await open(page, salon.url('/tc'))
          await banner(page).waitFor()
          expect(await page.evaluate(() => (window as { shifted?: number }).shifted ?? 0)).toBe(0)
          const covered: string[] = []
          const visited = new Set<string>()
          for (const key of [...Array<string>(60).fill('Tab'), ...Array<string>(60).fill('Shift+Tab')]) {
            await page.keyboard.press(key)
            await page.evaluate(
              () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
            )
            const [what, bottom, edge] = await page.evaluate(() => {
              const [focused, strip] = [
                document.activeElement,
                document.querySelector('section[aria-label="Cookies"]'),
              ]
              const inside = !focused || focused === document.body || strip?.contains(focused)
              return [
                focused?.textContent ?? '',
                inside ? 0 : focused.getBoundingClientRect().bottom,
                strip?.getBoundingClientRect().top ?? 0,
              ] as const
            })
            visited.add(what)
            if (bottom > edge + 1) covered.push(`${what} at ${bottom} behind ${edge}`)
          }
          expect(covered).toEqual([])
          expect(visited).toContain(t('consent.accept'))
          expect([...visited]).toContain(t('shell.terms'))
          // The end of the page is visible above the banner.
          await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
          await expect
            .poll(() =>
              page.evaluate(
                () =>
                  (document.querySelector('footer')?.getBoundingClientRect().bottom ?? 0) -
                  (document.querySelector('section[aria-label="Cookies"]')?.getBoundingClientRect().top ?? 0),
              ),
            )
            .toBeLessThanOrEqual(1)
        },
      )
    }
  },
)

test('the banner is not shown during a booking', exhaustive, async () => {
  const salon = await openCounted()
  await harness.visit({}, async (page) => {
    await open(page, salon.url('/book'))
    await page.waitForLoadState('networkidle')
    expect(await banner(page).count()).toBe(0)
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: t('shell.terms') })
      .click()
    await banner(page).waitFor()
  })
})

test(
  'a page is the same before and after the choice, and has no banner if nothing is counted',
  exhaustive,
  async () => {
    const [salon, plain] = [await openCounted(), await openSalon(harness.site)]
    const read = async (of: Salon, cookie?: string) =>
      (
        await getPage(harness.site.port, `${of.id}.localhost`, '/behandlinger', {
          'accept-encoding': 'identity',
          ...(cookie ? { cookie } : {}),
        })
      ).text
    const first = await read(salon)
    expect(first).toContain('/cookies')
    for (const cookie of ['consent=yes; client=11111111-2222-4333-8444-555555555555', 'consent=no'])
      expect(await read(salon, cookie)).toBe(first)
    expect(await read(plain)).not.toContain('/cookies')
    await harness.visit({}, async (page) => {
      const scripts: string[] = []
      page.on('request', (request) => {
        if (/counted/.test(request.url())) scripts.push(request.url())
      })
      await open(page, plain.url('/cookies'))
      await page.waitForURL(/\/tc#cookies$/)
      await page.waitForLoadState('networkidle')
      expect([await banner(page).count(), scripts]).toEqual([0, []])
    })
  },
)
