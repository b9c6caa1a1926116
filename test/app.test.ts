import { expect, test } from 'vitest'
import { makeApp, makeTenant } from '#test/make.ts'

test('a request passes all layers: host, tenant, call, domain, database', async () => {
  const app = await makeApp()
  try {
    const tenant = await makeTenant(app)
    const guest = app.guest(tenant)
    const { documents } = await guest('listServices', { tenantId: tenant, active: 'true' })
    expect(documents.map((one) => one.id).sort()).toEqual(['color', 'cut'])
    const month = new Date(Date.now() + 86_400_000).toISOString().slice(0, 7)
    const { offers } = await guest('getAvailability', { tenantId: tenant, services: 'cut', month })
    expect(offers.length).toBeGreaterThan(10)
  } finally {
    await app.close()
  }
})
