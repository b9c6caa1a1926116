import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeVisit } from '#test/visit.ts'
import type { TenantId } from '../data/db.ts'
import { freeExpired } from '../data/segment.ts'
import { lockVisit } from '../data/visit.ts'
import { sweepHolds } from './sweep.ts'

let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
})
afterAll(() => app.close())

test('a sweep passes over the hold that a guest is confirming, so that neither waits for the other', async () => {
  const now = new Date()
  const ranOut = { state: 'held' as const, holdUntil: new Date(now.getTime() - 1000), bookedAt: null }
  const tomorrow = now.getTime() + 24 * 3_600_000
  const made = [await makeVisit(app, tenant, { start: new Date(tomorrow), ...ranOut }), await makeVisit(app, tenant, { start: new Date(tomorrow + 7_200_000), ...ranOut })]
  const last = made.map((one) => one.id).toSorted().at(-1) ?? ''
  let tries = 0
  const freed = await app.db.write(tenant, async (confirming) => {
    tries += 1
    await lockVisit(confirming, last)
    const swept = await app.db.write(tenant, (sweeping) => sweepHolds(sweeping, now.getTime()))
    return [swept, await freeExpired(confirming, ['anna'], now)]
  })
  // Each visit has two parts: one visit is the sweep's, the other the guest's.
  expect(freed).toEqual([2, 2])
  expect(tries).toBe(1)
})
