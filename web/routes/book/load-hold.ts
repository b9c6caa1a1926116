import type { Money } from '#domain/money.ts'
import type { Words } from '#contract/page.ts'
import { findHold, type Hold } from './hold.server.ts'
import type { BookingScope } from './scope.ts'
import { readAsked, selectionOf, type Selection } from './selection.ts'

/** Why an address holds nothing: its hold has run out, is booked by now, or is none of this browser's. */
export type NoHold = 'expired' | 'booked' | 'gone'
/** `without` is null exactly where there is a hold; `money` is that of the tenant's prices now; a hold knows its own. */
export type HeldData = {
  hold: Hold | null
  without: NoHold | null
  selection: Selection
  money: Money
  now: number
  words: Words
}

/**
 * What the address holds. Without a hold the selection remains, to find a new time. A booked one is told here, since a redirect to the
 * visit's own page would send the Back button from there to that page again.
 */
export async function loadHold(scope: BookingScope): Promise<HeldData> {
  const handle = scope.search.get('hold') ?? ''
  const [found, finance] = await Promise.all([
    findHold(scope, handle),
    scope.call('getFinance', { tenantId: scope.brand.tenantId }),
  ])
  const hold = found.state === 'held' ? found.hold : null
  const { services, teamMember } = readAsked(scope.search)
  const asked = {
    services,
    teamMember:
      teamMember.length > 0
        ? services.map((_, index) => (teamMember.length === 1 ? teamMember[0] : teamMember[index]) ?? null)
        : null,
  }
  return {
    hold,
    without: found.state === 'held' ? null : found.state,
    selection: hold ? selectionOf(hold) : asked,
    money: { currency: finance.currency, symbol: finance.currency_symbol },
    now: scope.now,
    words: await scope.words(hold ? [...hold.segments.map((one) => one.name), scope.cancelRule.text] : []),
  }
}
