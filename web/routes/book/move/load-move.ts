import type { TimeRefusal } from '#domain/availability/horizon.ts'
import { visitTexts } from '#web/visit/visit-texts.ts'
import type { Output } from '#contract/calls.ts'
import { moveLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import { lastCancellationFee } from '#domain/visit/cancel.ts'
import { MAX_MOVES, termsAfterMove } from '#domain/visit/move.ts'
import { localParts } from '#domain/zone.ts'
import { nullIfNotFound } from '#web/request/call-errors.ts'
import { loadTimes, type Offer } from '../shared/load-times.ts'
import type { Offering } from '../shared/time-button.tsx'

export type MoveVisit = Output<'getMoveDetails'>

/** What the page shows: the times, one time before the button, the visit once it is moved, or a refusal. */
type MoveState = 'times' | 'review' | 'done' | 'refused'

/** `chosen`: the people of the URL, `any` or ids; null: the same as before. */
export type MovePage = NonNullable<Awaited<ReturnType<typeof loadMovePage>>>

/** The URL of the page, with the handle and the language of its own. */
export const movePath = (
  { id, lang }: { id: string; lang?: string | undefined },
  to?: Parameters<typeof moveLink>[1],
): string => moveLink({ handle: id, language: lang }, to)

/** The data of the page to move a visit, or null if the visit does not exist. */
export async function loadMovePage(ctx: PageContext, handle: string, search: URLSearchParams) {
  const { call, brand, translate } = ctx
  const visit = await call('getMoveDetails', { handle }).catch(nullIfNotFound)
  if (!visit) return null
  const chosen = search.get('teamMember')
  const team = await call('listTeam', {})
  const names = Object.fromEntries([
    ...visit.segments.map(({ member }) => [member.id, member.name]),
    ...team.documents.map((one) => [one.id, one.displayname]),
  ])
  const listTimes = (from: string, anyone = false) =>
    call('getMoveTimes', { handle, from, ...teamMemberOf(anyone ? 'any' : chosen) })
  const done = search.has('done') && visit.refusal !== 'cancelled'
  const start = Number(search.get('start') ?? NaN)
  const open = visit.refusal === null && !done
  const found = open ? await findTime(ctx, start, listTimes) : null
  const chosenTime = typeof found === 'object' ? found : null
  const movedHere = start === visit.start && visit.movesLeft < MAX_MOVES
  const state: MoveState = done ? 'done' : !open ? 'refused' : chosenTime ? 'review' : 'times'
  const asksForPeople = chosen === null ? visit.teamMember.some(Boolean) : chosen !== 'any'
  const times =
    state === 'times'
      ? await loadTimes({ brand, search, now: ctx.now }, listTimes, {
          start: toDate(brand.timeZone, visit.start),
          othersToo: asksForPeople,
        })
      : null
  return {
    state,
    visit,
    chosen,
    names,
    chosenTime,
    /** What moving costs once it is not free any more. */
    laterFee: lastCancellationFee({
      start: visit.start,
      price: visit.price,
      paid: visit.paid,
      lateFee: visit.lateFee,
      limitHours: visit.terms.limitHours,
    }),
    /** What cancelling costs at the chosen time. */
    termsAfter: chosenTime && findTermsAfter(chosenTime, visit, ctx.now),
    /** Why the chosen time is no longer there; `taken` also if it never was one. */
    gone: typeof found === 'string' && search.has('start') && !movedHere ? found : null,
    /** The chosen time is its own since a move: the guest has gone back. */
    movedHere: movedHere && !chosenTime,
    times,
    offering: toOffering(visit, names),
    words: await translate(visitTexts(visit)),
    contact: brand.phone ?? brand.email,
  }
}

const toDate = (zone: string, instant: number): string => localParts(zone, Math.floor(instant / 60_000)).date

const findTermsAfter = ({ start, price }: Offer, visit: MoveVisit, now: number) => {
  const { terms, lateFee, fee, moveFee, movedLateFee } = visit
  const owed = Math.max(fee + moveFee, movedLateFee)
  return termsAfterMove({ start, now, price, limitHours: terms.limitHours, lateFee, owed })
}

/** Whether this is an instant in the years of one in a call (epoch ms). */
export const isInstant = (start: number): boolean =>
  Number.isSafeInteger(start) && start >= Date.UTC(2001) && start <= Date.UTC(2099)

/** The free time at this start (epoch ms), or why there is none. */
async function findTime(
  { now, brand: { timeZone: zone } }: Pick<PageContext, 'now' | 'brand'>,
  start: number,
  listTimes: (from: string) => Promise<Output<'getMoveTimes'>>,
): Promise<Offer | TimeRefusal> {
  if (!isInstant(start)) return 'taken'
  const { offers, earliest, lastDay } = await listTimes(toDate(zone, start))
  const found = offers.find((one) => one.start === start)
  if (found) return found
  if (start < now) return 'too-late'
  if (start < earliest) return 'too-soon'
  return toDate(zone, start) > lastDay ? 'too-far' : 'taken'
}

const teamMemberOf = (chosen: string | null) => (chosen === null ? {} : { teamMember: chosen })

const toOffering = (visit: MoveVisit, names: Record<string, string>): Offering => ({
  names,
  money: { currency: visit.currency, symbol: visit.symbol, from: visit.from },
})

/** The names of the people of an offer, each once. */
export const listNames = ({ members }: Pick<Offer, 'members'>, names: Record<string, string>): string[] => [
  ...new Set(members.flatMap((id) => names[id] ?? [])),
]
