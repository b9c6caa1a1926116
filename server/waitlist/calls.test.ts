import { sql } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls.ts'
import type { TimeWindow } from '#domain/waitlist/window.ts'
import { makeApp, makeTenant, type MakeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { book, errorCodeOf, register, summer, type TestGuest } from '#test/steps.ts'
import { jobContext, listChanges, makeEntry, matchAll, openOffers, orderOf } from '#test/waitlist.ts'
import type { TenantId } from '../database/db.ts'
import { listMail } from '../mail/queries.ts'
import { claimContact } from './claim-contact.ts'
import { sweepWaitlist } from './jobs.ts'
import { findEntry } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const now = summer('2026-06-10T10:00')
const DAY = 86_400_000
const freja = { firstname: 'Freja', lastname: 'Holm', email: 'freja@example.com' }

async function salon(wanted: MakeTenant = {}): Promise<TenantId> {
  app.clock.now = now
  return makeTenant(app, wanted)
}
async function account(tenantId: TenantId, email?: string): Promise<{ guest: TestGuest; uid: string }> {
  const guest = app.guest(tenantId)
  return { guest, uid: await register(guest, tenantId, email) }
}
const join = (
  guest: TestGuest,
  tenantId: TenantId,
  wanted: Partial<CallInput<'joinWaitlist'>> = {},
): ReturnType<typeof guest<'joinWaitlist'>> =>
  guest('joinWaitlist', { tenantId, services: ['cut'], ...wanted })
const list = async (guest: TestGuest, tenantId: TenantId, uid: string) =>
  (await guest('listWaitlist', { tenantId, uid })).documents
const window = (from: string, until: string, rest: Partial<TimeWindow> = {}): TimeWindow => ({
  from,
  until,
  weekdays: [],
  earliest: '00:00',
  latest: '24:00',
  ...rest,
})
const changesOf = async (tenantId: TenantId, id: string) =>
  (await listChanges(app, tenantId, id)).map(({ event, by, from, to }) => [event, by, from, to])
const entryOf = (tenantId: TenantId, id: string) => app.db.read(tenantId, (tx) => findEntry(tx, { id }))
const contactEntries = (tenantId: TenantId) =>
  asOwner<{ id: string; state: string; guest_id: string | null; email: string | null; confirmed: boolean }>(
    app,
    tenantId,
    `select id, state, guest_id, contact ->> 'email' as email, confirmed_at is not null as confirmed
      from waitlist_entry where tenant_id = '${tenantId}' order by rank`,
  )

test('a guest joins with an account and sees place, preferences and defaults', async () => {
  const tenantId = await salon()
  const { guest, uid } = await account(tenantId)
  await makeEntry(app, tenantId)
  await makeEntry(app, tenantId, { services: ['color'] })
  const joined = await join(guest, tenantId, {
    services: ['cut'],
    teamMembers: ['anna', 'anna'],
    windows: [window('2026-06-12', '2026-06-14', { weekdays: [5], earliest: '09:00', latest: '12:00' })],
  })
  await makeEntry(app, tenantId)
  expect(joined).toMatchObject({ ok: true, confirm: null })
  const [entry] = await list(guest, tenantId, uid)
  expect(entry).toEqual({
    id: joined.ok ? joined.id : null,
    state: 'waiting',
    services: [{ id: 'cut', name: `cut of ${tenantId}`, addons: [] }],
    teamMembers: [{ id: 'anna', name: 'anna', avatar: null }],
    rangeStart: { seconds: summer('2026-06-12T00:00') / 1000 },
    rangeEnd: { seconds: summer('2026-06-14T23:59') / 1000 },
    windows: [window('2026-06-12', '2026-06-14', { weekdays: [5], earliest: '09:00', latest: '12:00' })],
    noticeMinutes: 120,
    atNight: false,
    // Thirty whole days after today.
    end: summer('2026-07-11T00:00'),
    pausedUntil: null,
    confirmed: true,
    place: 2,
    of: 3,
    joinedAt: now,
    passed: [],
    offer: null,
  })
  expect(await changesOf(tenantId, entry?.id ?? '')).toEqual([['joined', 'guest', null, 'waiting']])
})

test('wrong preferences are errors, and nothing is stored', async () => {
  const tenantId = await salon({
    members: [{ id: 'anna' }, { id: 'bo' }],
    services: [
      { id: 'cut', members: ['anna'] },
      { id: 'color', members: ['bo'] },
      { id: 'old', active: false },
      { id: 'club', onlyMember: true },
    ],
  })
  const { guest } = await account(tenantId)
  const outsider = app.guest(tenantId)
  const refused = async (wanted: Partial<CallInput<'joinWaitlist'>>, by = guest) =>
    errorCodeOf(join(by, tenantId, wanted))
  expect({
    unknown: await refused({ services: ['nothing'] }),
    inactive: await refused({ services: ['old'] }),
    membersOnly: await refused({ services: ['club'], details: freja }, outsider),
    none: await refused({ services: [] }),
    tooMany: await refused({ services: ['cut', 'cut', 'cut', 'cut', 'cut', 'cut', 'cut'] }),
    twice: await refused({ services: ['cut', 'cut'] }),
    unknownMember: await refused({ teamMembers: ['nobody'] }),
    unable: await refused({ teamMembers: ['bo'] }),
    partly: await refused({ services: ['cut', 'color'], teamMembers: ['anna'] }),
    noDate: await refused({ windows: [window('2026-02-30', '2026-06-30')] }),
    lastDate: await refused({ windows: [window('2026-06-14', '9999-12-31')] }),
    backwards: await refused({ windows: [window('2026-06-14', '2026-06-12')] }),
    past: await refused({ windows: [window('2026-06-01', '2026-06-09')] }),
    noTime: await refused({
      windows: [window('2026-06-14', '2026-06-14', { earliest: '12:00', latest: '12:00' })],
    }),
    noClock: await refused({ windows: [window('2026-06-14', '2026-06-14', { earliest: '25:00' })] }),
    weekday: await refused({ windows: [window('2026-06-14', '2026-06-14', { weekdays: [0] })] }),
    eleven: await refused({ windows: Array.from({ length: 11 }, () => window('2026-06-14', '2026-06-14')) }),
    notice: await refused({ noticeMinutes: -1 }),
    ended: await refused({ end: now }),
    tooLate: await refused({ end: summer('2026-12-09T00:00') }),
    noDetails: await refused({}, outsider),
    noContact: await refused({ details: { firstname: 'Freja', lastname: 'Holm' } }, outsider),
    noNumber: await refused({ details: { ...freja, mobile: '12' } }, outsider),
    unreachable: await refused(
      { details: { firstname: 'Freja', lastname: 'Holm', mobile: '+1 202 555 0123', countryCode: 'US' } },
      outsider,
    ),
    link: await refused({ details: { ...freja, firstname: 'https://x.example' } }, outsider),
  }).toEqual({
    unknown: 'not-found',
    inactive: 'not-found',
    membersOnly: 'not-found',
    none: 'request/invalid',
    tooMany: 'request/invalid',
    twice: 'request/invalid',
    unknownMember: 'not-found',
    unable: 'not-found',
    partly: 'not-found',
    noDate: 'request/invalid',
    lastDate: 'request/invalid',
    backwards: 'request/invalid',
    past: 'request/invalid',
    noTime: 'request/invalid',
    noClock: 'request/invalid',
    weekday: 'request/invalid',
    eleven: 'request/invalid',
    notice: 'request/invalid',
    ended: 'request/invalid',
    tooLate: 'request/invalid',
    noDetails: 'visit/details-missing',
    noContact: 'visit/details-missing',
    noNumber: 'guest/invalid-mobile',
    unreachable: 'guest/invalid-mobile',
    link: 'request/invalid',
  })
  const bare = app.guest(tenantId)
  await bare('createUserWithEmailAndPassword', {
    tenantId,
    email: 'bare@example.com',
    password: 'stamgast-demo',
  })
  expect(await refused({}, bare)).toBe('visit/details-missing')
  expect(await orderOf(app, tenantId)).toEqual([])
  expect(await join(guest, tenantId, { services: ['club'], end: summer('2026-12-08T00:00') })).toMatchObject({
    ok: true,
  })
})

test('twenty joins at once leave five entries, for an account and for a contact', async () => {
  const tenantId = await salon()
  const { guest, uid } = await account(tenantId)
  const twenty = Array.from({ length: 20 }, (_, index) => ({
    windows: [window('2026-06-11', `2026-06-${11 + index}`)],
  }))
  const byAccount = await Promise.all(twenty.map((wanted) => join(guest, tenantId, wanted)))
  expect(byAccount.filter(({ ok }) => ok)).toHaveLength(5)
  expect(byAccount.filter(({ ok }) => !ok)).toEqual(
    Array.from({ length: 15 }, () => ({ ok: false, reason: 'too-many' })),
  )
  expect(await list(guest, tenantId, uid)).toHaveLength(5)
  const byContact = await Promise.all(
    twenty.map((wanted, number) =>
      join(app.guest(tenantId), tenantId, {
        ...wanted,
        details: { ...freja, email: number % 2 ? 'Freja@Example.com' : freja.email },
      }),
    ),
  )
  expect(byContact.filter(({ ok }) => ok)).toHaveLength(5)
  // One number counts as one contact with any e-mail address.
  for (const number of [1, 2, 3, 4, 5, 6])
    expect(
      await join(app.guest(tenantId), tenantId, {
        details: { ...freja, email: `freja${number}@example.com`, mobile: '20 12 34 57' },
      }),
    ).toMatchObject({ ok: number < 6 })
  const order = await orderOf(app, tenantId)
  expect(order).toHaveLength(15)
  const [row] = await asOwner<{ ranks: number }>(
    app,
    tenantId,
    `select count(distinct rank)::int as ranks from waitlist_entry where tenant_id = '${tenantId}'`,
  )
  expect(row?.ranks).toBe(15)
})

test('twenty joins at once for the same are one entry, and a guest who joins again keeps the place', async () => {
  const tenantId = await salon()
  const { guest, uid } = await account(tenantId)
  const wanted = { services: ['cut', 'color'], teamMembers: ['bo', 'anna'] }
  const joins = await Promise.all(Array.from({ length: 20 }, () => join(guest, tenantId, wanted)))
  const [entry, ...more] = await list(guest, tenantId, uid)
  expect([more, new Set(joins.map((one) => one.ok && one.id))]).toEqual([[], new Set([entry?.id])])
  await makeEntry(app, tenantId)
  const id = entry?.id ?? ''
  await guest('updateWaitlistEntry', { tenantId, uid, id, paused: true })
  app.clock.now = now + DAY
  const again = { services: ['color', 'cut'], teamMembers: ['anna', 'bo'], atNight: true }
  expect(await join(guest, tenantId, again)).toEqual({ ok: true, id, confirm: null })
  expect(await list(guest, tenantId, uid)).toMatchObject([
    { id, state: 'waiting', atNight: true, place: 1, of: 2, joinedAt: now, end: summer('2026-07-12T00:00') },
  ])
  // An earlier end does not shorten it.
  await join(guest, tenantId, { ...again, end: summer('2026-06-20T00:00') })
  expect(await list(guest, tenantId, uid)).toMatchObject([{ end: summer('2026-07-12T00:00') }])
  expect((await changesOf(tenantId, id)).map(([event]) => event)).toEqual([
    'joined',
    'paused',
    'resumed',
    'edited',
  ])
})

test('a contact that joins again for the same is asked again, until it has confirmed as said last', async () => {
  const tenantId = await salon()
  const asked = async () =>
    (await app.db.read(tenantId, listMail)).filter(({ key }) => key.startsWith('waitlist-confirm')).length
  const joinAs = (details: Partial<typeof freja> & { mobile?: string }, atNight = false) =>
    join(app.guest(tenantId), tenantId, { atNight, details: { ...freja, ...details } })
  const answer = { ok: true, id: null, confirm: 'mail' }
  expect(await joinAs({ firstname: 'Somebody' })).toEqual(answer)
  await makeEntry(app, tenantId)
  app.clock.now = now + DAY - 60_000
  expect(await joinAs({ email: 'FREJA@example.com', mobile: '20 12 34 56' }, true)).toEqual(answer)
  const [row] = await contactEntries(tenantId)
  const first = await entryOf(tenantId, row?.id ?? '')
  expect(first).toMatchObject({ atNight: true, contact: { firstname: 'Freja', mobile: '+4520123456' } })
  // It has another day, and its place.
  expect(first?.joinedAt).toEqual(new Date(now + DAY - 60_000))
  expect((await orderOf(app, tenantId))[0]?.id).toBe(row?.id)
  await app.owner.query('update waitlist_entry set confirmed_at = joined_at where id = $1', [row?.id])
  expect(await joinAs({ firstname: 'Somebody' })).toEqual(answer)
  expect(await entryOf(tenantId, row?.id ?? '')).toMatchObject({
    atNight: true,
    contact: { firstname: 'Freja' },
  })
  expect([await asked(), (await contactEntries(tenantId)).length]).toEqual([3, 2])
})

test('the answer is the same whether or not an account has this address', async () => {
  const tenantId = await salon()
  await account(tenantId, freja.email)
  const answers = await Promise.all(
    [freja.email, 'nobody@example.com'].map((email) =>
      join(app.guest(tenantId), tenantId, { details: { ...freja, email } }),
    ),
  )
  expect(answers).toEqual([
    { ok: true, id: null, confirm: 'mail' },
    { ok: true, id: null, confirm: 'mail' },
  ])
  const mails = (await app.db.read(tenantId, listMail)).filter(({ key }) =>
    key.startsWith('waitlist-confirm'),
  )
  expect(mails.map(({ to }) => to).toSorted()).toEqual([freja.email, 'nobody@example.com'])
  expect(mails[0]?.text).toContain(`http://${tenantId}.localhost:3000/waitlist/confirm/`)
  expect((await contactEntries(tenantId)).map(({ guest_id }) => guest_id)).toEqual([null, null])
})

test('a contact with only a number is asked by text message', async () => {
  const tenantId = await salon()
  const details = { firstname: 'Freja', lastname: 'Holm', mobile: '20 12 34 58', countryCode: 'DK' }
  expect(await join(app.guest(tenantId), tenantId, { details })).toEqual({
    ok: true,
    id: null,
    confirm: 'sms',
  })
  const rows = await asOwner<{ to: string; text: string }>(
    app,
    tenantId,
    `select "to", text from sms where tenant_id = '${tenantId}'`,
  )
  expect(rows).toEqual([{ to: '+4520123458', text: expect.stringContaining('/waitlist/confirm/') }])
  // A number gets three messages an hour: a fourth entry would never be confirmed.
  const more = (services: string[]) => join(app.guest(tenantId), tenantId, { details, services })
  await more(['color'])
  await more(['cut'])
  expect(await errorCodeOf(more(['cut', 'color']))).toBe('request/too-many')
  expect(await contactEntries(tenantId)).toHaveLength(2)
})

test('edit, pause, resumption and extension keep the place', async () => {
  const tenantId = await salon()
  const { guest, uid } = await account(tenantId)
  await makeEntry(app, tenantId)
  const joined = await join(guest, tenantId)
  await makeEntry(app, tenantId)
  const id = joined.ok ? (joined.id ?? '') : ''
  const update = (changes: object) => guest('updateWaitlistEntry', { tenantId, uid, id, ...changes })
  const place = { place: 2, of: 3 }
  expect(
    await update({
      noticeMinutes: 0,
      atNight: true,
      teamMembers: ['bo'],
      windows: [window('2026-06-20', '2026-06-21')],
    }),
  ).toMatchObject({ ...place, noticeMinutes: 0, atNight: true, teamMembers: [{ id: 'bo' }] })
  expect(await update({ teamMembers: [], services: ['cut', 'color'] })).toMatchObject({
    ...place,
    teamMembers: [],
    services: [{ id: 'cut' }, { id: 'color' }],
  })
  expect(await update({ paused: true })).toMatchObject({ ...place, state: 'paused', pausedUntil: null })
  expect(await update({ pausedUntil: now + DAY })).toMatchObject({ state: 'paused', pausedUntil: now + DAY })
  expect(await update({ noticeMinutes: 60 })).toMatchObject({ state: 'paused', pausedUntil: now + DAY })
  // The clock ends the pause, before or after the sweep.
  app.clock.now = now + DAY
  expect(await list(guest, tenantId, uid)).toMatchObject([{ ...place, state: 'waiting', pausedUntil: null }])
  app.clock.now = now
  expect(await update({ paused: false })).toMatchObject({ ...place, state: 'waiting' })
  expect(await update({ end: now + 60 * DAY })).toMatchObject({ ...place, end: now + 60 * DAY })
  expect(await update({ end: now + 50 * DAY })).toMatchObject({ ...place, end: now + 50 * DAY })
  expect(await update({})).toMatchObject(place)
  expect((await changesOf(tenantId, id)).map(([event]) => event)).toEqual([
    'joined',
    'edited',
    'edited',
    'paused',
    'edited',
    'edited',
    'resumed',
    'extended',
    'edited',
  ])
  for (const [wrong, code] of [
    [{ pausedUntil: now }, 'request/invalid'],
    [{ end: now - 1 }, 'request/invalid'],
    [{ end: now + 182 * DAY }, 'request/invalid'],
    [{ services: ['nothing'] }, 'not-found'],
    [{ teamMembers: ['nobody'] }, 'not-found'],
    [{ windows: [window('2026-06-01', '2026-06-02')] }, 'request/invalid'],
    [{ paused: 'yes' }, 'request/invalid'],
  ] as const)
    expect([wrong, await errorCodeOf(update(wrong as object))]).toEqual([wrong, code])
  expect(await changesOf(tenantId, id)).toHaveLength(9)
})

test('the place equals a recount', async () => {
  const tenantId = await salon()
  const { guest, uid } = await account(tenantId)
  const spans = [[10, 12], [12, 15], [16, 20], null, [11, 16], [20, 30], null] as const
  const services = [['cut'], ['color'], ['cut', 'color'], ['cut'], ['color']]
  const made: { id: string; chosen: string[]; from: number; until: number; own: boolean }[] = []
  for (const [number, span] of [...spans, ...spans].entries()) {
    const chosen = services[number % services.length] ?? ['cut']
    const windows = span ? [window(`2026-06-${span[0]}`, `2026-06-${span[1]}`)] : []
    const own = number % 3 === 0
    const id = await makeEntry(app, tenantId, { ...(own && { guestId: uid }), services: chosen, windows })
    made.push({ id, chosen, from: span?.[0] ?? 0, until: span?.[1] ?? 40, own })
  }
  const recount = made.flatMap((mine, at) => {
    const rivals = made.map(
      (other, index) =>
        index !== at &&
        other.chosen.some((one) => mine.chosen.includes(one)) &&
        other.from <= mine.until &&
        mine.from <= other.until,
    )
    const ahead = rivals.slice(0, at).filter(Boolean).length
    return mine.own ? [[mine.id, ahead + 1, rivals.filter(Boolean).length + 1]] : []
  })
  expect(recount.length).toBe(5)
  expect((await list(guest, tenantId, uid)).map(({ id, place, of }) => [id, place, of])).toEqual(recount)
})

test('an entry that another guest, another tenant or nobody names is not found', async () => {
  const [tenantId, other] = [await salon(), await salon()]
  const { guest, uid } = await account(tenantId)
  const neighbour = await account(tenantId, 'neighbour@example.com')
  const foreign = await account(other)
  const joined = await join(guest, tenantId)
  const id = joined.ok ? (joined.id ?? '') : ''
  const attempt = async (by: TestGuest, at: TenantId, as: string, name: string) => [
    await errorCodeOf(by('updateWaitlistEntry', { tenantId: at, uid: as, id: name, paused: true })),
    await errorCodeOf(by('deleteWaitlistEntry', { tenantId: at, uid: as, id: name })),
  ]
  const nothing = ['not-found', 'not-found']
  expect(await attempt(neighbour.guest, tenantId, neighbour.uid, id)).toEqual(nothing)
  expect(await attempt(neighbour.guest, tenantId, uid, id)).toEqual(nothing)
  expect(await attempt(foreign.guest, other, foreign.uid, id)).toEqual(nothing)
  for (const name of ['no-such-entry', "' or 1=1", '00000000-0000-4000-8000-000000000000'])
    expect(await attempt(guest, tenantId, uid, name)).toEqual(nothing)
  expect(await attempt(app.guest(tenantId), tenantId, uid, id)).toEqual([
    'auth/unauthenticated',
    'auth/unauthenticated',
  ])
  expect(await changesOf(tenantId, id)).toHaveLength(1)
})

/** A salon with one time; an entry of an account that has it offered, and one after it. */
async function offered() {
  const tenantId = await salon({
    members: [
      { id: 'anna', hours: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '10:00' })) },
    ],
    services: [{ id: 'cut', price: 32_000, duration: 60 }],
    rules: { slotMinutes: 60, horizonDays: 5 },
  })
  const { guest, uid } = await account(tenantId)
  const id = await makeEntry(app, tenantId, { guestId: uid })
  const next = await makeEntry(app, tenantId)
  const holder = app.guest(tenantId)
  const visit = await book(holder, { tenantId, start: summer('2026-06-12T09:00') })
  await holder('gen2_crudWaitlist-cancelBooking', { tenantId, booking: visit.cancelHandle })
  await matchAll(app, tenantId)
  const [offer] = await openOffers(app, tenantId)
  expect(offer?.entryId).toBe(id)
  return { tenantId, guest, uid, id, next, link: offer?.link ?? '' }
}
const holderOfOffer = async (tenantId: TenantId) =>
  (await openOffers(app, tenantId)).map(({ entryId }) => entryId)

test('an open offer is shown with its link; leaving gives its time to the next', async () => {
  const { tenantId, guest, uid, id, next, link } = await offered()
  expect(await list(guest, tenantId, uid)).toMatchObject([
    {
      state: 'offered',
      offer: {
        link,
        start: summer('2026-06-12T09:00'),
        members: ['anna'],
        price: 40_000,
        currency: 'DKK',
      },
    },
  ])
  expect(await guest('deleteWaitlistEntry', { tenantId, uid, id })).toEqual({ deleted: true })
  expect(await guest('deleteWaitlistEntry', { tenantId, uid, id })).toEqual({ deleted: true })
  await matchAll(app, tenantId)
  expect(await holderOfOffer(tenantId)).toEqual([next])
  expect(await list(guest, tenantId, uid)).toEqual([])
  expect((await changesOf(tenantId, id)).at(-1)).toEqual(['left', 'guest', 'offered', 'left'])
})

test('a pause answers the open offer with no and keeps the place', async () => {
  const { tenantId, guest, uid, id, next } = await offered()
  expect(await guest('updateWaitlistEntry', { tenantId, uid, id, paused: true })).toMatchObject({
    state: 'paused',
    place: 1,
    of: 2,
    offer: null,
  })
  await matchAll(app, tenantId)
  expect(await holderOfOffer(tenantId)).toEqual([next])
})

test('the end of an entry withdraws its offer, and the sweep ends what is over once', async () => {
  const { tenantId, id, next } = await offered()
  const late = await makeEntry(app, tenantId, { confirmed: false, joinedAt: now - DAY })
  const paused = await makeEntry(app, tenantId)
  await asOwner(
    app,
    tenantId,
    `update waitlist_entry set ends_at = to_timestamp(${now / 1000}) where id = '${id}';
    update waitlist_entry set state = 'paused', paused_until = to_timestamp(${now / 1000}) where id = '${paused}'`,
  )
  const ctx = await jobContext(app, tenantId)
  for (const _ of [1, 2]) await sweepWaitlist(ctx)
  expect((await orderOf(app, tenantId)).map((entry) => entry.id)).toEqual([next, paused])
  expect(await changesOf(tenantId, late)).toEqual([['ended', 'system', 'waiting', 'ended']])
  expect(await changesOf(tenantId, paused)).toEqual([['resumed', 'system', 'paused', 'waiting']])
  await matchAll(app, tenantId)
  expect(await holderOfOffer(tenantId)).toEqual([next])
  // The contact goes thirty days after the entry closed.
  app.clock.now = now + 30 * DAY + 1
  await sweepWaitlist(ctx)
  expect((await entryOf(tenantId, late))?.contact).toBe(null)
})

test('a guest is notified once that an entry ends in three days', async () => {
  const tenantId = await salon()
  const ctx = await jobContext(app, tenantId)
  const ending = await makeEntry(app, tenantId, { joinedAt: now - 27 * DAY, endsAt: now + 3 * DAY })
  for (const made of [
    { joinedAt: now - 27 * DAY, endsAt: now + 3 * DAY + 1 },
    { joinedAt: now - 1, endsAt: now + 3 * DAY },
    { joinedAt: now - 20, endsAt: now + 3 * DAY, confirmed: false },
  ])
    await makeEntry(app, tenantId, made)
  for (const _ of [1, 2]) await sweepWaitlist(ctx)
  const mails = await app.db.read(tenantId, listMail)
  expect(mails.map(({ to }) => to)).toEqual([`${ending}@example.com`])
  expect(mails[0]?.text).toMatch(/\/extendWaitlist\/[\w-]{32}\/en\?days=30&date=\d+\n/)
  expect(mails[0]?.text).toMatch(/\/unsubscribeWaitlist\/[\w-]{32}\/en\n/)
})

test('entries of a contact join the account that verifies the address or the number', async () => {
  const tenantId = await salon()
  const { guest, uid } = await account(tenantId, freja.email)
  await join(app.guest(tenantId), tenantId, { details: freja })
  await join(app.guest(tenantId), tenantId, {
    details: { ...freja, email: 'x@example.com', mobile: '20123456' },
  })
  await join(app.guest(tenantId), tenantId, { details: { ...freja, email: 'other@example.com' } })
  expect(await list(guest, tenantId, uid)).toEqual([])
  await app.db.write(tenantId, async (tx) => {
    await claimContact(tx, uid, { email: freja.email }, new Date(now))
    await claimContact(tx, uid, { mobile: '+4520123456' }, new Date(now))
  })
  expect(await list(guest, tenantId, uid)).toMatchObject([
    { confirmed: true, place: 1, of: 3 },
    { confirmed: true, place: 2, of: 3 },
  ])
  expect((await contactEntries(tenantId)).map((one) => [one.guest_id, one.confirmed])).toEqual([
    [uid, true],
    [uid, true],
    [null, false],
  ])
  const { rows } = await app.unrecorded.read(tenantId, (tx) =>
    tx.execute(sql`select event, by, "from", "to" from waitlist_change where event <> 'joined'`),
  )
  const claimed = { event: 'claimed', by: 'guest', from: 'waiting', to: 'waiting' }
  expect(rows).toEqual([claimed, claimed])
})

test('the export contains entries, changes and offers; deleting the account deletes them and frees the offer', async () => {
  const { tenantId, guest, uid, id, next } = await offered()
  const self = { tenantId, uid }
  const { downloadURL } = await guest('exportUser', self)
  const archive = await app.fetch(
    tenantId,
    new Request(downloadURL, {
      headers: { cookie: [...guest.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    }),
  )
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()))
  expect(JSON.parse(strFromU8(files['waitlist.json'] ?? new Uint8Array()))).toMatchObject([
    {
      state: 'offered',
      services: ['cut'],
      changes: [{ event: 'offered', by: 'system' }],
      offers: [{ state: 'open', price: 40_000, services: [{ name: `cut of ${tenantId}` }] }],
    },
  ])
  expect(await guest('previewDeleteUser', self)).toMatchObject({ waitlist: 1 })
  await guest('deleteUser', { ...self, confirmed: true, fee: 0, password: 'stamgast-demo' })
  expect(await entryOf(tenantId, id)).toBe(null)
  const [left] = await asOwner<Record<string, number>>(
    app,
    tenantId,
    `select (select count(*) from waitlist_change where entry_id = '${id}')::int as changes,
      (select count(*) from waitlist_offer where entry_id = '${id}')::int as offers,
      (select count(*) from message where tenant_id = '${tenantId}')::int as messages`,
  )
  expect(left).toEqual({ changes: 0, offers: 0, messages: 0 })
  await matchAll(app, tenantId)
  expect(await holderOfOffer(tenantId)).toEqual([next])
})
