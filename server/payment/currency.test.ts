import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { findTenantById } from '../tenant/queries.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import { warnOfCurrency } from './currency.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

test.each([
  ['ISK', true, 1],
  ['ISK', false, 0],
  ['NOK', true, 0],
])('a start says that a shop in %s (shop: %s) cannot be paid in: %d times', async (currency, shop, times) => {
  const id = await makeTenant(app, { profile: { shop } })
  await asOwner(app, id, 'update finance set currency = $2 where tenant_id = $1', [id, currency])
  const row = await findTenantById(app.deps.db, id)
  if (!row) throw new Error('no tenant')
  const warn = vi.fn()
  const log = Object.assign(Object.create(app.deps.log) as typeof app.deps.log, { warn })
  await warnOfCurrency({ tenant: tenantFrom(row, app.deps.config), deps: { ...app.deps, log } })
  expect(warn).toHaveBeenCalledTimes(times)
  if (times > 0) expect(warn.mock.calls[0]?.[0]).toMatchObject({ tenant: id, currency: 'ISK' })
})
