import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { makeSignedIn, staffClient } from '#test/signed-in.ts'
import { answerOrders } from '#web/routes/staff/orders/answer-orders.server.ts'

/* What the forms of the orders answer to what no page of theirs posts. */
let app: TestApp
beforeAll(async () => {
  app = await makeApp()
})
afterAll(() => app.close())

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test.each<[number, Record<string, string>]>([
  [400, {}],
  [400, { intent: 'constructor', number: '1' }],
  [400, { intent: 'dispatch' }],
  [400, { intent: 'dispatch', number: '-1' }],
  [400, { intent: 'dispatch', number: '1.5' }],
  [400, { intent: 'dispatch', number: '99999999999' }],
  [400, { intent: 'dispatch', number: '7' }],
  [400, { intent: 'cancel', number: '7' }],
  [400, { intent: 'cancel', number: '7', refund: 'all' }],
  [400, { intent: 'cancel', number: '7', refund: '-5' }],
])('a form that cannot be is refused with %i: %j', async (status, fields) => {
  const tenant = await makeTenant(app)
  const call = await staffClient(app, tenant, makeSignedIn({ role: 'owner' }))
  const { init, data } = await answerOrders({ call }, formOf(fields))
  expect(init?.status).toBe(status)
  expect(data.errors.form).toMatch(/^(error\.notDone|staffShell\.gone)$/)
})
