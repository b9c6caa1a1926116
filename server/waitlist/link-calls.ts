import { localParts, startOfDay } from '#domain/zone.ts'
import { isAllowedEnd } from '#domain/waitlist/extend.ts'
import type { Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { sha256 } from '../secret/hash.ts'
import { changeEntry, type Actor } from './change-entry.ts'
import { closeEntry } from './pause-or-close.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { loadPlaces } from './place.ts'
import { findEntry, isOpenNow, isPausedNow, lockEntry, type Entry, type EntryName } from './queries.ts'
import { toDateRange } from './to-response.ts'
import { nameWishes } from './wish.ts'

type Extended = Output<'gen2_crudWaitlist-extendWaitlist'>

const nameOf = {
  leave: (handle: string): EntryName => ({ leaveHash: sha256(handle) }),
  extend: (handle: string): EntryName => ({ extendHash: sha256(handle) }),
  confirm: (handle: string): EntryName => ({ confirmHash: sha256(handle) }),
}

/**
 * What the page of a link shows; the name of an account only to its owner. Changes nothing.
 * @throws CallError `not-found`, also for a closed entry; with what became of it for the link to leave.
 */
export const getWaitlistLink: Handler<'getWaitlistLink'> = async (ctx, { wait, purpose }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const entry = await findEntry(tx, nameOf[purpose](wait))
    if (!entry) throw new CallError('not-found')
    if (!isOpenNow(entry, ctx.deps.now()))
      throw new CallError(
        'not-found',
        purpose === 'leave' ? { reason: entry.state === 'booked' ? 'booked' : 'over' } : undefined,
      )
    return {
      firstname: visibleName(ctx, entry),
      preferredLanguage: entryLanguage(entry),
      services: (await nameWishes(tx, [entry]))(entry),
      ...toDateRange(entry.windows, ctx.tenant.profile.timeZone),
      end: entry.endsAt.getTime(),
      confirmed: entry.confirmedAt !== null,
      paused: isPausedNow(entry, ctx.deps.now()),
    }
  })

/**
 * Confirms that a contact waits: an entry keeps its place since joining, and one that was paused for want of
 * an answer is resumed. Idempotent.
 * @throws CallError `not-found`, also where nobody has confirmed 24 hours after joining.
 */
export const confirmWaitlistEntry: Handler<'confirmWaitlistEntry'> = async (ctx, { wait }) => {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    const entry = await lockLinked(tx, nameOf.confirm(wait))
    if (!entry || !isOpenNow(entry, deps.now())) throw new CallError('not-found')
    if (entry.confirmedAt)
      await changeEntry(ctx, tx, entry, { event: 'resumed', by: 'link', pausedUntil: null, unanswered: 0 })
    else
      await changeEntry(ctx, tx, entry, {
        event: 'confirmed',
        by: 'link',
        pausedUntil: entry.pausedUntil,
        confirmedAt: new Date(deps.now()),
      })
    const place = (await loadPlaces(ctx, tx, [entry])).get(entry.id) ?? { place: 1, of: 1 }
    return { confirmed: true, ...place }
  })
}

/**
 * Moves the end of an entry to the midnight of the given date in the tenant's zone; never back. Idempotent.
 * Failures are inside the answer.
 */
export const extendWaitlist: Handler<'gen2_crudWaitlist-extendWaitlist'> = async (
  ctx,
  { waitId, rangeEnd },
) => {
  const { deps, tenant } = ctx
  const now = deps.now()
  const wanted = (typeof rangeEnd === 'number' ? rangeEnd : rangeEnd.seconds) * 1000
  return deps.db.write<Extended>(tenant.id, async (tx) => {
    const entry = await lockLinked(tx, nameOf.extend(waitId))
    if (!entry || !isOpenNow(entry, now)) return { error: 'not-found', notFound: true }
    const end = toMidnight(wanted, { now, zone: tenant.profile.timeZone })
    if (end === null) return { error: 'invalid-range' }
    if (end <= entry.endsAt.getTime()) return { rangeEnd: Math.floor(entry.endsAt.getTime() / 1000) }
    await changeEntry(ctx, tx, entry, {
      event: 'extended',
      by: actorOf(ctx, entry),
      pausedUntil: entry.pausedUntil,
      endsAt: new Date(end),
    })
    return { rangeEnd: end / 1000 }
  })
}

/** The midnight that begins the date of a moment (epoch ms) within the next 180 days; null for any other. */
function toMidnight(at: number, { now, zone }: { now: number; zone: string }): number | null {
  if (!isAllowedEnd(at, { now, zone })) return null
  const midnight = startOfDay(zone, localParts(zone, Math.floor(at / 60_000)).date) * 60_000
  return midnight > now ? midnight : null
}

/**
 * Leaves the waitlist by the link of a mail; an open offer goes to the next. Idempotent, also for an entry
 * that has closed otherwise. @throws CallError `not-found` for an unknown handle.
 */
export const guestUnsubscribe: Handler<'gen2_crudWaitlist-guestUnsubscribe'> = async (ctx, { waitId }) =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const entry = await lockLinked(tx, nameOf.leave(waitId))
    if (!entry) throw new CallError('not-found')
    await closeEntry(ctx, tx, entry, { event: 'left', by: actorOf(ctx, entry) })
    return { success: true }
  })

/** Locks the waitlist and the entry of a link. An unknown handle locks nothing. */
async function lockLinked(tx: Tx, name: EntryName): Promise<Entry | null> {
  const found = await findEntry(tx, name)
  if (!found) return null
  await lockWaitlist(tx)
  return lockEntry(tx, found.id)
}

const actorOf = ({ guest }: RequestContext, { guestId }: Entry): Actor =>
  guest !== null && guest.uid === guestId ? 'guest' : 'link'

/**
 * The first name that this request may see: to the owner that of the account, to every other holder of a link
 * the one that was typed when joining. A client who joins with another guest's number keeps the links after
 * that guest's account has claimed the entry.
 */
const visibleName = (ctx: RequestContext, { guestId, guest, contact }: Entry): string =>
  (guest && ctx.guest?.uid === guestId ? guest : contact)?.firstname ?? ''

/** The language for pages opened by an entry's links: that of its guest; null if unknown. */
const entryLanguage = ({ guest, contact }: Entry): string | null =>
  contact?.language ?? guest?.preferredLanguage ?? null

/**
 * The language of the guest to whom the link of an open entry was sent; null for any other handle.
 * @param now epoch ms.
 */
export async function findEntryLanguage(
  tx: Tx,
  purpose: keyof typeof nameOf,
  handle: string,
  now: number,
): Promise<string | null> {
  const entry = await findEntry(tx, nameOf[purpose](handle))
  return entry && isOpenNow(entry, now) ? entryLanguage(entry) : null
}
