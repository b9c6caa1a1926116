import { redirect } from 'react-router'
import type { Money } from '#domain/money.ts'
import type { Words } from '#contract/page.ts'
import { findHold, type Hold } from './hold.server.ts'
import type { BookingScope } from './scope.ts'
import { readAsked, selectionOf, type Selection } from './selection.ts'

/** `money` is that of the tenant's prices now; a hold knows its own. */
export type HeldData = { hold: Hold | null; expired: boolean; selection: Selection; money: Money; now: number; words: Words }

/** What the address holds; one that is booked already is shown as such. Without a hold the selection remains, to find a new time. */
export async function loadHold(scope: BookingScope): Promise<HeldData> {
  const handle = scope.search.get('hold') ?? ''
  const [found, finance] = await Promise.all([findHold(scope, handle), scope.call('getFinance', { tenantId: scope.brand.tenantId })])
  if (found.state === 'booked') throw redirect(`${scope.base}/done?visit=${handle}`)
  const hold = found.state === 'held' ? found.hold : null
  const { services, teamMember } = readAsked(scope.search)
  const asked = { services, teamMember: teamMember.length > 0 ? services.map((_, index) => (teamMember.length === 1 ? teamMember[0] : teamMember[index]) ?? null) : null }
  return { hold, expired: found.state === 'expired', selection: hold ? selectionOf(hold) : asked, money: { currency: finance.currency, symbol: finance.currency_symbol }, now: scope.now, words: await scope.words(hold ? [...hold.segments.map((one) => one.name), scope.cancelRule.text] : []) }
}
