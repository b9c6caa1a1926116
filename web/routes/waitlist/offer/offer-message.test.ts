import { expect, test } from 'vitest'
import { withNumericPrices } from './offer-message.ts'

test('entries of individualPricing without a number are removed, all else stays', () => {
  const services = [
    {
      name: 'Klip',
      individualPricing: {
        a: { active: true, price: 45_000 },
        b: { active: true, price: '450' },
        c: { active: false, price: null },
        d: { active: true, price: Number.NaN },
        e: { active: true },
        f: 300,
        g: 'free',
        h: null,
      },
    },
    { name: 'Vask' },
  ] as unknown as { name: string; individualPricing?: Record<string, { active: boolean; price: number }> }[]
  const message = { id: 'm', services }
  expect(withNumericPrices(message)).toEqual({
    id: 'm',
    services: [
      { name: 'Klip', individualPricing: { a: { active: true, price: 45_000 }, f: 300 } },
      { name: 'Vask' },
    ],
  })
  expect(Object.keys(services[0]?.individualPricing ?? {})).toHaveLength(8)
})
