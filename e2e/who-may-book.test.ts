import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, findFaults } from './axe-violations.ts'
import { booking, visitor } from './booking.ts'
import { visitAt } from './day.ts'
import { open, openHarness, tabTo, type Harness } from './harness.ts'
import { button, field, heading, press } from './page.ts'
import { join, openSalon, textIn, textPattern, type Salon } from './salon.ts'
import { byKeyboard, ways } from './ways.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const PHONE = '+45 33 12 34 56'
const openRuled = () =>
  openSalon(harness.site, {
    profile: { phone: PHONE },
    services: [
      { id: 'known', duration: 60, booking: { knownOnly: true } },
      { id: 'call', duration: 60, booking: { phoneOnly: true } },
      { id: 'once', duration: 30, booking: { openVisits: 1 } },
      { id: 'cut' },
    ],
  })
/** Freja Holm has been here: a visit that is over. */
const beenHere = (salon: Salon) => visitAt(salon, { days: -10 })
const KNOWN = 'freja@example.com'
/** The form takes a second press within a second for the same one. */
const PAUSE_MS = 1_000

const main = (page: Page) => page.getByRole('main')
const lastMail = async (salon: Salon, email: string) =>
  (await salon.mail()).findLast(({ to }) => to === email)?.text ?? ''
const linkIn = (text: string) => /https?:\/\/\S+\/book\/proof\?\S+/.exec(text)?.[0] ?? ''

describe.each(ways)('in %s, %s', (language, _, javaScriptEnabled, viewport) => {
  const t = textIn(language)
  const options = { javaScriptEnabled, viewport, locale: language }
  const goTo = (page: Page, url: string) => (javaScriptEnabled ? open(page, url) : page.goto(url))
  const look = async (page: Page) => {
    if (!javaScriptEnabled) return
    expect(await findFaults(page)).toEqual([])
    await page.setViewportSize(viewport)
  }
  /** From the times of a service to the page that asks who books. */
  async function askFor(page: Page, salon: Salon, service: string): Promise<void> {
    await goTo(page, salon.url(`/book/time?services=${service}&lang=${language}`))
    await booking(page, t).firstTime().click()
    await heading(page, t('book.proofTitle'))
  }
  async function sendLink(page: Page, salon: Salon, email: string): Promise<string> {
    await field(page, t('book.proofAddress')).fill(email)
    await press(page, t('book.proofSend'))
    await page.getByText(t('book.proofSent'), { exact: true }).waitFor()
    return lastMail(salon, email)
  }

  test('a service for known guests: the answer is the same, the mail is not', async () => {
    const salon = await openRuled()
    await beenHere(salon)
    await harness.visit(options, async (page) => {
      await askFor(page, salon, 'known')
      await main(page).getByText(t('book.proofKnown'), { exact: true }).waitFor()
      await look(page)
      // What is no address is refused, and stays.
      await field(page, t('book.proofAddress')).fill('nobody')
      await press(page, t('book.proofSend'))
      await page.getByRole('alert').getByText(t('book.proofEmail'), { exact: true }).waitFor()
      expect(await field(page, t('book.proofAddress')).inputValue()).toBe('nobody')
      await look(page)
      await page.waitForTimeout(PAUSE_MS)
      const unknown = await sendLink(page, salon, 'stranger@example.com')
      const answer = await main(page).innerText()
      await look(page)
      expect(linkIn(unknown)).toBe('')
      expect(unknown).toContain(PHONE)
      await askFor(page, salon, 'known')
      const known = await sendLink(page, salon, KNOWN)
      expect((await main(page).innerText()).replace(KNOWN, 'stranger@example.com')).toBe(answer)
      await goTo(page, linkIn(known))
      await main(page).getByText(t('book.proofAccept'), { exact: true }).waitFor()
      await look(page)
      await press(page, t('book.proofGoOn'))
      const step = booking(page, t)
      await step.heading(t('book.timeTitle'))
      await step.firstTime().click()
      await step.heading(t('booking.detailsTitle'))
      // The address is the one that is proved.
      expect(await step.field('email').inputValue()).toBe(KNOWN)
      for (const name of ['firstname', 'lastname', 'mobile'] as const)
        await step.field(name).fill(visitor[name])
      await step.confirm().click()
      await step.done()
      // The link has been used.
      await goTo(page, linkIn(known))
      await press(page, t('book.proofGoOn'))
      await main(page).getByRole('alert').getByText(t('book.proofInvalid'), { exact: true }).waitFor()
      await look(page)
      await main(page)
        .getByRole('link', { name: t('shell.book'), exact: true })
        .click()
      await step.heading(t('book.servicesTitle'))
    })
    const booked = await salon.sql<{ email: string }>(
      "select contact ->> 'email' as email from visit where start > now()",
    )
    expect(booked).toEqual([{ email: KNOWN }])
  })

  test('who is signed in and was never here is refused in words', async () => {
    const salon = await openRuled()
    const member = await join(salon, { language })
    await harness.visit({ ...options, before: member.copyCookies }, async (page) => {
      await goTo(page, salon.url(`/book/time?services=known&lang=${language}`))
      await booking(page, t).firstTime().click()
      const refused = page.getByRole('region', { name: t('book.knownOnlyTitle') })
      await refused.getByText(t('book.knownOnlyAbout'), { exact: true }).waitFor()
      await look(page)
    })
  })

  test('one visit ahead at most: the second is refused, the first stays', async () => {
    const salon = await openRuled()
    const member = await join(salon, { language })
    await harness.visit({ ...options, before: member.copyCookies }, async (page) => {
      const step = booking(page, t)
      await goTo(page, salon.url(`/appointments/time?services=once&lang=${language}`))
      await step.firstTime().click()
      await step.heading(t('booking.reviewTitle'))
      await step.confirm().click()
      await step.done()
      await goTo(page, salon.url(`/appointments/time?services=once&lang=${language}`))
      await step.firstTime().click()
      const refused = page.getByRole('region', { name: t('book.tooManyOpenTitle') })
      await refused.getByText(t('book.tooManyOpenAbout'), { exact: true }).waitFor()
      await look(page)
    })
    expect(await salon.sql("select 1 from visit where state = 'booked'")).toHaveLength(1)
  })

  test('by telephone: price, length and number, and no way to book it here', async () => {
    const salon = await openRuled()
    const name = `call of ${salon.id}`
    await harness.visit(options, async (page) => {
      for (const [path, label] of [
        ['/behandlinger', t('price.byPhone')],
        ['/behandlinger/call', t('price.byPhone')],
        ['/book', t('book.byPhone')],
      ] as const) {
        await goTo(page, salon.url(`${path}?lang=${language}`))
        await main(page).getByText(label, { exact: true }).waitFor()
        expect(await main(page).getByRole('link', { name: PHONE }).getAttribute('href')).toBe(
          'tel:+4533123456',
        )
        expect(await main(page).innerText()).toMatch(/400,00[^]*60|60[^]*400,00/)
        expect(await main(page).locator('a[href*="services=call"], #service-call').count()).toBe(0)
        await look(page)
      }
      expect(await booking(page, t).service(textPattern(name)).count()).toBe(0)
      await goTo(page, salon.url(`/book/proof?services=call&lang=${language}`))
      await heading(page, t('book.byPhoneTitle'))
      await look(page)
      await main(page)
        .getByRole('link', { name: t('book.chooseOther'), exact: true })
        .click()
      await heading(page, t('book.servicesTitle'))
    })
  })
})

test('a salon that books by telephone only offers no step to go on to', async () => {
  const t = textIn('de')
  const salon = await openSalon(harness.site, {
    profile: { phone: PHONE },
    services: [{ id: 'call', booking: { phoneOnly: true } }],
  })
  await harness.visit({ locale: 'de' }, async (page) => {
    await open(page, salon.url('/book?lang=de'))
    await main(page).getByText(t('book.byPhone'), { exact: true }).waitFor()
    expect(await button(page, t('book.continue')).count()).toBe(0)
    expect(
      await main(page)
        .getByRole('link', { name: t('party.link') })
        .count(),
    ).toBe(0)
  })
})

test.each(byKeyboard)('by keyboard alone a link is asked for and used, in %s', async (language) => {
  const t = textIn(language)
  const salon = await openRuled()
  await beenHere(salon)
  await harness.visit({ locale: language, viewport: desktop }, async (page) => {
    const step = booking(page, t)
    await open(page, salon.url(`/book/time?services=known&lang=${language}`))
    await tabTo(page, step.firstTime())
    await page.keyboard.press('Enter')
    await heading(page, t('book.proofTitle'))
    await tabTo(page, field(page, t('book.proofAddress')))
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    await tabTo(page, field(page, t('book.proofAddress')))
    await page.keyboard.type(KNOWN)
    await page.waitForTimeout(PAUSE_MS)
    await page.keyboard.press('Enter')
    await page.getByText(t('book.proofSent'), { exact: true }).waitFor()
    await open(page, linkIn(await lastMail(salon, KNOWN)))
    await tabTo(page, button(page, t('book.proofGoOn')))
    await page.keyboard.press('Enter')
    await step.heading(t('book.timeTitle'))
  })
})
