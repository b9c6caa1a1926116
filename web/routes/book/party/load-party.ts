import { redirect } from 'react-router'
import type { Output } from '#contract/calls.ts'
import { partyLink } from '#contract/links.ts'
import { loadCatalog, type Catalog } from '#web/service/load-catalog.ts'
import { isReady, parseParty, reconcileParty, toPersons, type Party } from '#web/visit/party.ts'
import type { BookingContext } from '../shared/booking-context.ts'
import { namesOfGone } from '../shared/gone-addons.ts'
import type { LoadWeeks, Offer } from '../shared/load-times.ts'

/**
 * The bookable party of the URL, and the names of add-ons that are gone.
 * @throws a redirect to its persons where something is missing.
 */
export async function loadParty(
  ctx: BookingContext,
): Promise<{ catalog: Catalog; party: Party; gone: string[] }> {
  const catalog = await loadCatalog(ctx)
  const { party, problems, addonsGone } = reconcileParty(parseParty(ctx.search), catalog.services)
  if (!isReady(problems) || problems.tooManyPersons)
    throw redirect(partyLink(ctx.base, 'people', { persons: party, check: 'true' }))
  return { catalog, party, gone: namesOfGone({ addonsGone }, catalog) }
}

/** The times of a party, by the call that lists them. */
export const createPartyLoader =
  ({ call }: BookingContext, party: Party): LoadWeeks =>
  async (from, anyone = false) => {
    const persons = toPersons(anyone ? party.map((one) => ({ ...one, member: null })) : party)
    const { offers, nextDay, lastDay } = await call('getPartyTimes', { persons, from })
    return { offers: offers.map(toOffer), nextDay, lastDay }
  }

/** A time of a party as those of one person are shown. */
export const toOffer = ({ visits, ...offer }: Output<'getPartyTimes'>['offers'][number]): Offer => ({
  ...offer,
  members: visits.flatMap(({ members }) => members),
  spread: (Math.max(...visits.map(({ start }) => start)) - offer.start) / 60_000,
})
