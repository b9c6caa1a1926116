import type { TimeRefusal } from '#domain/availability/horizon.ts'
import type { Offer } from '#domain/availability/request.ts'
import type { AccessRefusal, AccessRules } from '#domain/visit/access.ts'
import {
  DOUBLE_CLICK_MS,
  holdEnd,
  MAX_HELD_MINUTES_AT_ADDRESS,
  MAX_HOLDS,
  MAX_HOLDS_AT_ADDRESS,
} from '#domain/visit/hold.ts'
import type { Bookable } from '#server/availability/bookable.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { lockCapacity } from '#server/availability/resource-queries.ts'
import { sumHeldMinutes, type Capacity } from '#server/availability/segment-queries.ts'
import { ensureOwner, holderOf, isOwnHold, ownerOf, type Owner } from '#server/context/booking-owner.ts'
import type { RequestContext } from '#server/context/context.ts'
import { limitLockWait, lockKeys } from '#server/database/advisory-lock.ts'
import { sqlState, type Tx } from '#server/database/db.ts'
import { hashAddress } from '#server/secret/hash.ts'
import { listOpenHolds, reloadVisits, updateVisits, type NewVisit } from '../queries.ts'
import { accessKeys, accessRefusal } from '../access/access.ts'
import { createHeld, type NewHold } from './create-held.ts'
import { groupHolds, type HeldVisits } from './group.ts'
import { lockStillHeld, overlappedBy, releaseHolds } from './own-holds.ts'

/** Why nothing is held; `lost`: the starts (epoch ms) that are not free. */
export type NotFree = { reason: TimeRefusal; lost: number[] }
export type HoldRejection = TimeRefusal | AccessRefusal | 'too-many-holds' | 'too-many-at-address' | 'busy'
type Held = { ok: true; visits: HeldVisits } | { ok: false; reason: HoldRejection; lost: number[] }

/** What is held at once: one visit, or several with one end, all of them or none. */
export type HoldPlan = {
  bookable: Bookable
  /** Epoch ms. */
  now: number
  /** Whose rows are locked once, each in the order of their ids. */
  capacity: Capacity
  /** Whether the guest holds exactly this already. */
  isSame: (hold: HeldVisits) => boolean
  /** Looks whether it is free, before anything is locked; null: it is. */
  look: (tx: Tx) => Promise<NotFree | null>
  /** Finds the offers while the candidates are locked. `own`: the guest whose holds count as free. */
  find: (tx: Tx, own: Owner | undefined) => Promise<NewHold[] | NotFree>
  /** Where there are several visits, creates what they belong to. @returns how each of them names it. */
  createGroup?: (tx: Tx) => Promise<Partial<NewVisit>>
  /** This becomes the guest's only hold. */
  releaseOthers: boolean
  /** Who may book it, and the services of each visit. */
  access: AccessRules
  services: string[][]
}

/** How long a group waits for the locks of other bookings. */
const LOCK_TIMEOUT_MS = 2000
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Holds what is planned in one transaction. Idempotent: what the guest holds already is returned. The guest's
 * own holds count as free: those that the new one overlaps are released in its transaction, all of them with
 * `releaseOthers`. A plan that is refused releases nothing. A group counts as one hold, with the minutes of
 * all of its visits. `busy`: others have been booking for too long; nothing is known to be taken.
 * @param plan runs in the transaction.
 */
export async function holdTogether(ctx: RequestContext, plan: (tx: Tx) => Promise<HoldPlan>): Promise<Held> {
  ensureOwner(ctx)
  const held = await ctx.deps.db
    .write(ctx.tenant.id, async (tx) => hold(ctx, tx, await plan(tx)))
    .catch(toRefusal)
  return Array.isArray(held) ? { ok: true, visits: held } : { ok: false, ...held }
}

type Refused = { reason: HoldRejection; lost: number[] }

function toRefusal(error: unknown): Refused {
  if (sqlState(error) === LOCK_NOT_AVAILABLE) return { reason: 'busy', lost: [] }
  return { reason: takenOnConstraintViolation(error), lost: [] }
}

/**
 * Handles a lost race. The exclusion constraint rejects overlaps (23P01), and a concurrent import may remove
 * a row that was just read (23503, foreign key): both are an expected outcome. Other errors are rethrown.
 */
export function takenOnConstraintViolation(error: unknown): 'taken' {
  if (['23P01', '23503'].includes(sqlState(error) ?? '')) return 'taken'
  throw error
}

async function hold(ctx: RequestContext, tx: Tx, plan: HoldPlan): Promise<HeldVisits | Refused> {
  const { now, releaseOthers, isSame, access } = plan
  const more = { rules: access, more: plan.services }
  const denied = await accessRefusal(ctx, tx, more)
  if (denied) return { reason: denied, lost: [] }
  const owner = ownerOf(ctx)
  const addressHash = hashAddress(ctx.deps.secret, ctx.tenant.id, ctx.address)
  const listOpen = async () => groupHolds(await listOpenHolds(tx, holderOf(ctx), addressHash, new Date(now)))
  const isOwn = ([first]: HeldVisits) => first !== undefined && isOwnHold(ctx, first)
  const isDoubleClick = ([first]: HeldVisits) =>
    ctx.ownerIsNew === true &&
    first?.ownerIsNew === true &&
    first.addressHash === addressHash &&
    now - first.createdAt.getTime() <= DOUBLE_CLICK_MS
  // Fail fast before waiting for the locks when the time is not free. A time that has come too close stays
  // held for who holds it; the list is read only now, so that it includes the hold of a concurrent request.
  const refused = await plan.look(tx)
  if (refused) return (await listOpen()).find((one) => isOwn(one) && isSame(one)) ?? refused
  if (plan.createGroup) await limitLockWait(tx, LOCK_TIMEOUT_MS)
  await lockKeys(tx, [
    `owner ${owner.guestId ?? owner.ownerHash}`,
    `address ${addressHash}`,
    ...accessKeys(ctx, access),
  ])
  // What another transaction has booked before this one got the lock counts too.
  const tooMany = access.limits.length > 0 ? await accessRefusal(ctx, tx, more) : null
  if (tooMany) return { reason: tooMany, lost: [] }
  const open = await listOpen()
  const mine = open.filter(isOwn)
  if (mine.some(isSame)) {
    const own = await lockStillHeld(tx, mine)
    const same = own.find(isSame)
    const others = own.filter((one) => one !== same)
    if (same && releaseOthers && others.length > 0) {
      await releaseHolds(tx, others)
      await bumpCalendar(tx)
    }
    if (same) return same
  }
  const other = open.find((one) => isDoubleClick(one) && isSame(one))
  if (other) return transferHold(tx, other, owner)
  await lockCapacity(tx, plan.capacity)
  const own = await lockStillHeld(tx, mine)
  // Anyone: a person who is free is better than one whom the guest has held.
  const free = releaseOthers || own.length === 0 ? null : await plan.find(tx, undefined)
  const found = Array.isArray(free) ? free : await plan.find(tx, holderOf(ctx))
  if (!Array.isArray(found)) return found
  const offers = found.map(({ offer }) => offer)
  const released = releaseOthers ? own : await overlappedBy(tx, own, offers)
  if (own.length - released.length >= MAX_HOLDS) return { reason: 'too-many-holds', lost: [] }
  const left = open.filter((one) => one[0]?.addressHash === addressHash && !released.includes(one))
  if (left.length >= MAX_HOLDS_AT_ADDRESS) return { reason: 'too-many-at-address', lost: [] }
  // The limit does not apply to the first hold of an IP address: a single visit longer than it is not abuse.
  const minutes = await sumHeldMinutes(
    tx,
    left.flat().map(({ id }) => id),
  )
  if (minutes > 0 && minutes + sumMinutes(offers) > MAX_HELD_MINUTES_AT_ADDRESS)
    return { reason: 'too-many-at-address', lost: [] }
  await releaseHolds(tx, released)
  const group = await plan.createGroup?.(tx)
  const common = { ...owner, ...group, ownerIsNew: ctx.ownerIsNew ?? false, addressHash }
  return createHeld(ctx, tx, found, { bookable: plan.bookable, holdUntil: holdEnd(now), common })
}

const sumMinutes = (offers: readonly Offer[]) =>
  offers
    .flatMap(({ segments }) => segments.flatMap((one) => one.busy))
    .reduce((sum, { start, end }) => sum + end - start, 0)

/**
 * On a double click without a cookie the browser keeps only the cookie of the last response. The hold is
 * therefore assigned to that secret, and no second time is taken.
 */
async function transferHold(tx: Tx, hold: HeldVisits, { ownerHash }: Owner): Promise<HeldVisits | Refused> {
  const [locked] = await lockStillHeld(tx, [hold])
  if (!locked) return { reason: 'taken', lost: [] }
  const ids = hold.map(({ id }) => id)
  await updateVisits(tx, ids, { ownerHash })
  return reloadVisits(tx, ids)
}
