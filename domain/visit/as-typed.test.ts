import { expect, test } from 'vitest'
import { formatMoney, type VatRule } from '../money.ts'
import { buildRefundEvent } from '../refund.ts'
import { cancelTerms } from './cancel.ts'
import { quote } from './services.ts'

const HOUR_MS = 3_600_000

/** The minor units of a text such as `1,000.00 kr`. */
const minorOf = (text: string) => Number(text.replace(/[^\d]/g, ''))

/** What guests read, pay and get back for a service with this stored price, all in minor units. */
function amountsOf(price: number, vat: VatRule): number[] {
  const charged = quote({ price, members: [] }, 'anna', vat)
  const timing = { start: 48 * HOUR_MS, now: 0, limitHours: 24, price: charged, paid: charged }
  const free = cancelTerms({ ...timing, lateFee: { kind: 'full' } })
  const late = cancelTerms({ ...timing, now: 47 * HOUR_MS, lateFee: { kind: 'full' } })
  const refund = buildRefundEvent(
    {
      id: 'v',
      currency: 'DKK',
      total: free.refund,
      services: [{ id: 'cut', name: 'Cut', price: charged, provider: null }],
    },
    'Salon',
  )
  return [
    charged,
    minorOf(formatMoney(charged, 'DKK', 'en')),
    minorOf(formatMoney(charged, 'EUR', 'de')),
    free.refund,
    late.fee,
    Math.round(refund.value * 100),
    ...refund.items.map((one) => Math.round(one.price * 100)),
  ]
}

test.each([0, 7, 19, 20, 24, 25, 25.5])(
  'every price from 0.05 to 1,000.00 typed with %d percent VAT in it is the same on page, mail and refund',
  (vatPercent) => {
    const differing: number[] = []
    for (let typed = 5; typed <= 100_000; typed++)
      if (amountsOf(typed, { vatPercent, pricesInclude: 'vat' }).some((one) => one !== typed))
        differing.push(typed)
    expect(differing).toEqual([])
  },
)
