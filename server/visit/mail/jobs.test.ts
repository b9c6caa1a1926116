import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { register } from '#test/steps.ts'
import { makeVisit } from '#test/visit.ts'
import type { TenantId } from '#server/database/db.ts'
import { createMail, findMail } from '#server/mail/queries.ts'
import { createSms, listSms, transitionSms } from '#server/sms/queries.ts'
import { releaseExpiredHolds } from '#server/availability/segment-queries.ts'
import { findVisit, lockVisit, updateVisit } from '../queries.ts'
import { sweepHolds, sweepVisits } from './jobs.ts'

let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
})
afterAll(() => app.close())

test('a sweep skips the hold that a guest is confirming, so that neither waits for the other', async () => {
  const now = new Date()
  const ranOut = { state: 'held' as const, holdUntil: new Date(now.getTime() - 1000), bookedAt: null }
  const tomorrow = now.getTime() + 24 * 3_600_000
  const made = [
    await makeVisit(app, tenant, { start: new Date(tomorrow), ...ranOut }),
    await makeVisit(app, tenant, { start: new Date(tomorrow + 7_200_000), ...ranOut }),
  ]
  const last =
    made
      .map((one) => one.id)
      .toSorted()
      .at(-1) ?? ''
  let attempts = 0
  const released = await app.db.write(tenant, async (confirming) => {
    attempts += 1
    await lockVisit(confirming, last)
    const swept = await app.db.write(tenant, (sweeping) => sweepHolds(sweeping, now.getTime()))
    return [swept, await releaseExpiredHolds(confirming, { memberIds: ['anna'], resourceIds: [] }, now)]
  })
  // Each visit has two segments: the sweep releases one visit, the confirmation the other.
  expect(released).toEqual([2, 2])
  expect(attempts).toBe(1)
})

test('mails are redacted when their visit ends, contacts of accounts when its handles expire', async () => {
  const day = 24 * 3_600_000
  const visit = await makeVisit(app, tenant, { start: new Date('2026-03-02T10:00Z') })
  const uid = await register(app.guest(tenant), tenant)
  const mails = await app.db.write(tenant, async (tx) => {
    const to = ['freja@example.com', 'noah@example.com']
    const some = {
      subject: 'Your visit',
      text: 'cancel',
      html: 'cancel',
      ics: 'ics',
      icsMethod: 'REQUEST' as const,
      wipeAt: visit.end,
      createdAt: new Date(0),
    }
    await updateVisit(tx, visit.id, { guestId: uid, visitor: 'Emma', note: 'Allergic to ammonia' })
    return Promise.all([
      ...to.map((one) => createMail(tx, { ...some, key: `visit-booked:${one}`, to: one })),
      createMail(tx, { ...some, key: 'other', to: 'x@example.com', wipeAt: null }),
    ])
  })
  const sweep = (at: number) => app.db.write(tenant, (tx) => sweepVisits(tx, at, 24))
  const shown = () =>
    app.db.read(tenant, async (tx) =>
      (await Promise.all(mails.map((id) => findMail(tx, id ?? '')))).map(
        (one) => one && [one.to, one.text, one.html, one.ics],
      ),
    )
  expect(await sweep(visit.end.getTime() - 1)).toBe(0)
  expect(await sweep(visit.end.getTime())).toBe(2)
  expect(await shown()).toEqual([
    ['', '', '', null],
    ['noah@example.com', '', '', null],
    ['x@example.com', 'cancel', 'cancel', 'ics'],
  ])
  expect(await sweep(visit.end.getTime() + 30 * day)).toBe(0)
  expect(await sweep(visit.end.getTime() + 30 * day + 1)).toBe(1)
  expect(await app.db.read(tenant, (tx) => findVisit(tx, { id: visit.id }))).toMatchObject({
    contact: null,
    visitor: null,
    note: null,
  })
})

test('who came without an account is cleared two years after the visit, and what was booked remains', async () => {
  const own = await makeTenant(app)
  const [old, newer] = [
    await makeVisit(app, own, { start: new Date('2024-03-02T10:00Z') }),
    await makeVisit(app, own, { start: new Date('2024-03-02T11:30Z') }),
  ]
  await app.db.write(own, async (tx) => {
    for (const { id } of [old, newer]) await updateVisit(tx, id, { visitor: 'Emma', note: 'Allergic' })
  })
  const sweep = () => app.db.write(own, (tx) => sweepVisits(tx, Date.parse('2026-03-02T11:00Z'), 24))
  const stored = (id: string) => app.db.read(own, (tx) => findVisit(tx, { id }))
  const before = await stored(newer.id)
  expect(before).toMatchObject({ contact: { email: 'freja@example.com' }, visitor: 'Emma', note: 'Allergic' })
  expect([await sweep(), await sweep()]).toEqual([1, 0])
  expect(await stored(old.id)).toMatchObject({
    contact: null,
    visitor: null,
    note: null,
    price: old.price,
    segments: old.segments,
  })
  expect(await stored(newer.id)).toEqual(before)
})

test('a text message with a code or a link is redacted after a week, however its sending ended', async () => {
  const own = await makeTenant(app)
  const day = 24 * 3_600_000
  const now = Date.now()
  await app.db.write(own, async (tx) => {
    for (const [key, secret] of [
      ['offer', true],
      ['plain', false],
    ] as const) {
      const id = await createSms(tx, {
        key,
        to: '+4520123456',
        text: key,
        segments: 1,
        secret,
        createdAt: new Date(now),
      })
      await transitionSms(tx, id, 'sending')
    }
  })
  const sweep = (at: number) => app.db.write(own, (tx) => sweepVisits(tx, at, 24))
  expect(await sweep(now + 7 * day - 1)).toBe(0)
  expect(await sweep(now + 7 * day)).toBe(1)
  expect((await app.db.read(own, listSms)).map(({ text }) => text).toSorted()).toEqual(['', 'plain'])
})
