import ICAL from 'ical.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#domain/money.ts'
import { makeVisit } from '#test/visit.ts'
import { bookElsewhere, join, openSalon, textPattern, textIn, type Member, type Salon } from './salon.ts'
import { backgroundOf, open, openHarness, type Harness } from './harness.ts'
import { heading, said } from './page.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const HOUR_MS = 3_600_000
const hence = (hours: number) => new Date(Math.ceil(Date.now() / 900_000) * 900_000 + hours * HOUR_MS)
const kr = (minor: number) => formatMoney(minor, 'DKK', 'en', 'kr.')
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ')
const content = async (page: Page, role: 'main' | 'dialog' = 'main') =>
  plain(await page.getByRole(role).innerText())

/** A visit of 1,200.00, paid in full; of a guest with an account, or of Freja, who has none. */
const visitOf = (
  salon: Salon,
  hours: number,
  { member, ...row }: { member?: Member; paid?: number; language?: string } = {},
) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: hence(hours),
    secret: salon.site.secret,
    paid: row.paid ?? 120_000,
    ...(member
      ? { guestId: member.uid, contact: null }
      : {
          contact: {
            firstname: 'Freja',
            lastname: 'Holm',
            email: 'freja@example.com',
            mobile: '+4520123456',
            language: row.language ?? 'en',
          },
        }),
  })

const outcome = async (salon: Salon) =>
  (
    await salon.sql<{ state: string; fee: number; refunded: number }>(
      'select state, fee, refunded from visit order by start',
    )
  )[0]
const cancelButton = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: textPattern(t('account.cancel')) })
    .first()
const question = (page: Page) => page.getByRole('dialog', { name: t('cancel.askTitle') })
const answer = (page: Page, key: 'cancel.confirm' | 'cancel.keep' | 'cancel.retry' | 'cancel.busy') =>
  question(page).getByRole('button', { name: t(key), exact: true })

function eventIn(ics: string) {
  const calendar = new ICAL.Component(ICAL.parse(ics) as unknown[])
  const event = calendar.getFirstSubcomponent('vevent')
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event?.getFirstPropertyValue('uid'),
    sequence: event?.getFirstPropertyValue('sequence'),
    status: event?.getFirstPropertyValue('status'),
  }
}

test('the dashboard’s cancel dialog shows amounts first, focuses the safe answer and refunds', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  const visit = await visitOf(salon, 72, { member })
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    expect(await content(page)).toContain('anna and bo')
    await cancelButton(page).click()
    await question(page).waitFor()
    expect(await answer(page, 'cancel.keep').evaluate((button) => button === document.activeElement)).toBe(
      true,
    )
    const reported = await content(page, 'dialog')
    expect(reported).toContain('Cut + Colour')
    expect(reported).toContain(
      plain(`${t('cancel.paid')} ${kr(120_000)} ${t('cancel.refund')} ${kr(120_000)}`),
    )
    expect(reported).toMatch(textPattern(plain(t('cancel.freeUntil', { deadline: '' })).replace(/ ?\.$/, '')))
    await page.keyboard.press('Escape')
    await question(page).waitFor({ state: 'hidden' })
    expect(await outcome(salon)).toMatchObject({ state: 'booked' })

    await cancelButton(page).click()
    const { promise: mayGo, resolve: go } = Promise.withResolvers<void>()
    await page.route('**/my-account.data*', async (route) => {
      await mayGo
      await route.continue()
    })
    await answer(page, 'cancel.confirm').click()
    await answer(page, 'cancel.busy').waitFor()
    expect(t('cancel.busy')).toBe('Cancelling...')
    expect(await answer(page, 'cancel.busy').isDisabled()).toBe(true)
    expect(await answer(page, 'cancel.keep').isDisabled()).toBe(true)
    go()
    await question(page).waitFor({ state: 'hidden' })
    await said(page, t('account.cancelledRefund', { refund: kr(120_000) }))
    await said(page, t('shell.mailSent', { email: member.email }))
    await page.getByText(t('account.upcomingEmpty')).waitFor()
  })
  expect(await outcome(salon)).toEqual({ state: 'cancelled', fee: 0, refunded: 120_000 })
  const [letter] = await salon.guestMail()
  expect(letter?.to).toBe(member.email)
  expect(eventIn(letter?.ics ?? '')).toMatchObject({
    method: 'CANCEL',
    sequence: 1,
    status: 'CANCELLED',
    uid: `${visit.id}@${salon.id}.localhost`,
  })
})

test('inside the limit the dashboard warns and charges the late fee', async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await visitOf(salon, 10, { member, paid: 80_000 })
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    await cancelButton(page).click()
    await question(page).waitFor()
    const reported = await content(page, 'dialog')
    expect(reported).toContain(plain(`${t('cancel.fee')} ${kr(60_000)}`))
    expect(reported).toContain(plain(`${t('cancel.refund')} ${kr(20_000)}`))
    await answer(page, 'cancel.confirm').click()
    await page.getByText(t('account.upcomingEmpty')).waitFor()
  })
  expect(await outcome(salon)).toEqual({ state: 'cancelled', fee: 60_000, refunded: 20_000 })
})

test(
  'links to an account’s visit show others no names, and a past one is shown as over',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const [coming, past] = [await visitOf(salon, 72, { member }), await visitOf(salon, -5, { member })]
    const pages = async (page: Page) => {
      const reported: string[] = []
      for (const { id } of [coming, past]) {
        const { visit, cancel } = salon.handles(id)
        for (const path of [`/book/done?visit=${visit}`, `/cancelBooking/${cancel}`]) {
          await open(page, salon.url(path))
          reported.push(await content(page))
        }
      }
      return reported
    }
    await harness.visit({}, async (page) => {
      const [booked = '', cancel = '', over = '', begun = ''] = await pages(page)
      for (const one of [booked, cancel, over, begun])
        for (const word of [member.email, 'Alma']) expect([word, one.includes(word)]).toEqual([word, false])
      expect(booked).toContain(t('booking.doneLeadUnnamed'))
      expect(cancel).toContain(t('cancel.openLeadUnnamed', { company: `Company ${salon.id}` }))
      expect(begun).toContain(t('cancel.pastLeadUnnamed', { company: `Company ${salon.id}` }))
      for (const key of ['booking.pastTitle', 'booking.pastLead', 'booking.bookAgain'] as const)
        expect(over).toContain(t(key))
      for (const key of ['booking.doneTitle', 'booking.addToCalendar', 'booking.cannotCome'] as const)
        expect(over).not.toContain(t(key))
    })
    await harness.visit({ before: member.copyCookies }, async (page) => {
      const [booked = '', cancel = ''] = await pages(page)
      expect(booked).toContain(member.email)
      expect(cancel).toContain(t('cancel.openLead', { name: 'Alma', company: `Company ${salon.id}` }))
    })
  },
)

test(
  'a visit that was booked in another currency is shown and cancelled in it, on every page',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const { id } = await visitOf(salon, 10, { member, paid: 80_000 })
    await salon.sql("update finance set currency = 'EUR', currency_symbol = '€'")
    await harness.visit({ before: member.copyCookies }, async (page) => {
      const reported: string[] = []
      for (const path of [
        `/book/done?visit=${salon.handles(id).visit}`,
        '/profile/privacy',
        `/my-account/cancel/${id}`,
        '/my-account',
      ]) {
        await open(page, salon.url(path))
        reported.push(await content(page))
      }
      await cancelButton(page).click()
      await question(page).waitFor()
      reported.push(await content(page, 'dialog'))
      await answer(page, 'cancel.confirm').click()
      await page
        .getByText(textPattern(t('account.cancelledRefund', { refund: formatMoney(20_000, 'DKK', 'en') })))
        .waitFor()
      expect(reported.map((one) => [/kr [\d,]+\.\d\d/.test(one), one.includes('€')])).toEqual(
        reported.map(() => [true, false]),
      )
    })
  },
)

test('a cancellation that fails on the dashboard shows an error and can be retried', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await visitOf(salon, 72, { member })
  await harness.visit({ before: member.copyCookies, expected: /ERR_FAILED/ }, async (page) => {
    await open(page, salon.url('/my-account'))
    let stopped = false
    await page.route('**/my-account.data*', (route) => {
      if (stopped || route.request().method() !== 'POST') return route.continue()
      stopped = true
      return route.abort()
    })
    await cancelButton(page).click()
    await answer(page, 'cancel.confirm').click()
    await question(page).getByRole('alert').getByText(t('cancel.failed')).waitFor()
    expect(await outcome(salon)).toMatchObject({ state: 'booked' })
    await answer(page, 'cancel.retry').click()
    await page.getByText(t('account.upcomingEmpty')).waitFor()
  })
  expect(await outcome(salon)).toMatchObject({ state: 'cancelled', refunded: 120_000 })
})

test('the link in the mail cancels without signing in, and the result stays with its buttons', async () => {
  const salon = await openSalon(harness.site)
  await bookElsewhere(salon, salon.caller(), { services: ['cut'], teamMember: 'anna', details: true })
  const [booked] = await salon.guestMail()
  const link = /http:\S+\/cancelBooking\/\S+/.exec(booked?.text ?? '')?.[0] ?? ''
  await harness.visit({}, async (page) => {
    await page.clock.install()
    await open(page, link)
    await heading(page, t('cancel.openTitle'))
    const reported = await content(page)
    for (const shown of [
      'Signe',
      `Company ${salon.id}`,
      'anna',
      `cut of ${salon.id}`,
      plain(kr(40_000)),
      t('cancel.details') && new Date().getFullYear().toString().slice(0, 2),
    ])
      expect(reported).toContain(shown)
    await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
    await question(page).waitFor()
    expect(await answer(page, 'cancel.keep').evaluate((button) => button === document.activeElement)).toBe(
      true,
    )
    await answer(page, 'cancel.keep').click()
    await question(page).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
    await answer(page, 'cancel.confirm').click()
    await heading(page, t('cancel.doneTitle'))
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await content(page)).toContain(t('cancel.doneMailed', { email: booked?.to ?? '' }))
    await page.clock.runFor(10_000)
    await heading(page, t('cancel.doneTitle'))
    await page
      .getByRole('link', { name: t('cancel.home'), exact: true })
      .last()
      .waitFor()
    await open(page, link)
    await heading(page, t('cancel.cancelledTitle'))
    expect(await page.getByRole('button', { name: t('cancel.button'), exact: true }).count()).toBe(0)
    await page.getByRole('link', { name: t('cancel.bookAgain'), exact: true }).click()
    await heading(page, t('book.timeTitle'))
    expect(new URL(page.url()).searchParams.get('services')).toBe('cut')
  })
  const mail = await salon.guestMail()
  expect(mail.length).toBe(2)
  const [first, last] = [
    mail.find((one) => one === booked || one.subject === booked?.subject),
    mail.find((one) => one.subject !== booked?.subject),
  ]
  expect(eventIn(last?.ics ?? '')).toMatchObject({
    method: 'CANCEL',
    sequence: 1,
    uid: eventIn(first?.ics ?? '').uid,
  })
})

test(
  'a guest who cancels by the link is redirected to their visits after four seconds',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const { id } = await visitOf(salon, 72, { member })
    await harness.visit({ before: member.copyCookies }, async (page) => {
      await page.clock.install()
      await open(page, salon.url(`/cancelBooking/${salon.handles(id).cancel}`))
      await page.clock.pauseAt(Date.now() + 60_000)
      await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
      await answer(page, 'cancel.confirm').click()
      await heading(page, t('cancel.doneTitle'))
      await page.getByText(t('cancel.leaving')).waitFor()
      await page.clock.runFor(3_900)
      await heading(page, t('cancel.doneTitle'))
      await page.clock.runFor(200)
      await page.waitForURL(/\/my-account$/)
    })
  },
)

test(
  'the cancel page inside the limit warns on red with the amounts that are then charged',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, {
      profile: { tenantMessages: { cancelLimitText: 'Until {cancelLimit} hours before, of {totalPrice}.' } },
    })
    const { id } = await visitOf(salon, 10)
    await harness.visit({}, async (page) => {
      await open(page, salon.url(`/cancelBooking/${salon.handles(id).cancel}`))
      const reported = await content(page)
      expect(reported).toContain(`anna Of ${salon.id} and bo Of ${salon.id}`)
      expect(reported).toContain(plain(`${t('cancel.feeNow')} ${kr(60_000)}`))
      expect(reported).toContain(plain(`${t('cancel.refundNow')} ${kr(60_000)}`))
      expect(reported).toContain(plain(`Until 24 hours before, of ${kr(120_000)}.`))
      const warning = page
        .getByText(
          textPattern(plain(t('cancel.lateFee', { deadline: '§', fee: kr(60_000) })).split('§')[1] ?? ''),
        )
        .first()
      const [red, green, blue] = await backgroundOf(warning)
      expect(red).toBeGreaterThan(Math.max(green, blue))
      await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
      expect(await content(page, 'dialog')).toContain(plain(`${t('cancel.fee')} ${kr(60_000)}`))
      await answer(page, 'cancel.confirm').click()
      await heading(page, t('cancel.doneTitle'))
      expect(await content(page)).toContain(
        plain(t('cancel.doneFeeRefund', { fee: kr(60_000), refund: kr(60_000) })),
      )
    })
    expect(await outcome(salon)).toEqual({ state: 'cancelled', fee: 60_000, refunded: 60_000 })
  },
)

test(
  'with a limit of 0 the page shows no rule, and cancelling is free until the start',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, {
      profile: { tenantMessages: { cancelLimit: 0, cancelLimitText: 'A rule of {cancelLimit}.' } },
    })
    const { id } = await visitOf(salon, 1)
    await harness.visit({}, async (page) => {
      await open(page, salon.url(`/cancelBooking/${salon.handles(id).cancel}`))
      const reported = await content(page)
      expect(reported).toContain('Cut')
      expect(reported).not.toContain('A rule of')
      expect(reported).not.toContain(t('cancel.feeNow'))
      await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
      await question(page).waitFor()
      expect(await content(page, 'dialog')).not.toContain('free of charge')
      await answer(page, 'cancel.confirm').click()
      await heading(page, t('cancel.doneTitle'))
    })
    expect(await outcome(salon)).toEqual({ state: 'cancelled', fee: 0, refunded: 120_000 })
  },
)

test(
  'a limit that passes while the dialog is open shows the new amounts before cancelling',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const { id } = await visitOf(salon, 72)
    await harness.visit({}, async (page) => {
      await open(page, salon.url(`/cancelBooking/${salon.handles(id).cancel}`))
      await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
      await salon.sql('update visit set start = $1, "end" = $2', [hence(10), hence(12)])
      await answer(page, 'cancel.confirm').click()
      await question(page).getByRole('alert').getByText(t('cancel.changed')).waitFor()
      expect(await content(page, 'dialog')).toContain(plain(`${t('cancel.fee')} ${kr(60_000)}`))
      expect(await outcome(salon)).toMatchObject({ state: 'booked' })
      await answer(page, 'cancel.confirm').click()
      await heading(page, t('cancel.doneTitle'))
    })
    expect(await outcome(salon)).toEqual({ state: 'cancelled', fee: 60_000, refunded: 60_000 })
  },
)

test(
  'a cancellation that fails on the cancel page shows an error and can be retried',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const { id } = await visitOf(salon, 72)
    await harness.visit({ expected: /ERR_FAILED/ }, async (page) => {
      await open(page, salon.url(`/cancelBooking/${salon.handles(id).cancel}`))
      await page.route(
        '**/cancelBooking/**',
        (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()),
        { times: 1 },
      )
      await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
      await answer(page, 'cancel.confirm').click()
      await page.getByRole('alert').getByText(t('cancel.failed')).waitFor()
      await answer(page, 'cancel.retry').click()
      await heading(page, t('cancel.doneTitle'))
    })
    expect(await outcome(salon)).toMatchObject({ state: 'cancelled' })
  },
)

test(
  'a booking that is unknown or of another salon is reported in a dialog that leads home',
  exhaustive,
  async () => {
    const [salon, other] = [await openSalon(harness.site), await openSalon(harness.site)]
    const { id } = await visitOf(other, 72)
    await harness.visit({}, async (page) => {
      for (const handle of ['unknown', 'A'.repeat(32), other.handles(id).cancel, salon.handles(id).visit]) {
        const answered = await page.goto(salon.url(`/cancelBooking/${handle}`))
        expect(answered?.status()).toBe(404)
        await page
          .getByRole('dialog', {
            name: "Booking Error: The booking you're trying to cancel no longer exists.",
          })
          .waitFor()
      }
      // Clicks are lost at the moment when the dialog becomes modal.
      await page.locator('dialog:modal').waitFor()
      // Closed, it leaves a page.
      await page.keyboard.press('Escape')
      await heading(page, t('cancel.missingTitle'))
      await page.getByRole('link', { name: t('cancel.home'), exact: true }).waitFor()
      await page.reload()
      await page.locator('dialog:modal').waitFor()
      await page.getByRole('link', { name: 'OK', exact: true }).click()
      await page.waitForURL(salon.url('/'))
    })
  },
)

test('without JavaScript a guest cancels by the link after a confirmation', async () => {
  const salon = await openSalon(harness.site)
  const { id } = await visitOf(salon, 10)
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url(`/cancelBooking/${salon.handles(id).cancel}/en`))
    await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
    await heading(page, t('cancel.askTitle'))
    await page.getByRole('link', { name: t('cancel.keep'), exact: true }).click()
    await heading(page, t('cancel.openTitle'))
    await page.getByRole('button', { name: t('cancel.button'), exact: true }).click()
    await page.getByRole('button', { name: t('cancel.confirm'), exact: true }).waitFor()
    expect(await content(page)).toContain(plain(`${t('cancel.fee')} ${kr(60_000)}`))
    await page.getByRole('button', { name: t('cancel.confirm'), exact: true }).click()
    await heading(page, t('cancel.doneTitle'))
  })
  expect(await outcome(salon)).toEqual({ state: 'cancelled', fee: 60_000, refunded: 60_000 })
})

test('without JavaScript a guest cancels on the dashboard', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const member = await join(salon)
  await visitOf(salon, 72, { member })
  await harness.visit({ before: member.copyCookies, javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url('/my-account'))
    await cancelButton(page).click()
    await heading(page, t('cancel.askTitle'))
    await page.getByRole('button', { name: t('cancel.confirm'), exact: true }).click()
    await page.getByText(t('account.upcomingEmpty')).waitFor()
    expect(await content(page)).toContain(plain(t('shell.visitCancelled')))
  })
  expect(await outcome(salon)).toMatchObject({ state: 'cancelled', refunded: 120_000 })
})

test(
  "the page has the link's language, else the guest's, unless the browser has chosen one",
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const da = textIn('da')
    const { id } = await visitOf(salon, 72, { language: 'da' })
    const address = salon.url(`/cancelBooking/${salon.handles(id).cancel}`)
    const shows = async (page: Page, locale: 'en' | 'da') => {
      await page.getByRole('button', { name: textIn(locale)('cancel.button'), exact: true }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
    }
    expect(da('cancel.button')).not.toBe(t('cancel.button'))
    await harness.visit({ locale: 'en-GB' }, async (page) => {
      await open(page, `${address}/en`)
      await shows(page, 'en')
      await open(page, `${address}/da`)
      await shows(page, 'da')
      await open(page, address)
      await shows(page, 'da')
      await page.getByRole('button', { name: da('shell.language'), exact: true }).click()
      await page.getByRole('button', { name: 'English', exact: true }).click()
      await shows(page, 'en')
      await open(page, address)
      await shows(page, 'en')
      // In any spelling of the link's language another one can be chosen.
      for (const spelt of ['/da/', '/DA', '/da-DK']) {
        await open(page, `${address}${spelt}`)
        await shows(page, 'da')
        await page.getByRole('button', { name: da('shell.language'), exact: true }).click()
        await page.getByRole('button', { name: 'English', exact: true }).click()
        await shows(page, 'en')
      }
    })
    await harness.visit({ locale: 'en-GB' }, async (page, context) => {
      await open(page, `${address}/`)
      await shows(page, 'da')
      // The link sets no cookie: other pages use the browser's language.
      expect((await context.cookies()).filter(({ name }) => name === 'lang')).toEqual([])
      await page.goto(salon.url('/'))
      expect(await page.locator('html').getAttribute('lang')).toBe('en')
    })
  },
)
