import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewNotification } from '#contract/notification.ts'
import { MOST_NOTIFICATIONS, notificationTypes } from '#domain/notification.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { faultOf, register } from '#test/steps.ts'
import type { TenantId } from '../data/db.ts'
import { createNotification } from '../data/notification.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const start = Date.parse('2026-06-01T10:00:00Z')
const tell = (tenant: TenantId, uid: string, told: Partial<NewNotification>, minute = 0) =>
  app.db.write(tenant, (tx) =>
    createNotification(
      tx,
      uid,
      { type: 'success', title: 'Told', body: 'One\\nTwo<br>Three', ...told },
      new Date(start + minute * 60_000),
    ),
  )

test('a guest who was away finds what they were told, the newest first, exactly as it was written', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  for (const [minute, type] of notificationTypes.entries())
    await tell(
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
  })
})

test('what is read stays in the list as read: one by one, then all, and never twice', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant)
  for (let minute = 0; minute < 3; minute += 1) await tell(tenant, uid, {}, minute)
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

test('nobody sees or marks what another guest was told, of this tenant or of another', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const [freja, noah, foreigner] = [app.guest(tenant), app.guest(tenant), app.guest(other)]
  const uid = await register(freja, tenant, 'freja@example.com')
  const noahs = await register(noah, tenant, 'noah@example.com')
  const foreign = await register(foreigner, other, 'freja@example.com')
  const told = await tell(tenant, uid, {})
  expect((await noah('listNotifications', { tenantId: tenant, uid: noahs })).documents).toEqual([])
  expect(await faultOf(noah('listNotifications', { tenantId: tenant, uid }))).toBe('not-found')
  expect(await faultOf(noah('markNotificationsRead', { tenantId: tenant, uid }))).toBe('not-found')
  expect(await faultOf(app.guest(tenant)('listNotifications', { tenantId: tenant, uid }))).toBe(
    'auth/unauthenticated',
  )
  expect(
    await noah('markNotificationsRead', { tenantId: tenant, uid: noahs, ids: [told?.id ?? ''] }),
  ).toEqual({ read: 0 })
  expect(
    await foreigner('markNotificationsRead', { tenantId: other, uid: foreign, ids: [told?.id ?? ''] }),
  ).toEqual({ read: 0 })
  expect((await freja('listNotifications', { tenantId: tenant, uid })).documents).toMatchObject([
    { readAt: null },
  ])
})

test('a list keeps the newest and no more, of each guest by themselves', async () => {
  const tenant = await makeTenant(app)
  const [freja, noah] = [app.guest(tenant), app.guest(tenant)]
  const [uid, noahs] = [
    await register(freja, tenant, 'freja@example.com'),
    await register(noah, tenant, 'noah@example.com'),
  ]
  await tell(tenant, noahs, { title: 'Of Noah' })
  for (let minute = 0; minute <= MOST_NOTIFICATIONS; minute += 1)
    await tell(tenant, uid, { title: `${minute}` }, minute + 1)
  const { documents } = await freja('listNotifications', { tenantId: tenant, uid })
  expect([documents.length, documents[0]?.title, documents.at(-1)?.title]).toEqual([
    MOST_NOTIFICATIONS,
    `${MOST_NOTIFICATIONS}`,
    '1',
  ])
  expect((await noah('listNotifications', { tenantId: tenant, uid: noahs })).documents).toMatchObject([
    { title: 'Of Noah' },
  ])
})

test('a link that could lead anywhere is refused before it is kept', async () => {
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
    await expect(tell(tenant, uid, { link })).rejects.toThrow(/path of the site/)
  expect((await guest('listNotifications', { tenantId: tenant, uid })).documents).toEqual([])
})

test('only the streams of the guest concerned hear of it, when it is told and when it is read', async () => {
  const tenant = await makeTenant(app)
  const [freja, noah] = [app.guest(tenant), app.guest(tenant)]
  const uid = await register(freja, tenant, 'freja@example.com')
  await register(noah, tenant, 'noah@example.com')
  const heard = await Promise.all([freja, freja, noah].map((guest) => listenAs(tenant, guest)))
  await tell(tenant, uid, { title: 'a secret' })
  await expect
    .poll(() => heard.map(({ text }) => /"topic":"notifications"/.test(text())))
    .toEqual([true, true, false])
  await freja('markNotificationsRead', { tenantId: tenant, uid })
  await expect.poll(() => heard[0]?.text().match(/notifications/g)?.length).toBe(2)
  await pause(100)
  expect(heard[2]?.text()).not.toContain('notifications')
  // The stream says that there is something, never what.
  expect(heard.map(({ text }) => text()).join('')).not.toContain('a secret')
  for (const one of heard) await one.leave()
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
