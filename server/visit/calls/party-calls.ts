import { lastBookableDay, shownWindow } from '#domain/availability/horizon.ts'
import { minuteFrom } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { accessRulesFor } from '#server/availability/bookable.ts'
import { rulesOf } from '#server/availability/offer.ts'
import { findNextPartyDay, listPartyOffers, toPartyOfferResponse } from '#server/availability/party-offer.ts'
import { ensureOwner } from '#server/context/booking-owner.ts'
import type { Handler } from '#server/context/context.ts'
import type { RequestedServiceIds } from '../hold/hold.ts'
import { holdParty as hold, loadParty, verifyParty } from '../hold/hold-party.ts'
import { loadHold } from './load-hold.ts'
import { toWanted } from './series-calls.ts'

/**
 * Lists the times of a month, or of four weeks, at which several persons can come at once. What the guest
 * holds already counts as free.
 * @throws CallError as `verifyParty` and `loadParty` do, and `visit/by-phone`.
 */
export const getPartyTimes: Handler<'getPartyTimes'> = async (ctx, { persons, ...period }) => {
  ensureOwner(ctx)
  const wanted = persons.map(toPerson)
  verifyParty(wanted)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const search = await loadParty(ctx, tx, wanted)
    const { bookable, now } = search
    const requested = search.persons.flat()
    if (accessRulesFor(ctx, requested).phoneOnly) throw new CallError('visit/by-phone')
    const window = shownWindow(bookable.rules.zone, period, minuteFrom(now))
    const { offers, unsearched } = await listPartyOffers(tx, search, window)
    if (unsearched > 0) ctx.deps.log.info({ tenant: ctx.tenant.id, unsearched }, 'party times not searched')
    return {
      timeZone: bookable.rules.zone,
      currency: bookable.currency,
      offers: offers.map((offer) => toPartyOfferResponse(bookable, search.persons, offer)),
      unsearched,
      nextDay: offers.length > 0 ? null : await findNextPartyDay(tx, search, window),
      lastDay: lastBookableDay(rulesOf({ bookable, requested }), minuteFrom(now)),
    }
  })
}

/** Holds the visits of a party, all of them or none. @throws CallError as `holdParty` of the visits does. */
export const holdParty: Handler<'holdParty'> = async (ctx, { persons, start, releaseOthers = false }) => {
  const outcome = await hold(ctx, { persons: persons.map(toPerson), start, releaseOthers })
  if (!outcome.ok) return outcome
  const { hold: held } = outcome
  return { ok: true, hold: await ctx.deps.db.read(ctx.tenant.id, (tx) => loadHold(ctx, tx, held)) }
}

const toPerson = ({
  services,
  teamMember = [null],
  addons = [],
}: Input<'holdParty'>['persons'][number]): RequestedServiceIds => toWanted(services, teamMember, addons)
