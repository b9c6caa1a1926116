/** @module-tag exhaustive */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveDemoAccount } from '#simulators/payments/account.ts'
import { openPaymentSimulator, type PaymentSimulator } from '#simulators/payments/open.ts'
import { vipps } from '#server/providers/payments/vipps.ts'
import { desktop, everything, findViolations, injectAxe, phone } from './axe-violations.ts'
import { tabTo } from './harness.ts'
import { openBrowser } from './site.ts'

const secret = 'a secret of tests, long enough for all'
let simulation: PaymentSimulator
beforeAll(async () => {
  simulation = await openPaymentSimulator({ port: 0, host: '127.0.0.1', secret })
  simulation.simulator.webhooks.mode = 'never'
})
afterAll(async () => {
  await (await openBrowser()).close()
  await simulation.stop()
})

let count = 0
/** A page of a visitor at a new payment; `errors`: of its scripts. */
async function visit(method: 'vipps' | 'vippsCard', locale = 'en-GB') {
  const reference = `order-browser-${(count += 1)}`
  const created = await vipps({ url: simulation.origin })
    .clientOf(deriveDemoAccount(secret, 'aurora'))
    .create({
      reference,
      idempotencyKey: reference,
      amount: 124_950,
      currency: 'DKK',
      method,
      // A page that is there, so that the browser arrives.
      returnUrl: `${simulation.origin}/returned`,
      description: 'Salon Aurora',
    })
  if (!created.ok) throw new Error(created.code)
  const context = await (await openBrowser()).visitor({ locale })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (/policy|script/i.test(message.text())) errors.push(message.text())
  })
  await page.goto(created.redirectUrl)
  const state = () => simulation.simulator.payments().find((one) => one.reference === reference)?.state
  return { page, errors, state }
}

const both = { light: everything, dark: everything }

test.each(['vipps', 'vippsCard'] as const)('%s: no violations of axe', async (method) => {
  const { page, errors } = await visit(method, 'da-DK')
  expect(await page.locator('html').getAttribute('lang')).toBe('da')
  await injectAxe(page)
  expect(await findViolations(page, phone, both)).toEqual([])
  await page.locator('input').first().fill('1x')
  await page.locator('button.main').click()
  await injectAxe(page)
  expect(await page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0)
  expect(await findViolations(page, phone, both)).toEqual([])
  expect(await findViolations(page, desktop, both)).toEqual([])
  expect(errors).toEqual([])
})

test('the card form shows errors while the guest types, and takes them away', async () => {
  const { page, errors, state } = await visit('vippsCard')
  const error = (field: string) => page.locator(`#${field}-error`)
  await page.locator('#number').pressSequentially('4242 4242 4242 424')
  expect(await error('number').textContent()).toBe('')
  await page.locator('#number').press('1')
  expect(await error('number').textContent()).toMatch(/cannot be right/)
  await page.locator('#number').press('Backspace')
  expect(await error('number').textContent()).toBe('')
  await page.locator('#number').press('2')
  expect(await error('number').textContent()).toBe('')
  await page.locator('#expiry').pressSequentially('13')
  expect(await error('expiry').textContent()).toMatch(/month/)
  await page.locator('#expiry').fill('01/20')
  expect(await error('expiry').textContent()).toMatch(/has expired/)
  await page.locator('#expiry').fill('12/40')
  await page.locator('#cvc').fill('12')
  expect(await error('cvc').textContent()).toBe('')
  await page.getByRole('button', { name: 'Approve' }).click()
  expect(await error('cvc').textContent()).toMatch(/all digits/)
  expect(await page.locator('#cvc').evaluate((field) => field === document.activeElement)).toBe(true)
  expect(state()).toBe('CREATED')
  await page.locator('#cvc').fill('123')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL('**/returned')
  expect(state()).toBe('AUTHORIZED')
  expect(errors).toEqual([])
})

test('a refused card can be followed by another one, by keyboard only', async () => {
  const { page, state } = await visit('vippsCard')
  await tabTo(page, page.locator('#number'))
  await page.keyboard.type('4000000000000002')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12/40')
  await page.keyboard.press('Tab')
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('alert').count()).toBe(1)
  expect(await page.getByRole('alert').textContent()).toMatch(/bank refused/)
  expect(state()).toBe('CREATED')
  await page.locator('#number').fill('4242424242424242')
  await page.locator('#cvc').fill('123')
  await tabTo(page, page.getByRole('button', { name: 'Approve' }))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/returned')
  expect(state()).toBe('AUTHORIZED')
})

test('the wallet page leaves without deciding, and can be returned to', async () => {
  const { page, state } = await visit('vipps')
  await page.getByRole('link', { name: 'Leave without deciding' }).click()
  await page.waitForURL('**/returned')
  expect(state()).toBe('CREATED')
  await page.goBack()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.waitForURL('**/returned')
  expect(state()).toBe('ABORTED')
  await page.goBack()
  expect(await page.getByRole('heading').textContent()).toBe('This payment is over')
})
