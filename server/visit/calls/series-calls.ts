import { lastBookableDay } from '#domain/availability/horizon.ts'
import { sortAddons, type WantedAddon } from '#domain/visit/addons.ts'
import { memberAt } from '#domain/visit/services.ts'
import { minuteFrom } from '#domain/zone.ts'
import { CallError } from '#contract/errors.ts'
import {
  accessRulesFor,
  hasAddons,
  loadBookable,
  resolveRequestedServices,
  verifyAddonCounts,
} from '#server/availability/bookable.ts'
import { rulesOf } from '#server/availability/offer.ts'
import { ensureOwner, holderOf, isOwnHold } from '#server/context/booking-owner.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { isHandleValid } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { toMoney } from '#server/tenant/finance.ts'
import { getFinance } from '#server/tenant/queries.ts'
import type { RequestedServiceIds } from '../hold/hold.ts'
import { findVisit, type VisitWithSegments } from '../queries.ts'
import { asGuest } from '../change/cancel.ts'
import { cancelSeries as cancelDates, listDatesFrom, termsOfDates } from '../series/cancel-series.ts'
import { holdSeries as holdDates } from '../series/hold-series.ts'
import { previewDates } from '../series/preview.ts'
import { loadHold } from './load-hold.ts'

/**
 * Shows the dates of a series before any of them is held. What the guest holds already counts as free.
 * @throws CallError `not-found` for a service that does not exist or a member who does not perform it,
 * `request/invalid` for people who are not as many as the services, `visit/by-phone`.
 */
export const previewSeries: Handler<'previewSeries'> = async (
  ctx,
  { services, teamMember = 'any', addons: named = [], start, weeks, count },
) => {
  ensureOwner(ctx)
  const names = teamMember.split(',').map((name) => (name === 'any' ? null : name))
  const addons = services.map((id) => named.filter(({ service }) => service === id))
  const wanted = toWanted(services, names, addons)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const bookable = await loadBookable(ctx, tx, services, { addons: hasAddons(wanted) })
    verifyAddonCounts(bookable, wanted)
    const requested = resolveRequestedServices(bookable, wanted)
    if (!requested || requested.length === 0) throw new CallError('not-found')
    if (accessRulesFor(ctx, requested).phoneOnly) throw new CallError('visit/by-phone')
    const { rules, currency } = bookable
    const now = ctx.deps.now()
    const search = { bookable, now, own: holderOf(ctx) }
    const series = { start: start / 60_000, weeks, count }
    return {
      timeZone: rules.zone,
      currency,
      lastDay: lastBookableDay(rulesOf({ bookable, requested }), minuteFrom(now)),
      dates: await previewDates(tx, search, requested, series),
    }
  })
}

/**
 * Holds dates of a series, all of them or none. `teamMember` of a date has one entry for each service, or one
 * for the whole visit; null is anyone.
 * @throws CallError as `holdSeries` of the visits does.
 */
export const holdSeries: Handler<'holdSeries'> = async (
  ctx,
  { services, addons, start, weeks, dates, releaseOthers = false },
) => {
  const outcome = await holdDates(ctx, {
    start,
    weeks,
    releaseOthers,
    dates: dates.map((one) => ({
      start: one.start,
      services: toWanted(services, one.teamMember ?? [null], addons),
    })),
  })
  if (!outcome.ok) return outcome
  const { hold } = outcome
  return { ok: true, hold: await ctx.deps.db.read(ctx.tenant.id, (tx) => loadHold(ctx, tx, hold)) }
}

/**
 * @throws CallError `request/invalid` for people who are not as many as the services, nor one, and for lists
 * of add-ons that are not as many.
 */
export function toWanted(
  services: string[],
  teamMember: (string | null)[],
  addons: readonly WantedAddon[][] = [],
): RequestedServiceIds {
  if (teamMember.length !== 1 && teamMember.length !== services.length)
    throw new CallError('request/invalid', { fields: ['teamMember'] })
  if (addons.length > 0 && addons.length !== services.length)
    throw new CallError('request/invalid', { fields: ['addons'] })
  return services.map((serviceId, index) => ({
    serviceId,
    memberId: memberAt(teamMember, index) ?? null,
    addons: sortAddons(addons[index] ?? []),
  }))
}

/**
 * Returns what cancelling a visit and all later dates of its series costs now.
 * @throws CallError `not-found` as `findOwnDate` does.
 */
export const getSeriesTerms: Handler<'getSeriesTerms'> = async (ctx, { handle }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visit = await findOwnDate(ctx, tx, handle)
    const finance = await getFinance(tx)
    const dates = (await listDatesFrom(ctx, tx, visit)).filter((one) => isOwnHold(ctx, one))
    const { terms, fee, refund } = termsOfDates(ctx, finance, dates)
    return {
      ...toMoney(finance, ctx.tenant, visit.currency),
      fee,
      refund,
      visits: terms.map((one) => ({
        id: one.visit.id,
        start: one.visit.start.getTime(),
        end: one.visit.end.getTime(),
        services: one.visit.segments.map(({ serviceName }) => serviceName),
        price: one.visit.price,
        fee: one.fee,
        refund: one.refund,
        late: one.late,
      })),
    }
  })

/**
 * Cancels a visit and all later dates of its series, for the guest who has booked them.
 * @throws CallError `not-found` as `findOwnDate` does, and as `cancelSeries` of the visits does.
 */
export const cancelSeries: Handler<'cancelSeries'> = async (ctx, { handle, fee, currency }) => {
  const { first, cancelled } = await cancelDates(
    ctx,
    async (tx) => {
      const visit = await findOwnDate(ctx, tx, handle)
      if (currency !== undefined && currency !== visit.currency)
        throw new CallError('request/invalid', { fields: ['currency'] })
      return visit
    },
    { ...asGuest(ctx, fee), may: (one) => isOwnHold(ctx, one) },
  )
  const visits = cancelled.map(({ visit }) => visit)
  return {
    ids: visits.map(({ id }) => id),
    fee: visits.reduce((sum, one) => sum + one.fee, 0),
    refund: visits.reduce((sum, one) => sum + one.refunded, 0),
    currency: first.currency,
  }
}

/**
 * A visit of this guest or browser by the handle of its page. Who only has a link cannot cancel several.
 * @throws CallError `not-found` for any other visit, a hold, and an expired handle.
 */
async function findOwnDate(ctx: RequestContext, tx: Tx, handle: string): Promise<VisitWithSegments> {
  const visit = await findVisit(tx, { handleHash: sha256(handle) })
  if (!visit || visit.state === 'held' || !isOwnHold(ctx, visit) || !isHandleValid(visit, ctx.deps.now()))
    throw new CallError('not-found')
  return visit
}
