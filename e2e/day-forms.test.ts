import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, countPresses, DAYS_AHEAD, inDays, openDay, storedVisits, visitAt } from './day.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { button, field, follow, heading, press } from './page.ts'
import { join, openSalon, textIn, work, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

/* What the salon books, blocks and prints: by telephone, at the desk, on paper; with and without scripts. */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
/** The dates of a series before they are booked. */
const seriesDates = (page: Page) =>
  page.getByRole('region', { name: t('series.dates') }).getByRole('listitem')

afterAll(() => harness.close())

const ten = () => at('10:00')
const newVisit = (query = `?member=anna&start=${ten()}`) => `/admin/visit/new${query}`
const service = (page: Page, id: string) => page.locator(`input[name=service][value=${id}]`)
const reception = (salon: Salon) => work(salon, { name: 'Ida Krogh', role: 'reception' })
const bookedBy = (salon: Salon) =>
  salon.sql<{ source: string; firstname: string | null; mobile: string | null; guest: string | null }>(
    `select source, contact ->> 'firstname' as firstname, contact ->> 'mobile' as mobile, guest_id as guest
    from visit where state = 'booked' order by booked_at desc, start`,
  )
const notes = (salon: Salon) => salon.sql<{ text: string }>('select text from staff_note')

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? 'with scripts' : 'without scripts'
  const go = (page: Page, url: string) => (javaScriptEnabled ? open(page, url) : page.goto(url))
  /** What is searched while it is typed needs no button. */
  const search = async (page: Page, typed: string) => {
    await field(page, t('guestSearch.label')).fill(typed)
    if (!javaScriptEnabled) await press(page, t('guestSearch.button'))
  }

  test(`a known guest who calls is booked by four presses at most, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    const guest = await join(salon)
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      // The first press was the place in the day.
      await go(page, salon.url(newVisit()))
      if (javaScriptEnabled) {
        // Digits that are typed find the guest.
        await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('q')
        await page.keyboard.type('4050')
      } else await search(page, '4050')
      // The only one who is found is chosen at once.
      await expect
        .poll(() => page.getByRole('radio', { name: /^Alma Lund.*20 30 40 50/ }).isChecked())
        .toBe(true)
      await service(page, 'cut').check()
      await press(page, t('newVisit.book'))
      await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('date')).toBe(inDays(DAYS_AHEAD))
      // Who asks later when it was: from the search the visit is a press away.
      await go(page, salon.url(newVisit('')))
      await search(page, '4050')
      await page.getByRole('link', { name: t('guestSearch.open', { visit: '' }).trim() }).click()
      await page.getByRole('heading', { level: 1, name: 'Alma Lund' }).waitFor()
    })
    expect(await storedVisits(salon)).toMatchObject([{ start: ten(), member: 'anna', minutes: 30 }])
    expect(await bookedBy(salon)).toMatchObject([{ source: 'phone', guest: guest.uid }])
  })

  test(`somebody new is booked with both notes, another person for one service, and other lengths, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(newVisit('')))
      await search(page, 'Xenia Quist')
      if (!javaScriptEnabled) await page.getByText(t('guestSearch.found', { count: 0 })).waitFor()
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await field(page, t('onboarding.lastname')).fill('Quist')
      await field(page, t('onboarding.mobile')).fill('12')
      await service(page, 'cut').check()
      await service(page, 'color').check()
      const own = (id: string) => page.getByRole('group', { name: `${id} of ${salon.id}`, exact: true })
      await field(own('cut'), t('staffPlace.minutes')).fill('45')
      await field(own('color'), t('newVisit.person')).selectOption('bo')
      await page.locator('#member').selectOption('anna')
      await field(page, t('newVisit.date')).fill(inDays(DAYS_AHEAD))
      await field(page, t('newVisit.time')).fill('10:00')
      await field(page, t('newVisit.note')).fill('Short at the sides')
      await field(page, t('newVisit.staffNote')).fill('Prefers the window')
      await press(page, t('newVisit.book'))
      // What is wrong is said, and all of the rest is kept.
      await page.getByRole('alert').getByText(t('onboarding.mobileWrong'), { exact: true }).waitFor()
      expect(await service(page, 'color').isChecked()).toBe(true)
      expect(await field(page, t('newVisit.staffNote')).inputValue()).toBe('Prefers the window')
      expect(await storedVisits(salon)).toEqual([])
      await field(page, t('onboarding.mobile')).fill('20 99 88 77')
      await press(page, t('newVisit.book'))
      await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    })
    const [visit] = await salon.sql<{ member_id: string; minutes: number }>(
      `select array_agg(member_id order by position) as member_id,
        array_agg((extract(epoch from "end" - start) / 60)::int order by position) as minutes from segment`,
    )
    // In the order of ticking, which only scripts know.
    expect(visit).toEqual(
      javaScriptEnabled
        ? { member_id: ['anna', 'bo'], minutes: [45, 60] }
        : { member_id: ['bo', 'anna'], minutes: [60, 45] },
    )
    expect(await bookedBy(salon)).toMatchObject([{ firstname: 'Xenia', mobile: '+4520998877' }])
    expect(await notes(salon)).toEqual([{ text: 'Prefers the window' }])
  })

  test(`somebody whose number is known is chosen instead of booked anew, and nobody without a name by accident, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    const guest = await join(salon)
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(newVisit()))
      await service(page, 'cut').check()
      await press(page, t('newVisit.book'))
      await page.getByText(t('newVisit.nameless'), { exact: true }).waitFor()
      expect(await storedVisits(salon)).toEqual([])
      await field(page, t('onboarding.mobile')).fill('20 30 40 50')
      if (javaScriptEnabled) await page.keyboard.press('Tab')
      else await press(page, t('newVisit.bookAnyway'))
      await page.getByText(t('newVisit.known', { name: 'Alma Lund' }), { exact: true }).waitFor()
      await press(page, t('newVisit.take', { name: 'Alma Lund' }))
      await expect.poll(() => page.getByRole('radio', { name: /^Alma Lund/ }).isChecked()).toBe(true)
      await press(page, t('newVisit.book'))
      await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    })
    expect(await bookedBy(salon)).toMatchObject([{ guest: guest.uid }])
  })

  test(`outside the hours it is booked once the warning was seen, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(newVisit(`?member=anna&start=${at('20:00')}`)))
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await service(page, 'cut').check()
      // With scripts the warning is there before anything is pressed.
      if (!javaScriptEnabled) await press(page, t('newVisit.book'))
      await page.getByText(t('staffPlace.hours'), { exact: true }).waitFor()
      expect(await storedVisits(salon)).toEqual([])
      await press(page, t('newVisit.bookAnyway'))
      await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    })
    expect(await storedVisits(salon)).toMatchObject([{ start: at('20:00') }])
  })

  test(`a time that is taken names who has it and the nearest free ones; over it only by right, with a reason, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    const owner = await work(salon, { name: 'Ea Lund' })
    await visitAt(salon)
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(newVisit()))
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await service(page, 'cut').check()
      // With scripts it is said before anything is pressed, and the button books nothing that fails.
      if (!javaScriptEnabled) await press(page, t('newVisit.book'))
      await page.getByText(t('staffPlace.taken'), { exact: true }).first().waitFor()
      if (javaScriptEnabled) expect(await button(page, t('newVisit.book')).isDisabled()).toBe(true)
      await page.getByText(/^10:00–10:30 · Freja Holm · anna$/).waitFor()
      await page.getByText(t('placement.mayNotOver'), { exact: true }).waitFor()
      expect(await field(page, t('staffPlace.overReason')).count()).toBe(0)
      await page
        .getByRole('group', { name: t('placement.nearest') })
        .getByRole('radio')
        .first()
        .check()
      await press(page, t('newVisit.book'))
      await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    })
    expect(await storedVisits(salon)).toHaveLength(2)
    await harness.visit({ javaScriptEnabled, before: owner.copyCookies }, async (page) => {
      await go(page, salon.url(newVisit()))
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await service(page, 'cut').check()
      if (!javaScriptEnabled) await press(page, t('newVisit.book'))
      await field(page, t('staffPlace.overReason')).fill('Mother and daughter')
      await button(page, /^Book/).click()
      await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    })
    expect(await salon.sql('select over_reason from segment where over')).toEqual([
      { over_reason: 'Mother and daughter' },
    ])
  })

  test(`a series says of each date what became of it, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    await visitAt(salon, { days: DAYS_AHEAD + 14 })
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(newVisit()))
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await service(page, 'cut').check()
      await field(page, t('newVisit.repeat')).selectOption('2')
      await field(page, t('newVisit.count')).fill('3')
      // Without scripts the dates are shown before they are booked.
      if (!javaScriptEnabled) await press(page, t('newVisit.book'))
      const dates = seriesDates(page)
      await expect.poll(() => dates.count()).toBe(3)
      await dates.nth(1).getByText(t('staffPlace.taken'), { exact: true }).waitFor()
      await dates.nth(1).getByRole('radio').first().check()
      await press(page, t('newVisit.book'))
      await heading(page, t('newVisit.seriesTitle', { booked: 3, count: 3 }))
      const stored = await storedVisits(salon)
      expect(stored.map(({ start }) => start)).toEqual(
        expect.arrayContaining([ten(), at('10:00', DAYS_AHEAD + 14), at('10:00', DAYS_AHEAD + 28)]),
      )
      expect(stored).toHaveLength(4)
    })
  })

  test(`a visit whose time has passed is booked without a confirmation, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      const inform = page.locator('input[name=inform]')
      await go(page, salon.url(newVisit(`?member=anna&start=${at('10:00', -1)}`)))
      expect(await inform.isChecked()).toBe(true)
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await service(page, 'cut').check()
      if (!javaScriptEnabled) await press(page, t('newVisit.book'))
      await page.getByText(t('staffPlace.past'), { exact: true }).waitFor()
      await expect.poll(() => inform.isChecked()).toBe(false)
      if (javaScriptEnabled) {
        // Another time is confirmed as before.
        await page.locator('input[name=date]').fill(inDays(DAYS_AHEAD))
        await expect.poll(() => inform.isChecked()).toBe(true)
        await page.locator('input[name=date]').fill(inDays(-1))
        await expect.poll(() => inform.isChecked()).toBe(false)
      }
      await press(page, t('newVisit.bookAnyway'))
      await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    })
    expect(await salon.sql('select informing from visit_change')).toEqual([{ informing: 'none' }])
  })

  test(`a series is taken back beside its results, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(newVisit()))
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await service(page, 'cut').check()
      await field(page, t('newVisit.repeat')).selectOption('2')
      await field(page, t('newVisit.count')).fill('2')
      if (!javaScriptEnabled) await press(page, t('newVisit.book'))
      await expect.poll(() => seriesDates(page).count()).toBe(2)
      await press(page, t('newVisit.book'))
      await heading(page, t('newVisit.seriesTitle', { booked: 2, count: 2 }))
      if (javaScriptEnabled) {
        await follow(page, t('newVisit.back'))
        await page.getByRole('status').getByText('Xenia', { exact: true }).waitFor()
      }
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      expect(new URL(page.url()).searchParams.get('date')).toBe(inDays(DAYS_AHEAD))
    })
    expect(new Set((await storedVisits(salon)).map(({ state }) => state))).toEqual(new Set(['cancelled']))
  })

  test(`who waits for a free place is offered it now, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    const guest = await join(salon)
    await guest.call('joinWaitlist', { tenantId: salon.id, services: ['cut'] })
    await salon.sql("update waitlist_entry set confirmed_at = now(), state = 'waiting'")
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await page.setViewportSize({ width: 1280, height: 600 })
      await go(page, salon.url(newVisit()))
      await page.getByText(t('staffQueue.title', { count: 1 })).waitFor()
      const phone = page.getByRole('link', { name: '20 30 40 50', exact: true })
      expect(await phone.getAttribute('href')).toBe('tel:+4520304050')
      await press(page, t('staffQueue.offerTo', { name: 'Alma Lund' }))
      const offered = page.getByRole('status').getByText(/^The time is offered and held until/)
      await offered.waitFor()
      const { y = 0, height = 0 } = (await offered.boundingBox()) ?? {}
      // At the lower edge, wherever the form is scrolled to.
      expect([y > 300, y + height < 600]).toEqual([true, true])
    })
    expect(await salon.sql("select 1 from waitlist_offer where state = 'open'")).toHaveLength(1)
  })

  test(`an illness shows what it breaks before it is saved, and hands it over in one form, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    for (const clock of ['10:00', '11:00', '12:00']) await visitAt(salon, { clock })
    await visitAt(salon, { clock: '11:00', member: 'bo' })
    const absences = () => salon.sql<{ kind: string }>('select kind from absence')
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(`/admin/absence?member=anna&kind=ill&date=${inDays(DAYS_AHEAD)}`))
      await button(page.locator('form:has(select[name=kind])'), t('staffAbsence.save')).click()
      await page.getByText(t('staffAbsence.breaks', { count: 3 }), { exact: true }).waitFor()
      expect(await absences()).toEqual([])
      const isRead = () => page.locator('[role=status]:focus').innerText()
      if (javaScriptEnabled) expect(await isRead()).toContain(t('staffAbsence.breaks', { count: 3 }))
      const phone = () => page.getByRole('link', { name: '20 12 34 56', exact: true }).first()
      expect(await phone().getAttribute('href')).toBe('tel:+4520123456')
      await press(page, t('staffAbsence.saveAnyway'))
      await page
        .getByRole('heading', { name: t('staffAbsence.handOverTitle', { count: 3 }), exact: true })
        .waitFor()
      expect(await absences()).toEqual([{ kind: 'ill' }])
      expect((await storedVisits(salon)).filter(({ member }) => member === 'anna')).toHaveLength(3)
      expect(await phone().getAttribute('href')).toBe('tel:+4520123456')
      // bo is free at ten and twelve; who comes at eleven is left as it is.
      await field(page, t('staffAbsence.outcome', { time: '11:00' })).selectOption('')
      await field(page, t('staffAbsence.inform')).selectOption('none')
      await press(page, t('staffAbsence.handOver'))
      await page
        .getByRole('heading', { name: t('staffAbsence.handOverTitle', { count: 1 }), exact: true })
        .waitFor()
      expect(await page.getByText(t('staffAbsence.given', { name: 'bo' }), { exact: true }).count()).toBe(2)
      if (javaScriptEnabled)
        await expect
          .poll(() => page.evaluate(() => document.activeElement?.getAttribute('role')))
          .toBe('status')
    })
    const visits = await storedVisits(salon)
    expect(new Set(visits.map(({ start, member }) => `${start} ${member}`))).toEqual(
      new Set([`${ten()} bo`, `${at('11:00')} anna`, `${at('11:00')} bo`, `${at('12:00')} bo`]),
    )
    expect(visits).toHaveLength(4)
    expect(visits.every(({ state }) => state === 'booked')).toBe(true)
    expect(await salon.guestMail()).toEqual([])
  })

  test(`a day has other hours, which are removed again, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    const own = () => salon.sql<{ hours: unknown }>("select hours from day_hours where origin = 'desk'")
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(`/admin/absence?date=${inDays(DAYS_AHEAD)}`))
      const hours = page.locator('form:has(input[value=hours])')
      await hours.getByLabel(t('staffAbsence.from'), { exact: true }).fill('12:00')
      await hours.getByLabel(t('staffAbsence.to'), { exact: true }).fill('11:00')
      await button(hours, t('staffAbsence.save')).click()
      await page.getByRole('alert').waitFor()
      expect(await own()).toEqual([])
      await hours.getByLabel(t('staffAbsence.to'), { exact: true }).fill('20:00')
      await button(hours, t('staffAbsence.save')).click()
      await page.getByText(t('staffShell.saved'), { exact: true }).waitFor()
      expect(await own()).toEqual([{ hours: [{ from: '12:00', to: '20:00' }] }])
      await press(page, t('staffAbsence.removeOf', { what: 'Everybody: 12:00–20:00' }))
      await page.getByText(t('staffDay.didRemoveHours'), { exact: true }).waitFor()
      expect(await own()).toEqual([])
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      expect(await own()).toEqual([{ hours: [{ from: '12:00', to: '20:00' }] }])
    })
  })

  test(`a printed day names guests without their numbers, unless they are wanted, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const person = await reception(salon)
    await visitAt(salon)
    await salon.sql("update visit set progress = 'done'")
    await harness.visit({ javaScriptEnabled, before: person.copyCookies }, async (page) => {
      await go(page, salon.url(`/admin/day/print?date=${inDays(DAYS_AHEAD)}`))
      const sheet = page.getByRole('region', { name: 'anna', exact: true })
      await sheet.getByText(/^Freja Holm/).waitFor()
      await sheet.getByText(t('staffDay.done'), { exact: true }).waitFor()
      await sheet.getByText(/^Printed by Ida Krogh on /).waitFor()
      await page.getByRole('region', { name: 'bo', exact: true }).waitFor()
      expect(await page.content()).not.toMatch(/20123456|20 12 34 56/)
      await field(page, t('dayPrint.phones')).check()
      await press(page, t('staffAudit.show'))
      await page.getByText(/^Freja Holm, 20 12 34 56/).waitFor()
      await page.emulateMedia({ media: 'print' })
      for (const hidden of [page.getByRole('banner'), field(page, t('dayPrint.phones'))])
        expect(await hidden.isVisible()).toBe(false)
    })
    expect(await salon.sql("select 1 from audit where what = 'dayPrinted'")).toHaveLength(2)
  })

  test(`notices and the calendar link are chosen on one’s own page; the link is shown once, ${scripts}`, async () => {
    const salon = await openSalon(harness.site)
    const anna = await work(salon, { name: 'Anna', role: 'practitioner', memberId: 'anna' })
    await harness.visit({ javaScriptEnabled, before: anna.copyCookies }, async (page) => {
      await go(page, salon.url('/admin/me'))
      await field(page, t('staffMe.noticeMail')).check()
      await page.locator('form:has(input[value=notices]) button').click()
      await page.getByText(t('staffShell.saved'), { exact: true }).waitFor()
      expect(await field(page, t('staffMe.noticeMail')).isChecked()).toBe(true)
      await press(page, t('staffMe.feedCreate'))
      const url = await page.locator('#feedUrl').inputValue()
      expect(url).toMatch(/\/feed\/[\w-]{32}\.ics$/)
      expect(page.url()).not.toContain('feed/')
      await go(page, salon.url('/admin/me'))
      expect(await page.locator('#feedUrl').count()).toBe(0)
      await press(page, t('staffMe.feedRemove'))
      await page.getByText(t('staffMe.feedNone'), { exact: true }).waitFor()
    })
  })
}

test('from the day a known guest is booked by four presses at most, and somebody new by six', async () => {
  const salon = await openSalon(harness.site)
  const person = await reception(salon)
  const guest = await join(salon)
  await harness.visit({ before: person.copyCookies }, async (page) => {
    const presses = await countPresses(page)
    const pressFree = async (member: string) => {
      await openDay(page, salon)
      const times = '09:00–17:00'
      await page
        .getByRole('link', { name: t('staffDay.bookHere', { times, member }), exact: true })
        .click({ position: { x: 10, y: 2 } })
      await heading(page, t('newVisit.title'))
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('q')
    }
    await pressFree('anna')
    await page.keyboard.type('4050')
    await expect.poll(() => page.getByRole('radio', { name: /^Alma Lund/ }).isChecked()).toBe(true)
    await service(page, 'cut').check()
    await press(page, t('newVisit.book'))
    await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    const known = await presses()
    expect(known).toBeLessThanOrEqual(4)

    await pressFree('bo')
    await page.keyboard.type('Xenia Quist')
    // What was searched for is the name of somebody new.
    await expect.poll(() => field(page, t('onboarding.lastname')).inputValue()).toBe('Quist')
    await field(page, t('onboarding.mobile')).click()
    await page.keyboard.type('20998877')
    await service(page, 'cut').check()
    await press(page, t('newVisit.book'))
    await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    expect((await presses()) - known).toBeLessThanOrEqual(6)
  })
  expect(await storedVisits(salon)).toMatchObject([
    { start: at('09:00'), minutes: 30 },
    { start: at('09:00'), minutes: 30 },
  ])
  expect(await bookedBy(salon)).toMatchObject([
    { firstname: 'Xenia', mobile: '+4520998877' },
    { guest: guest.uid },
  ])
})

test('from the day somebody who walks in is booked by three presses: now, what, and book', async () => {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
  const salon = await openSalon(harness.site, { exceptions: [], members: [{ id: 'anna', hours }] })
  const person = await reception(salon)
  await harness.visit({ before: person.copyCookies }, async (page) => {
    const presses = await countPresses(page)
    await page.setViewportSize({ width: 1280, height: 1_300 })
    await open(page, salon.url('/admin/day'))
    await page.getByRole('link', { name: t('staffDay.nowWith', { member: 'anna' }), exact: true }).click()
    await heading(page, t('staffDay.fromWalkIn'))
    await service(page, 'cut').check()
    await button(page, /^Book/).click()
    await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    expect(await presses()).toBeLessThanOrEqual(3)
  })
  expect(await bookedBy(salon)).toMatchObject([{ source: 'walkIn' }])
})

test('somebody who walks in is booked by three presses', async () => {
  const salon = await openSalon(harness.site, { exceptions: [] })
  const person = await reception(salon)
  await harness.visit({ before: person.copyCookies }, async (page) => {
    // The first press was Now in the column. Outside of the hours, the third one accepts the warning that
    // is shown.
    await open(page, salon.url('/admin/visit/new?member=anna&walkIn=1'))
    await heading(page, t('staffDay.fromWalkIn'))
    await service(page, 'cut').check()
    await page.getByRole('status').filter({ hasText: /./ }).first().waitFor()
    await button(page, /^Book/).click()
    await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
  })
  const [visit] = await storedVisits(salon)
  expect(Math.abs((visit?.start ?? 0) - Date.now())).toBeLessThan(3 * 60_000)
  expect(await bookedBy(salon)).toMatchObject([{ source: 'walkIn', guest: null }])
  expect(await salon.sql('select progress from visit')).toEqual([{ progress: 'arrived' }])
  expect(await salon.guestMail()).toEqual([])
})

test('what is known of a time is said where a screen reader has already found an empty status', async () => {
  const salon = await openSalon(harness.site)
  const person = await reception(salon)
  await visitAt(salon)
  await harness.visit({ before: person.copyCookies }, async (page) => {
    await open(page, salon.url(newVisit(`?member=anna&start=${at('11:00')}`)))
    const said = page.locator('.sticky [role=status]')
    const mark = () =>
      said.evaluate((element) => {
        const known = 'known' in element
        Object.assign(element, { known: true })
        return { known, text: element.textContent }
      })
    expect(await mark()).toEqual({ known: false, text: '' })
    await service(page, 'cut').check()
    await said.getByText(t('placement.free'), { exact: true }).waitFor()
    await field(page, t('newVisit.time')).fill('10:00')
    await said.getByText(t('staffPlace.taken'), { exact: true }).waitFor()
    expect(await mark()).toMatchObject({ known: true })
  })
})

test('services are performed in the order in which they were ticked', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const person = await reception(salon)
  await harness.visit({ before: person.copyCookies }, async (page) => {
    await open(page, salon.url(newVisit()))
    await field(page, t('onboarding.firstname')).fill('Xenia')
    await service(page, 'color').check()
    await service(page, 'cut').check()
    await press(page, t('newVisit.book'))
    await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
  })
  expect(await salon.sql('select service_id from segment order by position')).toEqual([
    { service_id: 'color' },
    { service_id: 'cut' },
  ])
})

test('a practitioner books with themselves only, and blocks only their own time', async () => {
  const salon = await openSalon(harness.site)
  const bo = await work(salon, { name: 'Bo Berg', role: 'practitioner', memberId: 'bo' })
  await visitAt(salon)
  await harness.visit({ before: bo.copyCookies }, async (page) => {
    await open(page, salon.url(newVisit('')))
    expect(await page.locator('#member option').allTextContents()).toEqual([t('newVisit.anyone'), 'bo'])
    await open(page, salon.url(`/admin/absence?member=anna&date=${inDays(DAYS_AHEAD)}`))
    expect(await page.locator('#member option').allTextContents()).toEqual(['bo'])
    expect(await page.content()).not.toContain('Freja')
    await open(page, salon.url(`/admin/day/print?date=${inDays(DAYS_AHEAD)}&phones=1`))
    await page.getByText(t('dayPrint.busy'), { exact: true }).waitFor()
    expect(await page.content()).not.toMatch(/Freja|20123456|20 12 34 56/)
  })
})

test('a page that could not be reached keeps what was typed', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const person = await reception(salon)
  await harness.visit(
    { before: person.copyCookies, expected: /ERR_INTERNET_DISCONNECTED/ },
    async (page, context) => {
      await open(page, salon.url(newVisit()))
      await field(page, t('onboarding.firstname')).fill('Xenia')
      await context.setOffline(true)
      await press(page, t('newVisit.book'))
      await page.getByRole('alert').getByText(t('error.notDone'), { exact: true }).waitFor()
      expect(await field(page, t('onboarding.firstname')).inputValue()).toBe('Xenia')
      await context.setOffline(false)
    },
  )
})

test('a series that can no longer be taken back says so beside its results', async () => {
  const salon = await openSalon(harness.site)
  const person = await reception(salon)
  await harness.visit({ before: person.copyCookies }, async (page) => {
    await open(page, salon.url(newVisit()))
    await field(page, t('onboarding.firstname')).fill('Xenia')
    await service(page, 'cut').check()
    await field(page, t('newVisit.repeat')).selectOption('2')
    await field(page, t('newVisit.count')).fill('2')
    await expect.poll(() => seriesDates(page).count()).toBe(2)
    await press(page, t('newVisit.book'))
    await heading(page, t('newVisit.seriesTitle', { booked: 2, count: 2 }))
    await salon.sql("update visit_change set at = at - interval '1 minute'")
    await press(page, t('staffDay.undo'))
    await page.getByText(t('staffDay.undoOver'), { exact: true }).waitFor()
    await heading(page, t('newVisit.seriesTitle', { booked: 2, count: 2 }))
    expect(await button(page, t('staffDay.undo')).count()).toBe(0)
  })
})
