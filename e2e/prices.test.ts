import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { getPage } from '#test/process.ts'
import { booking, visitor } from './booking.ts'
import { writePages } from './content.ts'
import { bookElsewhere, openSalon, salonOf, textIn } from './salon.ts'
import { open, openHarness, type Harness } from './harness.ts'
import { exhaustive } from '#test/tier.ts'

const [t, da] = [textIn('en'), textIn('da')]
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const wide = { width: 1280, height: 900 }
const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })

type Written = {
  serviceTypes: { id: string; svctype: string; weight: number; active?: boolean }[]
  services: {
    id: string
    name: string
    svctype: string
    weight: number
    price: number
    fromprice?: boolean
    active?: boolean
    onlyMember?: boolean
    duration: number
    members: string[]
    individualPricing?: Record<string, { price: number; active?: boolean }>
    preVisit?: string
  }[]
}
/** The demo's file in its default language. */
const written = JSON.parse(
  JSON.stringify(parse(readFileSync(new URL('../db/demo/aurora.yaml', import.meta.url), 'utf8'))),
  (_key, value: unknown) => (value instanceof Object && 'da' in value ? value.da : value),
) as Written

const twoDecimals = new Intl.NumberFormat('da', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/**
 * What the list must show, computed from the tenant's file only: types ascending by weight, services
 * descending, prices as typed.
 */
function expected() {
  const kroner = (price: number) => `${twoDecimals.format(price)} kr.`
  const priced = ({ price, fromprice, members, individualPricing = {} }: Written['services'][number]) => {
    const all = members.map((member) =>
      individualPricing[member] && individualPricing[member].active !== false
        ? individualPricing[member].price
        : price,
    )
    const [low, high] = [Math.min(...all), Math.max(...all)]
    if (high === 0) return da('format.free')
    const range = low === high ? kroner(low) : da('format.range', { low: kroner(low), high: kroner(high) })
    return fromprice ? da('format.from', { price: range }) : range
  }
  const shown = written.services.filter((one) => one.active !== false && !one.onlyMember)
  return written.serviceTypes
    .filter((type) => type.active !== false)
    .toSorted((a, b) => a.weight - b.weight)
    .map((type) => ({
      name: type.svctype,
      services: shown
        .filter((one) => one.svctype === type.id)
        .toSorted((a, b) => b.weight - a.weight)
        .map((one) => ({
          name: one.name,
          price: plain(priced(one)),
          minutes: one.duration,
          more: one.preVisit !== undefined,
        })),
    }))
    .filter((type) => type.services.length > 0)
}

test('the price list has a tab for each type, with sorted services and prices with VAT', async () => {
  const salon = salonOf(harness.site, 'aurora')
  expect(
    written.services.some((one) => one.active === false) && written.services.some((one) => one.onlyMember),
  ).toBe(true)
  await harness.visit({ locale: 'da-DK', viewport: wide }, async (page) => {
    await open(page, salon.url('/behandlinger'))
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(expected().map((type) => type.name))
    for (const type of expected()) {
      await tab(page, type.name).click()
      const panel = page.getByRole('tabpanel', { name: type.name, exact: true })
      await panel.waitFor()
      expect(await page.getByRole('tabpanel').count()).toBe(1)
      const cards = await panel
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 2 }) })
        .all()
      const shown = await Promise.all(
        cards.map(async (card) => ({
          name: await card.getByRole('heading', { level: 2 }).innerText(),
          text: plain(await card.innerText()),
          more: (await card.getByRole('link', { name: /^Mere information/ }).count()) === 1,
        })),
      )
      expect(shown.map((one) => one.name)).toEqual(type.services.map((one) => one.name))
      for (const [index, one] of type.services.entries()) {
        expect(shown[index]?.text).toContain(`${one.name} ${one.price} `)
        expect(shown[index]?.text).toContain(`${one.minutes} min`)
        expect(shown[index]?.more).toBe(one.more)
      }
    }
  })
})

test(
  'a price typed with VAT is the same in documents, pages, mails, refund and analytics',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, {
      pricesInclude: 'vat',
      vatPercent: 25.5,
      lateFee: { kind: 'percent', percent: 50 },
      profile: { analytics: { measurementId: 'G-TEST1234' }, tenantMessages: { cancelLimit: 8000 } },
      services: [
        { id: 'cut', price: 34_995, individual: { bo: { active: true, price: 39_999 } } },
        { id: 'wash', price: 34_995 },
      ],
    })
    const get = async (path: string) => (await getPage(harness.site.port, `${salon.id}.localhost`, path)).text
    const { documents } = JSON.parse(await get(`/api/tenants/${salon.id}/services?active=true`)) as {
      documents: { id: string; price: number; priceIncVat: number; individualPricing: object }[]
    }
    expect(documents.find(({ id }) => id === 'cut')).toMatchObject({
      price: 278.8446,
      priceIncVat: 349.95,
      individualPricing: { bo: { price: 318.7171, priceIncVat: 399.99 } },
    })
    expect(plain(await get('/behandlinger?lang=en'))).toContain('>kr. 349.95 – kr. 399.99<')
    expect(await get('/book?lang=en')).toContain('kr. 349.95')
    const guest = salon.caller()
    await guest.call('chooseAnalytics', { tenantId: salon.id, agreed: true })
    const { handle } = await bookElsewhere(salon, guest, {
      services: ['cut', 'wash'],
      teamMember: 'bo',
      details: true,
    })
    const visit = await guest.call('getVisit', { tenantId: salon.id, handle })
    expect([visit.price, ...visit.segments.map(({ price }) => price)]).toEqual([74_994, 39_999, 34_995])
    const bookingId = visit.cancelHandle ?? ''
    const { terms } = await guest.call('gen2_crudWaitlist-getCancelDetails', {
      tenantId: salon.id,
      bookingId,
    })
    expect([terms.price, terms.fee]).toEqual([74_994, 37_497])
    expect(await get(`/cancelBooking/${bookingId}/en`)).toContain('kr. 749.94')
    await salon.sql('update visit set paid = price')
    expect(
      await guest.call('gen2_crudWaitlist-cancelBooking', { tenantId: salon.id, bookingId }),
    ).toMatchObject({ fee: 37_497, refund: 37_497 })
    const mails = (await salon.mail()).map(({ text }) => plain(text))
    // Of the booking and of the cancellation, to the guest and to the salon.
    expect(mails.filter((text) => text.includes('kr. 749.94'))).toHaveLength(4)
    const { analytics } = JSON.parse(await get('/dev/outbox.json')) as {
      analytics: { body: { events: { params: { value?: number; items?: { price: number }[] } }[] } }[]
    }
    expect(analytics.flatMap(({ body }) => body.events).map(({ params }) => params)).toMatchObject([
      { value: 749.94, items: [{ price: 399.99 }, { price: 349.95 }] },
    ])
  },
)

test(
  'a service that costs nothing is free on each page and in the mail; its sum is an amount',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, {
      profile: { tenantMessages: { cancelLimit: 24, cancelLimitText: 'Half of {totalPrice}.' } },
      services: [
        { id: 'advice', price: 0 },
        { id: 'cut', price: 0, individual: { bo: { active: true, price: 10_000 } } },
      ],
    })
    const get = async (path: string) =>
      plain((await getPage(harness.site.port, `${salon.id}.localhost`, `${path}?lang=en`)).text)
    expect(await get('/behandlinger')).toContain('>Free<')
    expect(await get('/behandlinger/advice')).toContain('>Free<')
    const differing = await get('/behandlinger/cut')
    expect(differing).toContain('>kr. 0.00 – kr. 125.00<')
    expect(differing).toContain('>Free<')
    expect(await get('/book')).toMatch(/id="price-advice"[^>]*>Free</)
    await harness.visit({ javaScriptEnabled: false }, async (page) => {
      const step = booking(page, t)
      await page.goto(salon.url('/book/time?services=advice&teamMember=anna'))
      await step.firstTime().getByText('Free', { exact: true }).waitFor()
      await step.firstTime().click()
      await step.tell()
      const texts = (await page.getByRole('main').allInnerTexts()).map(plain).join()
      expect(texts.match(/\bFree\b(?! canc)/g)).toHaveLength(2)
      expect(texts).toContain(`${t('booking.total')} kr. 0.00`)
      expect(texts).not.toContain('Half of')
      await step.confirm().click()
      await step.done()
    })
    const [mail] = (await salon.mail()).filter(({ to }) => to === visitor.email)
    expect(plain(mail?.text ?? '')).toMatch(/ Free .*kr\. 0\.00/)
  },
)

test(
  'a type without visible services has no tab, and the number of member services is shown',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, {
      services: [
        { id: 'cut', price: 32_000, duration: 30 },
        { id: 'secret', onlyMember: true },
        { id: 'old', active: false },
      ],
    })
    await salon.sql(
      `insert into service_type (tenant_id, id, svctype, weight, active)
      values ($1, 'nails', 'Nails', 0, true)`,
      [salon.id],
    )
    await harness.visit({ viewport: wide }, async (page) => {
      await open(page, salon.url('/behandlinger'))
      const text = plain(await page.getByRole('main').innerText())
      expect(text).not.toContain('Nails')
      expect(text).not.toContain('secret of')
      expect(text).not.toContain('old of')
      expect(text).toContain(t('price.members', { count: 1 }))
    })
  },
)

const listedServices = async (page: Page) =>
  (
    JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
      '@graph': { '@type': string; name?: string; offers?: unknown }[]
    }
  )['@graph'].filter((one) => one['@type'] === 'Service')

test('a page that is not found has a search, which finds services of every type', async () => {
  const salon = salonOf(harness.site, 'aurora')
  for (const javaScriptEnabled of [true, false])
    await harness.visit({ viewport: wide, javaScriptEnabled }, async (page) => {
      if (javaScriptEnabled) await open(page, salon.url('/no/such/page?lang=da'))
      else await page.goto(salon.url('/no/such/page?lang=da'))
      const search = async (typed: string) => {
        await page.getByRole('searchbox', { name: da('shell.searchServices'), exact: true }).fill(typed)
        await page.getByRole('button', { name: da('shell.search'), exact: true }).click()
        await page.waitForURL(
          ({ pathname, searchParams }) =>
            pathname === '/behandlinger' && searchParams.get('q') === typed.trim(),
        )
      }
      const names = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 })
      await search('farve')
      const found = expected()
        .flatMap((type) => type.services.map(({ name }) => ({ name, type: type.name })))
        .filter(({ name, type }) => /farve/i.test(`${type} ${name}`))
        .map(({ name }) => name)
      await page.getByRole('status').filter({ hasText: /\d/ }).first().waitFor()
      expect(await names.allInnerTexts()).toEqual(expect.arrayContaining(found))
      expect(await page.getByRole('tab').count()).toBe(0)
      await search('nosuchthing')
      await page.getByText(da('services.noMatch'), { exact: true }).waitFor()
      await page.getByRole('link', { name: da('services.showAll'), exact: true }).click()
      await page.getByRole('tab').first().waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
    })
})

test('an empty price list shows a message', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await salon.sql('update service set active = false')
  await harness.visit({ viewport: wide }, async (page) => {
    await open(page, salon.url('/behandlinger'))
    await page.getByText(t('price.none')).waitFor()
    expect(await page.getByText(t('price.vat')).count()).toBe(0)
  })
})

test(
  'former members do not widen a price range, and their services have no Book button',
  exhaustive,
  async () => {
    const individual = { anna: { active: true, price: 40_000 }, bo: { active: true, price: 99_000 } }
    const salon = await openSalon(harness.site, {
      services: [
        { id: 'cut', price: 32_000, individual },
        { id: 'beard', price: 16_000, members: ['bo'] },
      ],
    })
    await salon.sql("update member set active = false where id = 'bo'")
    await harness.visit({ viewport: wide }, async (page) => {
      await open(page, salon.url('/behandlinger'))
      const card = (name: string) =>
        page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
      const [cut, beard] = [card('cut of'), card('beard of')]
      expect(plain(await cut.innerText())).toContain('500.00')
      expect(plain(await page.getByRole('main').innerText())).not.toMatch(/1,237/)
      expect(plain(await beard.innerText())).toContain('200.00')
      expect([
        await cut.getByRole('link', { name: /^Book / }).count(),
        await beard.getByRole('link', { name: /^Book / }).count(),
      ]).toEqual([1, 0])
      expect(await page.content()).not.toContain('1237.50')
      // The only remaining member has a price of their own, which replaces the service's.
      expect(
        (await listedServices(page)).find((one) => one.name?.startsWith('cut of'))?.offers,
      ).toMatchObject({
        '@type': 'Offer',
        price: '500.00',
      })
      expect(
        Object.keys(
          (await listedServices(page)).find((one) => one.name?.startsWith('beard of')) ?? {},
        ).toSorted(),
      ).toEqual(['@type', 'description', 'name', 'provider', 'url'])
    })
  },
)

test('the arrow keys move through the tabs and wrap around', exhaustive, async () => {
  const names = expected().map((type) => type.name)
  await harness.visit({ locale: 'da-DK', viewport: wide }, async (page) => {
    await open(page, salonOf(harness.site, 'aurora').url('/behandlinger'))
    await tab(page, names[0] ?? '').focus()
    for (const [key, at] of [
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
      ['ArrowLeft', 0],
      ['ArrowLeft', names.length - 1],
      ['ArrowRight', 0],
    ] as const) {
      await page.keyboard.press(key)
      const chosen = page.getByRole('tab', { name: names[at] ?? '', exact: true, selected: true })
      await chosen.waitFor()
      await page.waitForFunction((name) => document.activeElement?.textContent === name, names[at])
      expect(await page.getByRole('tabpanel', { name: names[at] ?? '', exact: true }).isVisible()).toBe(true)
    }
  })
})

test('on a phone a select replaces the tabs', exhaustive, async () => {
  const [, second] = expected()
  await harness.visit({ locale: 'da-DK' }, async (page) => {
    await open(page, salonOf(harness.site, 'aurora').url('/behandlinger'))
    expect(await page.getByRole('tab').count()).toBe(0)
    await page
      .getByRole('combobox', { name: da('price.type') })
      .and(page.getByRole('combobox'))
      .selectOption({ label: second?.name ?? '' })
    await page
      .getByRole('heading', { level: 2, name: second?.services[0]?.name ?? '', exact: true })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('type')).toBe('farve')
  })
})

test('on a phone a type that is chosen before hydration is the one that is shown', exhaustive, async () => {
  await harness.visit({ locale: 'da-DK' }, async (page) => {
    const come = Promise.withResolvers<void>()
    await page.route(/\/assets\/.*\.js/, async (route) => {
      await come.promise
      await route.continue()
    })
    await page.goto(salonOf(harness.site, 'aurora').url('/behandlinger'), { waitUntil: 'commit' })
    const last = expected().at(-1)
    await page.getByRole('combobox', { name: da('price.type') }).selectOption({ label: last?.name ?? '' })
    come.resolve()
    await expect
      .poll(() => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allInnerTexts())
      .toEqual(last?.services.map((one) => one.name))
    expect(
      await page
        .getByRole('combobox', { name: da('price.type') })
        .evaluate((list) => list instanceof HTMLSelectElement && list.selectedOptions[0]?.text),
    ).toBe(last?.name)
  })
})

test(
  "'Mere information' opens the service's notes, and OK, close and Escape all return",
  exhaustive,
  async () => {
    const service = written.services.find((one) => one.id === 'bundfarve')
    await harness.visit({ locale: 'da-DK' }, async (page) => {
      await open(page, salonOf(harness.site, 'aurora').url('/behandlinger?type=farve'))
      const more = page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'Bundfarve', exact: true }) })
        .getByText('Mere information')
      const dialog = page.getByRole('dialog', { name: 'Bundfarve', exact: true })
      const ways = [
        () => dialog.getByText('OK', { exact: true }).click(),
        () => dialog.getByText(da('price.close'), { exact: true }).click(),
        () => page.keyboard.press('Escape'),
      ]
      for (const leave of ways) {
        await more.click()
        await dialog.waitFor()
        expect(plain(await dialog.innerText())).toContain(plain(service?.preVisit ?? '?'))
        await leave()
        await dialog.waitFor({ state: 'hidden' })
        await page.waitForURL((url) => url.search === '?type=farve')
      }
    })
  },
)

test('each service has a button that starts its booking', exhaustive, async () => {
  await harness.visit({ viewport: wide }, async (page) => {
    await open(page, salonOf(harness.site, 'aurora').url('/behandlinger?type=farve'))
    await page.getByRole('link', { name: t('price.bookName', { name: 'Glossing' }), exact: true }).click()
    await page.getByRole('heading', { level: 1, name: t('book.personTitle') }).waitFor()
    expect(new URL(page.url()).searchParams.get('services')).toBe('glossing')
  })
})

test.each(['/s', '/leistungen', '/services'])(
  '%s redirects to the price list with its query',
  exhaustive,
  async (path) => {
    const { url } = salonOf(harness.site, 'aurora')
    await harness.visit({}, async (page) => {
      await page.goto(url(`${path}?type=farve`))
      expect(page.url()).toBe(url('/behandlinger?type=farve'))
    })
  },
)

test(
  'a page of the tenant is shown at the name of the price list in another language',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    await writePages(salon, [{ id: 'services', title: 'What we do', blocks: [] }])
    await harness.visit({}, async (page) => {
      await page.goto(salon.url('/services'))
      await page.getByRole('heading', { level: 1, name: 'What we do' }).waitFor()
    })
  },
)

test('without JavaScript types, information and booking work', async () => {
  const [first, second] = expected()
  const salon = salonOf(harness.site, 'aurora')
  for (const viewport of [{ width: 390, height: 844 }, wide]) {
    await harness.visit({ locale: 'da-DK', javaScriptEnabled: false, viewport }, async (page) => {
      await page.goto(salon.url('/behandlinger'))
      await page
        .getByRole('heading', { level: 2, name: first?.services[0]?.name ?? '', exact: true })
        .waitFor()
      if (viewport === wide) await tab(page, second?.name ?? '').click()
      else {
        await page.getByRole('combobox').selectOption({ label: second?.name ?? '' })
        await page.getByRole('button', { name: da('price.show'), exact: true }).click()
      }
      await page
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { name: 'Bundfarve', exact: true }) })
        .getByText('Mere information')
        .click()
      const dialog = page.getByRole('dialog', { name: 'Bundfarve', exact: true })
      await dialog.getByText('OK', { exact: true }).click()
      await dialog.waitFor({ state: 'hidden' })
      await page.getByRole('link', { name: da('price.bookName', { name: 'Bundfarve' }), exact: true }).click()
      await page.getByRole('heading', { level: 1, name: da('book.personTitle') }).waitFor()
    })
  }
})

test(
  'a browser that asks for Finnish reads dates and numbers in Finnish form, texts in its next language',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const headers = { 'accept-language': 'fi-FI,fi;q=0.9,en;q=0.8,sv;q=0.7' }
    await harness.visit({ locale: 'fi-FI', extraHTTPHeaders: headers }, async (page) => {
      await open(page, salon.url('/behandlinger'))
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
      const list = plain(await page.getByRole('main').innerText())
      expect(list).toMatch(/\d+,\d\d kr\./)
      expect(list).not.toMatch(/\d\.\d\d/)
      await open(page, salon.url('/book/time?services=cut'))
      await booking(page, t).firstTime().waitFor()
      const times = await page.getByRole('main').innerText()
      expect(times).toMatch(/(maanantai|tiistai|keskiviikko|torstai|perjantai|lauantai|sunnuntai)/i)
      expect(times).toMatch(/\b\d\d\.\d\d\b/)
      expect(times).not.toMatch(/\b\d\d:\d\d\b/)
    })
    await harness.visit({ locale: 'en-GB' }, async (page) => {
      await open(page, salon.url('/behandlinger'))
      expect(plain(await page.getByRole('main').innerText())).toMatch(/\d+\.\d\d/)
    })
  },
)

const [inAll, inSome, inNone] = [t('price.vat'), t('price.vatDue'), t('price.vatNone')]
const inTerms = (key: 'terms.payPrices' | 'terms.payPricesDue' | 'terms.payPricesNone') =>
  t(key, { currency: 'DKK' })
const freed = `vat = '"exempt"', exempt_reason = 'Care'`
test.each<{ salon: string; vatPercent?: number; sql?: string[]; said: Record<string, string> }>([
  {
    salon: 'of one rate',
    said: {
      '/behandlinger': inAll,
      '/behandlinger/cut': inAll,
      '/person/anna': inAll,
      '/shop': inAll,
      '/shop/product/soap': inAll,
      '/tc': inTerms('terms.payPrices'),
    },
  },
  {
    salon: 'with an exempt service',
    sql: [`update service set ${freed} where id = 'cut'`],
    said: {
      '/behandlinger': inSome,
      '/behandlinger/cut': t('price.exempt'),
      '/behandlinger/color': inAll,
      '/person/anna': inSome,
      '/shop': inAll,
      '/shop/product/soap': inAll,
      '/tc': inTerms('terms.payPricesDue'),
    },
  },
  {
    salon: 'with exempt services only, and a taxed product',
    sql: [`update service set ${freed}`],
    said: {
      '/behandlinger': inNone,
      '/person/anna': inNone,
      '/shop': inAll,
      '/tc': inTerms('terms.payPricesDue'),
    },
  },
  {
    salon: 'with an exempt product',
    sql: [`update product set ${freed}`],
    said: {
      '/behandlinger': inAll,
      '/shop': inNone,
      '/shop/product/soap': inNone,
      '/tc': inTerms('terms.payPricesDue'),
    },
  },
  {
    salon: 'that is not registered for VAT',
    vatPercent: 0,
    said: {
      '/behandlinger': inNone,
      '/behandlinger/cut': inNone,
      '/person/anna': inNone,
      '/shop': inNone,
      '/shop/product/soap': inNone,
      '/tc': inTerms('terms.payPricesNone'),
    },
  },
])(
  'the pages of a salon $salon say which prices include VAT',
  async ({ vatPercent = 25, sql = [], said }) => {
    const salon = await openSalon(harness.site, { vatPercent, profile: { shop: true } })
    const { id } = salon
    for (const statement of [
      `insert into product_type (tenant_id, id, position, name, active)
      values ('${id}', 'care', 0, 'Care', true)`,
      `insert into product (tenant_id, id, position, type_id, name, description, pictures, image_sizes, active)
      values ('${id}', 'soap', 0, 'care', 'Soap', '', '[]', '{}', true)`,
      `insert into product_variant (tenant_id, id, product_id, position, size, price, active)
      values ('${id}', 'soap-1', 'soap', 0, '', 100, true)`,
      ...sql,
    ])
      await salon.sql(statement)
    for (const [path, sentence] of Object.entries(said)) {
      const { text } = await getPage(harness.site.port, `${id}.localhost`, `${path}?lang=en`)
      const found = [inAll, inSome, inNone, sentence].filter((one) => plain(text).includes(`>${one}`))
      expect([path, [...new Set(found)]]).toEqual([path, [sentence]])
    }
  },
)
