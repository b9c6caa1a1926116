import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionCodeKinds, lifetimes, shortLivedKinds, type ActionCodeKind } from '#domain/action-code.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { register } from '#test/steps.ts'
import { withoutLimits } from '#test/without-limits.ts'
import { createActionCode, findActionCode } from './action-code/queries.ts'
import type { TenantId } from '../database/db.ts'
import { createInvite, findInvite } from './invite/queries.ts'
import { jobHandlers } from '../job-handlers.ts'
import { simulatedSms, simulatedMailer } from '#simulators/messages.ts'
import { sweepIdentity } from './jobs.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.UTC(2026, 2, 2, 12)
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
  withoutLimits(app)
})
afterAll(() => app.close())

const createCode = (tenant: TenantId, kind: ActionCodeKind, endedAgo: number, uses = 1) =>
  app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind, guestId: null, data: {}, uses, expiresAt: new Date(now - endedAgo) },
      now - endedAgo - lifetimes[kind],
    ),
  )
const codeExists = (tenant: TenantId, one: string) =>
  app.db.read(tenant, async (tx) => (await findActionCode(tx, one, actionCodeKinds)) !== null)
const sweep = (tenant: TenantId) => app.db.write(tenant, (tx) => sweepIdentity(tx, now))

test('a code is deleted after its retention', async () => {
  const tenant = await makeTenant(app)
  const wrong: unknown[] = []
  for (const kind of actionCodeKinds) {
    const retentionMs = shortLivedKinds.some((one) => one === kind) ? DAY : 8 * DAY
    const [running, counted, last, over, overUsed] = [
      await createCode(tenant, kind, -1000),
      await createCode(tenant, kind, HOUR),
      await createCode(tenant, kind, retentionMs),
      await createCode(tenant, kind, retentionMs + 1),
      await createCode(tenant, kind, retentionMs + 1, 0),
    ]
    await sweep(tenant)
    const exists = await Promise.all(
      [running, counted, last, over, overUsed].map((one) => codeExists(tenant, one)),
    )
    if (exists.join() !== 'true,true,true,false,false') wrong.push([kind, exists])
  }
  expect(wrong).toEqual([])
})

test('the link that undoes a change of e-mail is retained for a week after it expires', async () => {
  const tenant = await makeTenant(app)
  const undo = await app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind: 'recoverEmail', guestId: null, data: {}, expiresAt: new Date(now + lifetimes.recoverEmail) },
      now,
    ),
  )
  await app.db.write(tenant, (tx) => sweepIdentity(tx, now + 14 * DAY))
  expect(await codeExists(tenant, undo)).toBe(true)
})

test('an expired invitation is retained for thirty days and then deleted', async () => {
  const tenant = await makeTenant(app)
  const invite = (endedAgo: number) =>
    app.db.write(tenant, (tx) =>
      createInvite(tx, {
        prefill: { firstname: 'Freja' },
        expiresAt: new Date(now - endedAgo),
        createdAt: new Date(now - endedAgo - DAY),
      }),
    )
  const [running, last, over] = [await invite(-1000), await invite(30 * DAY), await invite(30 * DAY + 1)]
  expect(await sweep(tenant)).toBe(1)
  expect(await sweep(tenant)).toBe(0)
  const found = await app.db.read(tenant, async (tx) =>
    [await findInvite(tx, running), await findInvite(tx, last), await findInvite(tx, over)].map(
      (row) => row !== null,
    ),
  )
  expect(found).toEqual([true, true, false])
})

/** Creates a guest with a session that expired `endedAgo` ms ago; negative for one that is still valid. */
async function createSession(tenant: TenantId, endedAgo: number): Promise<string> {
  const guest = app.guest(tenant)
  const uid = await register(guest, tenant, `guest${Math.random().toString(36).slice(2)}@example.com`)
  await app.unrecorded.write(tenant, (tx) =>
    tx.execute(
      sql`update session set expires_at = ${new Date(now - endedAgo)}
        where tenant_id = ${tenant} and user_id = ${uid}`,
    ),
  )
  return uid
}
const sessionsOf = async (tenant: TenantId): Promise<string[]> =>
  (
    await app.unrecorded.read(tenant, (tx) =>
      tx.execute<{ uid: string }>(sql`select user_id as uid from session where tenant_id = ${tenant}`),
    )
  ).rows.map(({ uid }) => uid)

test('a session is deleted an hour after it expired; guests and valid sessions remain', async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const [running, justOver, last] = [
    await createSession(tenant, -1000),
    await createSession(tenant, 1000),
    await createSession(tenant, HOUR),
  ]
  await createSession(tenant, HOUR + 1)
  const foreign = await createSession(other, 9 * DAY)
  expect([await sweep(tenant), await sweep(tenant)]).toEqual([1, 0])
  expect((await sessionsOf(tenant)).toSorted()).toEqual([running, justOver, last].toSorted())
  expect(await sessionsOf(other)).toEqual([foreign])
  const { rows } = await app.unrecorded.read(tenant, (tx) =>
    tx.execute<{ guests: number }>(
      sql`select count(*)::int as guests from guest where tenant_id = ${tenant}`,
    ),
  )
  expect(rows).toEqual([{ guests: 4 }])
})

test('two concurrent sweeps do not delete a session that another process is prolonging', async () => {
  const tenant = await makeTenant(app)
  const prolonged = await createSession(tenant, 2 * HOUR)
  for (let more = 0; more < 10; more += 1) await createSession(tenant, 2 * HOUR)
  let swept: Promise<number[]> = Promise.resolve([])
  await app.unrecorded.write(tenant, async (tx) => {
    await tx.execute(
      sql`update session set expires_at = ${new Date(now + DAY)}
        where tenant_id = ${tenant} and user_id = ${prolonged}`,
    )
    swept = Promise.all([sweep(tenant), sweep(tenant)])
    // Until both sweeps wait for this transaction.
    await expect
      .poll(
        async () =>
          (
            await app.db.pool.query<{ waiting: number }>(
              `select count(*)::int as waiting from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`,
            )
          ).rows[0]?.waiting,
      )
      .toBe(2)
  })
  expect((await swept).reduce((sum, one) => sum + one, 0)).toBe(10)
  expect(await sessionsOf(tenant)).toEqual([prolonged])
})

test('the job sweeps every tenant', async () => {
  const tenants = [await makeTenant(app), await makeTenant(app)]
  const codes = await Promise.all(tenants.map((tenant) => createCode(tenant, 'signIn', 9 * DAY)))
  const deps = {
    ...app.deps,
    url: app.appUrl,
    now: () => now,
    mailer: simulatedMailer(),
    sms: simulatedSms(),
  }
  await Promise.all(tenants.map((tenant) => createSession(tenant, 2 * HOUR)))
  await jobHandlers.sweepIdentity(deps)
  expect(await Promise.all(tenants.map(sessionsOf))).toEqual([[], []])
  expect(await Promise.all(tenants.map((tenant, index) => codeExists(tenant, codes[index] ?? '')))).toEqual([
    false,
    false,
  ])
})
