import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionCodeKinds, lifetimes, passingKinds, type ActionCodeKind } from '#domain/action-code.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { createActionCode, findActionCode } from '../data/action-code.ts'
import type { TenantId } from '../data/db.ts'
import { createInvite, findInvite } from '../data/invite.ts'
import { handlers } from '../jobs/handlers.ts'
import { simulatedSms } from '../providers/sms/simulator.ts'
import { openMailer } from '../providers/email/open.ts'
import { sweepIdentity } from './sweep.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const now = Date.UTC(2026, 2, 2, 12)
let app: TestApp
beforeAll(async () => { app = await makeApp() })
afterAll(() => app.close())

const code = (tenant: TenantId, kind: ActionCodeKind, endedAgo: number, uses = 1) =>
  app.db.write(tenant, (tx) => createActionCode(tx, { kind, guestId: null, data: {}, uses, expiresAt: new Date(now - endedAgo) }, now - endedAgo - lifetimes[kind]))
const stands = (tenant: TenantId, one: string) => app.db.read(tenant, async (tx) => (await findActionCode(tx, one, actionCodeKinds)) !== null)
const sweep = (tenant: TenantId) => app.db.write(tenant, (tx) => sweepIdentity(tx, now))

test('a code is remembered as long as a limit counts it or somebody may ask what became of it, and no longer', async () => {
  const tenant = await makeTenant(app)
  const wrong: unknown[] = []
  for (const kind of actionCodeKinds) {
    const remembered = passingKinds.some((one) => one === kind) ? DAY : 8 * DAY
    const [running, counted, last, over, overUsed] = [await code(tenant, kind, -1000), await code(tenant, kind, HOUR), await code(tenant, kind, remembered), await code(tenant, kind, remembered + 1), await code(tenant, kind, remembered + 1, 0)]
    await sweep(tenant)
    const kept = await Promise.all([running, counted, last, over, overUsed].map((one) => stands(tenant, one)))
    if (kept.join() !== 'true,true,true,false,false') wrong.push([kind, kept])
  }
  expect(wrong).toEqual([])
})

test('the link that undoes a change of e-mail is told apart for a week after its own week', async () => {
  const tenant = await makeTenant(app)
  const undo = await app.db.write(tenant, (tx) => createActionCode(tx, { kind: 'recoverEmail', guestId: null, data: {}, expiresAt: new Date(now + lifetimes.recoverEmail) }, now))
  await app.db.write(tenant, (tx) => sweepIdentity(tx, now + 14 * DAY))
  expect(await stands(tenant, undo)).toBe(true)
})

test('an invitation says for thirty days that it ran out; then it is as unknown as one that never was', async () => {
  const tenant = await makeTenant(app)
  const invite = (endedAgo: number) => app.db.write(tenant, (tx) => createInvite(tx, { prefill: { firstname: 'Freja' }, expiresAt: new Date(now - endedAgo), createdAt: new Date(now - endedAgo - DAY) }))
  const [running, last, over] = [await invite(-1000), await invite(30 * DAY), await invite(30 * DAY + 1)]
  expect(await sweep(tenant)).toBe(1)
  expect(await sweep(tenant)).toBe(0)
  const found = await app.db.read(tenant, async (tx) => [await findInvite(tx, running), await findInvite(tx, last), await findInvite(tx, over)].map((row) => row !== null))
  expect(found).toEqual([true, true, false])
})

test('the job sweeps every tenant, each in its own name', async () => {
  const tenants = [await makeTenant(app), await makeTenant(app)]
  const codes = await Promise.all(tenants.map((tenant) => code(tenant, 'signIn', 9 * DAY)))
  const deps = { ...app.deps, url: app.appUrl, now: () => now, mailer: openMailer(app.deps.config), sms: simulatedSms(), work: false }
  await handlers.sweepIdentity(deps)
  expect(await Promise.all(tenants.map((tenant, index) => stands(tenant, codes[index] ?? '')))).toEqual([false, false])
})
