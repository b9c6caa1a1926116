import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { booking, visitor } from './booking.ts'
import { join, openSalon, textIn } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const main = async (page: Page) => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')

test.each([
  ['with scripts', true],
  ['without scripts', false],
])(
  'a visit for a child with a note, which is changed afterwards, %s',
  exhaustive,
  async (_, javaScriptEnabled) => {
    const salon = await openSalon(harness.site)
    await harness.visit({ javaScriptEnabled }, async (page) => {
      const step = booking(page, t)
      await page.goto(salon.url('/book/time?services=cut'))
      await step.firstTime().click()
      await step.heading(t('booking.detailsTitle'))
      await step.tell({ ...visitor, email: '' })
      await page.getByText(t('booking.forOther'), { exact: true }).click()
      await page.getByLabel(t('booking.visitor')).fill('visit evil.com')
      await page.getByText(t('booking.noteAdd'), { exact: true }).click()
      await page.getByLabel(t('booking.note')).fill('First time at a salon.\nShort, please')
      await step.confirm().click()
      // Nothing is lost, and the wrong field is open.
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel(t('booking.note')).inputValue()).toBe(
        'First time at a salon.\nShort, please',
      )
      expect(await page.getByLabel(t('booking.visitor')).getAttribute('aria-invalid')).toBe('true')
      await page.getByLabel(t('booking.visitor')).fill('Emma')
      await step.field('email').fill(visitor.email)
      await step.confirm().click()
      await step.done()
      expect(await main(page)).toContain(t('booking.bookedForName', { name: 'Emma' }))
      expect(await main(page)).toContain('First time at a salon. Short, please')
      await page.getByText(t('booking.noteChange'), { exact: true }).click()
      await page.getByLabel(t('booking.note')).fill('Long')
      await page.getByRole('button', { name: t('booking.noteSave') }).click()
      await page.getByText(t('booking.noteSaved')).waitFor()
      await expect.poll(() => main(page)).toContain(`${t('booking.noteTitle')} Long`)
      expect(await page.getByLabel(t('booking.note')).isVisible()).toBe(false)
    })
    const mails = await harness.site.mail(salon.id)
    expect(mails.find(({ key }) => key.startsWith('salon-booked'))?.text).toContain('Short, please')
    expect(mails.find(({ key }) => key.startsWith('salon-noted'))?.text).toContain(
      `${t('mail.salonNote')}: Long`,
    )
  },
)

test(
  'a signed-in guest adds a note before the button, and keeps it when the hold is prolonged',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      const step = booking(page, t)
      await open(page, salon.url('/appointments/time?services=cut'))
      await step.firstTime().click()
      await step.heading(t('booking.reviewTitle'))
      await page.getByText(t('booking.noteAdd'), { exact: true }).click()
      await page.getByLabel(t('booking.note')).fill('By the window')
      await page.goBack()
      await step.firstTime().click()
      await step.heading(t('booking.reviewTitle'))
      expect(await page.getByLabel(t('booking.note')).inputValue()).toBe('By the window')
      await step.confirm().click()
      await step.done()
      expect(await main(page)).toContain('By the window')
    })
  },
)

test(
  'the calendars and the route open beside the page, with the visit in their links',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    await harness.visit({}, async (page) => {
      const step = booking(page, t)
      await open(page, salon.url('/book/time?services=cut'))
      await step.firstTime().click()
      await step.tell()
      await step.confirm().click()
      await step.done()
      const hosts = { googleCalendar: 'calendar.google.com', outlookCalendar: 'outlook.live.com' } as const
      for (const [key, host] of Object.entries(hosts)) {
        const link = page.getByRole('link', { name: t(`booking.${key as keyof typeof hosts}`) })
        const href = new URL((await link.getAttribute('href')) ?? '')
        expect([href.protocol, href.host]).toEqual(['https:', host])
        expect(href.search).toContain('cut')
        expect(await link.getAttribute('rel')).toContain('noreferrer')
      }
    })
  },
)

test.each([
  ['with scripts', true],
  ['without scripts', false],
])('one password makes an account of a visit, %s', async (_, javaScriptEnabled) => {
  const salon = await openSalon(harness.site)
  await harness.visit({ javaScriptEnabled }, async (page) => {
    const step = booking(page, t)
    await page.goto(salon.url('/book/time?services=cut'))
    await step.firstTime().click()
    await step.heading(t('booking.detailsTitle'))
    await step.tell()
    await step.confirm().click()
    await step.done()
    const submit = page.getByRole('button', { name: t('signUp.submit'), exact: true })
    const password = page.getByLabel(t('login.password'), { exact: true })
    await password.fill('123')
    await submit.click()
    await page.getByText(/^Choose another password/).waitFor()
    await password.fill('en rolig aften ved søen')
    await submit.click()
    await page.getByText(t('booking.accountSent', { email: visitor.email })).waitFor()
    expect(await submit.count()).toBe(0)
    const [mail] = (await harness.site.mail(salon.id)).filter(({ key }) => key.startsWith('verifyEmail'))
    const link = /https?:\S+\/confirm\S+/.exec(mail?.text ?? '')?.[0]
    await page.goto(link ?? '')
    if (!javaScriptEnabled)
      await page.getByRole('button', { name: t('confirm.continueAs', { email: visitor.email }) }).click()
    // The link signs in the browser that has made the account.
    await page.getByText(t('shell.accountReady'), { exact: true }).waitFor()
    await page.getByText('cut of').first().waitFor()
    expect(await salon.sql('select email_verified as verified from guest')).toEqual([{ verified: true }])
  })
})
