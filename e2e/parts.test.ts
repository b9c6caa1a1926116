/** @module-tag exhaustive */

import { readdirSync, readFileSync } from 'node:fs'
import { join as joined } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNotification } from '#server/notification/queries.ts'
import type { MakeTenant } from '#test/make.ts'
import { fillShop, madeProduct } from '#test/shops.ts'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { at as visitTime, cardOf, movable, openDay, storedVisits, visitAt } from './day.ts'
import {
  bookElsewhere,
  desk,
  join,
  openSalon,
  textPattern,
  textIn,
  work,
  type Member,
  type Salon,
} from './salon.ts'
import { addAuthenticator } from './devtools.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { field, press } from './page.ts'

/*
 * Every part that a page loads later, without a connection at that moment. The rows are compared with the
 * code: a new lazy part, or a new form that submits without leaving the page, fails the first test until it
 * has a row.
 */
const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** Without a connection, or with a session that is over. */
const expected = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|a part of the page|401.*\/api\/staff\//
const HOUR_MS = 3_600_000
const web = joined(import.meta.dirname, '../web')
const sources = (readdirSync(web, { recursive: true }) as string[])
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
  .map((path) => ({ path, text: readFileSync(joined(web, path), 'utf8') }))

type Props = { page: Page; context: BrowserContext; salon: Salon; member: Member }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** To the step where a guest without an account enters contact details. */
async function toDetails({ page, salon }: Props) {
  await open(page, salon.url('/book/time?services=cut'))
  await booking(page, t).firstTime().click()
  await heading(page, t('booking.detailsTitle')).waitFor()
}
const holdOf = ({ page }: Props) => new URL(page.url()).searchParams.get('hold') ?? ''
const expireHold = ({ salon }: Props) =>
  salon.sql("update visit set hold_until = now() - interval '1 minute' where state = 'held'")
/** To what a guest sees if the price has changed since they chose the time. */
async function toReview(props: Props) {
  await toDetails(props)
  await booking(props.page, t).tell()
  await booking(props.page, t).confirmOtherPrice()
}
/** Another guest books the time meanwhile. */
async function loseTime(props: Props) {
  await toDetails(props)
  await booking(props.page, t).tell()
  await expireHold(props)
  await bookElsewhere(props.salon, props.salon.caller(), { details: true })
  await booking(props.page, t).confirm().click()
}
const openPasswordReset = async ({ page, salon }: Props) => {
  await open(page, salon.url('/login'))
  await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
}

/**
 * `script` is the beginning of its file's name, if that is not the module's own. `without`, `drawn` or a
 * retry: what a guest sees if it cannot be fetched, nothing, the server-rendered page or a retry button.
 */
type Part = {
  script?: string
  signedIn?: true
  profile?: MakeTenant['profile']
  /** Steps before the connection is lost. */ before?: (props: Props) => Promise<unknown>
  to: (props: Props) => Promise<unknown>
  fallback: 'without' | 'drawn' | 'retry'
  /** What is shown once it has loaded. */ seen?: (page: Page) => ReturnType<Page['locator']>
}
const at =
  (path: string) =>
  ({ page, salon }: Props) =>
    open(page, salon.url(path))
const drawn =
  (path: string) =>
  ({ page, salon }: Props) =>
    page.goto(salon.url(path))

/** At a desk device, unlocked by somebody with this PIN. */
async function atDesk({ salon, context }: Props, pin?: string) {
  const person = await work(salon, { name: 'Ea Lund', ...(pin && { pin }) })
  await (await desk(salon, person.id, person.id)).copyCookies(context)
}
/** Opens a page of the salon's own site, whose session then ends. */
async function toLocked({ page, salon }: Props) {
  const asked = page.waitForRequest(/\/api\/staff\/live/)
  await open(page, salon.url('/admin/me'))
  await asked
  await salon.sql('delete from staff_session')
}

const goods = { products: [madeProduct('wax', [{}], { displayName: 'Wax' })] }

const parts: Record<string, Part> = {
  'cart/cart-panel.tsx': {
    profile: { shop: true },
    fallback: 'without',
    before: async ({ salon, context }) => {
      await fillShop(salon.site.testDb, salon.id, goods)
      const caller = salon.caller()
      await caller.call('addToCart', { tenantId: salon.id, variantId: 'wax-0' })
      await caller.copyCookies(context)
    },
    to: async ({ page, salon }) => {
      await open(page, salon.url('/shop'))
      await press(page, t('cartButton.label', { count: 1 }))
    },
  },
  'consent/consent-banner.tsx': {
    profile: { analytics: { measurementId: 'G-TEST1234' } },
    to: at('/login'),
    fallback: 'without',
  },
  'notification/live-notifications.tsx': { signedIn: true, to: at('/my-account'), fallback: 'without' },
  'notification/cards.tsx': {
    signedIn: true,
    fallback: 'without',
    to: async (props) => {
      await at('/my-account')(props)
      const asked = props.page.waitForRequest(/\/cards-/)
      await props.salon.site.testDb.db.write(props.salon.id, (tx) =>
        createNotification(
          tx,
          props.member.uid,
          { type: 'success', title: 'Told', body: 'Something' },
          { at: new Date() },
        ),
      )
      await asked
    },
  },
  'offline/service-worker.tsx': {
    to: async (props) => {
      const asked = props.page.waitForRequest(/\/service-worker-/)
      await at('/login')(props)
      await asked
    },
    fallback: 'without',
  },
  'offline/next-visit.ts': { signedIn: true, to: at('/my-account'), fallback: 'without' },
  'shell/auto-hide-toolbar.ts': {
    to: async (props) => {
      await at('/behandlinger')(props)
      const asked = props.page.waitForRequest(/\/auto-hide-toolbar-/)
      await props.page.evaluate(() => dispatchEvent(new Event('scroll')))
      await asked
    },
    fallback: 'without',
  },
  'ui/form/dial-search.tsx': {
    fallback: 'without',
    to: async (props) => {
      await toDetails(props)
      await props.page.getByRole('combobox', { name: t('booking.dialCode'), exact: true }).click()
      await props.page.locator('select[name=countryCode]:not(.hidden)').waitFor()
    },
  },
  'push/push-prompt.tsx': {
    signedIn: true,
    before: ({ member }) => member.call('joinWaitlist', { services: ['cut'] }),
    to: at('/my-account'),
    fallback: 'without',
  },
  'passkey/passkey-offer.tsx': { signedIn: true, to: at('/my-account'), fallback: 'without' },
  'passkey/passkey-strip.tsx': {
    signedIn: true,
    fallback: 'without',
    to: async (props) => {
      await addAuthenticator(props.page)
      const asked = props.page.waitForRequest(/\/passkey-strip-/)
      await at('/my-account')(props)
      await asked
    },
  },
  '@simplewebauthn/browser': {
    script: 'esm',
    fallback: 'without',
    to: async (props) => {
      await at('/login')(props)
      await press(props.page, t('login.passkey'))
      await props.page.getByRole('status').getByText(t('login.passkeyFailed'), { exact: true }).waitFor()
    },
  },
  'staff/session-watch.tsx': {
    fallback: 'without',
    before: (props) => atDesk(props),
    to: async (props) => {
      const asked = props.page.waitForRequest(/\/session-watch-/)
      await at('/admin/me')(props)
      await asked
    },
  },
  'routes/day/day/day-moves.tsx': {
    fallback: 'without',
    before: (props) => atDesk(props),
    to: async (props) => {
      const asked = props.page.waitForRequest(/\/day-moves-/)
      await at('/admin/day')(props)
      await asked
    },
  },
  'routes/day/day/day-keys.tsx': {
    fallback: 'without',
    before: (props) => atDesk(props),
    to: async (props) => {
      const asked = props.page.waitForRequest(/\/day-keys-/)
      await at('/admin/day')(props)
      await asked
    },
  },
  'staff/keep-day.tsx': {
    fallback: 'without',
    before: (props) => atDesk(props),
    to: async (props) => {
      const asked = props.page.waitForRequest(/\/keep-day-/)
      await at('/admin/me')(props)
      await asked
    },
  },
  'staff/locked-screen.tsx': { fallback: 'without', before: (props) => atDesk(props), to: toLocked },
  'shell/session-end.tsx': {
    signedIn: true,
    fallback: 'drawn',
    seen: (page) => page.getByText(t('session.left', { minutes: 10 })),
    to: async (props) => {
      await props.salon.sql("update session set expires_at = now() + '595 seconds' where user_id = $1", [
        props.member.uid,
      ])
      await drawn('/my-account')(props)
    },
  },
  'routes/home/salon.tsx': { to: drawn('/'), fallback: 'drawn' },
  'routes/home/finder.tsx': {
    to: ({ page, salon }) => page.goto(salon.site.url('default')),
    fallback: 'drawn',
  },
  'routes/book/confirm/details-view.tsx': {
    before: toDetails,
    to: (props) => props.page.goto(props.salon.url(`/book/confirm?hold=${holdOf(props)}`)),
    fallback: 'drawn',
  },
  'routes/book/confirm/hold-expired.tsx': {
    before: async (props) => {
      await toDetails(props)
      await expireHold(props)
    },
    to: ({ page }) => page.reload(),
    fallback: 'drawn',
  },
  'routes/book/confirm/review.tsx': {
    to: toReview,
    fallback: 'retry',
    seen: (page) => heading(page, t('booking.reviewTitle')),
  },
  'routes/book/confirm/slot-taken.tsx': {
    to: loseTime,
    fallback: 'retry',
    seen: (page) => heading(page, t('book.takenTitle')),
  },
  'routes/waitlist/preferences/date-calendar.tsx': {
    to: async (props) => {
      const month = new Date(Date.now() + 32 * 86_400_000).toISOString().slice(0, 7)
      await at(`/book/waitlist?services=cut&month=${month}`)(props)
      await press(props.page, t('preference.openCalendar'))
    },
    fallback: 'retry',
    seen: (page) => page.getByRole('grid'),
  },
  'routes/sign-in/reset-password.tsx': {
    to: openPasswordReset,
    fallback: 'retry',
    seen: (page) => page.getByRole('dialog', { name: t('reset.title'), exact: true }),
  },
  'routes/sign-in/magic-form.tsx': {
    fallback: 'retry',
    seen: (page) => page.getByRole('button', { name: t('magic.submit'), exact: true }),
    to: async (props) => {
      await at('/login')(props)
      await props.page.getByRole('link', { name: t('login.withoutPassword'), exact: true }).click()
    },
  },
}

/** Every module with a dynamic import. */
const imported = () =>
  [
    ...new Set(
      sources.flatMap(({ path, text }) =>
        [...text.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name = '']) =>
          name.startsWith('.') ? joined(path, '..', name) : name.replace('#web/', ''),
        ),
      ),
    ),
  ].toSorted()

test('every lazy part, and every form that submits without leaving its page, has its row here', () => {
  expect(Object.keys(parts).toSorted()).toEqual(imported())
  expect(Object.keys(submissions).toSorted()).toEqual(
    sources
      .filter(({ text }) => /\buseFetcher(<[^\n()]*>)?\(/.test(text))
      .map(({ path }) => path)
      .toSorted(),
  )
})

/** Distinguishes the page from a reloaded one and from an error page. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { still: true }))
async function expectSamePage(page: Page) {
  expect(await page.evaluate(() => 'still' in window), 'the page was reloaded').toBe(true)
  expect(
    await page.getByText(t('error.body'), { exact: true }).count(),
    'the page was replaced by an error',
  ).toBe(0)
}

for (const [name, { script, signedIn, profile = {}, before, to, fallback, seen }] of Object.entries(parts)) {
  const file = script ?? /([^/]+?)(\.tsx?)?$/.exec(name)?.[1] ?? ''
  test(`${name} that cannot be fetched leaves the page as it is (${fallback})`, async () => {
    const salon = await openSalon(harness.site, { profile, members: [{ id: 'anna' }] })
    const member = await join(salon)
    await harness.visit(
      { expected, ...(signedIn ? { before: member.copyCookies } : {}) },
      async (page, context) => {
        const address = new RegExp(`/assets/${file}-[\\w-]{8}\\.js`)
        let stopped = 0
        await before?.({ page, context, salon, member })
        await context.route(address, (route) => {
          stopped += 1
          return route.abort()
        })
        await page.addInitScript(() =>
          document.addEventListener('DOMContentLoaded', () => Object.assign(window, { still: true })),
        )
        await to({ page, context, salon, member })
        await expect.poll(() => stopped, { timeout: 20_000 }).toBeGreaterThan(0)
        const retry = page
          .getByRole('alert')
          .filter({ hasText: t('error.unreached') })
          .getByRole('button', { name: t('error.retry'), exact: true })
        if (fallback === 'retry') await retry.waitFor()
        else await page.waitForTimeout(100)
        await expectSamePage(page)
        await context.unroute(address)
        if (fallback === 'drawn') {
          const come = page.waitForResponse(address)
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await come
          await ready(page)
        }
        if (fallback === 'retry') await retry.click()
        await seen?.(page).waitFor()
        await expectSamePage(page)
      },
    )
  })
}

/**
 * Opens the page and returns the control that submits, the message shown without a connection, and what is
 * shown when it is back.
 */
type Submission = (props: Props, offline: (gone: boolean) => Promise<void>) => Promise<void>

const submissions: Record<string, Submission | 'by itself' | 'from the page’s own address'> = {
  'cart/cart-notice.tsx': 'from the page’s own address',
  'cart/cart-panel.tsx': 'by itself',
  'checkout/step/shipping-step.tsx': 'from the page’s own address',
  'checkout/step/use-city.ts': 'from the page’s own address',
  'checkout/payment/use-payment.ts': 'by itself',
  'guest/code-entry.tsx': async ({ page, salon, member }, offline) => {
    await open(page, salon.url('/login?loginType=magic'))
    await mark(page)
    await field(page, t('magic.email')).fill(member.email)
    await press(page, t('magic.submit'))
    await page.getByText(t('magic.sent'), { exact: true }).waitFor()
    await field(page, t('code.code')).fill('no digits')
    await offline(true)
    await press(page, t('code.enter'))
    await page.getByRole('alert').getByText(t('code.unavailable'), { exact: true }).waitFor()
    await offline(false)
    // A second press within a second is ignored.
    await expect
      .poll(
        async () => {
          await press(page, t('code.enter'))
          return page.getByRole('alert').getByText(t('code.wrong'), { exact: true }).count()
        },
        { timeout: 15_000, interval: 1_200 },
      )
      .toBe(1)
  },
  'notification/live-notifications.tsx': 'by itself',
  'routes/shop/cart-line.tsx': 'from the page’s own address',
  'routes/shop/buy-form.tsx': async ({ page, salon }, offline) => {
    await fillShop(salon.site.testDb, salon.id, goods)
    await open(page, salon.url('/shop/product/wax'))
    await mark(page)
    await offline(true)
    await press(page, t('addToCart.button'))
    await page.getByText(t('cartProblem.failed'), { exact: true }).waitFor()
    expect(await salon.sql('select 1 from cart')).toEqual([])
    await offline(false)
    await press(page, t('addToCart.button'))
    await page.getByText(t('addToCart.added', { name: 'Wax' }), { exact: true }).waitFor()
    expect(await salon.sql('select 1 from cart')).toHaveLength(1)
  },
  'passkey/passkey-offer.tsx': 'by itself',
  'staff/locked-screen.tsx': async (props, offline) => {
    const { page } = props
    await atDesk(props, '482915')
    await toLocked(props)
    await mark(page)
    const title = page.getByRole('heading', { name: t('staffLock.title', { device: 'Front desk' }) })
    await title.waitFor()
    await page.getByRole('radio', { name: 'Ea Lund' }).check()
    await field(page, t('staffLock.pin')).fill('482915')
    await offline(true)
    await press(page, t('staffLock.unlock'))
    await page.getByRole('alert').getByText(t('staffLock.unavailable'), { exact: true }).waitFor()
    await offline(false)
    await page.getByRole('radio', { name: 'Ea Lund' }).check()
    await field(page, t('staffLock.pin')).fill('482915')
    await press(page, t('staffLock.unlock'))
    await title.waitFor({ state: 'detached' })
  },
  'staff/form/use-ask.ts': 'from the page’s own address',
  'routes/day/day/day-moves.tsx': async ({ page, salon, context }, offline) => {
    const person = await work(salon, { name: 'Ea Lund' })
    await person.copyCookies(context)
    await visitAt(salon, { minutes: 60 })
    await openDay(page, salon)
    await movable(page)
    await mark(page)
    await cardOf(page, 'Freja Holm', '10:00').focus()
    await page.keyboard.press('m')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    const save = page.getByRole('button', { name: t('staffPlace.save'), exact: true })
    await save.waitFor()
    await offline(true)
    await save.click()
    await page.getByRole('alert').getByText(t('error.notDone'), { exact: true }).waitFor()
    expect((await storedVisits(salon)).map(({ start }) => start)).toEqual([visitTime('10:00')])
    await offline(false)
    await save.click()
    await page.getByText(t('staffDay.didMove'), { exact: true }).waitFor()
    expect((await storedVisits(salon)).map(({ start }) => start)).toEqual([visitTime('10:05')])
  },
  'routes/invite/user-invite.tsx': 'from the page’s own address',
  'routes/account/cancel-modal.tsx': async ({ page, salon, member }, offline) => {
    await makeVisit(salon.site.testDb, salon.id, {
      start: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 72 * HOUR_MS),
      secret: salon.site.secret,
      guestId: member.uid,
      contact: null,
    })
    await open(page, salon.url('/my-account'))
    await mark(page)
    await offline(true)
    await page
      .getByRole('main')
      .getByRole('button', { name: textPattern(t('account.cancel')) })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: t('cancel.askTitle') })
    await dialog.getByRole('button', { name: t('cancel.confirm'), exact: true }).click()
    await dialog.getByRole('alert').getByText(t('cancel.failed'), { exact: true }).waitFor()
    expect(await salon.sql('select state from visit')).toEqual([{ state: 'booked' }])
    await offline(false)
    await dialog.getByRole('button', { name: t('cancel.retry'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await salon.sql('select state from visit')).toEqual([{ state: 'cancelled' }])
  },
  'waitlist/leave-modal.tsx': async ({ page, salon, member }, offline) => {
    await member.call('joinWaitlist', { services: ['cut'] })
    await open(page, salon.url('/waitlist'))
    await mark(page)
    await offline(true)
    await page
      .getByRole('main')
      .getByRole('button', { name: textPattern(t('waitlist.delete')) })
      .click()
    const dialog = page.getByRole('dialog', { name: t('waitlist.deleteTitle') })
    await dialog.getByRole('button', { name: t('waitlist.deleteConfirm'), exact: true }).click()
    await dialog.getByRole('alert').getByText(t('waitlist.deleteFailed'), { exact: true }).waitFor()
    expect(await salon.sql('select state from waitlist_entry')).toEqual([{ state: 'waiting' }])
    await offline(false)
    await dialog.getByRole('button', { name: t('waitlist.deleteAgain'), exact: true }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await salon.sql('select state from waitlist_entry')).toEqual([{ state: 'left' }])
  },
  'routes/waitlist/offer.tsx': async ({ page, salon, member }, offline) => {
    await member.call('joinWaitlist', { services: ['cut'] })
    const other = salon.caller()
    const { handle } = await bookElsewhere(salon, other, { details: true })
    const { cancelHandle } = await other.call('getVisit', { tenantId: salon.id, handle })
    await other.call('gen2_crudWaitlist-cancelBooking', { bookingId: cancelHandle ?? '', confirmed: true })
    let link = ''
    await expect
      .poll(
        async () => {
          const own = { tenantId: salon.id, uid: member.uid }
          link = (await member.call('listWaitlist', own)).documents[0]?.offer?.link ?? ''
          return link
        },
        { timeout: 20_000 },
      )
      .not.toBe('')
    await open(page, salon.url(link))
    await mark(page)
    await offline(true)
    await press(page, t('offer.accept'))
    await page.getByRole('alert').getByText(t('offer.unavailable'), { exact: true }).waitFor()
    expect(await salon.sql('select state from waitlist_entry')).toEqual([{ state: 'offered' }])
    await offline(false)
    await press(page, t('offer.accept'))
    await page.getByRole('dialog', { name: t('offer.bookedTitle') }).waitFor()
    expect(await salon.sql('select state from waitlist_entry')).toEqual([{ state: 'booked' }])
  },
  'routes/sign-in/reset-password.tsx': async ({ page, salon, member }, offline) => {
    await open(page, salon.url('/login'))
    await mark(page)
    await page.getByRole('link', { name: t('login.forgot'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await field(page, t('reset.email')).fill(member.email)
    await offline(true)
    await dialog.getByRole('button', { name: t('reset.submit'), exact: true }).click()
    await dialog.getByRole('alert').getByText(t('reset.failed'), { exact: true }).waitFor()
    await offline(false)
    await dialog.getByRole('button', { name: t('reset.submit'), exact: true }).click()
    await dialog.getByText(t('reset.sent'), { exact: true }).waitFor()
  },
  'routes/sign-in/magic-form.tsx': async ({ page, salon, member }, offline) => {
    await open(page, salon.url('/login?loginType=magic'))
    await mark(page)
    await field(page, t('magic.email')).fill(member.email)
    await offline(true)
    await press(page, t('magic.submit'))
    await page.getByRole('alert').getByText(t('magic.unreached')).waitFor()
    expect(await field(page, t('magic.email')).inputValue()).toBe(member.email)
    await offline(false)
    // A second press within seconds is ignored.
    await expect
      .poll(
        async () => {
          await press(page, t('magic.submit'))
          return page.getByText(t('magic.sent'), { exact: true }).count()
        },
        { timeout: 15_000, interval: 1_000 },
      )
      .toBe(1)
  },
  'passkey/passkey-sign-in.tsx': async ({ page, salon }, offline) => {
    // The passkey options for autofill have been requested by then.
    const asked = page.waitForResponse(/sign-in\/passkey\.data/)
    await open(page, salon.url('/login'))
    await asked
    await mark(page)
    await offline(true)
    await press(page, t('login.passkey'))
    await page.getByRole('status').getByText(t('login.passkeyFailed'), { exact: true }).waitFor()
    await offline(false)
  },
  'passkey/new-passkey.ts': async ({ page, salon }, offline) => {
    await open(page, salon.url('/profile/security'))
    await mark(page)
    await offline(true)
    await press(page, t('profile.passkeyAdd'))
    await page.getByText(t('profile.passkeyFailed'), { exact: true }).waitFor()
    await offline(false)
  },
  'routes/book/confirm/hold-banner.tsx': async (props, offline) => {
    const { page } = props
    await toDetails(props)
    await mark(page)
    await offline(true)
    await press(page, t('booking.keepLonger'))
    await page.getByRole('alert').getByText(t('booking.unreached'), { exact: true }).waitFor()
    await offline(false)
    await press(page, t('booking.keepLonger'))
    await page
      .getByRole('button', { name: t('booking.keepLonger'), exact: true })
      .waitFor({ state: 'hidden' })
  },
}

for (const [name, journey] of Object.entries(submissions)) {
  if (typeof journey === 'string') continue
  test(`${name} without a connection shows the error in its place, and continues with one`, async () => {
    const salon = await openSalon(harness.site, { profile: { shop: true } })
    const member = await join(salon)
    const unexpected = /sign-in|book|code-entry/.test(name) && !name.includes('new-passkey')
    await harness.visit(
      { expected, ...(unexpected ? {} : { before: member.copyCookies }) },
      async (page, context) => {
        await journey({ page, context, salon, member }, (gone) => context.setOffline(gone))
        await expectSamePage(page)
      },
    )
  })
}

test('a page works if the scripts of events and the passkey offer cannot be fetched', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await harness.visit({ expected, before: member.copyCookies }, async (page, context) => {
    let stopped = 0
    await context.route(/\/assets\/(notifications|passkey)-[\w-]{8}\.js/, (route) => {
      stopped += 1
      return route.abort()
    })
    await open(page, salon.url('/my-account'))
    await mark(page)
    await salon.site.testDb.db.write(salon.id, (tx) =>
      createNotification(
        tx,
        member.uid,
        { type: 'success', title: 'Told', body: 'Something' },
        { at: new Date() },
      ),
    )
    await expect.poll(() => stopped, { timeout: 20_000 }).toBeGreaterThan(0)
    await page.waitForTimeout(300)
    await expectSamePage(page)
  })
})
