import { expect, test } from 'vitest'
import { makeApp, makeTenant } from '#test/make.ts'
import { book, errorCodeOf, freja, hold, summer } from '#test/steps.ts'

test('bookings without an account are limited per IP address and hour', async () => {
  const app = await makeApp({ env: { BOOKING_LIMIT: '2' } })
  try {
    app.clock.now = summer('2026-06-01T08:00')
    const tenantId = await makeTenant(app)
    const guest = app.guest(tenantId)
    await book(guest, { tenantId, start: summer('2026-06-02T09:00') })
    await book(guest, { tenantId, start: summer('2026-06-02T10:00') })
    const third = await hold(guest, { tenantId, start: summer('2026-06-02T11:00') })
    expect(
      await errorCodeOf(
        guest('confirmVisit', {
          tenantId,
          handle: third.handle,
          details: { ...freja, email: 'somebody@else.example' },
        }),
      ),
    ).toBe('request/too-many')
    const { uid } = await guest('createUserWithEmailAndPassword', {
      tenantId,
      email: 'noah@example.com',
      password: 'stamgast-demo',
    })
    await guest('updateUser', {
      tenantId,
      uid,
      firstname: 'Noah',
      lastname: 'Berg',
      mobile: '20123456',
      countryCode: 'DK',
    })
    expect(await guest('confirmVisit', { tenantId, handle: third.handle })).toMatchObject({ ok: true })
  } finally {
    await app.close()
  }
})

test('confirming a booked visit again succeeds, and only bookings count towards the limit', async () => {
  const app = await makeApp({ env: { BOOKING_LIMIT: '1' } })
  try {
    app.clock.now = summer('2026-06-01T08:00')
    const tenantId = await makeTenant(app)
    const guest = app.guest(tenantId)
    const { handle, price } = await hold(guest, { tenantId, start: summer('2026-06-02T09:00') })
    expect(
      await errorCodeOf(guest('confirmVisit', { tenantId, handle, price: price + 1, details: freja })),
    ).toBe('amount/changed')
    for (const _ of [1, 2, 3])
      expect(await guest('confirmVisit', { tenantId, handle, details: freja })).toEqual({ ok: true, handle })
    const next = await hold(guest, { tenantId, start: summer('2026-06-02T10:00') })
    expect(await errorCodeOf(guest('confirmVisit', { tenantId, handle: next.handle, details: freja }))).toBe(
      'request/too-many',
    )
    expect(await guest('getHold', { tenantId, handle: next.handle })).toMatchObject({ handle: next.handle })
  } finally {
    await app.close()
  }
})
