import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { openPayments } from '#server/providers/payments/open.ts'
import type { PaymentAccount } from '#server/providers/payments/port.ts'
import { readConfig } from '#server/config/config.ts'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { deriveDemoAccount } from '#simulators/payments/account.ts'
import { findPaymentAccount, findPaymentClient, readPaymentAccount, savePaymentAccount } from './accounts.ts'

let testDb: TestDb
beforeAll(async () => {
  testDb = await makeDb()
})
afterAll(() => testDb.close())

const secret = 'a secret of tests, long enough for all'
const account: PaymentAccount = {
  clientId: 'fb492b5e-7907',
  clientSecret: 'Y8Kteew6GE2ZmeycEt6egg==',
  subscriptionKey: '0f14ebcab0ec4b29ae0cb90d91b4a84a',
  msn: '123456',
  webhookId: 'hook-1',
  webhookSecret: 'aG9vayBzZWNyZXQ=',
}
const https = { PUBLIC_ORIGIN_SCHEME: 'https' }
const settings = {
  vipps: { PAYMENT: 'vipps', ...https },
  simulator: { PAYMENT: 'simulator' },
  off: { PAYMENT: 'off' },
}

/** A context whose log is kept. */
function contextOf(tenant: TenantId, provider: keyof typeof settings = 'vipps', key = secret) {
  const warnings: unknown[][] = []
  const payments = openPayments(readConfig(settings[provider]), (id) => deriveDemoAccount(key, id))
  const log = { warn: (...line: unknown[]) => void warnings.push(line) }
  return { tenant: { id: tenant }, deps: { db: testDb.db, payments, secret: key, log }, warnings }
}
const save = (tenant: TenantId, saved: PaymentAccount) =>
  testDb.db.write(tenant, (tx) => savePaymentAccount(tx, secret, saved, new Date(0)))

test('a tenant without an account has none, in the demo that of the simulator', async () => {
  const tenant = await makeTenant(testDb)
  for (const provider of ['vipps', 'off'] as const) {
    expect(await findPaymentAccount(contextOf(tenant, provider))).toBeNull()
    expect(await findPaymentClient(contextOf(tenant, provider))).toBeNull()
  }
  const demo = await findPaymentAccount(contextOf(tenant, 'simulator'))
  expect(demo).toEqual(contextOf(tenant, 'simulator').deps.payments.deriveDemoAccount(tenant))
  expect(demo?.msn).toMatch(/^\d+$/)
  expect(await findPaymentClient(contextOf(tenant, 'simulator'))).toMatchObject({ name: 'vipps' })
})

test('an account is stored encrypted, replaced as a whole, and nothing where payment is off', async () => {
  const tenant = await makeTenant(testDb)
  await save(tenant, account)
  await save(tenant, { ...account, msn: '654321', webhookId: 'hook-2' })
  expect(await findPaymentAccount(contextOf(tenant))).toEqual({
    ...account,
    msn: '654321',
    webhookId: 'hook-2',
  })
  expect(await findPaymentAccount(contextOf(tenant, 'simulator'))).toMatchObject({ msn: '654321' })
  expect(await findPaymentClient(contextOf(tenant))).toMatchObject({ name: 'vipps' })
  expect(await findPaymentClient(contextOf(tenant, 'off'))).toBeNull()
  const rows = await asOwner<{ row: string }>(
    testDb,
    tenant,
    'select payment_account::text as row from payment_account',
  )
  expect(rows).toHaveLength(1)
  for (const value of [...Object.values(account), '654321', 'hook-2'])
    expect(rows[0]?.row).not.toContain(value)
})

test('another APP_SECRET or another tenant cannot open it, which is logged without secrets', async () => {
  const [tenant, other] = [await makeTenant(testDb), await makeTenant(testDb)]
  await save(tenant, account)
  const ctx = contextOf(tenant, 'simulator', 'another secret of tests, as long as it')
  expect(await findPaymentAccount(ctx)).toBeNull()
  expect(await findPaymentClient(ctx)).toBeNull()
  expect(ctx.warnings).toEqual(
    Array.from({ length: 2 }, () => [{ tenant }, expect.stringContaining('APP_SECRET')]),
  )
  const [row] = await asOwner<{ sealed: string }>(testDb, tenant, 'select sealed from payment_account')
  await asOwner(
    testDb,
    other,
    `insert into payment_account (tenant_id, provider, sealed, updated_at) values ($1, 'vipps', $2, now())`,
    [other, row?.sealed],
  )
  expect(await testDb.db.read(other, (tx) => readPaymentAccount(tx, secret))).toBe('unreadable')
  expect(await testDb.db.read(tenant, (tx) => readPaymentAccount(tx, secret))).toEqual(account)
})
