import { nextState, type EntryEvent } from '#domain/waitlist/states.ts'
import type { waitlistChange } from '#db/schema/waitlist.ts'
import { publishChange } from '../database/change-events.ts'
import type { Tx } from '../database/db.ts'
import { createChange, listDuePauses, lockEntry, updateEntry, type Entry } from './queries.ts'

/** Who causes a change: the account, the holder of a link, the tenant's operator, or a job. */
export type Actor = (typeof waitlistChange.$inferSelect)['by']
type ClockContext = { deps: { now: () => number } }
type EntryChanges = Parameters<typeof updateEntry>[2]

/**
 * Changes an entry that the caller has locked: its state by `domain/waitlist/states.ts` and `changes`, with
 * a row that records it, and events for the pages that show it. An open offer of an entry that leaves or
 * ends is withdrawn before (`close-entry.ts`).
 * @returns the entry after the change; null where its state does not allow the event.
 */
export async function changeEntry(
  { deps }: ClockContext,
  tx: Tx,
  entry: Entry,
  { event, by, ...changes }: { event: EntryEvent; by: Actor } & Omit<EntryChanges, 'state'>,
): Promise<Entry | null> {
  const to = nextState(entry.state, event)
  if (!to) return null
  const pause = to === 'paused' ? {} : { pausedUntil: null }
  await updateEntry(tx, entry.id, { ...pause, ...changes, state: to })
  await createChange(tx, { entryId: entry.id, event, by, from: entry.state, to, at: new Date(deps.now()) })
  if (entry.guestId !== null) await publishChange(tx, 'waitlist', entry.guestId)
  if (changesPlaces(event)) await publishPlaces(tx)
  return { ...entry, ...pause, ...changes, state: to }
}

/** Whether the event may change the places of others: who competes, or in which order. */
const changesPlaces = (event: EntryEvent): boolean =>
  ['edited', 'extended', 'moved', 'accepted', 'left', 'ended'].includes(event)

/** Reports to all open pages of the tenant's waitlist that places have changed; once for a transaction. */
export const publishPlaces = (tx: Tx): Promise<void> => publishChange(tx, 'places', '')

/** Resumes the tenant's entries whose pause has ended. @returns how many. */
export async function resumeDueEntries(ctx: ClockContext, tx: Tx): Promise<number> {
  const now = new Date(ctx.deps.now())
  let resumed = 0
  for (const { id } of await listDuePauses(tx, now)) {
    const entry = await lockEntry(tx, id)
    if (!entry?.pausedUntil || entry.pausedUntil > now) continue
    if (await changeEntry(ctx, tx, entry, { event: 'resumed', by: 'system' })) resumed += 1
  }
  return resumed
}
