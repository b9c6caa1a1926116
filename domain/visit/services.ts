import { toPrice, type VatRule } from '../money.ts'
import { ruleFor, type VatSetting } from '../vat.ts'

/** Between services in one line: names of services may have commas. */
export const SERVICE_JOINER = ' + '

/** How many services one visit may have. */
export const MAX_SERVICES = 6

/** The one of `members` for the service at `index`: a single one is for all services. Undefined for none. */
export const memberAt = <T>(members: readonly T[], index: number): T | undefined =>
  members.length === 1 ? members[0] : members[index]

/** Prices in minor units, all stored or all including VAT; a member's own applies while it is active. */
type QuotedService = {
  price: number
  /** Its own VAT; none: the tenant's. */
  vat?: VatSetting | null
  members: { memberId: string; price: number | null; priceActive: boolean }[]
}

/** Whether the price of a visit may become higher: that of one of its services is open. */
export const hasOpenPrice = ({ segments }: { segments: readonly { from?: boolean }[] }): boolean =>
  segments.some((one) => one.from)

/** The price of a service with this member: their own, else the service's. */
export function priceWith({ price, members }: QuotedService, memberId: string): number {
  const own = members.find((one) => one.memberId === memberId && one.priceActive)
  return own?.price ?? price
}

/** The stored price of a service with this member in minor units including VAT. */
export const quote = (service: QuotedService, memberId: string, vat: VatRule): number =>
  toPrice(priceWith(service, memberId), ruleFor(vat, service.vat)).priceIncVat
