import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { salonPartyLink } from '#contract/links.ts'
import { colors, desktop, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { at, DAYS_AHEAD, inDays, storedVisits, visitAt } from './day.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { field, follow, press } from './page.ts'
import { openSalon, textIn, work } from './salon.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Each `PARTY_PICTURES` gets a picture of what is checked. */
const pictures = process.env.PARTY_PICTURES

test.each([
  ['da', phone, true],
  ['de', desktop, true],
  ['de', phone, false],
] as const)('a party is booked at the desk, in %s', async (language, viewport, javaScriptEnabled) => {
  const t = textIn(language)
  const salon = await openSalon(harness.site)
  const person = await work(salon, { name: 'Ida Krogh', role: 'reception' })
  await person.call('setStaffLanguage', { tenantId: salon.id, language })
  const go = (page: Page, url: string) => (javaScriptEnabled ? open(page, url) : page.goto(url))
  const service = (page: Page, number: number) => page.locator(`#services${number}-0`)
  const time = (page: Page, clock: string) => page.locator(`input[name=start][value="${at(clock)}"]`)
  await harness.visit({ javaScriptEnabled, viewport, before: person.copyCookies }, async (page) => {
    const look = async (name: string) => {
      if (pictures)
        await page.screenshot({ path: `${pictures}/desk-${name}-${language}.png`, fullPage: true })
      if (!javaScriptEnabled) return
      await injectAxe(page)
      expect(await findViolations(page, viewport, { light: everything, dark: colors })).toEqual([])
    }
    await go(page, salon.url('/admin/visit/new'))
    await follow(page, t('staffParty.link'))
    await page.getByRole('heading', { level: 1, name: t('staffParty.title') }).waitFor()
    await press(page, t('party.persons', { count: 3 }))
    await service(page, 3).waitFor()
    await look('opens')
    // What is missing is said where it is missing, and nothing is booked.
    await press(page, t('staffParty.book'))
    await page.getByRole('alert').waitFor()
    for (const said of [
      t('party.chooseService', { person: 2 }),
      t('party.nameMissing'),
      t('staffParty.nameless'),
      t('staffParty.chooseTime'),
    ])
      await page.getByText(said, { exact: true }).last().waitFor()
    await look('missing')
    await press(page, t('party.persons', { count: 2 }))
    await service(page, 3).waitFor({ state: 'detached' })
    await field(page, t('onboarding.firstname')).fill('Mia')
    await field(page, t('onboarding.lastname')).fill('Lund')
    await service(page, 1).selectOption('cut')
    await service(page, 2).selectOption('cut')
    await press(page, t('party.addFor', { person: 2 }))
    await page.locator('#services2-1').selectOption('color')
    await page.locator('#visitor2').fill('Xenia Quist')
    await page.locator('#email2').fill('xenia@example.com')
    await field(page, t('newVisit.date')).fill(inDays(DAYS_AHEAD))
    await press(page, t('party.seeTimes'))
    await time(page, '10:00').check()
    await look('times')
    // Somebody else has the time meanwhile.
    await visitAt(salon)
    await press(page, t('staffParty.book'))
    await page.getByText(t('staffParty.taken'), { exact: true }).last().waitFor()
    expect(await storedVisits(salon)).toHaveLength(1)
    expect(await page.locator('#visitor2').inputValue()).toBe('Xenia Quist')
    expect(await page.locator('#services2-1').inputValue()).toBe('color')
    await look('taken')
    await time(page, '10:30').check()
    await press(page, t('staffParty.book'))
    await page.getByText(t('staffDay.didBook'), { exact: true }).waitFor()
    const visits = await storedVisits(salon)
    expect(visits).toMatchObject([
      { start: at('10:00') },
      { start: at('10:30'), minutes: 30 },
      { start: at('10:30'), minutes: 30 },
    ])
    // What was booked at once is taken back at once.
    if (javaScriptEnabled) {
      await press(page, t('staffDay.undo'))
      await page.getByText(t('staffShell.undone'), { exact: true }).waitFor()
      expect((await storedVisits(salon)).map(({ state }) => state).toSorted()).toEqual([
        'booked',
        'cancelled',
        'cancelled',
      ])
    }
  })
  const contacts = await salon.sql<{ email: string; firstname: string }>(
    `select contact ->> 'email' as email, contact ->> 'firstname' as firstname from visit
    where party_id is not null order by party_position`,
  )
  expect(contacts).toEqual([
    { email: '', firstname: 'Mia' },
    { email: 'xenia@example.com', firstname: 'Xenia' },
  ])
})

test('who books only what they perform finds no way to a party', async () => {
  const t = textIn('en')
  const salon = await openSalon(harness.site)
  const anna = await work(salon, { name: 'Anna', role: 'practitioner', memberId: 'anna' })
  await harness.visit({ before: anna.copyCookies }, async (page) => {
    await open(page, salon.url('/admin/visit/new'))
    await page.getByRole('heading', { level: 1, name: t('newVisit.title') }).waitFor()
    expect(await page.getByRole('link', { name: t('staffParty.link') }).count()).toBe(0)
    await open(page, salon.url(salonPartyLink()))
    await page.getByRole('heading', { level: 1, name: t('staffParty.title') }).waitFor()
  })
})
