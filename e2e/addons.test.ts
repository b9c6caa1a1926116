import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#test/seeded.ts'
import { rebookLink } from '#web/visit/booking.ts'
import { desktop, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { booking } from './booking.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { button } from './page.ts'
import { join, salonOf, textIn, type Salon } from './salon.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const main = async (page: Page) => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')
const massage = (page: Page) => page.locator('#addon-gellak-haandmassage')
const nails = (page: Page) => page.locator('#addon-gellak-neglepynt')

async function expectNoFaults(page: Page): Promise<void> {
  await injectAxe(page)
  for (const size of [phone, desktop])
    expect(await findViolations(page, size, { light: everything, dark: everything })).toEqual([])
}

const fairEmail = (name: string) => `${name}@example.com`
const booked = (salon: Salon, email: string) =>
  salon.sql<{ addons: { id: string; count: number }[]; minutes: number; price: number }>(
    `select addons, extract(epoch from segment."end" - segment.start)::int / 60 as minutes, segment.price
      from segment join visit on visit.id = visit_id where contact ->> 'email' = $1`,
    [email],
  )

describe.each([
  ['da', 'with scripts', true, phone],
  ['de', 'with scripts', true, desktop],
  ['da', 'without scripts', false, desktop],
  ['de', 'without scripts', false, phone],
] as const)('in %s, %s', (language, _, javaScriptEnabled, viewport) => {
  test('a guest chooses extras below a service, changes them while the time is held, and books', async () => {
    const t = textIn(language)
    const salon = salonOf(harness.site, 'aurora')
    await harness.visit({ javaScriptEnabled, viewport, locale: language }, async (page) => {
      const step = booking(page, t)
      const goTo = (path: string) =>
        javaScriptEnabled ? open(page, salon.url(path)) : page.goto(salon.url(path))
      await goTo(`/book?lang=${language}`)
      expect(await massage(page).isVisible()).toBe(false)
      await page.locator('#service-gellak').check()
      await massage(page).check()
      await nails(page).selectOption('gellak:neglepynt:3')
      if (javaScriptEnabled) {
        await expect
          .poll(() => page.url())
          .toContain('services=gellak&addons=gellak:haandmassage,gellak:neglepynt:3')
        // 475 + 145 + 3 × 35, 60 + 15 + 3 × 5 minutes.
        expect(await main(page)).toMatch(/725,00/)
        await expectNoFaults(page)
        await page.setViewportSize(viewport)
        await page.reload()
        await ready(page)
        expect(await massage(page).isChecked()).toBe(true)
        expect(await nails(page).inputValue()).toBe('gellak:neglepynt:3')
      }
      await step.goOn().click()
      await step.heading(t('book.timeTitle'))
      expect(decodeURIComponent(page.url())).toContain('gellak:neglepynt:3')
      const time = await step.firstTime().innerText()
      expect(time).toContain('725,00')
      await step.firstTime().click()
      await step.heading(t('booking.detailsTitle'))
      expect(await main(page)).toMatch(/\+ 3 × .* 105,00/)
      await page.getByText(t('booking.addonsChange'), { exact: true }).click()
      await massage(page).uncheck()
      await nails(page).selectOption('gellak:neglepynt')
      await button(page, t('booking.addonsSave')).click()
      await expect.poll(() => main(page)).toMatch(/510,00/)
      expect(await main(page)).not.toMatch(/145,00 .*510,00/)
      if (javaScriptEnabled) {
        await expectNoFaults(page)
        await page.setViewportSize(viewport)
      }
      const email = fairEmail(`addons-${language}-${String(javaScriptEnabled)}`)
      await step.tell({ firstname: 'Vera', lastname: 'Nygaard', email, mobile: '20 30 40 60' })
      await step.confirm().click()
      await step.done()
      expect(await main(page)).toMatch(/510,00/)
      expect(await booked(salon, email)).toEqual([
        { addons: [expect.objectContaining({ id: 'neglepynt', count: 1 })], minutes: 65, price: 51_000 },
      ])
      const mail = (await salon.mail()).find(({ to }) => to === email)
      // Mails have the words of the salon, which it has in two languages.
      expect(mail?.text).toContain('Pynt på en negl')
      expect(mail?.ics?.replaceAll(/\r?\n /g, '')).toContain('+ Pynt på en negl')
    })
  })
})

test('by keyboard alone: the extras follow their service, and Back keeps them', async () => {
  const t = textIn('da')
  const salon = salonOf(harness.site, 'aurora')
  await harness.visit({ locale: 'da' }, async (page) => {
    const step = booking(page, t)
    await open(page, salon.url('/book'))
    await page.locator('#service-manicure').focus()
    await page.keyboard.press('Space')
    await tabTo(page, page.locator('#addon-manicure-haandmassage'), 6)
    await page.keyboard.press('Space')
    await tabTo(page, page.locator('#addon-manicure-neglepynt'), 3)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.url()).toContain('addons=manicure:haandmassage,manicure:neglepynt')
    await tabTo(page, step.goOn())
    await page.keyboard.press('Enter')
    await step.heading(t('book.timeTitle'))
    await page.goBack()
    await step.heading(t('book.servicesTitle'))
    expect(await page.locator('#addon-manicure-haandmassage').isChecked()).toBe(true)
  })
})

test('extras that do not fit leave the held time as it was, and the page says so', async () => {
  const t = textIn('da')
  const salon = salonOf(harness.site, 'aurora')
  await harness.visit({ locale: 'da' }, async (page) => {
    const step = booking(page, t)
    await open(page, salon.url('/book/time?services=gellak'))
    await step.firstTime().click()
    await step.heading(t('booking.detailsTitle'))
    await step.field('firstname').fill('Vera')
    const start = Number(
      (
        await salon.sql<{ end: string }>(
          `select extract(epoch from "end")::bigint * 1000 as "end" from visit where state = 'held'
          order by created_at desc limit 1`,
        )
      )[0]?.end,
    )
    // Another guest has the time after it.
    const other = await salon.caller().call('holdVisit', {
      tenantId: salon.id,
      services: ['manicure'],
      start,
    })
    expect(other.ok).toBe(true)
    await page.getByText(t('booking.addonsChange'), { exact: true }).click()
    await massage(page).check()
    await button(page, t('booking.addonsSave')).click()
    await page
      .getByRole('alert')
      .filter({ hasText: t('booking.addonsKept') })
      .waitFor()
    expect(await step.field('firstname').inputValue()).toBe('Vera')
    expect(await main(page)).toMatch(/475,00/)
  })
})

test('booking again names the extra that is not offered any more, and moving keeps it', async () => {
  const t = textIn('en')
  const salon = salonOf(harness.site, 'aurora')
  const member = await join(salon)
  const { offers } = await member.call('getAvailability', {
    tenantId: salon.id,
    services: 'gellak',
    addons: 'gellak:haandmassage',
  })
  const held = await member.call('holdVisit', {
    tenantId: salon.id,
    services: ['gellak'],
    addons: [[{ id: 'haandmassage' }]],
    start: offers.at(-1)?.start ?? 0,
  })
  if (!held.ok) throw new Error(held.reason)
  await member.call('confirmVisit', { tenantId: salon.id, handle: held.hold.handle })
  const { documents } = await member.call('listBookings', { tenantId: salon.id, uid: member.uid })
  await asOwner(
    harness.site.testDb,
    salon.id,
    `update addon set active = false where tenant_id = 'aurora' and id = 'haandmassage';
    update tenant set content_version = content_version + 1 where id = 'aurora'`,
  )
  try {
    await harness.visit({ before: member.copyCookies }, async (page) => {
      const [visit] = documents
      if (!visit) throw new Error('no visit')
      await open(page, salon.url(rebookLink(visit)))
      await page.getByText(t('book.addonsGone', { names: 'Håndmassage' })).waitFor()
      await page.goto(salon.url(`/move/${documents[0]?.moveHandle ?? ''}`))
      await page.getByText(t('move.addonsKept', { names: 'Håndmassage' })).waitFor()
    })
  } finally {
    await salon.sql(`update addon set active = true where id = 'haandmassage'`)
  }
})
