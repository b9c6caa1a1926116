import { toAmount } from './money.ts'

/** A cancelled visit, in minor units including VAT; `provider` is the member. */
type CancelledVisit = {
  id: string
  currency: string
  total: number
  /** With their add-ons; `price` of each one, by default one. */
  services: { id: string; name: string; price: number; quantity?: number; provider: string | null }[]
}

/** The refund event of a cancelled visit for analytics: amounts in major units, no personal data. */
export const buildRefundEvent = ({ id, currency, total, services }: CancelledVisit, companyname: string) => ({
  transaction_id: id,
  currency,
  value: toAmount(total, currency),
  items: services.map((service) => ({
    item_id: service.id,
    item_name: service.name,
    price: toAmount(service.price, currency),
    quantity: service.quantity ?? 1,
    item_variant: service.provider || 'Unknown Provider',
    item_brand: companyname || 'Appointment',
  })),
})
