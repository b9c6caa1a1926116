import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { errorCodeOf } from '#test/steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id).toSorted()

test('reception books every service with everybody who performs it', async () => {
  const tenant = await makeTenant(app)
  const call = await staffClient(app, tenant)
  const { services, members, slotMinutes } = await call('listBookable', {})
  expect(idsOf(members)).toEqual(['anna', 'bo'])
  expect(services.find(({ id }) => id === 'cut')).toMatchObject({
    name: expect.any(String),
    kind: expect.any(String),
    minutes: expect.any(Number),
  })
  expect(slotMinutes).toBeGreaterThan(0)
  const other = await staffClient(app, await makeTenant(app, { services: [{ id: 'shave' }] }))
  expect(idsOf((await other('listBookable', {})).services)).toEqual(['shave'])
})

test('who may book only what they perform gets that, with themselves', async () => {
  const tenant = await makeTenant(app)
  const call = await staffClient(app, tenant, makeSignedIn({ role: 'practitioner', memberId: 'anna' }))
  const { services, members } = await call('listBookable', {})
  expect(idsOf(members)).toEqual(['anna'])
  expect(services.length).toBeGreaterThan(0)
  expect(services.every((one) => one.members.join() === 'anna')).toBe(true)
  const nobody = await staffClient(app, tenant, makeSignedIn({ role: 'practitioner', memberId: null }))
  expect(await nobody('listBookable', {})).toMatchObject({ services: [], members: [] })
})

test('without the right to book there is nothing to list', async () => {
  const tenant = await makeTenant(app)
  const call = await staffClient(app, tenant, makeSignedIn({ rights: { day: 'all', contact: 'all' } }))
  expect(await errorCodeOf(call('listBookable', {}))).toBe('auth/forbidden')
})
