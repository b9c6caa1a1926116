import { randomUUID } from 'node:crypto'
import { holdEnd, MOST_HOLDS, MOST_HOLDS_AT_ADDRESS } from '#domain/visit/hold.ts'
import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { bumpCalendar } from '../data/calendar.ts'
import { sqlState, type Tx } from '../data/db.ts'
import { lockMembers } from '../data/member.ts'
import { createSegments } from '../data/segment.ts'
import { countOpenHolds, createVisit, findVisit, listOpenHolds, queueUp, type Owner, type VisitWithSegments } from '../data/visit.ts'
import { candidatesFor, loadBookable, wishFor, type Bookable, type Wish } from './bookable.ts'
import { addressHashOf, handleOf, hashOf } from './handle.ts'
import { findOffer, listAlternatives, segmentsOf, shownOffer } from './offer.ts'
import { ensureOwner, ownerOf } from './owner.ts'

export type Wanted = { serviceId: string; memberId: string | null }[]
type ShownOffer = ReturnType<typeof shownOffer>
export type HoldResult = { ok: true; hold: VisitWithSegments } | { ok: false; reason: 'taken' | 'too-many-holds'; alternatives: ShownOffer[] }

/**
 * Holds a time (epoch ms) for this guest. The same time asked for again, as a double click does, is the same hold.
 * @throws CallError `not-found` for a service that does not exist, or a person who does not do it.
 */
export async function holdVisit(scope: Scope, wanted: Wanted, start: number): Promise<HoldResult> {
  ensureOwner(scope)
  const now = scope.deps.now()
  const held = await scope.deps.db.write(scope.tenant.id, (tx) => hold(tx, scope, { wanted, start, now })).catch(lostRace)
  if (held === 'taken') return { ok: false, reason: 'taken', alternatives: await alternativesTo(scope, wanted, start) }
  return held === 'too-many-holds' ? { ok: false, reason: held, alternatives: [] } : { ok: true, hold: held }
}

async function hold(tx: Tx, scope: Scope, { wanted, start, now }: { wanted: Wanted; start: number; now: number }) {
  const { deps, tenant } = scope
  const bookable = await loadBookable(tx, scope)
  const wish = existing(bookable, wanted)
  const owner = ownerOf(scope)
  const addressHash = addressHashOf(deps.secret, tenant.id, scope.address)
  await queueUp(tx, [`owner ${owner.guestId ?? owner.ownerHash}`, `address ${addressHash}`])
  const own = await listOpenHolds(tx, owner, new Date(now))
  const same = own.find((one) => one.start.getTime() === start && isFor(one, wanted))
  if (same) return same
  if (own.length >= MOST_HOLDS || (await countOpenHolds(tx, addressHash, new Date(now))) >= MOST_HOLDS_AT_ADDRESS) return 'too-many-holds'
  await lockMembers(tx, candidatesFor(bookable, wish))
  const offer = await findOffer(tx, { bookable, wish, now }, start / 60_000)
  if (!offer) return 'taken'
  const segments = segmentsOf(bookable, wish, offer)
  const id = await insertHold(tx, scope, { owner, addressHash, now, start, end: offer.end * 60_000, currency: bookable.currency, price: segments.reduce((sum, one) => sum + one.price, 0) })
  await createSegments(tx, id, segments)
  await bumpCalendar(tx)
  return (await findVisit(tx, { id })) ?? 'taken'
}

type NewHold = { owner: Owner; addressHash: string; now: number; start: number; end: number; currency: string; price: number }

async function insertHold(tx: Tx, { deps, tenant }: Scope, { owner, addressHash, now, start, end, currency, price }: NewHold): Promise<string> {
  const id = randomUUID()
  await createVisit(tx, {
    id,
    state: 'held',
    start: new Date(start),
    end: new Date(end),
    ...owner,
    addressHash,
    handleHash: hashOf(handleOf(deps.secret, 'visit', tenant.id, id)),
    cancelHash: hashOf(handleOf(deps.secret, 'cancel', tenant.id, id)),
    currency,
    price,
    holdUntil: new Date(holdEnd(now)),
    createdAt: new Date(now),
  })
  return id
}

/** The times nearest to one (epoch ms) that is gone; none when the wish itself cannot be had any more. */
export async function alternativesTo(scope: Scope, wanted: Wanted, start: number): Promise<ShownOffer[]> {
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const bookable = await loadBookable(tx, scope)
    const wish = wishFor(bookable, wanted)
    if (!wish) return []
    const offers = await listAlternatives(tx, { bookable, wish, now: scope.deps.now() }, Math.round(start / 60_000))
    return offers.map((offer) => shownOffer(bookable, wish, offer))
  })
}

/** What a visit was asked for, as opposed to who came to do it. */
export const wantedOf = (visit: VisitWithSegments): Wanted =>
  visit.segments.map((one) => ({ serviceId: one.serviceId, memberId: one.anyone ? null : one.memberId }))

const isFor = (visit: VisitWithSegments, wanted: Wanted) => JSON.stringify(wantedOf(visit)) === JSON.stringify(wanted)

function existing(bookable: Bookable, wanted: Wanted): Wish {
  const wish = wishFor(bookable, wanted)
  if (!wish) throw new CallError('not-found')
  return wish
}

/** The overlap rule has the last word: losing to it is an outcome, not a failure. */
export function lostRace(error: unknown): 'taken' {
  if (sqlState(error) === '23P01') return 'taken'
  throw error
}
