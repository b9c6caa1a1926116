/** What a cancelled visit was, in minor units including VAT; `provider` is who would have performed it. */
type CancelledVisit = {
  id: string
  currency: string
  total: number
  services: { id: string; name: string; price: number; provider: string | null }[]
}

/** The refund of a cancelled visit as statistics are told of it: amounts in major units, and nothing of whose visit it was. */
export const refundOf = ({ id, currency, total, services }: CancelledVisit, companyname: string) => ({
  transaction_id: id,
  currency,
  value: total / 100,
  items: services.map((service) => ({
    item_id: service.id,
    item_name: service.name,
    price: service.price / 100,
    quantity: 1,
    item_variant: service.provider || 'Unknown Provider',
    item_brand: companyname || 'Appointment',
  })),
})
