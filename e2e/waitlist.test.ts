import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_DAYS, extendedEnd } from '#domain/waitlist/extend.ts'
import { addDays, localParts } from '#domain/zone.ts'
import { formatMoney } from '#domain/money.ts'
import { entryHandles } from '#server/secret/handle.ts'
import { visitor } from './booking.ts'
import { bookElsewhere, join, openSalon, textIn, textPattern, type Member, type Salon } from './salon.ts'
import { open, openHarness, ready, tabTo, type Harness } from './harness.ts'
import { button, heading, said } from './page.ts'
import { expectTrapped, focused } from './keyboard.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
const zone = 'Europe/Copenhagen'
/** For what a job does. */
const soon = { timeout: 20_000 }
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type FullSalon = Salon & {
  /** The date of its only time, in the tenant's zone. */ date: string
  /** The guest who has that time cancels. */ cancel(): Promise<void>
}

/** A salon whose only time, at noon in three days, is booked by another guest. */
async function openFullSalon(): Promise<FullSalon> {
  const today = localParts(zone, Math.floor(Date.now() / 60_000)).date
  const date = addDays(today, 3)
  const { weekday } = localParts(zone, Date.parse(`${date}T10:00Z`) / 60_000)
  const salon = await openSalon(harness.site, {
    members: [{ id: 'anna', hours: [{ weekday, from: '12:00', to: '12:30' }] }],
    services: [{ id: 'cut', price: 32_000, duration: 30 }],
    rules: { horizonDays: 8 },
  })
  const other = salon.caller()
  const { handle } = await bookElsewhere(salon, other, { details: true })
  return {
    ...salon,
    date,
    async cancel() {
      const { cancelHandle } = await other.call('getVisit', { tenantId: salon.id, handle })
      await other.call('gen2_crudWaitlist-cancelBooking', { bookingId: cancelHandle ?? '', confirmed: true })
    },
  }
}

const fullMonth = (salon: FullSalon, base = '/book') =>
  salon.url(`${base}/time?services=cut&month=${salon.date.slice(0, 7)}`)
const enlist = (salon: Salon, { call }: Pick<Member, 'call'>, wanted = {}) =>
  call('joinWaitlist', { tenantId: salon.id, services: ['cut'], ...wanted }).then((joined) =>
    joined.ok ? (joined.id ?? '') : '',
  )
const handlesOf = (salon: Salon, id: string) => entryHandles(salon.site.secret, salon.id, id)
const entries = (salon: Salon) =>
  salon.sql<{ id: string; state: string; contact: { email: string } | null; ends_at: Date }>(
    'select id, state, contact, ends_at from waitlist_entry order by rank',
  )
const states = async (salon: Salon) => (await entries(salon)).map(({ state }) => state)
const visits = (salon: Salon) =>
  salon.sql<{ state: string; guest_id: string | null; email: string | null }>(
    "select state, guest_id, contact ->> 'email' as email from visit where state <> 'cancelled'",
  )
const goto = async (page: Page, url: string) => void (await page.goto(url))
const isErrorTitle = async (page: Page) =>
  (await page.title()).startsWith(t('error.documentTitle', { title: '' }))
/** Ends the open offer as if its time were over; its job has yet to notice. */
const endOffer = (salon: Salon) =>
  salon.sql("update waitlist_offer set expires_at = now() - interval '1 second' where state = 'open'")

/** The first link to this page in the mail to an address with this subject. */
async function linkIn(salon: Salon, to: string, page: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      for (const mail of await salon.mail())
        if (mail.to === to) link ??= new RegExp(`http:\\S+/${page}/\\S+`).exec(mail.text)?.[0]
      return link
    }, soon)
    .toBeTruthy()
  return link ?? ''
}

const link = (page: Page | Locator, name: string) => page.getByRole('link', { name, exact: true })
const content = async (page: Page, role: 'main' | 'dialog' = 'main') =>
  (await page.getByRole(role).innerText()).replace(/\s+/g, ' ')
const place = (own: number, of: number) => t('waitlist.place', { place: own, of })
const kr = formatMoney(40_000, 'DKK', 'en', 'kr.').replace(/\s+/g, ' ')
const invitation = (salon: Salon) => t('offer.title', { company: `Company ${salon.id}` })
const card = (page: Page) => page.getByRole('main').getByRole('listitem', { name: /^cut of/ })

test('a signed-in guest joins from a full month, is offered the time that another cancels, and books it', async () => {
  const salon = await openFullSalon()
  const alma = await join(salon)
  await harness.visit({ before: alma.copyCookies }, async (page) => {
    await open(page, fullMonth(salon, '/appointments'))
    await link(page, t('book.joinWaitlist')).click()
    await heading(page, t('joinWaitlist.title'))
    const today = localParts(zone, Math.floor(Date.now() / 60_000)).date
    const first = `${salon.date.slice(0, 7)}-01`
    expect(await page.getByLabel(t('preference.until')).inputValue()).toBe(
      addDays(first < today ? today : first, 27),
    )
    await button(page, t('joinWaitlist.button')).click()
    await heading(page, t('waitlist.title'))
    await said(page, t('shell.waitlistJoined'))
    await page.getByText(place(1, 1), { exact: true }).waitFor()
    await salon.cancel()
    const toast = page
      .getByRole('region', { name: t('shell.notifications') })
      .getByRole('article')
      .filter({ hasText: t('notification.offerTitle') })
    await toast.waitFor()
    // The open page shows the offer automatically.
    await link(card(page), t('waitlist.takeOffer')).waitFor()
    const offered = await linkIn(salon, alma.email, 'awi')
    expect(await toast.getByRole('link').getAttribute('href')).toBe(URL.parse(offered)?.pathname)
    await toast.getByRole('link').click()
    await heading(page, invitation(salon))
    // The address names no offer any more.
    await page.waitForURL(salon.url('/awi'))
    const shown = await content(page)
    for (const part of ['Alma', `cut of ${salon.id}`, 'anna', kr, '12:00', '12:30'])
      expect(shown).toContain(part)
    await button(page, t('offer.accept')).click()
    const result = page.getByRole('dialog', { name: t('offer.bookedTitle') })
    await result.getByText(t('shell.mailSent', { email: alma.email }), { exact: true }).waitFor()
    // It is said once: neither by the page behind nor by a toast.
    expect(await page.getByText(textPattern(t('offer.mine'))).count()).toBe(0)
    expect(await page.locator('.toasts article').count()).toBe(0)
    await link(result, t('offer.ok')).click()
    await page.waitForURL(salon.url('/'))
    await open(page, salon.url('/my-account'))
    await page
      .getByRole('heading', { name: textPattern(`cut of ${salon.id}`) })
      .first()
      .waitFor()
    expect(await page.getByRole('heading', { name: t('waitlist.title'), exact: true }).count()).toBe(0)
    await open(page, offered)
    await heading(page, t('offer.mineTitle'))
  })
  expect(await states(salon)).toEqual(['booked'])
  expect(await visits(salon)).toEqual([{ state: 'booked', guest_id: alma.uid, email: null }])
})

test.each(['/book', '/appointments'])(
  'an empty day of %s leads to the waitlist for that day',
  exhaustive,
  async (base) => {
    const salon = await openSalon(harness.site, {
      members: [
        {
          id: 'anna',
          hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '12:00', to: '12:30' })),
        },
      ],
      services: [{ id: 'cut', price: 32_000, duration: 30 }],
      rules: { horizonDays: 8 },
    })
    const { start } = await bookElsewhere(salon, salon.caller(), {
      from: Date.now() + 3 * 86_400_000,
      details: true,
    })
    const { date } = localParts(zone, start / 60_000)
    const alma = await join(salon)
    await harness.visit({ before: alma.copyCookies, javaScriptEnabled: false }, async (page) => {
      await page.goto(salon.url(`${base}/time?services=cut&month=${date.slice(0, 7)}&day=${date}`))
      await page.getByText(t('book.waitlistDay'), { exact: true }).waitFor()
      await link(page, t('book.joinWaitlist')).click()
      await heading(page, t('joinWaitlist.title'))
      for (const name of ['preference.from', 'preference.until'] as const)
        expect(await page.getByLabel(t(name)).inputValue()).toBe(date)
      await button(page, t('joinWaitlist.button')).click()
      await page.getByText(place(1, 1), { exact: true }).waitFor()
    })
    const rows = await salon.sql<{ windows: { from: string; until: string }[] }>(
      'select windows from waitlist_entry',
    )
    expect(rows[0]?.windows).toMatchObject([{ from: date, until: date }])
  },
)

test('a declined time goes to the next guest, and the first keeps the place', exhaustive, async () => {
  const salon = await openFullSalon()
  const [alma, bea] = [await join(salon), await join(salon)]
  for (const guest of [alma, bea]) await enlist(salon, guest)
  await salon.cancel()
  const offered = await linkIn(salon, alma.email, 'awi')
  await harness.visit({ before: alma.copyCookies }, async (page) => {
    await open(page, offered)
    await button(page, t('offer.decline')).click()
    await heading(page, t('offer.declinedTitle'))
    await page.locator(':focus').getByText(t('offer.declined'), { exact: true }).waitFor()
    await linkIn(salon, bea.email, 'awi')
    expect(await states(salon)).toEqual(['waiting', 'offered'])
    await link(page, t('offer.toWaitlist')).click()
    await page.getByText(place(1, 2), { exact: true }).waitFor()
    await open(page, offered)
    await heading(page, t('offer.alreadyDeclinedTitle'))
  })
})

test(
  'a guest who accepts after the end gets the reason, passes one competitor and sees the true place',
  exhaustive,
  async () => {
    const salon = await openFullSalon()
    const [first, bea, alma] = [await join(salon), await join(salon), await join(salon)]
    // They are ahead, but want another time of day.
    for (const guest of [first, bea])
      await enlist(salon, guest, {
        windows: [{ from: salon.date, until: salon.date, latest: '10:00' }],
      })
    await enlist(salon, alma)
    await salon.cancel()
    const offered = await linkIn(salon, alma.email, 'awi')
    await harness.visit({ before: alma.copyCookies }, async (page) => {
      await open(page, offered)
      await button(page, t('offer.accept')).waitFor()
      await endOffer(salon)
      await button(page, t('offer.accept')).click()
      const result = page.getByRole('dialog', { name: 'Booking failed' })
      await result.waitFor()
      expect(await content(page, 'dialog')).toContain(
        `${t('offer.lostMoved')} ${t('offer.place', { place: 2, of: 3 })}`,
      )
      await link(result, t('offer.ok')).click()
      await page.waitForURL(salon.url('/'))
      await open(page, salon.url('/waitlist'))
      await page.getByText(place(2, 3), { exact: true }).waitFor()
      await open(page, offered)
      await heading(page, t('offer.expiredTitle'))
      expect(await button(page, t('offer.accept')).count()).toBe(0)
    })
    await harness.visit({ before: bea.copyCookies }, async (page) => {
      await open(page, salon.url('/waitlist'))
      await page.getByText(place(3, 3), { exact: true }).waitFor()
      // Why a time went past the guest.
      await page
        .getByText(t('waitlist.passed', { count: 1, reasons: t('waitlist.passedWindow') }), { exact: true })
        .click()
      await page.getByText(t('waitlist.passedWindow'), { exact: true }).waitFor()
    })
    expect((await visits(salon)).filter(({ state }) => state === 'booked')).toEqual([])
  },
)

test(
  'a period that the guest has added stays when the page loads its data again, as for a translation',
  exhaustive,
  async () => {
    const salon = await openFullSalon()
    await harness.visit({}, async (page) => {
      await open(page, fullMonth(salon))
      await link(page, t('book.joinWaitlist')).click()
      await heading(page, t('joinWaitlist.title'))
      await button(page, t('preference.addWindow')).click()
      const second = page.getByRole('heading', { name: t('preference.window', { number: 2 }) })
      await second.waitFor()
      await page.evaluate(async () => {
        const { __reactRouterDataRouter: router } = window as unknown as {
          __reactRouterDataRouter: { revalidate(): Promise<void> }
        }
        await router.revalidate()
      })
      await page.waitForTimeout(200)
      expect(await second.isVisible()).toBe(true)
    })
  },
)

test('without JavaScript and without an account a guest joins, confirms by mail, and accepts the offer', async () => {
  const salon = await openFullSalon()
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(fullMonth(salon))
    await link(page, t('book.joinWaitlist')).click()
    await heading(page, t('joinWaitlist.title'))
    await button(page, t('preference.addWindow')).click()
    await page.getByRole('heading', { name: t('preference.window', { number: 2 }) }).waitFor()
    expect(await isErrorTitle(page)).toBe(false)
    await button(page, `${t('preference.removeWindow')} ${t('preference.window', { number: 2 })}`).click()
    await button(page, t('joinWaitlist.button')).click()
    await page.getByRole('alert').getByText(t('joinWaitlist.contactMissing')).first().waitFor()
    expect(await isErrorTitle(page)).toBe(true)
    for (const name of ['firstname', 'lastname', 'email'] as const)
      await page.getByLabel(t(`booking.${name}`), { exact: true }).fill(visitor[name])
    await button(page, t('joinWaitlist.button')).click()
    await heading(page, t('joinWaitlist.sentTitle'))
    expect(await content(page)).toContain(visitor.email)
    await button(page, t('joinWaitlist.sendAgain')).click()
    await page.getByText(t('joinWaitlist.sentAgain', { address: visitor.email })).waitFor()
    await button(page, t('joinWaitlist.changeContact')).click()
    await heading(page, t('joinWaitlist.title'))
    expect(await page.getByLabel(t('booking.email'), { exact: true }).inputValue()).toBe(visitor.email)
    await button(page, t('joinWaitlist.button')).click()
    await heading(page, t('joinWaitlist.sentTitle'))
    expect(await salon.sql('select 1 from waitlist_entry')).toHaveLength(1)
    const confirm = await linkIn(salon, visitor.email, 'waitlist/confirm')
    await page.goto(confirm)
    await button(page, t('waitlistLink.confirm')).click()
    await heading(page, t('waitlistLink.confirmedTitle'))
    await page.getByText(t('waitlistLink.confirmed', { place: 1, of: 1 })).waitFor()
    await salon.cancel()
    const offered = await linkIn(salon, visitor.email, 'awi')
    await page.goto(offered)
    await heading(page, invitation(salon))
    expect(await content(page)).toContain('Vera')
    await button(page, t('offer.accept')).click()
    const result = page.getByRole('dialog', { name: t('offer.bookedTitle') })
    await result.waitFor()
    await link(result, t('offer.ok')).click()
    await page.waitForURL(salon.url('/'))
    await page.goto(offered)
    await heading(page, t('offer.mineTitle'))
    await link(page, t('offer.seeVisit')).click()
    await page.waitForURL(/\/book\/done\?visit=/)
  })
  expect(await states(salon)).toEqual(['booked'])
  expect(await visits(salon)).toEqual([{ state: 'booked', guest_id: null, email: visitor.email }])
})

test(
  'without JavaScript and without an account a guest whose entry was paused resumes it',
  exhaustive,
  async () => {
    const salon = await openFullSalon()
    const details = { firstname: 'Vera', lastname: 'Nygaard', email: 'paused@example.com' }
    await enlist(salon, salon.caller(), { details })
    await salon.sql("update waitlist_entry set confirmed_at = now(), state = 'paused'")
    const { confirm } = handlesOf(salon, (await entries(salon))[0]?.id ?? '')
    await harness.visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(salon.url(`/waitlist/confirm/${confirm}/en`))
      await heading(page, t('waitlistLink.resumeTitle'))
      expect(await states(salon)).toEqual(['paused'])
      await button(page, t('waitlistLink.resume')).click()
      await heading(page, t('waitlistLink.confirmedTitle'))
      await page.getByText(t('waitlistLink.confirmed', { place: 1, of: 1 })).waitFor()
    })
    expect(await states(salon)).toEqual(['waiting'])
  },
)

test('without JavaScript one guest loses an offer and another declines it', exhaustive, async () => {
  const salon = await openFullSalon()
  const addresses = ['lost@example.com', 'no@example.com', 'last@example.com']
  for (const email of addresses)
    await enlist(salon, salon.caller(), { details: { firstname: 'Vera', lastname: 'Nygaard', email } })
  await salon.sql('update waitlist_entry set confirmed_at = now()')
  await salon.cancel()
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    const [lost = '', declined = '', last = ''] = addresses
    await page.goto(await linkIn(salon, lost, 'awi'))
    await button(page, t('offer.accept')).waitFor()
    await endOffer(salon)
    await button(page, t('offer.accept')).click()
    await page.getByRole('dialog', { name: 'Booking failed' }).waitFor()
    expect(await content(page, 'dialog')).toContain(
      `${t('offer.taken')} ${t('offer.placeKept')} ${t('offer.place', { place: 1, of: 3 })}`,
    )
    await page.goto(await linkIn(salon, declined, 'awi'))
    await button(page, t('offer.decline')).click()
    await heading(page, t('offer.declinedTitle'))
    await page.goto(await linkIn(salon, last, 'awi'))
    await button(page, t('offer.accept')).click()
    await page.getByRole('dialog', { name: t('offer.bookedTitle') }).waitFor()
    await page.goto(await linkIn(salon, lost, 'awi'))
    await heading(page, t('offer.takenTitle'))
  })
  expect(await states(salon)).toEqual(['waiting', 'waiting', 'booked'])
})

test('/waitlist: edit, pause, resume and extend keep the place; deleting asks first', async () => {
  const salon = await openFullSalon()
  const [alma, bea] = [await join(salon), await join(salon)]
  const id = await enlist(salon, alma)
  await enlist(salon, bea)
  await harness.visit({ before: alma.copyCookies }, async (page) => {
    await open(page, salon.url(`/home/waitlist`))
    await page.waitForURL(salon.url('/waitlist'))
    await open(page, salon.url(`/waitlist;id=${id}`))
    await page.waitForURL(salon.url(`/waitlist?id=${id}`))
    await expect.poll(() => card(page).getAttribute('aria-current')).toBe('true')
    const edit = async (until: string) => {
      await card(page)
        .getByRole('link', { name: textPattern(t('waitlist.edit')) })
        .click()
      await heading(page, t('waitlist.editTitle'))
      await page.getByLabel(t('preference.from')).fill(salon.date)
      await page.getByLabel(t('preference.until')).fill(until)
      await page.getByLabel(t('preference.latest')).selectOption('15:00')
      await button(page, t('waitlist.save')).click()
    }
    await edit(addDays(salon.date, -1))
    await page.getByRole('alert').getByText(t('preference.untilBeforeFrom')).waitFor()
    expect(await isErrorTitle(page)).toBe(true)
    await link(page, t('waitlist.back')).click()
    await card(page).getByText(t('waitlist.anyTime'), { exact: true }).waitFor()
    expect(await isErrorTitle(page)).toBe(false)
    await edit(addDays(salon.date, 2))
    await page.getByText(textPattern(t('waitlist.before', { latest: '15:00' }))).waitFor()
    await page.getByText(place(1, 2), { exact: true }).waitFor()

    await page.getByText(t('waitlist.pause'), { exact: true }).click()
    await page.getByLabel(t('waitlist.pauseUntil')).fill(addDays(salon.date, 1))
    await button(page, t('waitlist.pauseNow')).click()
    await page.getByText(textPattern(t('waitlist.pausedUntil', { date: '' }))).waitFor()
    expect(await states(salon)).toEqual(['paused', 'waiting'])
    await card(page)
      .getByRole('button', { name: textPattern(t('waitlist.resume')) })
      .click()
    await page.getByText(t('waitlist.waiting'), { exact: true }).waitFor()

    await salon.sql("update waitlist_entry set ends_at = now() + interval '5 days' where id = $1", [id])
    await page.reload()
    await ready(page)
    await card(page)
      .getByRole('button', { name: textPattern(t('waitlist.extend', { date: '' })) })
      .click()
    await page.getByText(t('shell.waitlistExtended'), { exact: true }).waitFor()
    expect((await entries(salon))[0]?.ends_at.getTime()).toBe(
      extendedEnd({ now: Date.now(), days: DEFAULT_DAYS, zone }),
    )

    await card(page)
      .getByRole('button', { name: textPattern(t('waitlist.delete')) })
      .click()
    const question = page.getByRole('dialog', { name: t('waitlist.deleteTitle') })
    await question.getByText('You lose your place on the waitlist.', { exact: true }).waitFor()
    expect(await content(page, 'dialog')).toContain(`cut of ${salon.id}`)
    await button(question, t('waitlist.keep')).click()
    await question.waitFor({ state: 'hidden' })
    expect(await states(salon)).toEqual(['waiting', 'waiting'])
    await card(page)
      .getByRole('button', { name: textPattern(t('waitlist.delete')) })
      .click()
    await button(question, t('waitlist.deleteConfirm')).click()
    await page.getByRole('main').getByText('Waitlist entry deleted successfully', { exact: true }).waitFor()
    await page.waitForURL(/\/my-account$/)
  })
  expect(await states(salon)).toEqual(['left', 'waiting'])
})

test.each([true, false])('the form of an entry changes its add-ons, with scripts: %s', async (scripts) => {
  const salon = await openSalon(harness.site, {
    services: [
      { id: 'cut', price: 32_000, duration: 30 },
      { id: 'wash', price: 12_000, duration: 15 },
    ],
    profile: { addons: true },
  })
  for (const [id, active] of [
    ['mask', true],
    ['pearls', true],
    ['old', false],
  ] as const) {
    await salon.sql(
      'insert into addon (tenant_id, id, position, name, minutes, price, active) values ($1, $2, 0, $3, 10, 8000, $4)',
      [salon.id, id, `The ${id}`, active],
    )
    for (const service of ['cut', 'wash'])
      await salon.sql(
        'insert into service_addon (tenant_id, service_id, addon_id, most) values ($1, $2, $3, $4)',
        [salon.id, service, id, id === 'pearls' ? 3 : 1],
      )
  }
  const alma = await join(salon)
  const id = await enlist(salon, alma, { addons: [[{ id: 'mask', count: 1 }]] })
  await salon.sql(
    `update waitlist_entry set addons = '[[{"id": "mask", "count": 1}, {"id": "old", "count": 1}]]'`,
  )
  const stored = async () =>
    (
      await salon.sql<{ services: string[]; addons: object }>('select services, addons from waitlist_entry')
    )[0]
  await harness.visit({ before: alma.copyCookies, javaScriptEnabled: scripts }, async (page) => {
    await (scripts ? open : goto)(page, salon.url('/waitlist'))
    await card(page).getByRole('heading').getByText('The mask').waitFor()
    await (scripts ? open : goto)(page, salon.url(`/waitlist?edit=${id}`))
    await page.getByText(t('preference.addonsGone', { names: 'The old' }), { exact: true }).waitFor()
    const mask = page.locator('#addon-cut-mask')
    expect(await mask.isChecked()).toBe(true)
    await mask.uncheck()
    await page.locator('#addon-cut-pearls').selectOption('2')
    if (scripts) {
      await page.getByText(t('preference.services'), { exact: true }).first().click()
      await page.locator('input[name=service][value=wash]').check()
      await page.locator('#addon-wash-mask').check()
    }
    await button(page, t('waitlist.save')).click()
    await card(page).getByRole('heading').getByText('The pearls').waitFor()
  })
  const pearls = [{ id: 'pearls', count: 2 }]
  expect(await stored()).toEqual(
    scripts
      ? { services: ['cut', 'wash'], addons: [pearls, [{ id: 'mask', count: 1 }]] }
      : { services: ['cut'], addons: [pearls] },
  )
})

test(
  'without scripts, the form of an entry changes its services and people, and keeps its place',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, {
      members: [{ id: 'anna' }, { id: 'bo' }],
      services: [
        { id: 'cut', price: 32_000, duration: 30 },
        { id: 'wash', price: 12_000, duration: 15, members: ['bo'] },
      ],
    })
    const [alma, bea] = [await join(salon), await join(salon)]
    const id = await enlist(salon, alma, { teamMembers: ['anna'] })
    await enlist(salon, bea)
    const stored = () =>
      salon.sql<{ services: string[]; members: string[] | null; rank: string }>(
        'select services, members, rank::int from waitlist_entry order by rank',
      )
    const [before] = await stored()
    const box = (page: Page, name: string, value: string) =>
      page.locator(`input[name=${name}][value=${value}]`)
    await harness.visit({ before: alma.copyCookies, javaScriptEnabled: false }, async (page) => {
      const save = async (change: () => Promise<void>) => {
        const summary = page.getByText(t('preference.services'), { exact: true }).first()
        if (!(await box(page, 'service', 'cut').isVisible())) await summary.click()
        await change()
        await button(page, t('waitlist.save')).click()
      }
      await page.goto(salon.url(`/waitlist?edit=${id}`))
      await save(() => box(page, 'service', 'cut').uncheck())
      await page.getByRole('alert').getByText(t('preference.servicesMissing')).waitFor()
      expect(await box(page, 'service', 'cut').isChecked()).toBe(false)
      await save(async () => {
        await box(page, 'service', 'cut').check()
        await box(page, 'service', 'wash').check()
      })
      // Anna does not wash.
      await page.getByRole('alert').getByText(t('preference.peopleCannot')).waitFor()
      expect(await stored()).toContainEqual(before)
      await save(async () => {
        await box(page, 'teamMember', 'anna').uncheck()
        await box(page, 'teamMember', 'bo').check()
      })
      await page.getByText(t('shell.waitlistSaved'), { exact: true }).waitFor()
      await page.getByText(place(1, 2), { exact: true }).waitFor()
    })
    expect(await stored()).toEqual([
      { services: ['cut', 'wash'], members: ['bo'], rank: before?.rank },
      expect.objectContaining({ services: ['cut'] }),
    ])
  },
)

test.each([true, false])(
  'the form of an entry lists who performs its services, with scripts %s',
  exhaustive,
  async (javaScriptEnabled) => {
    const salon = await openSalon(harness.site, {
      members: [{ id: 'anna' }, { id: 'bo' }, { id: 'carl' }],
      services: [
        { id: 'cut', members: ['anna', 'bo'] },
        { id: 'dye', members: ['carl'] },
      ],
    })
    const alma = await join(salon)
    const id = await enlist(salon, alma, { teamMembers: ['anna'] })
    await harness.visit({ before: alma.copyCookies, javaScriptEnabled }, async (page) => {
      const box = (value: string) => page.locator(`input[value=${value}]`)
      const listed = () =>
        page
          .locator('input[name=teamMember]')
          .evaluateAll((boxes) => boxes.map((one) => one.getAttribute('value')))
      await (javaScriptEnabled ? open : goto)(page, salon.url(`/waitlist?edit=${id}`))
      expect(await listed()).toEqual(['anna', 'bo'])
      await page.getByText(t('preference.services'), { exact: true }).first().click()
      await box('dye').check()
      if (javaScriptEnabled) await expect.poll(listed).toEqual(['anna', 'bo', 'carl'])
      await box('cut').uncheck()
      if (!javaScriptEnabled) {
        await button(page, t('waitlist.save')).click()
        await page.getByRole('alert').getByText(t('preference.peopleCannot')).waitFor()
      }
      // Anna is listed as long as she is chosen.
      await expect.poll(listed).toEqual(['anna', 'carl'])
      await box('anna').uncheck()
      await box('carl').check()
      await button(page, t('waitlist.save')).click()
      await page.getByText(t('shell.waitlistSaved'), { exact: true }).waitFor()
    })
    expect(await salon.sql('select services, members from waitlist_entry')).toEqual([
      { services: ['dye'], members: ['carl'] },
    ])
  },
)

test('the dashboard deletes an entry, and a failure leaves it there', exhaustive, async () => {
  const salon = await openFullSalon()
  const alma = await join(salon)
  const id = await enlist(salon, alma)
  await harness.visit({ before: alma.copyCookies, expected: /ERR_FAILED/ }, async (page) => {
    await open(page, salon.url('/my-account'))
    const block = page.getByRole('region', { name: t('waitlist.title'), exact: true })
    await block.getByText(place(1, 1), { exact: true }).waitFor()
    await link(block, `cut of ${salon.id}`).click()
    await page.waitForURL(salon.url(`/waitlist?id=${id}`))
    await page.goBack()
    await block.waitFor()
    const { promise: mayGo, resolve: go } = Promise.withResolvers<void>()
    // The page may fetch its data again at any moment: only the first form fails.
    let failed = false
    await page.route('**/my-account.data*', (route) => {
      if (failed || route.request().method() !== 'POST') return route.continue()
      failed = true
      return route.abort()
    })
    await block.getByRole('button', { name: textPattern(t('waitlist.delete')) }).click()
    const question = page.getByRole('dialog', { name: t('waitlist.deleteTitle') })
    expect(await button(question, t('waitlist.keep')).evaluate((one) => one === document.activeElement)).toBe(
      true,
    )
    await button(question, t('waitlist.deleteConfirm')).click()
    await question.getByRole('alert').waitFor()
    expect((await question.getByRole('alert').innerText()).split(/\n+/)).toEqual([
      'Error',
      'Failed to delete waitlist entry',
    ])
    expect(await states(salon)).toEqual(['waiting'])
    await button(question, t('waitlist.deleteAgain')).waitFor()
    await button(question, t('waitlist.keep')).click()
    await block.getByText(place(1, 1), { exact: true }).waitFor()
    await page.route('**/my-account.data*', async (route) => {
      await mayGo
      await route.continue()
    })
    await block.getByRole('button', { name: textPattern(t('waitlist.delete')) }).click()
    await button(question, t('waitlist.deleteConfirm')).click()
    expect(await button(question, t('waitlist.deleting')).isDisabled()).toBe(true)
    go()
    await question.waitFor({ state: 'hidden' })
    await said(page, 'Waitlist entry deleted successfully')
    await link(block, t('waitlist.book')).waitFor()
    await expect.poll(() => block.getByRole('listitem').count()).toBe(0)
  })
  expect(await states(salon)).toEqual(['left'])
})

test(
  'without JavaScript a guest deletes an entry on the dashboard after a question',
  exhaustive,
  async () => {
    const salon = await openFullSalon()
    const alma = await join(salon)
    await enlist(salon, alma)
    await harness.visit({ before: alma.copyCookies, javaScriptEnabled: false }, async (page) => {
      await page.goto(salon.url('/my-account'))
      await page
        .getByRole('region', { name: t('waitlist.title'), exact: true })
        .getByRole('button', { name: textPattern(t('waitlist.delete')) })
        .click()
      await heading(page, t('waitlist.deleteTitle'))
      await link(page, t('waitlist.keep')).click()
      await card(page)
        .getByRole('button', { name: textPattern(t('waitlist.delete')) })
        .click()
      await button(page, t('waitlist.deleteConfirm')).click()
      await page.waitForURL(/\/my-account/)
      expect(await page.locator('body').innerText()).toContain('Waitlist entry deleted successfully')
    })
    expect(await states(salon)).toEqual(['left'])
  },
)

test.each([true, false])(
  'the link that extends keeps the place, scripts: %s',
  exhaustive,
  async (javaScriptEnabled) => {
    const salon = await openFullSalon()
    const alma = await join(salon, { language: 'da' })
    const id = await enlist(salon, alma)
    await salon.sql("update waitlist_entry set ends_at = now() + interval '2 days'")
    const path = (language: string) =>
      salon.url(`/extendWaitlist/${handlesOf(salon, id).extend}/${language}?days=20&date=1`)
    await harness.visit({ javaScriptEnabled }, async (page) => {
      await page.goto(path('de'))
      const de = textIn('de')
      if (!javaScriptEnabled) await button(page, de('waitlistLink.extend')).click()
      await heading(page, de('waitlistLink.extendedTitle'))
      expect(await page.locator('html').getAttribute('lang')).toBe('de')
      await page.getByText(de('waitlistLink.positionKept'), { exact: true }).waitFor()
      if (javaScriptEnabled) expect(page.url()).not.toContain(handlesOf(salon, id).extend)
      await link(page, de('waitlistLink.toWaitlist')).click()
      await page.waitForURL(/\/login\?to=/)
      const answered = await page.goto(salon.url('/extendWaitlist/unknown/en'))
      expect(answered?.status()).toBe(404)
      await heading(page, t('waitlistLink.unknownTitle'))
      await link(page, t('waitlistLink.toWaitlist')).waitFor()
    })
    expect((await entries(salon))[0]?.ends_at.getTime()).toBe(
      extendedEnd({ now: Date.now(), days: 20, zone }),
    )
  },
)

test('the link that leaves asks, reports a failure with a retry, and leads to the visits after four seconds', async () => {
  const salon = await openFullSalon()
  const alma = await join(salon, { language: 'da' })
  const { leave } = handlesOf(salon, await enlist(salon, alma))
  const da = textIn('da')
  await harness.visit({ before: alma.copyCookies, expected: /ERR_FAILED/ }, async (page) => {
    await page.clock.install()
    // Without a language the link has that of its guest.
    await open(page, salon.url(`/unsubscribeWaitlist/${leave}`))
    expect(await page.locator('html').getAttribute('lang')).toBe('da')
    await link(page, da('waitlistLink.editInstead')).waitFor()
    await page.route(
      '**/unsubscribeWaitlist/**',
      (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()),
      { times: 1 },
    )
    await button(page, da('waitlistLink.leave')).click()
    await page.getByRole('alert').getByText(da('waitlistLink.leaveFailed')).waitFor()
    expect(await states(salon)).toEqual(['waiting'])
    await page.clock.pauseAt(Date.now() + 120_000)
    await button(page, da('waitlistLink.again')).click()
    await heading(page, da('waitlistLink.leftTitle'))
    await page.getByText(da('waitlistLink.redirecting')).waitFor()
    await page.clock.runFor(3_900)
    await heading(page, da('waitlistLink.leftTitle'))
    await page.clock.runFor(200)
    await page.waitForURL(/\/my-account$/)
  })
  expect(await states(salon)).toEqual(['left'])
})

test(
  'without JavaScript and without an account the link that leaves removes the entry',
  exhaustive,
  async () => {
    const salon = await openFullSalon()
    const details = { firstname: 'Vera', lastname: 'Nygaard', email: 'leaving@example.com' }
    await enlist(salon, salon.caller(), { details })
    const { leave } = handlesOf(salon, (await entries(salon))[0]?.id ?? '')
    await harness.visit({ javaScriptEnabled: false }, async (page) => {
      await page.goto(salon.url(`/unsubscribeWaitlist/${leave}/en`))
      await heading(page, t('waitlistLink.leaveTitle'))
      expect(await states(salon)).toEqual(['waiting'])
      await button(page, t('waitlistLink.leave')).click()
      await heading(page, t('waitlistLink.leftTitle'))
      expect(await page.getByText(t('waitlistLink.redirecting')).count()).toBe(0)
    })
    expect(await states(salon)).toEqual(['left'])
  },
)

test('with only the keyboard a guest joins with the calendar and accepts an offer', exhaustive, async () => {
  const salon = await openFullSalon()
  const alma = await join(salon)
  await harness.visit({ before: alma.copyCookies }, async (page) => {
    await open(page, fullMonth(salon, '/appointments'))
    await tabTo(page, link(page, t('book.joinWaitlist')))
    await page.keyboard.press('Enter')
    await heading(page, t('joinWaitlist.title'))
    await tabTo(page, button(page, t('preference.openCalendar')))
    await page.keyboard.press('Enter')
    const calendar = page.getByRole('dialog', { name: t('preference.calendar') })
    await calendar.getByRole('grid').waitFor()
    // A day of the grid is one tab stop; the arrow keys move in it.
    await tabTo(page, calendar.locator('td [tabindex="0"]'))
    await page.keyboard.press('Enter')
    for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
    expect(await focused(page)).toBeTruthy()
    await page.keyboard.press('Enter')
    await tabTo(page, button(calendar, t('preference.calendarDone')))
    await page.keyboard.press('Enter')
    await calendar.waitFor({ state: 'hidden' })
    const [from, until] = [
      await page.getByLabel(t('preference.from')).inputValue(),
      await page.getByLabel(t('preference.until')).inputValue(),
    ]
    expect(until).toBe(addDays(from, 2))
    await tabTo(page, button(page, t('joinWaitlist.button')))
    await page.keyboard.press('Enter')
    await page.getByText(place(1, 1), { exact: true }).waitFor()
    // The two days may not be those of the free time.
    await salon.sql("update waitlist_entry set windows = '[]'")
    await salon.cancel()
    await tabTo(page, link(card(page), t('waitlist.takeOffer')))
    await page.keyboard.press('Enter')
    await heading(page, invitation(salon))
    await ready(page)
    await tabTo(page, button(page, t('offer.accept')))
    await page.keyboard.press('Enter')
    const result = page.getByRole('dialog', { name: t('offer.bookedTitle') })
    await result.waitFor()
    await expectTrapped(page, result)
    await tabTo(page, link(result, t('offer.ok')))
    await page.keyboard.press('Enter')
    await page.waitForURL(salon.url('/'))
  })
  expect(await states(salon)).toEqual(['booked'])
})
