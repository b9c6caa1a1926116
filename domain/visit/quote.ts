import { priceIncVat } from '../money.ts'

/** Prices in minor units excluding VAT; a member's own one counts while it is active. */
type QuotedService = {
  price: number
  members: { memberId: string; price: number | null; priceActive: boolean }[]
}

/** What a service costs when this member does it, in minor units including VAT. */
export function quote(service: QuotedService, memberId: string, vatPercent: number): number {
  const own = service.members.find((one) => one.memberId === memberId && one.priceActive)
  return priceIncVat(own?.price ?? service.price, vatPercent)
}
