import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { vipps } from '#server/providers/payments/vipps.ts'
import { deriveDemoAccount } from './account.ts'
import { checkCard, testCards, type Card, type CardField } from './card.ts'
import { openPaymentSimulator } from './open.ts'
import { pickLanguage } from './page-texts.ts'

const secret = 'a secret of tests, long enough for all'
let now = Date.parse('2026-11-25T12:00:00Z')
const { origin, simulator, stop } = await openPaymentSimulator({
  port: 0,
  host: '127.0.0.1',
  secret,
  now: () => now,
})
const client = vipps({ url: origin, now: () => now }).clientOf(deriveDemoAccount(secret, 'aurora'))
afterAll(stop)
beforeEach(() => {
  simulator.webhooks.mode = 'never'
})

/** A query and a dot segment that a parser would change. */
const returnUrl = 'http://aurora.localhost:3000/payment/return/./abc?x=%7e'
let count = 0
async function begin(method: 'vipps' | 'vippsCard', amount = 124_950) {
  const reference = `order-page-${(count += 1)}`
  const created = await client.create({
    reference,
    idempotencyKey: reference,
    amount,
    currency: 'DKK',
    method,
    returnUrl,
    description: 'Salon <Aurora> & co',
  })
  if (!created.ok) throw new Error(created.code)
  const url = created.redirectUrl
  return {
    url,
    show: async (language = 'en') => {
      const response = await fetch(url, { headers: { 'accept-language': language } })
      return { status: response.status, headers: response.headers, html: await response.text() }
    },
    decide: async (fields: Record<string, string>) => {
      const body = new URLSearchParams(fields)
      const response = await fetch(url, { method: 'POST', body, redirect: 'manual' })
      return {
        status: response.status,
        location: response.headers.get('location'),
        html: await response.text(),
      }
    },
    state: () => simulator.payments().find((payment) => payment.reference === reference)?.state,
  }
}
const card = (more: Partial<Card> = {}) => ({
  decision: 'approve',
  number: '4242 4242 4242 4242',
  expiry: '12/40',
  cvc: '123',
  ...more,
})
const back = { status: 303, location: returnUrl }

describe('the wallet page', () => {
  test('shows amount, merchant and that no money moves, in English and Danish', async () => {
    const { show } = await begin('vipps')
    const { html, headers } = await show()
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('Simulator – no money moves')
    expect(html).toContain('DKK 1,249.50'.replace(' ', '\u00a0'))
    expect(html).toContain('aurora.localhost:3000')
    expect(html).toContain('Salon &#60;Aurora&#62; &#38; co')
    expect(html).not.toContain('<script')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    const danish = (await show('da-DK,da;q=0.9,en;q=0.8')).html
    expect(danish).toContain('<html lang="da">')
    expect(danish).toContain('Simulator – der flyttes ingen penge')
  })

  test('approves once and leads back to the address of the shop, unchanged', async () => {
    const { decide, state, show } = await begin('vipps')
    expect(await decide({ decision: 'approve', phone: '12 34 56 78' })).toMatchObject(back)
    expect(state()).toBe('AUTHORIZED')
    expect(await decide({ decision: 'refuse' })).toMatchObject(back)
    expect(state()).toBe('AUTHORIZED')
    const { html } = await show()
    expect(html).toContain('This payment is over')
    expect(html).not.toContain('<form')
  })

  test('refuses, leaves without deciding, and shows the error of a phone number', async () => {
    const { decide, state, show } = await begin('vipps')
    expect((await show()).html).toContain(`<a class="leave" href="${returnUrl}">`)
    expect(state()).toBe('CREATED')
    const wrong = await decide({ decision: 'approve', phone: '"12' })
    expect(wrong.status).toBe(422)
    expect(wrong.html).toContain('value="&#34;12"')
    expect(wrong.html).toContain('Enter a phone number with 8 digits.')
    expect(state()).toBe('CREATED')
    expect(await decide({ decision: 'refuse' })).toMatchObject(back)
    expect(state()).toBe('ABORTED')
  })

  test('an amount that fails shows its reason, and the payment stays open', async () => {
    const { decide, state } = await begin('vipps', 151)
    const refused = await decide({ decision: 'approve', phone: '12345678' })
    expect(refused.status).toBe(422)
    expect(refused.html).toContain('There is not enough money in the account.')
    expect(state()).toBe('CREATED')
  })

  test('after ten minutes it is over', async () => {
    const { decide, state, show } = await begin('vipps')
    now += 600_000
    expect((await show()).html).toContain('This payment is over')
    expect(await decide({ decision: 'approve', phone: '12345678' })).toMatchObject(back)
    expect(state()).toBe('EXPIRED')
  })

  test('an unknown address has a page too', async () => {
    const response = await fetch(`${origin}/pay/unknown`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Payment not found')
  })
})

describe('the card page', () => {
  test('approves a test number, also without scripts, and cancels', async () => {
    const [one, two] = [await begin('vippsCard'), await begin('vippsCard')]
    expect(await one.decide(card())).toMatchObject(back)
    expect(one.state()).toBe('AUTHORIZED')
    expect(await two.decide({ decision: 'refuse', number: '', expiry: '', cvc: '' })).toMatchObject(back)
    expect(two.state()).toBe('ABORTED')
  })

  test.each([
    ['4000 0000 0000 9995', 'There is not enough money in the account.'],
    ['4000000000000002', 'The bank refused the payment.'],
    ['4000-0000-0000-0069', 'The card has expired. Use another card.'],
  ])('%s is refused, then another card is accepted', async (number, text) => {
    const { decide, state } = await begin('vippsCard')
    const refused = await decide(card({ number }))
    expect(refused.status).toBe(422)
    expect(refused.html).toMatch(new RegExp(`role="alert">[^<]*${text}`))
    expect(refused.html).toContain(`value="${number}"`)
    expect(state()).toBe('CREATED')
    expect(await decide(card())).toMatchObject(back)
  })

  test('each error is at its field; the security code is not written back', async () => {
    const { decide, state } = await begin('vippsCard')
    const wrong = await decide(card({ number: '4242 4242 4242 4241', expiry: '10/26', cvc: '987x' }))
    expect(wrong.status).toBe(422)
    expect(wrong.html).toMatch(/id="number-error"[^>]*>This card number cannot be right/)
    expect(wrong.html).toMatch(/id="expiry-error"[^>]*>The card has expired/)
    expect(wrong.html).toMatch(/id="cvc-error"[^>]*>Enter all digits/)
    expect(wrong.html).not.toContain('987x')
    expect(state()).toBe('CREATED')
  })
})

const numbers = Object.keys(testCards)

test.each<[CardField, Partial<Card>, boolean, string | null]>([
  ['number', { number: '' }, true, null],
  ['number', { number: '' }, false, 'numberMissing'],
  ['number', { number: '4242' }, true, null],
  ['number', { number: '4242' }, false, 'numberShort'],
  ['number', { number: '4242a' }, true, 'numberDigits'],
  ['number', { number: '4242424242424241' }, true, 'numberLuhn'],
  ['number', { number: '42424242424242424' }, true, 'numberLuhn'],
  ['number', { number: '4111111111111111' }, true, 'numberReal'],
  ['number', { number: '3782 822463 10005' }, false, null],
  ['expiry', { expiry: '' }, true, null],
  ['expiry', { expiry: '1' }, true, null],
  ['expiry', { expiry: '13' }, true, 'expiryMonth'],
  ['expiry', { expiry: '00/30' }, true, 'expiryMonth'],
  ['expiry', { expiry: '12/' }, true, null],
  ['expiry', { expiry: '12/' }, false, 'expiryForm'],
  ['expiry', { expiry: 'ab' }, true, 'expiryForm'],
  ['expiry', { expiry: '10/26' }, true, 'expiryPast'],
  ['expiry', { expiry: '11/26' }, false, null],
  ['expiry', { expiry: '1126' }, false, null],
  ['cvc', { cvc: '12' }, true, null],
  ['cvc', { cvc: '12' }, false, 'cvcForm'],
  ['cvc', { cvc: '1234' }, true, 'cvcForm'],
  ['cvc', { cvc: '1234', number: '3782 822463 10005' }, false, null],
  ['cvc', { cvc: '1x' }, true, 'cvcForm'],
])('%s of %o, typing %s: %s', (field, given, typing, wanted) => {
  const whole = { number: '', expiry: '', cvc: '', ...given }
  expect(checkCard(field, whole, { typing, now: Date.parse('2026-11-25T12:00:00Z'), numbers })).toBe(wanted)
})

test('every number to try is a possible card number', () => {
  for (const number of numbers)
    expect([
      number,
      checkCard('number', { number, expiry: '', cvc: '' }, { typing: false, now, numbers }),
    ]).toEqual([number, null])
})

test.each([
  [null, 'en'],
  ['da', 'da'],
  ['en-GB,en;q=0.9,da;q=0.8', 'en'],
  ['de,da;q=0.8,en;q=0.5', 'da'],
  ['da;q=0', 'en'],
])('the language of %s is %s', (header, language) => {
  expect(pickLanguage(header)).toBe(language)
})
