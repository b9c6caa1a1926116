import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorCodes } from '#contract/errors.ts'
import { atButton, makePaymentApp, makeShop, stockOf, type PaymentApp } from '#test/payments.ts'

/*
 * Requests to pay with one wrong value each: the provider gets the server's amount, currency and
 * addresses, or not at all.
 */
let app: PaymentApp
beforeAll(async () => {
  app = await makePaymentApp()
})
afterAll(() => app.close())

const TOTAL = 14_000
const amounts = [
  0,
  1,
  -1,
  -TOTAL,
  TOTAL - 1,
  TOTAL + 1,
  TOTAL / 100,
  TOTAL * 100,
  0.5,
  139.99,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  1e308,
  '14000',
  '1',
  '',
  null,
  true,
  [],
  [TOTAL],
  {},
  { value: TOTAL },
]
const currencies = ['EUR', 'NOK', 'SEK', 'dkk', 'VND', 'XXX', ' DK', '', null, 208, 'DKKDKK', [], {}, true]
const item = { variantId: 'wax-0', quantity: 1, priceIncVat: 10_000 }
const itemLists = [
  [],
  [{ ...item, quantity: 2 }],
  [{ ...item, quantity: 0 }],
  [{ ...item, quantity: -1 }],
  [{ ...item, quantity: 0.5 }],
  [{ ...item, quantity: 100 }],
  [{ ...item, quantity: '1' }],
  [{ ...item, priceIncVat: 1 }],
  [{ ...item, priceIncVat: -10_000 }],
  [{ ...item, priceIncVat: 0 }],
  [{ ...item, variantId: 'comb-0' }],
  [{ ...item, variantId: 'unknown' }],
  [item, item],
  [item, { ...item, variantId: 'comb-0' }],
  [null],
  ['wax-0'],
  [{}],
  null,
  'wax-0',
  { ...item },
]
const providers = ['none', 'stripe', 'VIPPS', 'vippscard', '', null, 1, true, [], {}, ['vipps']]
const addresses = [
  'https://evil.example/',
  'https://evil.example/payment-success',
  '//evil.example/payment-success',
  'javascript:alert(1)',
  'data:text/html,x',
  '/payment-success',
  'http://tenant.localhost.evil.example/payment-success',
  'http://evil.example@localhost/payment-success',
  'http://localhost/payment-success?next=https://evil.example',
  '',
  ' ',
  null,
  1,
  [],
  {},
  'x'.repeat(5000),
  '\u0000',
]
const versions = [-1, 0, 99, 1e9, '1', null, [], {}]
const mutations: [string, unknown][] = [
  ...amounts.map((value): [string, unknown] => ['amount', value]),
  ...currencies.map((value): [string, unknown] => ['currency', value]),
  ...itemLists.map((value): [string, unknown] => ['items', value]),
  ...providers.map((value): [string, unknown] => ['provider', value]),
  ...addresses.map((value): [string, unknown] => ['returnUrl', value]),
  ...addresses.map((value): [string, unknown] => ['cancelUrl', value]),
  ...versions.map((value): [string, unknown] => ['receiptVersion', value]),
]

test(`none of ${mutations.length} changed requests leads the provider to another amount, currency or address`, async () => {
  const tenantId = await makeShop(app)
  const { guest, of, receipt } = await atButton(app, tenantId)
  expect(receipt.total).toBe(TOTAL)
  const origin = `http://${tenantId}.localhost:3000`
  const honest = {
    ...of,
    amount: TOTAL,
    currency: 'DKK',
    items: [item],
    provider: 'vippsCard',
    onlinePayment: true,
    receiptVersion: receipt.version,
    returnUrl: `${origin}/payment-success`,
    cancelUrl: `${origin}/checkout`,
    customerDetails: receipt.customerDetails ?? {},
    guestData: { mobile: '20123456', dialCode: '+45' },
  }
  expect(mutations.length).toBeGreaterThanOrEqual(100)
  for (const [field, value] of mutations) {
    const response = await guest.send('setupPaymentIntent', { ...honest, [field]: value } as never)
    const { error } = (await response.json()) as { error?: { code?: string } }
    const said = [field, JSON.stringify(value), response.status, error?.code]
    expect(said).toEqual([field, JSON.stringify(value), expect.any(Number), expect.any(String)])
    expect([400, 409]).toContain(response.status)
    expect(Object.keys(errorCodes)).toContain(error?.code)
  }
  expect(app.simulator.payments()).toEqual([])
  const { data } = await guest('setupPaymentIntent', honest as never)
  expect(data.redirectUrl).toMatch(/^http/)
  const [payment, ...others] = app.simulator.payments()
  expect(others).toEqual([])
  expect(payment).toMatchObject({ amount: TOTAL, currency: 'DKK', method: 'CARD' })
  expect(payment?.returnUrl).toMatch(new RegExp(`^${origin}/payment/return/[\\w-]{32}$`))
})

test('one client IP begins only so many payments in ten minutes, and those refused hold no stock', async () => {
  const limited = await makePaymentApp({ env: { BOOKING_LIMIT: '2' } })
  try {
    const tenantId = await makeShop(limited)
    const before = await stockOf(limited, tenantId)
    const begin = async () => {
      const { guest, of, receipt } = await atButton(limited, tenantId)
      return guest.send('setupPaymentIntent', {
        ...of,
        amount: receipt.total,
        receiptVersion: receipt.version,
      })
    }
    expect((await begin()).status).toBe(200)
    expect((await begin()).status).toBe(200)
    const reserved = await stockOf(limited, tenantId)
    expect(reserved).not.toEqual(before)
    const refused = await begin()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
    expect(await stockOf(limited, tenantId)).toEqual(reserved)
    limited.clock.now = limited.deps.now() + 600_000
    expect((await begin()).status).toBe(200)
  } finally {
    await limited.close()
  }
})
