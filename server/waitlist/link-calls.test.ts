import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { rowsOf } from '#test/seeded.ts'
import { book, errorCodeOf, register, summer } from '#test/steps.ts'
import { jobContext, listChanges, makeEntry, matchAll, openOffers, orderOf } from '#test/waitlist.ts'
import type { TenantId } from '../database/db.ts'
import { languageOfGuestLink } from '../http/link-language.ts'
import { claimContact } from './claim-contact.ts'
import { entryHandles } from '../secret/handle.ts'
import { sweepWaitlist } from './jobs.ts'
import { findEntry } from './queries.ts'
import { exhaustive } from '#test/tier.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T10:00')
const DAY = 86_400_000
const DEFAULT_END = now + 30 * DAY

async function salon(wanted: MakeTenant = {}): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
const handles = (tenantId: TenantId, id: string) => entryHandles(app.deps.secret, tenantId, id)
const entryOf = (tenantId: TenantId, id: string) => app.db.read(tenantId, (tx) => findEntry(tx, { id }))
const eventsOf = async (tenantId: TenantId, id: string) =>
  (await listChanges(app, tenantId, id)).map(({ event, by }) => [event, by])
const confirm = (tenantId: TenantId, wait: string) =>
  app.guest(tenantId)('confirmWaitlistEntry', { tenantId, wait })
const extend = (tenantId: TenantId, waitId: string, end: number) =>
  app.guest(tenantId)('gen2_crudWaitlist-extendWaitlist', { tenantId, waitId, rangeEnd: end / 1000 })
const leave = (tenantId: TenantId, waitId: string) =>
  app.guest(tenantId)('gen2_crudWaitlist-guestUnsubscribe', { tenantId, waitId })

test('a contact confirms within 24 hours and keeps the place since joining', async () => {
  const tenantId = await salon()
  const [first, second, late] = [
    await makeEntry(app, tenantId, { confirmed: false }),
    await makeEntry(app, tenantId),
    await makeEntry(app, tenantId, { confirmed: false, joinedAt: now - 1 }),
  ]
  const { confirm: link } = handles(tenantId, first)
  const shown = () => app.guest(tenantId)('getWaitlistLink', { tenantId, wait: link, purpose: 'confirm' })
  expect(await shown()).toEqual({
    firstname: 'Freja',
    preferredLanguage: 'en',
    services: [{ id: 'cut', name: `cut of ${tenantId}`, addons: [] }],
    rangeStart: null,
    rangeEnd: null,
    end: DEFAULT_END,
    confirmed: false,
    paused: false,
  })
  app.clock.now = now + DAY - 1
  const confirmed = { confirmed: true, place: 1, of: 2 }
  expect(await Promise.all(Array.from({ length: 20 }, () => confirm(tenantId, link)))).toEqual(
    Array.from({ length: 20 }, () => confirmed),
  )
  expect(await shown()).toMatchObject({ confirmed: true })
  expect(await eventsOf(tenantId, first)).toEqual([['confirmed', 'link']])
  expect(await errorCodeOf(confirm(tenantId, handles(tenantId, late).confirm))).toBe('not-found')
  app.clock.now = now + DAY
  expect(await confirm(tenantId, link)).toEqual(confirmed)
  await sweepWaitlist(await jobContext(app, tenantId))
  expect((await orderOf(app, tenantId)).map(({ id }) => id)).toEqual([first, second])
  expect((await entryOf(tenantId, late))?.state).toBe('ended')
})

test('the links of a claimed entry show the account only to its owner', async () => {
  const tenantId = await salon()
  const owner = app.guest(tenantId)
  const uid = await register(owner, tenantId)
  await owner('updateUser', { tenantId, uid, firstname: 'Frejahilde', preferredLanguage: 'sv' })
  const typed = { firstname: 'Signe', lastname: 'Holm', email: 'signe@example.com', language: 'en' }
  const claimed = await makeEntry(app, tenantId, { contact: { ...typed, mobile: '+4520304050' } })
  await app.db.write(tenantId, (tx) => claimContact(tx, uid, { mobile: '+4520304050' }, new Date(now)))
  const joined = await makeEntry(app, tenantId, { guestId: uid })
  const shownTo = async (holder: ReturnType<TestApp['guest']>, id: string) => {
    const { firstname } = await holder('getWaitlistLink', {
      tenantId,
      wait: handles(tenantId, id).leave,
      purpose: 'leave',
    })
    return firstname
  }
  const anyone = app.guest(tenantId)
  expect([await shownTo(anyone, claimed), await shownTo(anyone, joined)]).toEqual(['Signe', ''])
  expect([await shownTo(owner, claimed), await shownTo(owner, joined)]).toEqual(['Frejahilde', 'Frejahilde'])
})

test('an unconfirmed entry is passed over, with its reason', async () => {
  const tenantId = await salon({
    members: [
      { id: 'anna', hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '10:00' })) },
    ],
    services: [{ id: 'cut', duration: 60 }],
    rules: { slotMinutes: 60, horizonDays: 5 },
  })
  const unconfirmed = await makeEntry(app, tenantId, { confirmed: false })
  const next = await makeEntry(app, tenantId)
  const holder = app.guest(tenantId)
  const visit = await book(holder, { tenantId, start: summer('2026-06-12T09:00') })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId, booking: visit.cancelHandle })
  await matchAll(app, tenantId)
  expect((await openOffers(app, tenantId)).map(({ entryId }) => entryId)).toEqual([next])
  expect((await entryOf(tenantId, unconfirmed))?.passed).toMatchObject([
    { start: summer('2026-06-12T09:00'), reason: 'unconfirmed' },
  ])
  // Leaving by the link of the offer's mail gives the time on; nobody else may have it.
  expect(await leave(tenantId, handles(tenantId, next).leave)).toEqual({ success: true })
  await confirm(tenantId, handles(tenantId, unconfirmed).confirm)
  await matchAll(app, tenantId)
  expect((await openOffers(app, tenantId)).map(({ entryId }) => entryId)).toEqual([unconfirmed])
})

test('an extension never shortens, and goes no further than 180 days', async () => {
  const tenantId = await salon()
  const id = await makeEntry(app, tenantId, { endsAt: summer('2026-07-01T00:00') })
  const { extend: link } = handles(tenantId, id)
  const end = summer('2026-07-11T00:00')
  expect(await extend(tenantId, link, end)).toEqual({ rangeEnd: end / 1000 })
  // Again, earlier, and a moment later in the same day.
  expect(await extend(tenantId, link, end)).toEqual({ rangeEnd: end / 1000 })
  expect(await extend(tenantId, link, summer('2026-06-20T00:00'))).toEqual({ rangeEnd: end / 1000 })
  expect(await extend(tenantId, link, end + 3_600_000)).toEqual({ rangeEnd: end / 1000 })
  const last = Date.parse('2026-12-08T00:00+01:00')
  expect(await extend(tenantId, link, last + 1_000)).toEqual({ error: 'invalid-range' })
  expect(await eventsOf(tenantId, id)).toEqual([['extended', 'link']])
  const answer = await app.guest(tenantId)('gen2_crudWaitlist-extendWaitlist', {
    tenantId,
    waitId: link,
    rangeEnd: { seconds: last / 1000 },
  })
  expect(answer).toEqual({ rangeEnd: last / 1000 })
  expect((await entryOf(tenantId, id))?.endsAt.getTime()).toBe(last)
  expect(await extend(tenantId, `${link.slice(0, -1)}!`, end)).toEqual({ error: 'not-found', notFound: true })
})

test.for([
  // A zone whose clocks change at midnight, both ways, and one where they change at two and three.
  ['Europe/Copenhagen', '2026-03-28T12:00+01:00', '2026-03-29T00:00+01:00', '2026-03-30T00:00+02:00'],
  ['Europe/Copenhagen', '2026-10-24T12:00+02:00', '2026-10-25T00:00+02:00', '2026-10-26T00:00+01:00'],
  ['Africa/Cairo', '2026-04-23T12:00+02:00', '2026-04-24T01:00+03:00', '2026-04-25T00:00+03:00'],
  ['Africa/Cairo', '2026-10-29T12:00+03:00', '2026-10-30T00:00+02:00', '2026-10-31T00:00+02:00'],
])('midnights of %s after %s are those of its clocks', async ([timeZone, today, first, second]) => {
  const tenantId = await salon({ profile: { timeZone: timeZone ?? '' } })
  const [at, night, after] = [today, first, second].map((one) => Date.parse(one ?? '')) as [
    number,
    number,
    number,
  ]
  app.clock.now = at
  const id = await makeEntry(app, tenantId, { endsAt: at + 1 })
  const { extend: link } = handles(tenantId, id)
  expect(await extend(tenantId, link, night)).toEqual({ rangeEnd: night / 1000 })
  // The last minute of the changed day still belongs to it.
  expect(await extend(tenantId, link, after - 60_000)).toEqual({ rangeEnd: night / 1000 })
  expect(await extend(tenantId, link, after)).toEqual({ rangeEnd: after / 1000 })
})

test('leaving is idempotent in all states', async () => {
  const tenantId = await salon()
  for (const state of ['waiting', 'paused', 'booked', 'left', 'ended'] as const) {
    const id = await makeEntry(app, tenantId)
    await app.unrecorded.write(tenantId, (tx) =>
      tx.execute(`update waitlist_entry set state = '${state}' where id = '${id}'`),
    )
    const { leave: link } = handles(tenantId, id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => leave(tenantId, link)))
    expect(answers).toEqual(Array.from({ length: 20 }, () => ({ success: true })))
    const open = state === 'waiting' || state === 'paused'
    expect([state, (await entryOf(tenantId, id))?.state]).toEqual([state, open ? 'left' : state])
    expect(await eventsOf(tenantId, id)).toEqual(open ? [['left', 'link']] : [])
    const opened = app.guest(tenantId)('getWaitlistLink', { tenantId, wait: link, purpose: 'leave' })
    await expect(opened).rejects.toMatchObject({
      code: 'not-found',
      details: { reason: state === 'booked' ? 'booked' : 'over' },
    })
  }
})

test('extension and leaving at once: never an open entry that has left', async () => {
  const tenantId = await salon()
  const id = await makeEntry(app, tenantId)
  const { extend: longer, leave: away } = handles(tenantId, id)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      number % 2 ? leave(tenantId, away) : extend(tenantId, longer, now + (40 + number) * DAY),
    ),
  )
  expect(answers).toHaveLength(20)
  expect((await entryOf(tenantId, id))?.state).toBe('left')
  expect((await eventsOf(tenantId, id)).filter(([event]) => event === 'left')).toEqual([['left', 'link']])
})

/** Handles that are not the one of this purpose: changed, of another purpose, entry or tenant, or absurd. */
function forged(real: string, others: string[]): string[] {
  const swapped = [...real].map((letter, at) =>
    at % 2 ? [] : [real.slice(0, at) + (letter === 'A' ? 'B' : 'A') + real.slice(at + 1)],
  )
  return [
    ...swapped.flat(),
    ...others,
    real.slice(1),
    real.slice(0, -1),
    `${real}A`,
    ` ${real}`,
    `${real}=`,
    `${real}\u0000`.replace('\u0000', '%00'),
    real.toUpperCase(),
    real.toLowerCase(),
    [...real].toReversed().join(''),
    `${real}' or '1'='1`,
    '../../etc/passwd',
    '%',
    '*',
    'null',
    'undefined',
    '0',
    '-1',
    '00000000-0000-4000-8000-000000000000',
    'A'.repeat(32),
    'æ'.repeat(32),
    '😀',
    randomBytes(24).toString('base64url'),
    randomBytes(16).toString('hex'),
    'x'.repeat(200),
  ]
}

test('forged handles and absurd values have no effect', exhaustive, async () => {
  const [tenantId, other] = [await salon(), await salon()]
  const id = await makeEntry(app, tenantId, { confirmed: false })
  const neighbour = await makeEntry(app, tenantId, { confirmed: false })
  const foreign = await makeEntry(app, other, { confirmed: false })
  const own = handles(tenantId, id)
  const before = { ...(await rowsOf(app, tenantId)), submission: '' }
  const end = now + 60 * DAY
  const attempts: Record<string, (handle: string) => Promise<unknown>> = {
    confirm: (wait) => confirm(tenantId, wait),
    extend: (wait) => extend(tenantId, wait, end),
    leave: (wait) => leave(tenantId, wait),
  }
  let count = 0
  for (const [purpose, attempt] of Object.entries(attempts)) {
    const { [purpose as 'confirm']: real, ...rest } = own
    const others = [...Object.values(rest), handles(other, foreign)[purpose as 'confirm'], id, neighbour]
    for (const handle of forged(real, others)) {
      count += 1
      const outcome = await attempt(handle).then(
        (answer) => JSON.stringify(answer),
        (error: { code: string }) => error.code,
      )
      expect([purpose, handle, outcome]).toEqual([
        purpose,
        handle,
        expect.stringMatching(/^(not-found|request\/invalid|\{"error":"not-found","notFound":true\})$/),
      ])
      for (const kind of ['leave', 'extend', 'confirm'] as const)
        if (handle !== own[kind])
          expect(
            await errorCodeOf(
              app.guest(tenantId)('getWaitlistLink', { tenantId, wait: handle, purpose: kind }),
            ),
          ).toMatch(/^(not-found|request\/invalid)$/)
    }
  }
  const absurd = [0, -1, 1.5, now, 1e15, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e300, -0, 4e9]
  for (const seconds of absurd) {
    count += 2
    for (const rangeEnd of [seconds, { seconds }])
      expect([
        rangeEnd,
        await app.guest(tenantId)('gen2_crudWaitlist-extendWaitlist', {
          tenantId,
          waitId: own.extend,
          rangeEnd,
        }),
      ]).toEqual([rangeEnd, { error: 'invalid-range' }])
  }
  for (const rangeEnd of [
    null,
    '1790000000',
    'tomorrow',
    {},
    [],
    { seconds: null },
    { seconds: '1' },
    true,
  ]) {
    count += 1
    expect(
      await errorCodeOf(
        app.guest(tenantId)('gen2_crudWaitlist-extendWaitlist', {
          tenantId,
          waitId: own.extend,
          rangeEnd: rangeEnd as number,
        }),
      ),
    ).toBe('request/invalid')
  }
  // The handle of one tenant at the host of the other, and with the other's name.
  for (const [at, named] of [
    [other, other],
    [other, tenantId],
    [tenantId, other],
  ] as const) {
    count += 1
    const outcome = await app
      .guest(at)('gen2_crudWaitlist-guestUnsubscribe', { tenantId: named, waitId: own.leave })
      .catch((error: { code: string }) => error.code)
    expect([at, named, outcome]).toEqual([at, named, 'not-found'])
  }
  expect(count).toBeGreaterThanOrEqual(160)
  expect({ ...(await rowsOf(app, tenantId)), submission: '' }).toEqual(before)
})

test('GET and HEAD of the calls of links change nothing', async () => {
  const tenantId = await salon()
  const id = await makeEntry(app, tenantId, { confirmed: false })
  const { confirm: toConfirm, extend: toExtend, leave: toLeave } = handles(tenantId, id)
  const before = await rowsOf(app, tenantId)
  const links: [CallName, Record<string, string>][] = [
    ['confirmWaitlistEntry', { wait: toConfirm }],
    ['gen2_crudWaitlist-extendWaitlist', { waitId: toExtend, rangeEnd: `${(now + 60 * DAY) / 1000}` }],
    ['gen2_crudWaitlist-guestUnsubscribe', { waitId: toLeave }],
    ['joinWaitlist', { services: 'cut' }],
  ]
  for (const [name, query] of links)
    for (const method of ['GET', 'HEAD', 'GET', 'HEAD', 'GET', 'HEAD', 'GET', 'HEAD', 'GET', 'HEAD']) {
      const url = `http://${tenantId}.localhost/api/${name}?${new URLSearchParams({ tenantId, ...query })}`
      expect([name, method, (await app.fetch(tenantId, new Request(url, { method }))).status]).toEqual([
        name,
        method,
        405,
      ])
    }
  expect(await rowsOf(app, tenantId)).toEqual(before)
})

test('the language of a link is that of the guest it was made for, as long as the entry is open', async () => {
  const tenantId = await salon()
  const contact = {
    firstname: 'Pia',
    lastname: 'Holm',
    email: 'pia@example.com',
    mobile: null,
    language: 'pl',
  }
  const id = await makeEntry(app, tenantId, { contact })
  const own = handles(tenantId, id)
  const languageOf = (kind: 'waitlistConfirm' | 'waitlistExtend' | 'waitlistLeave', handle: string) =>
    app.db.read(tenantId, (tx) => languageOfGuestLink(tx, { kind, handle }, app.deps.now()))
  expect(await languageOf('waitlistConfirm', own.confirm)).toBe('pl')
  expect(await languageOf('waitlistExtend', own.extend)).toBe('pl')
  expect(await languageOf('waitlistLeave', own.leave)).toBe('pl')
  expect(await languageOf('waitlistLeave', own.extend)).toBe(null)
  await leave(tenantId, own.leave)
  expect(await languageOf('waitlistLeave', own.leave)).toBe(null)
})
