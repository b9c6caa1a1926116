import { expect, test } from 'vitest'
import { buildRefundEvent } from './refund.ts'

const cut = { id: 'cut', name: 'Cut', price: 39_995, provider: 'Anna' }

test('a refund has the visit’s id, each service once, and amounts in major units', () => {
  expect(
    buildRefundEvent(
      {
        id: 'visit-1',
        currency: 'DKK',
        total: 119_995,
        services: [cut, { id: 'color', name: 'Colour', price: 80_000, provider: 'Bo' }],
      },
      'Aurora',
    ),
  ).toEqual({
    transaction_id: 'visit-1',
    currency: 'DKK',
    value: 1199.95,
    items: [
      {
        item_id: 'cut',
        item_name: 'Cut',
        price: 399.95,
        quantity: 1,
        item_variant: 'Anna',
        item_brand: 'Aurora',
      },
      {
        item_id: 'color',
        item_name: 'Colour',
        price: 800,
        quantity: 1,
        item_variant: 'Bo',
        item_brand: 'Aurora',
      },
    ],
  })
})

test('a member without a name is Unknown Provider', () => {
  for (const provider of [null, ''])
    expect(
      buildRefundEvent({ id: 'x', currency: 'DKK', total: 0, services: [{ ...cut, provider }] }, '').items[0],
    ).toMatchObject({ item_variant: 'Unknown Provider', item_brand: 'Appointment' })
})
