import { toStoredEmail } from '#domain/email.ts'
import { isSameWish } from '#domain/waitlist/same-wish.ts'
import type { Input, Output } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { WaitlistContact } from '#contract/visit/waitlist.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { countBooking } from '../visit/hold/confirm.ts'
import { editEntry, pauseEntry } from './edit-entry.ts'
import { enqueueConfirmMessage } from './mail.ts'
import type { entryOwnerFor } from './owner.ts'
import { findEntry, lockEntry, updateEntry, type Entry } from './queries.ts'

type Owner = ReturnType<typeof entryOwnerFor>
type Again = Pick<Input<'joinWaitlist'>, 'noticeMinutes' | 'atNight'> & { end: number }

/** The one of these entries of the owner that waits for the same. */
export const findSame = (
  entries: readonly Entry[],
  owner: Owner,
  wish: Parameters<typeof isSameWish>[0],
): Entry | undefined =>
  entries.find(
    (one) => isSameWish(one, wish) && ('guestId' in owner || isReachedAlike(one.contact, owner.contact)),
  )

/** Whether messages to both go to the same address or, without one, to the same number. */
function isReachedAlike(one: WaitlistContact | null, other: WaitlistContact): boolean {
  const reach = ({ email, mobile }: WaitlistContact) => (email ? toStoredEmail(email) : mobile)
  return one !== null && reach(one) === reach(other)
}

/**
 * Keeps an entry and its place for who joins for the same again; the caller holds the lock of the tenant's
 * order. @throws CallError `request/too-many` as `askToConfirm`.
 */
export async function joinAgain(
  ctx: RequestContext,
  tx: Tx,
  { id }: Pick<Entry, 'id'>,
  { owner, ...again }: Again & { owner: Owner },
): Promise<Output<'joinWaitlist'>> {
  const entry = await lockEntry(tx, id)
  if (!entry) throw new CallError('not-found')
  if ('guestId' in owner) {
    await waitAsSaid(ctx, tx, entry, again)
    return { ok: true, id, confirm: null }
  }
  if (!entry.confirmedAt) await replaceRequest(ctx, tx, entry, { ...again, contact: owner.contact })
  return { ok: true, id: null, confirm: await askToConfirm(ctx, tx, id, owner.contact) }
}

/** The entry waits, on the conditions that the guest states now; it never ends earlier than before. */
async function waitAsSaid(
  ctx: RequestContext,
  tx: Tx,
  entry: Entry,
  { noticeMinutes, atNight, end }: Again,
): Promise<void> {
  const waiting = await pauseEntry(ctx, tx, entry, { paused: false })
  await editEntry(ctx, tx, waiting, {
    ...(noticeMinutes !== entry.noticeMinutes && { noticeMinutes }),
    ...(atNight !== entry.atNight && { atNight }),
    ...(end > entry.endsAt.getTime() && { end }),
  })
}

/**
 * Anybody may have typed a contact: once it has confirmed, its entry stays as it is. Until then the entry is
 * what was asked for last, and has another day for its confirmation.
 */
const replaceRequest = (
  { deps }: RequestContext,
  tx: Tx,
  entry: Entry,
  { end, contact, noticeMinutes, atNight }: Again & { contact: WaitlistContact },
): Promise<void> =>
  updateEntry(tx, entry.id, {
    contact,
    noticeMinutes,
    atNight,
    endsAt: new Date(Math.max(end, entry.endsAt.getTime())),
    joinedAt: new Date(deps.now()),
  })

/**
 * Asks the contact of an entry to confirm it, and counts that like a booking. @returns the way.
 * @throws CallError `request/too-many` when the number cannot be written to now.
 */
export async function askToConfirm(
  ctx: RequestContext,
  tx: Tx,
  id: string,
  { email, mobile }: WaitlistContact,
): Promise<'mail' | 'sms'> {
  await countBooking(ctx, email ?? mobile ?? '')
  const entry = await findEntry(tx, { id })
  const way = entry && (await enqueueConfirmMessage(ctx, tx, entry))
  if (!way) throw new CallError('request/too-many')
  return way
}
