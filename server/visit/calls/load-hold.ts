import { asksForProof, type AccessRules } from '#domain/visit/access.ts'
import type { Output } from '#contract/calls.ts'
import { accessRulesFor, loadBookable } from '#server/availability/bookable.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { getFinance } from '#server/tenant/queries.ts'
import { provenEmail } from '../access/access.ts'
import { provenGuest } from '../access/proof.ts'
import { inOrder, type HeldVisits } from '../hold/group.ts'
import { findSeries } from '../series-queries.ts'
import { toHeldVisit } from './to-response.ts'

/** A hold for the booking flow: its first visit, and, where there are several, all of them. */
export async function loadHold(ctx: RequestContext, tx: Tx, hold: HeldVisits): Promise<Output<'getHold'>> {
  const visits = inOrder(hold)
  const [first] = visits
  if (!first) throw new Error('a hold without visits')
  const finance = await getFinance(tx)
  const guest = provenGuest(ctx)
  const isAsked = first.partyId !== null || (guest !== null && 'email' in guest)
  const rules = isAsked ? await loadRules(ctx, tx, visits) : null
  const series = first.seriesId === null ? null : await findSeries(tx, first.seriesId)
  const all = {
    total: hold.reduce((sum, { price }) => sum + price, 0),
    visits: visits.map((visit) => toHeldVisit(ctx, finance, visit)),
  }
  return {
    ...toHeldVisit(ctx, finance, first),
    email: rules && provenEmail(ctx, rules),
    holdUntil: first.holdUntil?.getTime() ?? 0,
    prolonged: first.prolonged,
    group: series
      ? { kind: 'series', weeks: series.weeks, ...all }
      : first.partyId !== null
        ? { kind: 'party', ownContacts: !rules || !asksForProof(rules), ...all }
        : null,
  }
}

/** Who may book these visits. */
async function loadRules(ctx: RequestContext, tx: Tx, visits: HeldVisits): Promise<AccessRules> {
  const ids = visits.flatMap(({ segments }) => segments.map(({ serviceId }) => serviceId))
  const { services } = await loadBookable(ctx, tx, [...new Set(ids)])
  return accessRulesFor(
    ctx,
    [...services.values()].map((service) => ({ service })),
  )
}
