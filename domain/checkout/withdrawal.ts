import { addDays, localParts, minuteFrom, startOfDay } from '../zone.ts'

/**
 * How many days a guest has to withdraw from the contract: Directive 2011/83/EU, article 9. The period of
 * the directive begins when the goods arrive; the one here when they are dispatched, as the salon knows no
 * better, and it ends with its last day in the tenant's zone.
 */
const DAYS = 14

/** The last moment in which a guest can withdraw from an order. Epoch ms. `zone`: an IANA name. */
export function withdrawalEnd(dispatchedAt: number, zone: string): number {
  const { date } = localParts(zone, minuteFrom(dispatchedAt))
  return startOfDay(zone, addDays(date, DAYS + 1)) * 60_000 - 1
}
