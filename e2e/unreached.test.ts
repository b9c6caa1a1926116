/** @module-tag exhaustive */

import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { booking, visitor } from './booking.ts'
import { join, openSalon, textIn, type Salon } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const expected = /ERR_INTERNET_DISCONNECTED|Failed to fetch/
const bookings = async (salon: Salon) =>
  (await salon.sql("select id from visit where state = 'booked'")).length

/** Presses a button while the guest has no connection, and waits for the error. */
async function pressOffline(page: Page, context: BrowserContext, press: () => Promise<void>) {
  await context.setOffline(true)
  await press()
  const reported = page.getByRole('alert').getByText(t('booking.unreached'), { exact: true })
  await reported.waitFor()
  // An earlier error may still be visible.
  await expect
    .poll(() =>
      page
        .getByRole('alert')
        .filter({ hasText: t('booking.unreached') })
        .evaluate((alert) => alert === document.activeElement),
    )
    .toBe(true)
  expect(await page.title()).toContain(t('error.documentTitle', { title: '' }).trim())
  await context.setOffline(false)
}

test('a guest who loses the connection keeps the form values, sees an error and books later', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({ expected }, async (page, context) => {
    const step = booking(page, t)
    await open(page, salon.url('/book/time?services=cut'))
    await step.firstTime().click()
    await step.heading(t('booking.detailsTitle'))
    await step.tell()
    const dial = page.getByLabel(t('booking.dialCode'), { exact: true })
    await dial.fill('+46')
    await dial.press('Enter')
    await expect.poll(() => dial.inputValue()).toBe('SE +46')
    const left = () => step.timer().innerText()
    expect(await left()).toMatch(/10:00|9:\d\d/)
    await pressOffline(page, context, () => step.confirm().click())
    await step.heading(t('booking.detailsTitle'))
    for (const name of Object.keys(visitor) as (keyof typeof visitor)[])
      expect(await step.field(name).inputValue()).toBe(visitor[name])
    expect(await dial.inputValue()).toBe('SE +46')
    expect(await left()).toMatch(/10:00|9:\d\d/)
    await dial.fill('+45')
    await dial.press('Enter')
    await pressOffline(page, context, () => step.confirm().click())
    expect(await step.field('email').inputValue()).toBe(visitor.email)
    expect(await bookings(salon)).toBe(0)
    await step.confirm().click()
    await step.done()
  })
  expect(await bookings(salon)).toBe(1)
})

test('a country that is entered before the list of countries has loaded is used afterwards', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    let come = () => {}
    const entered = new Promise<void>((resolve) => {
      come = resolve
    })
    await page.route(/\/dial-search-/, async (route) => {
      await entered
      await route.continue()
    })
    await open(page, salon.url('/book/time?services=cut'))
    const step = booking(page, t)
    await step.firstTime().click()
    await step.heading(t('booking.detailsTitle'))
    const dial = page.getByLabel(t('booking.dialCode'), { exact: true })
    await dial.fill('+46')
    await dial.press('Enter')
    await page.keyboard.press('Tab')
    come()
    await expect.poll(() => dial.inputValue()).toBe('SE +46')
    expect([
      await page.locator('select[name=countryCode]').inputValue(),
      await page.getByRole('listbox').count(),
    ]).toEqual(['SE', 0])
  })
})

test('an arrow key pressed early opens the list of countries once it has loaded', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({}, async (page) => {
    let come = () => {}
    const pressed = new Promise<void>((resolve) => {
      come = resolve
    })
    await page.route(/\/dial-search-/, async (route) => {
      await pressed
      await route.continue()
    })
    await open(page, salon.url('/book/time?services=cut'))
    const step = booking(page, t)
    await step.firstTime().click()
    await step.heading(t('booking.detailsTitle'))
    const dial = page.getByLabel(t('booking.dialCode'), { exact: true })
    await dial.press('ArrowDown')
    expect(await dial.inputValue()).toBe('')
    come()
    expect(await page.getByRole('option', { selected: true }).innerText()).toContain('+45')
    await dial.press('ArrowDown')
    await dial.press('Enter')
    expect(await dial.inputValue()).not.toBe('DK +45')
  })
})

test('a signed-in guest without a connection sees an error on the last step, and books later', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ before: member.copyCookies, expected }, async (page, context) => {
    const step = booking(page, t)
    await open(page, salon.url('/appointments/time?services=cut'))
    await step.firstTime().click()
    await step.heading(t('booking.reviewTitle'))
    await pressOffline(page, context, () => step.confirm().click())
    await step.confirm().click()
    await step.done()
  })
  expect(await bookings(salon)).toBe(1)
})

test('a hold that could not be extended shows an error and keeps the form values', async () => {
  const salon = await openSalon(harness.site)
  await harness.visit({ expected }, async (page, context) => {
    const step = booking(page, t)
    await open(page, salon.url('/book/time?services=cut'))
    await step.firstTime().click()
    await step.tell()
    await context.setOffline(true)
    const longer = page.getByRole('button', { name: t('booking.keepLonger'), exact: true })
    await longer.click()
    await page.getByRole('alert').getByText(t('booking.unreached'), { exact: true }).waitFor()
    expect(await step.field('email').inputValue()).toBe(visitor.email)
    await context.setOffline(false)
    await longer.click()
    await longer.waitFor({ state: 'hidden' })
    expect(
      await page
        .getByRole('alert')
        .filter({ hasText: t('booking.unreached') })
        .count(),
    ).toBe(0)
  })
})
