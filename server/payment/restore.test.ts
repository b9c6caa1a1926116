import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { backup } from '#operator/backup/backup.ts'
import { restore } from '#operator/backup/restore.ts'
import { migrate } from '#server/database/migrate.ts'
import { findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'
import { makeDb } from '#test/make.ts'
import { runJobs } from '#test/orders.ts'
import { atButton, attemptsOf, countMails, makePaymentApp, makeShop } from '#test/payments.ts'
import { enqueuePaymentJobs } from './attempt/jobs.ts'
import { dispatchOrder } from './order/orders.ts'

test('payments that were open in a backup are checked after its restore, and nothing is charged twice', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stamgast-payments-'))
  const file = join(folder, 'backup')
  const app = await makePaymentApp()
  const tenantId = await makeShop(app)
  const guests = {
    waits: await atButton(app, tenantId),
    approves: await atButton(app, tenantId),
    orders: await atButton(app, tenantId),
    gets: await atButton(app, tenantId),
  }
  for (const { pay } of Object.values(guests)) await pay()
  expect(await backup(app.ownerUrl, file, { now: new Date(app.deps.now()) })).toMatchObject({ ok: true })
  const approve = async ({ of }: (typeof guests)['gets']) => {
    const [attempt] = await attemptsOf(app, tenantId, of.receiptId)
    app.simulator.approve(attempt?.reference ?? '')
  }
  // After the backup: one approves, one has an order, one has even got it.
  await approve(guests.approves)
  for (const one of [guests.orders, guests.gets]) {
    await approve(one)
    app.clock.now = app.deps.now() + 6_000
    await one.guest('checkPaymentStatus', one.of)
  }
  const contextOf = async ({ deps, jobDeps }: Pick<typeof app, 'deps' | 'jobDeps'>) => {
    const row = await findTenantById(deps.db, tenantId)
    if (!row) throw new Error('no tenant')
    return { tenant: tenantFrom(row, deps.config), deps: jobDeps }
  }
  const got = await guests.gets.guest('getReceipt', guests.gets.of)
  await dispatchOrder(await contextOf(app), got.receipt.orderNumber ?? 0)
  const testDb = await makeDb()
  const restored = await restore(testDb.ownerUrl, file, {
    migrate: (upTo) => migrate(testDb.ownerUrl, { url: testDb.appUrl, create: false }, { upTo }),
  })
  expect(restored).toMatchObject({ ok: true })
  const after = await makePaymentApp({ testDb, beside: app })
  await enqueuePaymentJobs(await contextOf(after))
  await runJobs(after, tenantId)
  const stateOf = async ({ of }: (typeof guests)['gets']) => {
    const [row] = await attemptsOf(after, tenantId, of.receiptId)
    const mails = await countMails(after, tenantId, `order:${of.receiptId}`)
    return [row?.state, row?.captured, mails]
  }
  expect(await stateOf(guests.waits)).toEqual(['open', 0, 0])
  expect(await stateOf(guests.approves)).toEqual(['settled', 0, 1])
  expect(await stateOf(guests.orders)).toEqual(['settled', 0, 1])
  expect(await stateOf(guests.gets)).toEqual(['settled', 14_000, 1])
  const payments = app.simulator.payments()
  expect(payments).toHaveLength(4)
  expect(payments.map(({ captures }) => captures).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 1])
  await after.close()
  await app.close()
  rmSync(folder, { recursive: true })
})
