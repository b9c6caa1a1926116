import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { locales } from '#domain/language.ts'
import { booking, visitor } from './booking.ts'
import { bookElsewhere, join, openSalon, salonOf, textIn, textPattern } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
const phone = { viewport: { width: 390, height: 667 } }
/** Two screens of a phone, in px. */
const MAX_DAY = 1_400
const MONTH_MS = 30 * 86_400_000

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Taps, and counts them. */
function counter() {
  const taps = { count: 0, tap: (wanted: Locator) => (taps.count++, wanted.click()) }
  return taps
}

const landingLink = (page: Page, path: string) => page.getByRole('main').locator(`a[href^="${path}"]`).first()

test.each([
  [1, 6],
  [2, 7],
])('a new guest books %i services from the landing page in at most %i taps', async (count, most) => {
  const salon = salonOf(harness.site, 'aurora')
  await harness.visit(phone, async (page) => {
    const step = booking(page, t)
    const taps = counter()
    await open(page, salon.url('/?lang=en'))
    await taps.tap(landingLink(page, '/book'))
    await step.heading(t('book.servicesTitle'))
    for (const name of [/^Women’s cut$/, /^Glossing$/].slice(0, count)) await taps.tap(step.service(name))
    await taps.tap(step.goOn())
    await step.heading(t('book.personTitle'))
    await taps.tap(step.anyone())
    await step.heading(t('book.timeTitle'))
    await taps.tap(step.times().last())
    await step.heading(t('booking.detailsTitle'))
    await step.tell({ ...visitor, email: `vera${count}@example.com` })
    await taps.tap(step.confirm())
    await step.done()
    expect(taps.count).toBeLessThanOrEqual(most)
  })
})

test('a signed-in guest books in at most five taps, and the same again in three', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await bookElsewhere(salon, member, { services: ['color'], teamMember: 'bo' })
  const past = new Date(Date.now() - 5 * 86_400_000)
  await salon.sql('update visit set start = $1, "end" = $2', [past, new Date(past.getTime() + 3_600_000)])
  await harness.visit({ ...phone, before: member.copyCookies }, async (page) => {
    const step = booking(page, t)
    const taps = counter()
    await open(page, salon.url('/'))
    await taps.tap(landingLink(page, '/behandlinger'))
    await taps.tap(page.getByRole('link', { name: textPattern(t('price.bookName', { name: 'cut of' })) }))
    await taps.tap(step.anyone())
    await step.heading(t('book.timeTitle'))
    await taps.tap(step.firstTime())
    await step.heading(t('booking.reviewTitle'))
    await taps.tap(step.confirm())
    await step.done()
    expect(taps.count).toBeLessThanOrEqual(5)

    await open(page, salon.url('/my-account'))
    const again = counter()
    await again.tap(page.getByRole('link', { name: textPattern(t('account.again')) }))
    await step.heading(t('book.timeTitle'))
    await again.tap(step.firstTime())
    await step.heading(t('booking.reviewTitle'))
    await again.tap(step.confirm())
    await step.done()
    expect(again.count).toBeLessThanOrEqual(3)
  })
})

test('the step of the person is skipped where only one performs the services', exhaustive, async () => {
  const salon = await openSalon(harness.site, { members: [{ id: 'anna' }] })
  await harness.visit(phone, async (page) => {
    const step = booking(page, t)
    await open(page, salon.url('/book'))
    await step.service(/^cut of/).check()
    await step.goOn().click()
    await step.heading(t('book.timeTitle'))
    await page.goBack()
    await step.heading(t('book.servicesTitle'))
    expect(await step.service(/^cut of/).isChecked()).toBe(true)
  })
})

test.each([
  ['in its time zone', 'Europe/Oslo'],
  ['elsewhere', 'America/New_York'],
])('the fullest days of the barber fit two screens of a phone %s', exhaustive, async (_, timezoneId) => {
  const salon = salonOf(harness.site, 'fjord')
  await harness.visit({ ...phone, timezoneId }, async (page) => {
    const counts: number[] = []
    for (const ahead of [0, 1]) {
      const month = new Date(Date.now() + ahead * MONTH_MS).toISOString().slice(0, 7)
      await open(page, salon.url(`/book/time?services=herreklipp&month=${month}&lang=en`))
      const days = page.getByRole('navigation', { name: t('book.days') }).getByRole('link')
      const free = await days.evaluateAll((links) =>
        links.map((link) => Number(/(\d+) free/.exec(link.textContent)?.[1] ?? 0)),
      )
      const most = Math.max(...free)
      counts.push(most)
      if (most === 0) continue
      await days.nth(free.indexOf(most)).click()
      await page.getByText(t('book.freeTimes', { count: most })).waitFor()
      const height = await page
        .locator('section[aria-labelledby=day]')
        .evaluate((section) => section.clientHeight)
      expect(height).toBeLessThanOrEqual(MAX_DAY)
    }
    expect(Math.max(...counts)).toBeGreaterThan(30)
  })
})

test('an ordinary day of the barber is a page of two screens of a phone', exhaustive, async () => {
  const viewport = { width: 390, height: 844 }
  await harness.visit({ viewport, timezoneId: 'Europe/Oslo' }, async (page) => {
    const salon = salonOf(harness.site, 'fjord')
    const month = new Date(Date.now() + MONTH_MS).toISOString().slice(0, 7)
    await open(page, salon.url(`/book/time?services=herreklipp&month=${month}&lang=no`))
    const days = page.getByRole('navigation', { name: textIn('no')('book.days') }).getByRole('link')
    const free = await days.evaluateAll((links) =>
      links.map((link) => Number(/(\d+) ledig/.exec(link.textContent)?.[1] ?? 0)),
    )
    const ordinary = Math.max(...free.filter((count) => count <= 40))
    expect(ordinary).toBeGreaterThan(30)
    await days.nth(free.indexOf(ordinary)).click()
    await page.getByText(textIn('no')('book.freeTimes', { count: ordinary })).waitFor()
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThanOrEqual(2 * viewport.height)
  })
})

test(
  'a time shows the one where the guest is on one line, with the weekday, in every language',
  exhaustive,
  async () => {
    const salon = salonOf(harness.site, 'fjord')
    const viewport = { width: 390, height: 844 }
    await harness.visit({ viewport, timezoneId: 'Pacific/Auckland' }, async (page) => {
      for (const lang of locales) {
        await open(page, salon.url(`/book/time?services=herreklipp&lang=${lang}`))
        const times = page.locator('li[id^=time-] button')
        await times.locator('[aria-hidden]').first().waitFor()
        const wrong = await times.evaluateAll((chips) =>
          chips
            .filter((chip) => {
              const own = chip.querySelector('[aria-hidden]')
              return own?.getClientRects().length !== 1 || chip.scrollWidth > chip.clientWidth
            })
            .map((chip) => chip.textContent),
        )
        expect([lang, wrong]).toEqual([lang, []])
      }
    })
  },
)

test(
  'the one person who performs all services has a price, where "anyone" may be cheaper',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, {
      members: [{ id: 'anna' }, { id: 'bo' }],
      services: [
        { id: 'cut', individual: { bo: { active: true, price: 24_000 } } },
        { id: 'color', members: ['anna'] },
      ],
    })
    await harness.visit(phone, async (page) => {
      await open(page, salon.url('/book/person?services=cut,color'))
      await page.getByRole('link', { name: /anna kr\.\s800\.00/ }).waitFor()
      await page.getByText(t('book.each')).click()
      const choices = (service: string) => page.getByLabel(`${service} of ${salon.id}`).locator('option')
      expect((await choices('cut').allInnerTexts()).slice(1)).toEqual([
        expect.stringMatching(/^anna · kr\.\s400\.00$/),
        expect.stringMatching(/^bo · kr\.\s300\.00$/),
      ])
      expect(await choices('color').allInnerTexts()).toEqual([t('book.anyone'), 'anna'])
    })
  },
)

test('the times of a day show their prices where these differ, each or none', exhaustive, async () => {
  const salon = await openSalon(harness.site, {
    members: [{ id: 'anna' }, { id: 'bo', hours: hoursUntil('12:00') }],
    services: [{ id: 'cut', individual: { bo: { active: true, price: 24_000 } } }],
  })
  await harness.visit(phone, async (page) => {
    const step = booking(page, t)
    await open(page, salon.url('/book/person?services=cut'))
    expect((await step.anyone().innerText()).replace(/\s+/g, ' ')).toContain('From kr. 300.00')
    await step.anyone().click()
    await step.heading(t('book.timeTitle'))
    const shown = await page
      .locator('li[id^=time-] button')
      .evaluateAll((chips) =>
        chips.map((chip) => [
          chip.querySelector('.tabular')?.textContent,
          [...chip.children].some((part) => !part.matches('.sr-only') && part.textContent.includes('kr.')),
        ]),
      )
    // The cheaper member takes the time; later ones cost the other price.
    expect(Object.fromEntries(shown)).toMatchObject({ '09:00': true, '11:30': true, '12:00': true })
    expect((await step.times().nth(1).innerText()).replace(/\s+/g, ' ')).toContain('kr. 300.00')
    await open(page, salon.url('/book/time?services=cut&teamMember=anna'))
    await page
      .getByRole('status')
      .getByText(/ kr\.\s400\.00$/)
      .waitFor()
    expect(await page.locator('.times.priced').count()).toBe(0)
  })
})

const hoursUntil = (to: string) => [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to }))

test.each<[string, { viewport: { width: number; height: number } }, (page: Page) => Promise<void>]>([
  ['a phone the button that books is always in view', phone, inViewThroughout],
  [
    'a desktop the button that books stands at the end of the form',
    { viewport: { width: 1440, height: 900 } },
    atEndOfForm,
  ],
])('on %s, and covers nothing that has the focus', exhaustive, async (_, screen, inPlace) => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit(screen, async (page) => {
    await open(page, salon.url('/book/time?services=cut,color'))
    await booking(page, t).firstTime().click()
    await booking(page, t).heading(t('booking.detailsTitle'))
    await inPlace(page)
    await nothingCovered(page)
    await booking(page, t).confirm().click()
    await page.getByRole('alert').waitFor()
    await inPlace(page)
    await nothingCovered(page)
  })
  await harness.visit({ ...screen, before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/appointments/time?services=cut,color'))
    await booking(page, t).firstTime().click()
    await booking(page, t).heading(t('booking.reviewTitle'))
    await inPlace(page)
    await nothingCovered(page)
  })
})

async function atEndOfForm(page: Page): Promise<void> {
  const [form, bar] = [page.locator('main form'), page.locator('.bottom-bar')]
  expect((await bar.boundingBox())?.x).toBe((await form.boundingBox())?.x)
  const lastField = form.locator('input:visible, textarea:visible, summary:visible').last()
  const box = await lastField.boundingBox()
  expect((await bar.boundingBox())?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0))
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
}

/** Down to the end of the form; after it come the address and the terms of the site. */
async function inViewThroughout(page: Page): Promise<void> {
  const button = booking(page, t).confirm()
  const { height = 0 } = page.viewportSize() ?? {}
  const end = await page
    .locator('main form')
    .evaluate((form) => form.getBoundingClientRect().bottom + scrollY)
  for (let top = 0; top <= end - height; top += 150) {
    await page.evaluate((to) => window.scrollTo(0, to), top)
    const box = await button.boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= height, `at ${top} px`).toBe(true)
  }
}

// The demo's texts are translated, and the note that says so takes room.
test.each(['da', 'de', 'pl'])(
  'on a small phone two fields are in view above the button that books, in one line, in %s',
  exhaustive,
  async (locale) => {
    const words = textIn(locale)
    const salon = salonOf(harness.site, 'aurora')
    await harness.visit({ viewport: { width: 360, height: 740 }, locale }, async (page) => {
      const step = booking(page, words)
      await open(page, salon.url('/book/time?services=glossing&teamMember=amalie'))
      await step.firstTime().click()
      await step.heading(words('booking.detailsTitle'))
      const bar = await page.locator('.bottom-bar').boundingBox()
      expect(bar?.height).toBeLessThanOrEqual(80)
      for (const name of ['firstname', 'lastname'] as const) {
        const { y = 0, height = 0 } = (await step.field(name).boundingBox()) ?? {}
        expect(y + height, name).toBeLessThanOrEqual(bar?.y ?? 0)
      }
    })
  },
)

async function nothingCovered(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus()
  })
  const names = new Set<string>()
  for (let pressed = 0; pressed < 20; pressed++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const [focus, bar] = [document.activeElement, document.querySelector('.bottom-bar')]
      if (!focus || !bar || !focus.closest('main form') || bar.contains(focus)) return null
      const [{ top, bottom, right }, over] = [focus.getBoundingClientRect(), bar.getBoundingClientRect()]
      const beside = right <= over.left
      return { name: focus.outerHTML.slice(0, 80), top, bottom, bar: beside ? innerHeight : over.top }
    })
    if (!found) continue
    names.add(found.name)
    expect(Math.floor(found.bottom), found.name).toBeLessThanOrEqual(found.bar)
    expect(found.top, found.name).toBeGreaterThanOrEqual(0)
  }
  expect(names.size).toBeGreaterThan(0)
}

test('many services are searched, and the heading of a group stays in view', exhaustive, async () => {
  const salon = salonOf(harness.site, 'aurora')
  await harness.visit(phone, async (page) => {
    const step = booking(page, t)
    await open(page, salon.url('/book?lang=en'))
    await step.service(/^Glossing$/).check()
    const group = page.getByRole('heading', { level: 2, name: 'Farve', exact: true })
    await page
      .getByRole('navigation', { name: t('book.types') })
      .getByRole('link', { name: 'Farve' })
      .click()
    await page.mouse.move(200, 300)
    for (let pressed = 0; pressed < 3; pressed++) {
      await page.mouse.wheel(0, 150)
      await expect.poll(async () => (await group.boundingBox())?.y).toBe(64)
    }
    expect((await page.locator('.toolbar').boundingBox())?.y).toBe(0)

    const field = page.getByRole('searchbox', { name: t('shell.searchServices') })
    await field.fill('KLIP dreng')
    await page.getByText(t('services.noMatch')).waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(0)
    await field.fill('herre klip')
    await page
      .getByRole('status')
      .filter({ hasText: t('services.found', { count: 1 }) })
      .waitFor()
    expect(await page.getByRole('checkbox').count()).toBe(1)
    await field.press('Enter')
    await step.heading(t('book.servicesTitle'))
    await step.service(/^Herreklip og skæg$/).check()
    await field.fill('')
    expect(await step.service(/^Glossing$/).isChecked()).toBe(true)
    await step.goOn().click()
    await step.heading(t('book.personTitle'))
    expect(new URL(page.url()).searchParams.get('services')).toBe('glossing,herreklip-skaeg')
  })
})

test('on the way back nothing is seen above the heading of a group', exhaustive, async () => {
  const salon = salonOf(harness.site, 'aurora')
  await harness.visit({ ...phone, reducedMotion: 'reduce' }, async (page) => {
    const step = booking(page, t)
    const toolbar = page.locator('.toolbar')
    await open(page, salon.url('/book?lang=en'))
    await page.mouse.move(200, 300)
    await page.mouse.wheel(0, 900)
    await step.service(/^Glossing$/).check()
    const before = await page.evaluate(() => scrollY)
    await step.goOn().click()
    await step.heading(t('book.personTitle'))
    await page.mouse.wheel(0, 200)
    await expect.poll(async () => (await toolbar.boundingBox())?.y).toBeLessThan(0)
    await page.goBack()
    await step.heading(t('book.servicesTitle'))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(Math.min(before, 300))
    // It would be away on a page without such headings.
    expect(await toolbar.getAttribute('data-away')).toBe('')
    expect((await toolbar.boundingBox())?.y).toBe(0)
  })
})

test('a few services have no search', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await harness.visit(phone, async (page) => {
    await open(page, salon.url('/book'))
    await booking(page, t)
      .service(/^cut of/)
      .waitFor()
    expect(await page.getByRole('searchbox').count()).toBe(0)
  })
})
