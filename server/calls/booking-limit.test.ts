import { expect, test } from 'vitest'
import { makeApp, makeTenant } from '#test/make.ts'
import { book, faultOf, freja, hold, summer } from '#test/steps.ts'

test('without an account an address books so many visits an hour and no more; with one it may go on', async () => {
  const app = await makeApp({ env: { BOOKING_LIMIT: '2' } })
  try {
    app.clock.now = summer('2026-06-01T08:00')
    const tenantId = await makeTenant(app)
    const guest = app.guest(tenantId)
    await book(guest, { tenantId, start: summer('2026-06-02T09:00') })
    await book(guest, { tenantId, start: summer('2026-06-02T10:00') })
    const third = await hold(guest, { tenantId, start: summer('2026-06-02T11:00') })
    expect(await faultOf(guest('confirmVisit', { tenantId, handle: third.handle, details: { ...freja, email: 'somebody@else.example' } }))).toBe('request/too-many')
    const { uid } = await guest('createUserWithEmailAndPassword', { tenantId, email: 'noah@example.com', password: 'stamgast-demo' })
    await guest('updateUser', { tenantId, uid, firstname: 'Noah', lastname: 'Berg', mobile: '20123456', countryCode: 'DK' })
    expect(await guest('confirmVisit', { tenantId, handle: third.handle })).toMatchObject({ ok: true })
  } finally {
    await app.close()
  }
})
