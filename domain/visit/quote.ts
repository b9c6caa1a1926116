import { priceIncVat } from '../money.ts'

/** Prices in minor units excluding VAT; a member's own price applies while it is active. */
type QuotedService = {
  price: number
  members: { memberId: string; price: number | null; priceActive: boolean }[]
}

/** The price of a service with this member in minor units including VAT. */
export function quote(service: QuotedService, memberId: string, vatPercent: number): number {
  const own = service.members.find((one) => one.memberId === memberId && one.priceActive)
  return priceIncVat(own?.price ?? service.price, vatPercent)
}
