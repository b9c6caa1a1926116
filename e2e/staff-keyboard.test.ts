/** @module-tag exhaustive */

import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, cardOf, DAYS_AHEAD, movable, openDay, storedVisits, visitAt } from './day.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { focused } from './keyboard.ts'
import { button, field, heading } from './page.ts'
import { bookElsewhere, openSalon, salonOf, textIn, work } from './salon.ts'

/* The salon's day without a mouse: what has the focus is seen, and what happens is announced. */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Moves to what is wanted with the Tab key, and presses Enter where it is seen to have the focus. */
async function enter(page: Page, wanted: Locator): Promise<void> {
  await tabTo(page, wanted, 400)
  await focused(page)
  await page.keyboard.press('Enter')
}
/** Waits until a live region says it. */
const announced = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).waitFor()

test('a receptionist signs in, books, receives, moves, takes back and cancels with the keyboard', async () => {
  const salon = salonOf(harness.site, 'aurora')
  const [known] = await salon.sql<{ firstname: string; lastname: string }>(
    "select firstname, lastname from guest where email = 'freja@example.com'",
  )
  const name = `${known?.firstname} ${known?.lastname}`
  const newest = async () =>
    (
      await salon.sql<{ state: string; progress: string; start: Date; member: string }>(
        `select state, progress, visit.start, member_id as member
        from visit join segment on visit_id = visit.id where position = 0 and state <> 'held'
        order by booked_at desc nulls last limit 1`,
      )
    )[0]
  await harness.visit({ viewport: { width: 1280, height: 900 } }, async (page) => {
    await open(page, salon.url('/welcome'))
    await enter(page, page.getByRole('button', { name: /^Karoline Vestergaard/ }))
    await page.waitForURL(/\/admin\/day/)
    await button(page, t('staffDay.keys')).waitFor()

    await page.keyboard.press('n')
    await heading(page, t('newVisit.title'))
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('q')
    await page.keyboard.type(name)
    await page.getByRole('radio', { name: new RegExp(`^${name}`) }).waitFor()
    await expect.poll(() => page.getByRole('radio', { name: new RegExp(`^${name}`) }).isChecked()).toBe(true)
    await announced(page, t('guestSearch.found', { count: 1 }))
    await tabTo(page, page.locator('#member'))
    await focused(page)
    await page.keyboard.press('ArrowDown')
    const member = await page.locator('#member').evaluate((one: HTMLSelectElement) => ({
      id: one.value,
      name: one.selectedOptions[0]?.textContent ?? '',
    }))
    await tabTo(page, field(page, t('newVisit.time')))
    await focused(page)
    // Chromium's own language is that of the United States.
    await page.keyboard.type('0845p')
    expect(await field(page, t('newVisit.time')).inputValue()).toBe('20:45')
    await tabTo(page, page.locator('input[name=service][value=dameklip]'))
    await focused(page)
    await page.keyboard.press('Space')
    // After the closing time: what is warned of is said before it is accepted.
    await announced(page, t('staffPlace.hours'))
    await enter(page, button(page, /^Book/))
    await announced(page, t('staffDay.didBook'))
    expect(await newest()).toMatchObject({ state: 'booked', progress: 'expected', member: member.id })

    const card = (from: string) => cardOf(page, name, from, member.name)
    await enter(page, card('20:45'))
    await heading(page, name)
    await page.locator('h1:focus').waitFor()
    await enter(page, button(page, t('staffDay.sayOf', { action: t('staffDay.sayArrived'), name })))
    await announced(page, t('staffDay.didArrive'))
    expect(await newest()).toMatchObject({ progress: 'arrived' })

    await enter(page, page.getByRole('link', { name: t('staffVisit.toDay'), exact: true }))
    await movable(page)
    await tabTo(page, card('20:45'), 400)
    await focused(page)
    await page.keyboard.press('m')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp')
    await page
      .getByRole('status')
      .getByText(/^20:30 to .*, /)
      .waitFor()
    await page.keyboard.press('Enter')
    const save = button(page, t('staffPlace.save'))
    await page.locator('h2:focus').waitFor()
    await enter(page, save)
    await announced(page, t('staffDay.didMove'))
    await card('20:30').waitFor()

    await page.keyboard.press('z')
    await announced(page, t('staffShell.undone'))
    await enter(page, card('20:45'))
    await heading(page, name)
    await enter(page, page.getByRole('link', { name: t('staffDay.cancel'), exact: true }))
    await page.getByRole('heading', { name: t('staffDay.cancelOf', { name }), exact: true }).waitFor()
    await enter(page, button(page, t('staffVisit.cancelYes')))
    await announced(page, t('staffDay.didCancel'))
  })
  expect(await newest()).toMatchObject({ state: 'cancelled' })
})

test('what another screen, or a guest, changes is announced, once it happens', async () => {
  const salon = await openSalon(harness.site)
  const reception = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  const other = await work(salon, { name: 'Emil Dahl', role: 'reception' })
  const { id } = await visitAt(salon)
  await other.call('placeVisit', { tenantId: salon.id, id, sequence: 0, start: at('11:00') })
  await harness.visit({ before: reception.copyCookies }, async (page) => {
    const watched = page.waitForRequest(/\/api\/staff\/live/)
    await openDay(page, salon)
    await watched
    const regions = page.getByRole('status')
    const moved = regions.getByText(t('notice.movedTitle', { name: 'Freja' }), { exact: false })
    // What had happened before is not said.
    expect(await moved.count()).toBe(0)
    await other.call('placeVisit', { tenantId: salon.id, id, sequence: 1, start: at('14:00') })
    await moved.filter({ hasText: '14:00' }).waitFor()
    await bookElsewhere(salon, salon.caller(), { from: at('09:00'), teamMember: 'bo', details: true })
    await regions.getByText(t('notice.bookedTitle', { name: 'Signe' }), { exact: false }).waitFor()
  })
  expect((await storedVisits(salon)).map(({ start }) => start)).toContain(at('14:00', DAYS_AHEAD))
})
