import { hasOpenPrice } from '#domain/visit/services.ts'
import { addDays, startOfDay } from '#domain/zone.ts'
import { computeDateSpan, type TimeWindow } from '#domain/waitlist/window.ts'
import type { Output } from '#contract/calls.ts'
import { offerLink } from '#contract/links.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { listMembers } from '../service/member-queries.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { entryHandles, deriveHandle } from '../secret/handle.ts'
import { listOffersOf, type OfferRow } from './offer-queries.ts'
import { loadPlaces } from './place.ts'
import { isPausedNow, type Entry } from './queries.ts'
import { nameWishes } from './wish.ts'

type Response = Output<'updateWaitlistEntry'>

/** Open entries as their guest sees them, in the same order. */
export async function toEntryResponses(ctx: RequestContext, tx: Tx, entries: Entry[]): Promise<Response[]> {
  if (entries.length === 0) return []
  const { deps, tenant } = ctx
  const now = deps.now()
  const namesOf = await nameWishes(tx, entries)
  const open = await listOpenOffers(ctx, tx, entries)
  const named = open.length > 0 || entries.some((entry) => entry.members !== null)
  const members = new Map((named ? await listMembers(tx) : []).map((one) => [one.id, one]))
  const places = await loadPlaces(ctx, tx, entries)
  const offers = await toOffers(ctx, tx, open, members)
  return entries.map((entry) => {
    const offer = offers.get(entry.id) ?? null
    return {
      id: entry.id,
      ...toPause(entry, now, offer !== null),
      services: namesOf(entry),
      teamMembers: (entry.members ?? []).flatMap((id) => {
        const member = members.get(id)
        return member ? [{ id, name: nameOf(member), avatar: member.avatar }] : []
      }),
      ...toDateRange(entry.windows, tenant.profile.timeZone),
      windows: entry.windows,
      noticeMinutes: entry.noticeMinutes,
      atNight: entry.atNight,
      end: entry.endsAt.getTime(),
      confirmed: entry.confirmedAt !== null,
      ...(places.get(entry.id) ?? { place: 1, of: 1 }),
      joinedAt: entry.joinedAt.getTime(),
      passed: entry.passed.map(({ start, reason }) => ({ start, reason })),
      offer,
    }
  })
}

type Member = Awaited<ReturnType<typeof listMembers>>[number]

const nameOf = ({ displayname, firstname }: Member): string => displayname ?? firstname

/** The offers that entries have now. */
async function listOpenOffers({ deps }: RequestContext, tx: Tx, entries: Entry[]): Promise<OfferRow[]> {
  const ids = entries.map(({ id }) => id)
  return (await listOffersOf(tx, ids)).filter(
    (offer) => offer.state === 'open' && offer.expiresAt.getTime() > deps.now(),
  )
}

/** Open offers by the id of their entry. */
async function toOffers(
  { deps, tenant }: RequestContext,
  tx: Tx,
  open: OfferRow[],
  members: ReadonlyMap<string, Member>,
): Promise<Map<string, NonNullable<Response['offer']>>> {
  if (open.length === 0) return new Map()
  const finance = await getFinance(tx)
  return new Map(
    open.map(({ id, entryId, start, end, segments, price, currency, expiresAt }) => [
      entryId,
      {
        link: offerLink({
          message: deriveHandle(deps.secret, 'offer', tenant.id, id),
          waitlist: entryHandles(deps.secret, tenant.id, entryId).wait,
        }),
        start: start.getTime(),
        end: end.getTime(),
        members: [...new Set(segments.map(({ memberId }) => memberId))].flatMap((one) => {
          const member = members.get(one)
          return member ? [nameOf(member)] : []
        }),
        price,
        from: hasOpenPrice({ segments }),
        ...toMoney(finance, tenant, currency),
        expiresAt: expiresAt.getTime(),
      },
    ]),
  )
}

/**
 * From the midnight of the first date to the last minute of the last one, epoch seconds; null for any date.
 */
export function toDateRange(
  windows: readonly TimeWindow[],
  zone: string,
): Pick<Response, 'rangeStart' | 'rangeEnd'> {
  const span = computeDateSpan(windows)
  if (!span) return { rangeStart: null, rangeEnd: null }
  return {
    rangeStart: { seconds: startOfDay(zone, span.from) * 60 },
    rangeEnd: { seconds: (startOfDay(zone, addDays(span.until, 1)) - 1) * 60 },
  }
}

/** What the clock says: a pause or an offer may have ended before its job has run. */
function toPause(entry: Entry, now: number, offered: boolean): Pick<Response, 'state' | 'pausedUntil'> {
  if (isPausedNow(entry, now)) return { state: 'paused', pausedUntil: entry.pausedUntil?.getTime() ?? null }
  return { state: offered ? 'offered' : 'waiting', pausedUntil: null }
}
