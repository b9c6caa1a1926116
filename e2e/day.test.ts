import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeLink } from '#contract/links.ts'
import { UNDO_MS } from '#domain/visit/undo.ts'
import { at, cardOf, countPresses, DAYS_AHEAD, inDays, openDay, storedVisits, visitAt } from './day.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { button, field, follow, heading, press } from './page.ts'
import { bookElsewhere, openSalon, textIn, work, type Salon } from './salon.ts'

/* The salon's day: what is shown to whom, and what is done with a visit, with and without scripts. */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const MINUTE = 60_000
const freja = 'Freja Holm'
const said = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
const dayOf = (query = '') => `/admin/day?date=${inDays(DAYS_AHEAD)}${query}`
const mailsOf = async (salon: Salon) => (await salon.guestMail()).length

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? 'with scripts' : 'without scripts'
  const go = (page: Page, url: string) => (javaScriptEnabled ? open(page, url) : page.goto(url))

  test(`a day has its people as columns, a week those of one, a list all of it, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    await visitAt(salon)
    await visitAt(salon, { clock: '11:00', member: 'bo' })
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 1_300 })
      await go(page, salon.url(dayOf()))
      for (const name of ['anna', 'bo']) await page.getByRole('heading', { level: 2, name }).waitFor()
      await cardOf(page, freja, '10:00 to 10:30').waitFor()
      await cardOf(page, freja, '11:00 to 11:30', 'bo').waitFor()
      await page
        .getByRole('link', { name: t('staffDay.bookHere', { times: '09:00–10:00', member: 'anna' }) })
        .waitFor()
      await follow(page, t('staffDay.week'))
      await page.getByRole('heading', { level: 1, name: /^Week from / }).waitFor()
      expect(await page.locator('[data-column]').count()).toBe(7)
      await cardOf(page, freja, '10:00 to 10:30').waitFor()
      expect(await cardOf(page, freja, '11:00', 'bo').count()).toBe(0)
      await follow(page, 'bo')
      await cardOf(page, freja, '11:00 to 11:30', 'bo').waitFor()
      await follow(page, t('staffDay.list'))
      await page.getByRole('link', { name: freja, exact: true }).first().waitFor()
      await page.getByText('11:00–11:30', { exact: true }).waitFor()
      await page.goto(salon.url(dayOf()))
      await page.getByRole('link', { name: t('staffDay.dayAfter'), exact: true }).click()
      await page.waitForURL((url) => url.searchParams.get('date') === inDays(DAYS_AHEAD + 1))
      await expect.poll(() => cardOf(page, freja, '10:00').count()).toBe(0)
    })
  })

  test(`what happens with a visit is said by one press, and taken back by another, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    // A few minutes ago, so that it is today in any hour but the first.
    const { id } = await visitAt(salon, { start: new Date(Date.now() - 5 * MINUTE) })
    const progress = async () => (await storedVisits(salon))[0]?.progress
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 1_300 })
      await go(page, salon.url('/admin/day?view=list'))
      const say = (key: 'staffDay.sayArrived' | 'staffDay.sayStarted') =>
        button(page, t('staffDay.sayOf', { action: t(key), name: freja }))
      await say('staffDay.sayArrived').click()
      await said(page, t('staffDay.didArrive'))
      expect(await progress()).toBe('arrived')
      await say('staffDay.sayStarted').click()
      await said(page, t('staffDay.didStart'))
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      expect(await progress()).toBe('arrived')
      // The history has all of it, with who did it.
      await go(page, salon.url(`/admin/visit/${id}`))
      await heading(page, freja)
      await page.getByText(t('staffVisit.takenBack'), { exact: false }).first().waitFor()
      expect(await page.getByText('Ida Krogh', { exact: false }).count()).toBeGreaterThan(3)
    })
  })

  test(`the grid’s own button says by one press what happens next, and a wrong one goes back by one, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    await visitAt(salon, { start: new Date(Date.now() - 5 * MINUTE), minutes: 60 })
    const progress = async () => (await storedVisits(salon))[0]?.progress
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      const presses = await countPresses(page)
      await page.setViewportSize({ width: 1280, height: 1_300 })
      await go(page, salon.url('/admin/day'))
      const say = (key: 'staffDay.sayArrived' | 'staffDay.sayStarted') =>
        button(
          page.getByRole('region', { name: t('staffDay.grid'), exact: true }),
          t('staffDay.sayOf', { action: t(key), name: freja }),
        )
      await say('staffDay.sayArrived').click()
      await said(page, t('staffDay.didArrive'))
      expect(await progress()).toBe('arrived')
      if (javaScriptEnabled) expect(await presses()).toBe(1)
      await say('staffDay.sayStarted').click()
      await said(page, t('staffDay.didStart'))
      expect(await progress()).toBe('started')
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      expect(await progress()).toBe('arrived')
      await say('staffDay.sayStarted').waitFor()
      if (javaScriptEnabled) expect(await presses()).toBe(3)
    })
  })

  test(`a visit is moved to a free place of any day, looked at before it is saved, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const { id } = await visitAt(salon)
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await go(page, salon.url(dayOf('&view=list')))
      await page.getByRole('link', { name: t('staffDay.moveOf', { name: freja }), exact: true }).click()
      await heading(page, t('staffPlace.title', { name: freja }))
      await page.locator('select[name=members]').selectOption('bo')
      await page.locator('input[name=minutes]').first().fill('45')
      await press(page, t('staffPlace.show'))
      await page.getByRole('link', { name: '13:15 bo', exact: true }).first().click()
      await page.getByText(t('staffPlace.lengths'), { exact: true }).waitFor()
      // Nothing is saved yet.
      expect(await storedVisits(salon)).toMatchObject([{ start: at('10:00'), member: 'anna', minutes: 30 }])
      await page.getByRole('radio', { name: t('staffPlace.informAgreed'), exact: true }).check()
      await press(page, t('staffPlace.save'))
      await said(page, t('staffDay.didMove'))
      expect(await storedVisits(salon)).toMatchObject([{ id, start: at('13:15'), member: 'bo', minutes: 45 }])
      expect(new URL(page.url()).searchParams.get('view')).toBe('list')
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      expect(await storedVisits(salon)).toMatchObject([{ start: at('10:00'), member: 'anna', minutes: 30 }])
    })
    expect(await mailsOf(salon)).toBe(0)
  })

  test(`a visit that is picked up is placed by pressing free time of another day, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const { id } = await visitAt(salon)
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 1_300 })
      await go(page, salon.url(`/admin/visit/${id}`))
      await follow(page, t('staffVisit.pickUp'))
      await page
        .getByRole('heading', { name: t('staffDay.trayTitle', { name: freja }), exact: true })
        .waitFor()
      await page.getByRole('link', { name: t('staffDay.dayAfter'), exact: true }).click()
      await page.waitForURL((url) => url.searchParams.get('date') === inDays(DAYS_AHEAD + 1))
      const free = page.getByRole('link', {
        name: t('staffDay.placeHere', { times: '09:00–17:00', member: 'bo' }),
        exact: true,
      })
      await free.waitFor()
      await free.click({ position: { x: 10, y: 2 } })
      await heading(page, t('staffPlace.title', { name: freja }))
      await press(page, t('staffPlace.save'))
      await said(page, t('staffDay.didMove'))
      expect(await storedVisits(salon)).toMatchObject([
        { id, start: at('09:00', DAYS_AHEAD + 1), member: 'bo' },
      ])
      // It is picked up no more.
      expect(
        await page.getByRole('heading', { name: t('staffDay.trayTitle', { name: freja }) }).count(),
      ).toBe(0)
    })
  })

  test(`over another visit it goes by right and with a reason only, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const owner = await work(salon, { name: 'Ea Lund' })
    const { id } = await visitAt(salon)
    await visitAt(salon, {
      clock: '11:00',
      contact: { firstname: 'Noah', lastname: 'Berg', email: '', mobile: '+4520111222', language: 'en' },
    })
    const place = salon.url(`/admin/place/${id}?start=${at('11:00')}`)
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await go(page, place)
      await page.getByText(t('staffPlace.taken'), { exact: true }).waitFor()
      // Who has it, and where else.
      await page.getByText('11:00–11:30 · Noah Berg · anna', { exact: true }).waitFor()
      await page.getByText(t('staffPlace.nearest'), { exact: true }).waitFor()
      expect(await button(page, t('staffPlace.overbook')).count()).toBe(0)
    })
    await harness.visit({ javaScriptEnabled, before: owner.copyCookies }, async (page) => {
      await go(page, place)
      await field(page, t('staffPlace.overReason')).fill('Twins')
      await press(page, t('staffPlace.overbook'))
      await said(page, t('staffDay.didMove'))
      await go(page, salon.url(`/admin/visit/${id}`))
      await page.getByText(t('staffVisit.overBecause', { reason: 'Twins' }), { exact: true }).waitFor()
    })
    expect(await salon.sql('select over, over_reason as reason from segment where over')).toEqual([
      { over: true, reason: 'Twins' },
    ])
  })

  test(`a warning is accepted by saving, and a stale screen changes nothing, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const other = await work(salon, { name: 'Emil Dahl', role: 'reception' })
    const { id } = await visitAt(salon)
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await go(page, salon.url(`/admin/place/${id}`))
      await field(page, t('staffPlace.time')).fill('18:05')
      await press(page, t('staffPlace.look'))
      await page.getByText(t('staffPlace.hours'), { exact: true }).waitFor()
      if (!javaScriptEnabled) {
        // Somebody else is quicker; with scripts the page would follow.
        await other.call('placeVisit', { tenantId: salon.id, id, sequence: 0, start: at('15:00') })
        await press(page, t('staffPlace.save'))
        await page.getByText(t('staffDay.changed', { by: 'Emil Dahl' }), { exact: true }).waitFor()
        expect(await storedVisits(salon)).toMatchObject([{ start: at('15:00') }])
      }
      await press(page, t('staffPlace.save'))
      await said(page, t('staffDay.didMove'))
      expect(await storedVisits(salon)).toMatchObject([{ start: at('18:05') }])
    })
  })

  test(`a visit is noted, its guest asked for another time, and cancelled after a question, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const { id } = await visitAt(salon, { note: 'By the window, please' })
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await go(page, salon.url(`/admin/visit/${id}`))
      await page.getByText('By the window, please', { exact: true }).waitFor()
      await press(page, t('staffVisit.addNote'))
      await page.getByText(t('staffVisit.noteWrong'), { exact: true }).first().waitFor()
      await field(page, t('staffVisit.newNote')).fill('Colour 6/1, 30 ml')
      await press(page, t('staffVisit.addNote'))
      await page.getByText('Colour 6/1, 30 ml', { exact: true }).waitFor()
      await follow(page, t('staffVisit.askTime'))
      await press(page, t('staffVisit.askTimeYes'))
      await said(page, t('staffDay.didAsk'))
      await follow(page, t('staffDay.cancel'))
      await press(page, t('staffVisit.cancelYes'))
      await said(page, t('staffDay.didCancel'))
      expect((await storedVisits(salon)).map(({ state }) => state)).toEqual(['cancelled'])
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      expect((await storedVisits(salon)).map(({ state }) => state)).toEqual(['booked'])
    })
  })

  test(`what was done names its guest where the page does not show the visit any more, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const { id } = await visitAt(salon)
    const place = placeLink({ visit: id }, { start: at('13:15', DAYS_AHEAD + 1), to: dayOf() })
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await go(page, salon.url(place))
      await press(page, t('staffPlace.save'))
      await said(page, t('staffDay.didMove'))
      await said(page, `${freja}, 13:15–13:45`)
      const address = new URL(page.url())
      expect(address.searchParams.get('date')).toBe(inDays(DAYS_AHEAD))
      expect(address.search).not.toContain('Freja')
    })
  })

  test(`who moves a visit again sees which time its guest was asked about, and which one they know, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const { id } = await visitAt(salon)
    await reception.call('placeVisit', { tenantId: salon.id, id, sequence: 0, start: at('11:00') })
    // As it is once the guest has the message.
    await salon.sql(
      `update visit_change set at = at - interval '1 minute', report_at = null, notified = '{mail}'`,
    )
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      const place = placeLink({ visit: id }, { start: at('13:15'), to: `/admin/visit/${id}` })
      await go(page, salon.url(place))
      await page.getByText(/^The guest was asked about .* 11:00\./).waitFor()
      await page.getByRole('radio', { name: t('staffPlace.informNone'), exact: true }).check()
      await press(page, t('staffPlace.save'))
      await said(page, t('staffDay.didMove'))
      const known = page.getByText(t('staffVisit.guestKnows'), { exact: true })
      expect(await known.locator('xpath=following-sibling::dd[1]').innerText()).toContain('11:00')
    })
  })

  test(`earlier visits that nobody has closed, changes by others and hints stand above the day, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
    const { id } = await visitAt(salon, { days: -1 })
    const { start } = await bookElsewhere(salon, salon.caller(), { details: true })
    await harness.visit({ javaScriptEnabled, before: reception.copyCookies }, async (page) => {
      await go(page, salon.url('/admin/day'))
      await press(page, t('staffDay.hintsSeen'))
      await expect.poll(() => page.getByText(t('staffDay.hints'), { exact: true }).count()).toBe(0)
      await page.reload()
      expect(await page.getByText(t('staffDay.hints'), { exact: true }).count()).toBe(0)
      await page.getByText(t('staffDay.notices', { count: 1 }), { exact: true }).click()
      await page
        .getByRole('link', { name: t('notice.bookedTitle', { name: 'Signe' }), exact: true })
        .waitFor()
      await press(page, t('staffDay.markSeen'))
      await page.getByText(t('staffDay.notices', { count: 0 }), { exact: true }).waitFor()
      await page.getByText(t('staffDay.unclosed', { count: 1 }), { exact: true }).click()
      await button(page, t('staffDay.sayOf', { action: t('staffDay.sayNoShow'), name: freja })).click()
      await said(page, t('staffDay.didNoShow'))
      expect(await page.getByText(t('staffDay.unclosed', { count: 1 }), { exact: true }).count()).toBe(0)
    })
    expect((await storedVisits(salon)).map((one) => [one.id === id, one.progress])).toEqual([
      [true, 'noShow'],
      [false, 'expected'],
    ])
    expect(start).toBeGreaterThan(Date.now())
  })
}

test('a practitioner sees their own day, and of others only when they are busy', async () => {
  const salon = await openSalon(harness.site)
  const bo = await work(salon, { name: 'Bo Berg', role: 'practitioner', memberId: 'bo' })
  const { id } = await visitAt(salon)
  await visitAt(salon, { clock: '12:00', member: 'bo' })
  const expected = /404/
  await harness.visit({ before: bo.copyCookies, expected }, async (page) => {
    await openDay(page, salon)
    // First names only, more than a day ahead.
    await cardOf(page, 'Freja', '12:00 to 12:30', 'bo').waitFor()
    expect(await cardOf(page, 'Freja', '10:00').count()).toBe(0)
    await page.getByText(t('staffDay.othersBusy'), { exact: true }).first().waitFor()
    expect(await page.content()).not.toContain('Holm')
    for (const path of [`/admin/visit/${id}`, `/admin/place/${id}`])
      expect([path, (await page.goto(salon.url(path)))?.status()]).toEqual([path, 404])
  })
})

test('another screen shows within a second what is done on one, by a guest too', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const other = await work(salon, { name: 'Emil Dahl', role: 'reception' })
  const { id } = await visitAt(salon)
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    const watched = page.waitForRequest(/\/api\/staff\/live/)
    await openDay(page, salon)
    await watched
    await other.call('placeVisit', { tenantId: salon.id, id, sequence: 0, start: at('14:00') })
    await cardOf(page, freja, '14:00 to 14:30').waitFor({ timeout: 3_000 })
    await bookElsewhere(salon, salon.caller(), { from: at('09:00'), teamMember: 'bo', details: true })
    await cardOf(page, 'Signe Overgaard', '', 'bo').waitFor({ timeout: 3_000 })
  })
})

test('on a phone the day begins near the top, below controls that a finger meets', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
  await harness.visit({ before: reception.copyCookies, ...phone }, async (page) => {
    await open(page, salon.url(dayOf()))
    await press(page, t('staffDay.hintsSeen'))
    await expect.poll(() => page.getByText(t('staffDay.hints'), { exact: true }).count()).toBe(0)
    for (const view of ['', '&view=week', '&view=list']) {
      await open(page, salon.url(dayOf(view)))
      const begins = await page.evaluate(() => {
        const header = document.querySelector('.staff-header')?.getBoundingClientRect()
        const day = document
          .querySelector('.day-grid, .day > :is(ol, div.border-dashed)')
          ?.getBoundingClientRect()
        return (day?.top ?? Infinity) - (header?.bottom ?? 0)
      })
      expect(begins).toBeLessThan(260)
      const controls = page.locator('.day-tools').locator('a:visible, summary:visible')
      const heights = await controls.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect().height),
      )
      expect(heights.length).toBeGreaterThan(5)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})

test('what was taken back is said at the lower edge, however far the page is scrolled', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await visitAt(salon, { start: new Date(Date.now() - 5 * MINUTE) })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await page.setViewportSize({ width: 1280, height: 400 })
    await open(page, salon.url('/admin/day?view=list'))
    await button(page, t('staffDay.sayOf', { action: t('staffDay.sayArrived'), name: freja })).click()
    await said(page, t('staffDay.didArrive'))
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await press(page, t('staffDay.undo'))
    await said(page, t('staffShell.undone'))
    const { y = 0, height = 0 } =
      (await page.getByText(t('staffShell.undone'), { exact: true }).boundingBox()) ?? {}
    expect([y > 200, y + height < 400]).toEqual([true, true])
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })
})

test('on a phone one person is shown, with the others a press away, and the page is not wider', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await visitAt(salon)
  await visitAt(salon, { clock: '11:00', member: 'bo' })
  await harness.visit(
    { before: reception.copyCookies, viewport: { width: 390, height: 844 } },
    async (page) => {
      await open(page, salon.url(dayOf()))
      await cardOf(page, freja, '10:00 to 10:30').waitFor()
      expect(await cardOf(page, freja, '11:00', 'bo').isVisible()).toBe(false)
      await follow(page, 'bo')
      await expect.poll(() => cardOf(page, freja, '11:00', 'bo').isVisible()).toBe(true)
      expect(await cardOf(page, freja, '10:00').isVisible()).toBe(false)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    },
  )
})

test('a tablet shows six people at once and a large screen ten; names and times stay in view', async () => {
  const members = Array.from({ length: 10 }, (_, index) => ({ id: `person-${index}` }))
  const salon = await openSalon(harness.site, { members })
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await visitAt(salon, { member: 'person-9' })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    for (const [width, shown] of [
      [1024, 6],
      [1440, 10],
    ] as const) {
      await page.setViewportSize({ width, height: 600 })
      await open(page, salon.url(dayOf()))
      const seen = () =>
        page.getByRole('region', { name: t('staffDay.grid'), exact: true }).evaluate((frame) => {
          const view = frame.getBoundingClientRect()
          const boxes = (selector: string) =>
            [...frame.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
          const axis = frame.querySelector('.day-axis')?.getBoundingClientRect()
          return {
            whole: boxes('[data-column]').filter(
              ({ left, right }) => left >= (axis?.right ?? 0) - 1 && right <= view.right + 1,
            ).length,
            names: boxes('.column-head').every(({ top }) => Math.abs(top - view.top) <= 1),
            times: Math.abs((axis?.left ?? 0) - view.left) <= 1,
            top: frame.scrollTop,
            page: document.documentElement.scrollWidth,
          }
        })
      expect((await seen()).whole).toBeGreaterThanOrEqual(shown)
      expect(await seen()).toMatchObject({ names: true, times: true, page: width })
      await page
        .getByRole('region', { name: t('staffDay.grid'), exact: true })
        .evaluate((frame) => frame.scrollTo({ top: 240, left: 400, behavior: 'instant' }))
      expect(await seen()).toMatchObject({ names: true, times: true, top: 240, page: width })
    }
  })
})

test('free time that is pressed leads to a new visit there, to the quarter of an hour', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await visitAt(salon, { clock: '09:00', minutes: 60 })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await openDay(page, salon)
    const free = page.getByRole('link', {
      name: t('staffDay.bookHere', { times: '10:00–17:00', member: 'anna' }),
      exact: true,
    })
    const { height = 0 } = (await free.boundingBox()) ?? {}
    await free.click({ position: { x: 10, y: (height / 7) * 1.6 } })
    await page.waitForURL(/\/admin\/visit\/new/)
    const { searchParams } = new URL(page.url())
    expect([searchParams.get('member'), Number(searchParams.get('start'))]).toEqual(['anna', at('11:30')])
  })
})

test('what is typed stays where a stale page is refused, and where somebody else has noted something', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const other = await work(salon, { name: 'Emil Dahl', role: 'reception' })
  const { id } = await visitAt(salon)
  await harness.visit({ before: reception.copyCookies, expected: /staff\/live/ }, async (page) => {
    // The page hears of nothing by itself.
    await page.route('**/api/staff/live', (route) => route.abort())
    await open(page, salon.url(`/admin/visit/${id}?ask=cancel`))
    const typed = field(page, t('staffVisit.newNote'))
    await typed.fill('Colour 6/1, 30 ml')
    await other.call('placeVisit', { tenantId: salon.id, id, sequence: 0, start: at('15:00') })
    await other.call('addStaffNote', { id, text: 'Rings back' })
    await press(page, t('staffVisit.cancelYes'))
    await page.getByText(t('staffDay.changed', { by: 'Emil Dahl' }), { exact: true }).waitFor()
    await page.getByText('Rings back', { exact: true }).waitFor()
    expect(await typed.inputValue()).toBe('Colour 6/1, 30 ml')
    expect(await storedVisits(salon)).toMatchObject([{ start: at('15:00'), state: 'booked' }])
    // Saved, it is typed no more.
    await press(page, t('staffVisit.addNote'))
    await page.getByText('Colour 6/1, 30 ml', { exact: true }).first().waitFor()
    await expect.poll(() => typed.inputValue()).toBe('')
  })
})

test('after a time without a connection the screen agrees within three seconds', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const other = await work(salon, { name: 'Emil Dahl', role: 'reception' })
  const { id } = await visitAt(salon)
  const expected = /ERR_INTERNET_DISCONNECTED/
  await harness.visit({ before: reception.copyCookies, expected }, async (page, context) => {
    const watched = page.waitForRequest(/\/api\/staff\/live/)
    await openDay(page, salon)
    await watched
    await context.setOffline(true)
    await page.getByRole('status').filter({ hasText: 'connection' }).waitFor()
    await other.call('placeVisit', { tenantId: salon.id, id, sequence: 0, start: at('14:00') })
    await page.waitForTimeout(1_000)
    expect(await cardOf(page, freja, '10:00 to 10:30').count()).toBe(1)
    await context.setOffline(false)
    await cardOf(page, freja, '14:00 to 14:30').waitFor({ timeout: 3_000 })
  })
})

test('the bar that takes back is gone once that was refused, while the reason stays', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const { id } = await visitAt(salon, { start: new Date(Date.now() - 5 * MINUTE) })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await open(page, salon.url('/admin/day?view=list'))
    await button(page, t('staffDay.sayOf', { action: t('staffDay.sayArrived'), name: freja })).click()
    await said(page, t('staffDay.didArrive'))
    await salon.sql("update visit_change set at = at - interval '1 minute'")
    await press(page, t('staffDay.undo'))
    await page.getByText(t('staffDay.undoOver'), { exact: true }).waitFor()
    await expect.poll(() => button(page, t('staffDay.undo')).count()).toBe(0)
    // A change on another screen loads the page again.
    await reception.call('addStaffNote', { id, text: 'Rings back' })
    await page
      .getByText(t('staffDay.staffNotes', { count: 1 }), { exact: false })
      .first()
      .waitFor()
    expect(await page.getByText(t('staffDay.undoOver'), { exact: true }).count()).toBe(1)
  })
})

test('what was done names its guest on the page of another visit', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const { id } = await visitAt(salon)
  const emil = { firstname: 'Emil', lastname: 'Lund', email: 'emil@x.dk', mobile: '', language: 'en' }
  await visitAt(salon, { clock: '11:00', contact: emil })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await open(page, salon.url(`/admin/visit/${id}?ask=cancel`))
    await press(page, t('staffVisit.cancelYes'))
    await said(page, t('staffDay.didCancel'))
    await said(page, `${freja}, 10:00–10:30`)
    await follow(page, t('staffVisit.toDay'))
    await cardOf(page, 'Emil Lund', '11:00 to 11:30').click()
    await heading(page, 'Emil Lund')
    await said(page, t('staffDay.didCancel'))
    await said(page, `${freja}, 10:00–10:30`)
  })
})

test('the bar that takes back is gone when it is too late', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await visitAt(salon, { start: new Date(Date.now() - 5 * MINUTE) })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    await page.clock.install()
    await open(page, salon.url('/admin/day?view=list'))
    await button(page, t('staffDay.sayOf', { action: t('staffDay.sayArrived'), name: freja })).click()
    await said(page, t('staffDay.didArrive'))
    await page.clock.fastForward(UNDO_MS + 1_000)
    await expect.poll(() => button(page, t('staffDay.undo')).count()).toBe(0)
  })
})
