import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewNotification } from '#contract/guest/notification.ts'
import { MAX_NOTIFICATIONS, notificationTypes } from '#domain/notification/kinds.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { book, errorCodeOf, register, summer } from '#test/steps.ts'
import type { TenantId } from '../database/db.ts'
import { createNotification } from './queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const start = Date.parse('2026-06-01T10:00:00Z')
const notify = (tenant: TenantId, uid: string, newNotification: Partial<NewNotification>, minute = 0) =>
  app.db.write(tenant, (tx) =>
    createNotification(
      tx,
      uid,
      { type: 'success', title: 'Title', body: 'One\\nTwo<br>Three', ...newNotification },
      { at: new Date(start + minute * 60_000) },
    ),
  )

test('a guest lists notifications as stored, the newest first', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  for (const [minute, type] of notificationTypes.entries())
    await notify(
      tenant,
      uid,
      {
        type,
        title: `Title of ${type}`,
        link: '/my-account',
        waitlist: 'w',
        waitlistHandle: 'h',
        destination: 'd',
      },
      minute,
    )
  const { documents } = await guest('listNotifications', { tenantId: tenant, uid })
  expect(documents.map(({ type }) => type)).toEqual(notificationTypes.toReversed())
  expect(documents.at(-1)).toEqual({
    id: expect.any(String),
    tenantId: tenant,
    type: 'cancellation',
    title: 'Title of cancellation',
    body: 'One\\nTwo<br>Three',
    link: '/my-account',
    waitlist: 'w',
    waitlistHandle: 'h',
    destination: 'd',
    createdAt: start,
    readAt: null,
    usefulUntil: null,
    deliveries: [],
  })
})

test('an event is read in the browser that caused it, and news on the other devices of its guest', async () => {
  app.clock.now = summer('2026-06-10T08:00')
  const tenantId = await makeTenant(app)
  const [phone, laptop] = [app.guest(tenantId), app.guest(tenantId)]
  const uid = await register(phone, tenantId)
  const signIn = (guest: typeof phone) =>
    guest('signInWithEmailAndPassword', { tenantId, email: 'noah@example.com', password: 'stamgast-demo' })
  await signIn(laptop)
  await book(phone, { tenantId, start: summer('2026-06-12T09:00') })
  await notify(tenantId, uid, {}, 60 * 24 * 30)
  const readOn = async (guest: typeof phone) =>
    (await guest('listNotifications', { tenantId, uid })).documents.map(({ type, readAt }) => [
      type,
      readAt !== null,
    ])
  expect(await readOn(phone)).toEqual([
    ['success', false],
    ['new_booking_confirmation', true],
  ])
  expect(await readOn(laptop)).toEqual([
    ['success', false],
    ['new_booking_confirmation', false],
  ])
  // Also in its next session.
  await phone('signOut', {})
  await signIn(phone)
  expect(await readOn(phone)).toEqual([
    ['success', false],
    ['new_booking_confirmation', true],
  ])
})

test('notifications are marked as read singly or all at once, and only the first time counts', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  for (let minute = 0; minute < 3; minute += 1) await notify(tenant, uid, {}, minute)
  const list = async () => (await guest('listNotifications', { tenantId: tenant, uid })).documents
  const [newest] = await list()
  app.clock.now = start + 3_600_000
  expect(await guest('markNotificationsRead', { tenantId: tenant, uid, ids: [newest?.id ?? ''] })).toEqual({
    read: 1,
  })
  expect((await list()).map(({ readAt }) => readAt)).toEqual([start + 3_600_000, null, null])
  app.clock.now = start + 7_200_000
  expect(await guest('markNotificationsRead', { tenantId: tenant, uid })).toEqual({ read: 2 })
  expect(await guest('markNotificationsRead', { tenantId: tenant, uid })).toEqual({ read: 0 })
  expect((await list()).map(({ readAt }) => readAt)).toEqual([
    start + 3_600_000,
    start + 7_200_000,
    start + 7_200_000,
  ])
  app.clock.now = null
})

test('a guest can neither list nor mark notifications of other guests or tenants', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah, foreigner] = [app.guest(tenant), app.guest(tenant), app.guest(other)]
  const uid = await register(freja, tenant, 'freja@example.com')
  const noahs = await register(noah, tenant, 'noah@example.com')
  const foreign = await register(foreigner, other, 'freja@example.com')
  const newNotification = await notify(tenant, uid, {})
  expect((await noah('listNotifications', { tenantId: tenant, uid: noahs })).documents).toEqual([])
  expect(await errorCodeOf(noah('listNotifications', { tenantId: tenant, uid }))).toBe('not-found')
  expect(await errorCodeOf(noah('markNotificationsRead', { tenantId: tenant, uid }))).toBe('not-found')
  expect(await errorCodeOf(app.guest(tenant)('listNotifications', { tenantId: tenant, uid }))).toBe(
    'auth/unauthenticated',
  )
  expect(
    await noah('markNotificationsRead', { tenantId: tenant, uid: noahs, ids: [newNotification?.id ?? ''] }),
  ).toEqual({ read: 0 })
  expect(
    await foreigner('markNotificationsRead', {
      tenantId: other,
      uid: foreign,
      ids: [newNotification?.id ?? ''],
    }),
  ).toEqual({ read: 0 })
  expect((await freja('listNotifications', { tenantId: tenant, uid })).documents).toMatchObject([
    { readAt: null },
  ])
})

test("each guest's list keeps only the newest notifications", async () => {
  const tenant = await makeTenant(app)
  const [freja, noah] = [app.guest(tenant), app.guest(tenant)]
  const [uid, noahs] = [
    await register(freja, tenant, 'freja@example.com'),
    await register(noah, tenant, 'noah@example.com'),
  ]
  await notify(tenant, noahs, { title: 'Of Noah' })
  for (let minute = 0; minute <= MAX_NOTIFICATIONS; minute += 1)
    await notify(tenant, uid, { title: `${minute}` }, minute + 1)
  const { documents } = await freja('listNotifications', { tenantId: tenant, uid })
  expect([documents.length, documents[0]?.title, documents.at(-1)?.title]).toEqual([
    MAX_NOTIFICATIONS,
    `${MAX_NOTIFICATIONS}`,
    '1',
  ])
  expect((await noah('listNotifications', { tenantId: tenant, uid: noahs })).documents).toMatchObject([
    { title: 'Of Noah' },
  ])
})

test('a link that leaves the site is rejected', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  for (const link of [
    'javascript:alert(1)',
    '//evil.example',
    'http://evil.example',
    'https:evil.example',
    'https:///evil.example',
    'https://evil.example/`x`',
    'data:text/html,x',
  ])
    await expect(notify(tenant, uid, { link })).rejects.toThrow(/path of the site/)
  expect((await guest('listNotifications', { tenantId: tenant, uid })).documents).toEqual([])
})

test("only the guest's own event streams report new and read notifications", async () => {
  const tenant = await makeTenant(app)
  const [freja, noah] = [app.guest(tenant), app.guest(tenant)]
  const uid = await register(freja, tenant, 'freja@example.com')
  await register(noah, tenant, 'noah@example.com')
  const streams = await Promise.all([freja, freja, noah].map((guest) => listenAs(tenant, guest)))
  await notify(tenant, uid, { title: 'a secret' })
  await expect
    .poll(() => streams.map(({ text }) => /"topic":"notifications"/.test(text())))
    .toEqual([true, true, false])
  await freja('markNotificationsRead', { tenantId: tenant, uid })
  await expect.poll(() => streams[0]?.text().match(/notifications/g)?.length).toBe(2)
  await pause(100)
  expect(streams[2]?.text()).not.toContain('notifications')
  // The stream reports the topic, never the content.
  expect(streams.map(({ text }) => text()).join('')).not.toContain('a secret')
  for (const one of streams) await one.leave()
})

async function listenAs(tenant: TenantId, { cookies }: ReturnType<TestApp['guest']>) {
  const answer = await app.fetch(
    tenant,
    new Request('http://x/api/live', {
      headers: {
        accept: 'text/event-stream',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    }),
  )
  const reader = (answer.body ?? new ReadableStream<Uint8Array>()).getReader()
  let text = ''
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      text += new TextDecoder().decode(part.value)
  })()
  return { text: () => text, leave: () => reader.cancel() }
}
