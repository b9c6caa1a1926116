import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#domain/money.ts'
import { visitCancel, visitMove, visitReassign } from '#operator/commands/visit/visit.ts'
import { runCommand } from '#test/command.ts'
import { eventOf } from '#test/move.ts'
import { makeVisit } from '#test/visit.ts'
import { booking } from './booking.ts'
import { open, openHarness, ready, type Harness } from './harness.ts'
import { heading } from './page.ts'
import { bookElsewhere, join, openSalon, textIn, textPattern, type Member, type Salon } from './salon.ts'
import { exhaustive } from '#test/tier.ts'

const t = textIn('en')
let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

const HOUR_MS = 3_600_000
const kr = (minor: number) => formatMoney(minor, 'DKK', 'en', 'kr.')
const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ')
/** How the sentence beside the button begins. */
const movingCosts = (minor: number) =>
  plain(t('move.termsFee', { fee: kr(minor), deadline: '' })).split(', and')[0]
const main = async (page: Page) => plain(await page.getByRole('main').innerText())
const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
const follow = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('link', { name: textPattern(name) })
    .first()
    .click()

type Row = {
  id: string
  start: Date
  state: string
  fee: number
  moves: number
  sequence: number
  member: string
}
const visitIn = async (salon: Salon) =>
  (
    await salon.sql<Row & { refunded: number }>(
      `select id, visit.start, state, fee, refunded, moves, sequence, member_id as member
       from visit join segment on visit_id = id where position = 0 and state <> 'held' order by created_at`,
    )
  )[0]

/** A visit of a guest with an account that begins so many hours from now, 1,200.00. */
const visitOf = (salon: Salon, hours: number, member: Member) =>
  makeVisit(salon.site.testDb, salon.id, {
    start: new Date(Math.ceil(Date.now() / 900_000) * 900_000 + hours * HOUR_MS),
    secret: salon.site.secret,
    guestId: member.uid,
    contact: null,
  })

/** What the salon does at its command line. */
async function atSalon(salon: Salon, ...line: string[]): Promise<void> {
  const { code, err } = await runCommand(
    [visitMove, visitReassign, visitCancel],
    { testDb: salon.site.testDb, secret: salon.site.secret },
    ['visit', ...line],
  )
  expect([code, err]).toEqual([0, ''])
}

/** The path of the first link of this kind in the latest mail. */
async function linkInMail(salon: Salon, kind: string): Promise<string> {
  const mails = await salon.mail()
  for (const { text } of mails) {
    const found = new RegExp(`http://[^/\\s]+(/${kind}/\\S+)`).exec(text)?.[1]
    if (found) return found
  }
  throw new Error(`no mail has a link to /${kind}`)
}

test('the link in the mail moves a visit without scripts, and updates the calendar', async () => {
  const salon = await openSalon(harness.site)
  const { start } = await bookElsewhere(salon, salon.caller(), { teamMember: 'anna', details: true })
  const link = await linkInMail(salon, 'move')
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url(link))
    await heading(page, t('move.title'))
    const shown = await main(page)
    for (const part of ['Signe', t('move.present'), `cut of ${salon.id}`, 'anna', plain(kr(40_000))])
      expect(shown).toContain(part)
    expect(shown).toContain(plain(t('move.freeUntil', { deadline: '§', fee: '' })).split('§')[0])
    // Other days and other people are links; the choice stays.
    await page
      .getByRole('navigation', { name: t('move.who') })
      .getByRole('link', { name: t('book.anyone') })
      .click()
    await page.getByRole('link', { name: t('book.daysAfter') }).click()
    expect(page.url()).toMatch(/teamMember=any&from=/)
    await booking(page, t).times().first().click()
    await heading(page, t('move.askTitle'))
    expect(await main(page)).toContain(t('move.from'))
    await follow(page, t('move.other'))
    await heading(page, t('move.title'))
    await booking(page, t).times().nth(3).click()
    await heading(page, t('move.askTitle'))
    await press(page, t('move.confirm'))
    await heading(page, t('move.doneTitle'))
    for (const name of ['addToCalendar', 'googleCalendar', 'outlookCalendar'] as const)
      expect(await main(page)).toContain(t(`booking.${name}`))
    for (const name of ['moveVisit', 'cancelVisit'] as const)
      await page
        .getByRole('main')
        .getByRole('link', { name: t(`booking.${name}`), exact: true })
        .waitFor()
    // The time that the visit has now is not taken by somebody else.
    await page.goBack()
    await heading(page, t('move.title'))
    expect(await main(page)).toContain(plain(t('move.movedHere', { when: '§' })).split('§')[0])
    await follow(page, t('booking.seeVisit'))
    await heading(page, t('booking.doneTitle'))
  })
  const row = await visitIn(salon)
  expect(row).toMatchObject({ state: 'booked', fee: 0, moves: 1, sequence: 1 })
  expect(row?.start.getTime()).toBeGreaterThan(start)
  const [moved, booked] = await salon.guestMail()
  const [after, before] = [eventOf(moved?.ics ?? ''), eventOf(booked?.ics ?? '')]
  expect(after).toMatchObject({
    method: 'REQUEST',
    uid: before.uid,
    sequence: 1,
    start: row?.start.getTime(),
  })
  expect(before).toMatchObject({ sequence: 0, start })
})

test.each(['confirmation', 'cancel page', 'mail', 'dashboard', 'visit'] as const)(
  'from the %s a visit is moved in at most three taps on a phone, the button always in view',
  async (from) => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    const { handle } = await bookElsewhere(salon, member, { teamMember: 'anna' })
    const { id = '' } = (await visitIn(salon)) ?? {}
    const paths = {
      confirmation: `/book/done?visit=${handle}`,
      'cancel page': `/cancelBooking/${salon.handles(id).cancel}/en`,
      dashboard: '/my-account',
      visit: `/my-account/visits/${id}`,
    }
    await harness.visit(
      { viewport: { width: 390, height: 667 }, before: member.copyCookies },
      async (page) => {
        let taps = 1
        // The link of a mail is its own tap.
        if (from === 'mail') await open(page, salon.url(await linkInMail(salon, 'move')))
        else {
          await open(page, salon.url(paths[from]))
          await page.getByRole('main').locator('a[href^="/move/"]').first().click()
        }
        await heading(page, t('move.title'))
        taps += 1
        await booking(page, t).firstTime().click()
        await heading(page, t('move.askTitle'))
        const confirm = page.getByRole('main').getByRole('button', { name: t('move.confirm'), exact: true })
        for (const top of [0, 10_000]) {
          await page.evaluate((y) => scrollTo(0, y), top)
          const { y = 0, height = 0 } = (await confirm.boundingBox()) ?? {}
          expect(y + height).toBeLessThanOrEqual(667)
          expect(y).toBeGreaterThan(0)
        }
        taps += 1
        await confirm.click()
        await heading(page, t('move.doneTitle'))
        expect(taps).toBeLessThanOrEqual(3)
      },
    )
    expect(await visitIn(salon)).toMatchObject({ sequence: 1, moves: 1 })
  },
)

test(
  'from the dashboard, inside the limit, the late fee is shown before the button and kept',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site)
    const member = await join(salon)
    await visitOf(salon, 10, member)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      await open(page, salon.url('/my-account'))
      await follow(page, t('account.move'))
      await heading(page, t('move.title'))
      expect(await main(page)).toContain(
        plain(t('move.late', { deadline: '§', fee: kr(60_000) })).split('§')[1],
      )
      await booking(page, t).firstTime().click()
      await heading(page, t('move.askTitle'))
      expect(
        await page.getByRole('heading', { level: 1 }).evaluate((one) => one === document.activeElement),
      ).toBe(true)
      expect(await main(page)).toContain(movingCosts(60_000))
      expect(await visitIn(salon)).toMatchObject({ sequence: 0 })
      await press(page, t('move.confirm'))
      await heading(page, t('move.doneTitle'))
      expect(await main(page)).toContain(plain(t('move.doneFee', { fee: kr(60_000) })))
      await follow(page, t('booking.myVisits'))
      await page.getByText(textPattern(t('account.moveFee', { fee: kr(60_000) }))).waitFor()
    })
    expect(await visitIn(salon)).toMatchObject({ fee: 60_000, moves: 1, sequence: 1 })
  },
)

test(
  'a free move to a time inside the limit says first what cancelling costs there',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, { profile: { tenantMessages: { cancelLimit: 120 } } })
    const member = await join(salon)
    const { id } = await visitOf(salon, 240, member)
    await harness.visit({ javaScriptEnabled: false }, async (page) => {
      const today = new Date().toISOString().slice(0, 10)
      await page.goto(salon.url(`/move/${salon.handles(id).cancel}/en?from=${today}`))
      await booking(page, t).firstTime().click()
      await heading(page, t('move.askTitle'))
      expect(await main(page)).toContain(plain(t('move.termsFreeLate', { fee: kr(60_000) })))
    })
  },
)

test('a visit is not moved to a time that has passed, and the page says so', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  const { id } = await visitOf(salon, 240, await join(salon))
  const passed = Math.floor(Date.now() / 900_000) * 900_000 - 900_000
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    const isTooLate = async () => {
      await page.getByRole('heading', { name: t('book.tooLateTitle') }).waitFor()
      expect(await main(page)).toContain(t('move.tooLateAbout'))
    }
    await page.goto(salon.url(`/move/${salon.handles(id).cancel}/en?start=${passed}`))
    await isTooLate()
    await booking(page, t).firstTime().click()
    await heading(page, t('move.askTitle'))
    // As if it had passed by now.
    await page.locator('input[name=start]').evaluate((input: HTMLInputElement, time) => {
      input.value = String(time)
      input.form?.setAttribute('action', `?start=${time}`)
    }, passed)
    await press(page, t('move.confirm'))
    await isTooLate()
  })
  expect(await visitIn(salon)).toMatchObject({ sequence: 0 })
})

test(
  'a time that is taken meanwhile shows others, and an amount that has changed is shown before it binds',
  exhaustive,
  async () => {
    const salon = await openSalon(harness.site, { members: [{ id: 'anna' }] })
    const caller = salon.caller()
    await bookElsewhere(salon, caller, { details: true })
    const { id = '' } = (await visitIn(salon)) ?? {}
    await harness.visit({}, async (page) => {
      await open(page, salon.url(`/move/${salon.handles(id).cancel}/en`))
      await booking(page, t).firstTime().click()
      await heading(page, t('move.askTitle'))
      await bookElsewhere(salon, salon.caller(), { details: true })
      await press(page, t('move.confirm'))
      await page.getByRole('heading', { name: t('book.takenTitle') }).waitFor()
      expect(await main(page)).toContain(t('move.takenAbout'))
      expect(await visitIn(salon)).toMatchObject({ sequence: 0 })
      await page
        .getByRole('region', { name: t('book.takenTitle') })
        .getByRole('button')
        .first()
        .click()
      await heading(page, t('move.askTitle'))
      // The limit passes.
      await salon.sql(
        `update visit set start = now() + interval '10 hours', "end" = now() + interval '11 hours' where id = $1`,
        [id],
      )
      await press(page, t('move.confirm'))
      await page.getByRole('alert').getByText(t('cancel.changed')).waitFor()
      await expect.poll(() => main(page)).toContain(movingCosts(20_000))
      expect(await visitIn(salon)).toMatchObject({ sequence: 0, fee: 0 })
      await press(page, t('move.confirm'))
      await heading(page, t('move.doneTitle'))
    })
    expect(await visitIn(salon)).toMatchObject({ sequence: 1, fee: 20_000 })
  },
)

test('a move that fails shows an error and can be retried', exhaustive, async () => {
  const salon = await openSalon(harness.site)
  await bookElsewhere(salon, salon.caller(), { details: true })
  const { id = '' } = (await visitIn(salon)) ?? {}
  await harness.visit({ expected: /ERR_FAILED/ }, async (page) => {
    await open(page, salon.url(`/move/${salon.handles(id).cancel}/en`))
    await booking(page, t).firstTime().click()
    await heading(page, t('move.askTitle'))
    await page.route(
      '**/move/**',
      (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()),
      { times: 1 },
    )
    await press(page, t('move.confirm'))
    await page.getByRole('alert').getByText(t('move.failed')).waitFor()
    await press(page, t('move.confirm'))
    await heading(page, t('move.doneTitle'))
  })
  expect(await visitIn(salon)).toMatchObject({ sequence: 1 })
})

/** A salon where the visit of a guest with an account has just been given to bo. */
async function openChanged(wanted: Parameters<typeof openSalon>[1] = {}) {
  const salon = await openSalon(harness.site, wanted)
  const member = await join(salon)
  await bookElsewhere(salon, member, { teamMember: 'anna' })
  const { id = '' } = (await visitIn(salon)) ?? {}
  return { salon, member, id, reassign: () => atSalon(salon, 'reassign', salon.id, id, 'bo') }
}

test('a changed person appears on the open dashboard, and the guest accepts it', exhaustive, async () => {
  const { salon, member, reassign } = await openChanged()
  await harness.visit({ before: member.copyCookies }, async (page) => {
    await open(page, salon.url('/my-account'))
    await reassign()
    // A notification says so too.
    await page.getByRole('main').getByText(t('change.title')).waitFor()
    const shown = await main(page)
    for (const part of [t('change.before'), 'with anna', t('change.now'), 'with bo', t('account.free')])
      expect(shown).toContain(part)
    await press(page, t('change.accept'))
    await page.getByText(t('shell.changeAccepted')).waitFor()
    await page.getByRole('main').getByText(t('change.lead')).waitFor({ state: 'hidden' })
  })
  expect(await visitIn(salon)).toMatchObject({ state: 'booked', member: 'bo', sequence: 1 })
  expect(await salon.sql('select 1 from visit where changed_from is not null')).toEqual([])
})

test('a changed person is moved from the mail without scripts, free of charge', exhaustive, async () => {
  const { salon, reassign } = await openChanged()
  await reassign()
  const link = await linkInMail(salon, 'move')
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url(link))
    await heading(page, t('move.title'))
    expect(await main(page)).toContain(t('change.title'))
    await booking(page, t).firstTime().click()
    await heading(page, t('move.askTitle'))
    await press(page, t('move.confirm'))
    await heading(page, t('move.doneTitle'))
  })
  expect(await visitIn(salon)).toMatchObject({ fee: 0, moves: 0, sequence: 2 })
})

test('a changed person is accepted from the mail without scripts', async () => {
  const { salon, reassign } = await openChanged()
  await reassign()
  const link = await linkInMail(salon, 'move')
  await harness.visit({ javaScriptEnabled: false }, async (page) => {
    await page.goto(salon.url(link))
    await press(page, t('change.accept'))
    await page.getByText(t('shell.changeAccepted'), { exact: true }).waitFor()
    expect(await main(page)).not.toContain(t('change.title'))
  })
  expect(await salon.sql('select 1 from visit where changed_from is not null')).toEqual([])
})

test('a changed person is cancelled free of charge inside the limit', exhaustive, async () => {
  const { salon, id, reassign } = await openChanged({ profile: { tenantMessages: { cancelLimit: 2_000 } } })
  await salon.sql('update visit set paid = 40000')
  await reassign()
  await harness.visit({}, async (page) => {
    await open(page, salon.url(`/move/${salon.handles(id).cancel}/en`))
    await follow(page, t('change.cancel'))
    await heading(page, t('cancel.openTitle'))
    expect(await main(page)).toContain(t('cancel.bySalon'))
    await press(page, t('cancel.button'))
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('cancel.confirm'), exact: true })
      .click()
    await heading(page, t('cancel.doneTitle'))
  })
  expect(await visitIn(salon)).toMatchObject({ state: 'cancelled', fee: 0, refunded: 40_000 })
})

test('a visit that the salon cancels leads from its mail to the nearest free times', exhaustive, async () => {
  const { salon, id } = await openChanged()
  await atSalon(salon, 'cancel', salon.id, id)
  const [mail] = await salon.guestMail()
  const link = /http:\/\/[^/\s]+(\/book\/time\?\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  await harness.visit({}, async (page) => {
    await open(page, salon.url(link))
    await heading(page, t('book.timeTitle'))
    await booking(page, t).times().first().waitFor()
    const [, start = ''] = /#time-(\d+)$/.exec(link) ?? []
    // The time of the link is the emphasised one of its day.
    await page.locator(`:target button[value="${start}"]`).waitFor()
  })
})

test(
  'where guests move nothing, no page has a link to move, and a change can only be accepted or cancelled',
  exhaustive,
  async () => {
    const { salon, member, id, reassign } = await openChanged({ profile: { move: 'never' } })
    const { visit, cancel } = salon.handles(id)
    await harness.visit({ before: member.copyCookies }, async (page) => {
      for (const path of [
        '/my-account',
        `/my-account/visits/${id}`,
        `/book/done?visit=${visit}`,
        `/cancelBooking/${cancel}/en`,
      ]) {
        await open(page, salon.url(path))
        await heading(page, await page.getByRole('heading', { level: 1 }).innerText())
        expect([path, await page.locator('a[href^="/move"]').count()]).toEqual([path, 0])
        expect(await main(page)).toContain(plain(t('move.refusedNever', { company: '§' })).split('§')[1])
      }
      await open(page, salon.url(`/move/${cancel}/en`))
      await heading(page, t('move.refusedTitle'))
      await reassign()
      await open(page, salon.url(await linkInMail(salon, 'cancelBooking')))
      expect(await page.locator('a[href^="/move"]').count()).toBe(0)
      expect(await main(page)).toContain(t('change.leadWithoutMove'))
      await press(page, t('change.accept'))
      await ready(page)
      await page.getByText(t('shell.changeAccepted')).waitFor()
    })
    expect((await salon.mail()).some(({ text }) => text.includes('/move/'))).toBe(false)
  },
)
