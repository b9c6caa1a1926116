import { randomUUID } from 'node:crypto'
import {
  and,
  arrayOverlaps,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import { guest } from '#db/schema/guest.ts'
import { openEntryAt, waitlistChange, waitlistEntry, waitlistOffer } from '#db/schema/waitlist.ts'
import { CONFIRM_MS, isEntryOpen, openStates } from '#domain/waitlist/states.ts'
import type { DateSpan } from '#domain/waitlist/window.ts'
import type { Tx } from '../database/db.ts'
import { contactColumns, type GuestContact } from '../guest/queries.ts'

type EntryRow = typeof waitlistEntry.$inferSelect
type ChangeRow = typeof waitlistChange.$inferSelect
/** An entry with the account that it belongs to; null for an entry of a contact. */
export type Entry = EntryRow & {
  guest: GuestContact | null
}
/** What decides the place of an entry. */
export type RankedEntry = Pick<EntryRow, 'id' | 'rank' | 'services' | 'windows' | 'joinedAt' | 'endsAt'>

/** The entry's id, or the SHA-256 of one of its public handles. */
export type EntryName =
  | { id: string }
  | { handleHash: string }
  | { leaveHash: string }
  | { extendHash: string }
  | { confirmHash: string }
/** Whose open entries count together: a guest's, or those of one e-mail address or mobile (E.164). */
export type EntryOwner = { guestId: string } | { email: string | null; mobile: string | null }

/** `isEntryOpen` of a stored entry. */
export const isOpenNow = ({ state, endsAt, confirmedAt, joinedAt }: EntryRow, now: number): boolean =>
  isEntryOpen(
    { state, endsAt: endsAt.getTime(), confirmBy: confirmedAt ? null : joinedAt.getTime() + CONFIRM_MS },
    now,
  )

/** Whether an entry is paused by the clock: nobody may have resumed it yet after its pause. */
export const isPausedNow = ({ state, pausedUntil }: EntryRow, now: number): boolean =>
  state === 'paused' && (pausedUntil === null || pausedUntil.getTime() > now)

/** Finds an entry in any state. */
export async function findEntry(tx: Tx, name: EntryName): Promise<Entry | null> {
  const named =
    'id' in name
      ? eq(waitlistEntry.id, name.id)
      : 'handleHash' in name
        ? eq(waitlistEntry.handleHash, name.handleHash)
        : 'leaveHash' in name
          ? eq(waitlistEntry.leaveHash, name.leaveHash)
          : 'extendHash' in name
            ? eq(waitlistEntry.extendHash, name.extendHash)
            : eq(waitlistEntry.confirmHash, name.confirmHash)
  return (await load(tx, named))[0] ?? null
}

/** Locks the entry's row until the transaction ends and returns its current state. */
export async function lockEntry(tx: Tx, id: string): Promise<Entry | null> {
  await tx
    .select({ id: waitlistEntry.id })
    .from(waitlistEntry)
    .where(and(eq(waitlistEntry.tenantId, tx.tenantId), eq(waitlistEntry.id, id)))
    .for('update')
  return findEntry(tx, { id })
}

/** Lists the tenant's open entries in their order. */
export const listOpenEntries = (tx: Tx, now: Date): Promise<Entry[]> => load(tx, openEntryAt(now))

/**
 * Lists the tenant's open entries in their order that want one of these services, without those whose
 * windows all end before these dates or all begin after them.
 */
export const listEntriesFor = (
  tx: Tx,
  now: Date,
  { services, dates }: { services: string[]; dates: DateSpan },
): Promise<Entry[]> =>
  load(
    tx,
    and(
      openEntryAt(now),
      arrayOverlaps(waitlistEntry.services, services),
      // Without windows there is no minimum, and an entry wants any date.
      sql`(select min(wanted ->> 'from') <= ${dates.until} and max(wanted ->> 'until') >= ${dates.from}
        from jsonb_array_elements(${waitlistEntry.windows}) as wanted) is not false`,
    ),
  )

/**
 * Lists what places are counted from: the open entries in order, with `services` those that share one of
 * them.
 */
export const listRankedEntries = (tx: Tx, now: Date, services?: string[]): Promise<RankedEntry[]> =>
  tx
    .select({
      id: waitlistEntry.id,
      rank: waitlistEntry.rank,
      services: waitlistEntry.services,
      windows: waitlistEntry.windows,
      joinedAt: waitlistEntry.joinedAt,
      endsAt: waitlistEntry.endsAt,
    })
    .from(waitlistEntry)
    .where(
      and(
        eq(waitlistEntry.tenantId, tx.tenantId),
        openEntryAt(now),
        services && arrayOverlaps(waitlistEntry.services, services),
      ),
    )
    .orderBy(...inOrder)

/** Lists the open entries of a guest or contact in the tenant's order. */
export const listEntriesOf = (tx: Tx, owner: EntryOwner, now: Date): Promise<Entry[]> =>
  load(tx, and(belongsTo(owner), openEntryAt(now)))

/** Lists a guest's entries in every state with their changes and offers, the earliest first. */
export async function listEntryHistory(tx: Tx, guestId: string) {
  const entries = await tx
    .select()
    .from(waitlistEntry)
    .where(and(eq(waitlistEntry.tenantId, tx.tenantId), eq(waitlistEntry.guestId, guestId)))
    .orderBy(asc(waitlistEntry.joinedAt), asc(waitlistEntry.id))
  const ids = entries.map(({ id }) => id)
  if (ids.length === 0) return []
  const changes = await tx
    .select()
    .from(waitlistChange)
    .where(and(eq(waitlistChange.tenantId, tx.tenantId), inArray(waitlistChange.entryId, ids)))
    .orderBy(asc(waitlistChange.at), asc(waitlistChange.id))
  const offers = await tx
    .select()
    .from(waitlistOffer)
    .where(and(eq(waitlistOffer.tenantId, tx.tenantId), inArray(waitlistOffer.entryId, ids)))
    .orderBy(asc(waitlistOffer.createdAt), asc(waitlistOffer.id))
  return entries.map((entry) => ({
    ...entry,
    changes: changes.filter(({ entryId }) => entryId === entry.id),
    offers: offers.filter(({ entryId }) => entryId === entry.id),
  }))
}

/** Counts a guest's open entries. */
export const countOpenEntries = (tx: Tx, guestId: string, now: Date): Promise<number> =>
  tx.$count(
    waitlistEntry,
    and(eq(waitlistEntry.tenantId, tx.tenantId), eq(waitlistEntry.guestId, guestId), openEntryAt(now)),
  )

/** Inserts an entry after all others. The caller holds the lock of the tenant's order. */
export const createEntry = async (
  tx: Tx,
  row: Omit<typeof waitlistEntry.$inferInsert, 'tenantId' | 'rank'>,
): Promise<void> => {
  const [next] = await tx
    .select({ rank: sql<string>`coalesce(max(${waitlistEntry.rank}), 0) + 1` })
    .from(waitlistEntry)
    .where(and(eq(waitlistEntry.tenantId, tx.tenantId), inArray(waitlistEntry.state, openStates)))
  await tx.insert(waitlistEntry).values({ ...row, tenantId: tx.tenantId, rank: next?.rank ?? '1' })
}

/** Updates an entry; an unknown id is ignored. */
export const updateEntry = async (
  tx: Tx,
  id: string,
  changes: Partial<Omit<EntryRow, 'tenantId' | 'id'>>,
): Promise<void> => {
  await tx
    .update(waitlistEntry)
    .set(changes)
    .where(and(eq(waitlistEntry.tenantId, tx.tenantId), eq(waitlistEntry.id, id)))
}

/**
 * Records a change of an entry, a millisecond at least after the one before: `at` gives the order also of
 * changes in one transaction.
 */
export const createChange = async (
  tx: Tx,
  { at, ...row }: Omit<ChangeRow, 'tenantId' | 'id'>,
): Promise<void> => {
  const [last] = await tx
    .select({ at: max(waitlistChange.at) })
    .from(waitlistChange)
    .where(and(eq(waitlistChange.tenantId, tx.tenantId), eq(waitlistChange.entryId, row.entryId)))
  await tx.insert(waitlistChange).values({
    ...row,
    tenantId: tx.tenantId,
    id: randomUUID(),
    at: last?.at && last.at >= at ? new Date(last.at.getTime() + 1) : at,
  })
}

/**
 * Assigns to an account the entries of a contact with this e-mail address or mobile (E.164), and counts them
 * as confirmed. @returns their ids and states.
 */
export async function assignEntries(
  tx: Tx,
  guestId: string,
  contact: { email: string } | { mobile: string },
  now: Date,
): Promise<Pick<EntryRow, 'id' | 'state'>[]> {
  return tx
    .update(waitlistEntry)
    .set({ guestId, confirmedAt: sql`coalesce(${waitlistEntry.confirmedAt}, ${now.toISOString()})` })
    .where(
      and(
        eq(waitlistEntry.tenantId, tx.tenantId),
        belongsTo('email' in contact ? { ...contact, mobile: null } : { ...contact, email: null }),
        openEntryAt(now),
      ),
    )
    .returning({ id: waitlistEntry.id, state: waitlistEntry.state })
}

/** Lists open entries that have ended by now, or that nobody confirmed in time. */
export const listEndedEntries = (tx: Tx, now: Date): Promise<Entry[]> =>
  load(tx, and(inArray(waitlistEntry.state, openStates), sql`not (${openEntryAt(now)})`))

/** Lists confirmed open entries that joined before `joined` and end after `after` and until `until`. */
export const listEndingEntries = (
  tx: Tx,
  { after, until, joined }: { after: Date; until: Date; joined: Date },
): Promise<Entry[]> =>
  load(
    tx,
    and(
      openEntryAt(after),
      isNotNull(waitlistEntry.confirmedAt),
      lte(waitlistEntry.endsAt, until),
      lte(waitlistEntry.joinedAt, joined),
    ),
  )

/** Lists paused entries whose pause has ended by now. */
export const listDuePauses = (tx: Tx, now: Date): Promise<Entry[]> =>
  load(tx, and(eq(waitlistEntry.state, 'paused'), lte(waitlistEntry.pausedUntil, now)))

/** Clears the contacts of entries that closed before `before`. @returns the number of entries. */
export async function clearEntryContacts(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .update(waitlistEntry)
    .set({ contact: null })
    .where(
      and(
        eq(waitlistEntry.tenantId, tx.tenantId),
        inArray(waitlistEntry.state, ['booked', 'left', 'ended']),
        isNotNull(waitlistEntry.contact),
        sql`not exists (select from ${waitlistChange} where ${waitlistChange.tenantId} = ${tx.tenantId}
          and ${waitlistChange.entryId} = ${waitlistEntry.id} and ${waitlistChange.at} >= ${before.toISOString()})`,
      ),
    )
  return rowCount ?? 0
}

const inOrder = [asc(waitlistEntry.rank), asc(waitlistEntry.joinedAt), asc(waitlistEntry.id)] as const

function belongsTo(owner: EntryOwner): SQL | undefined {
  if ('guestId' in owner) return eq(waitlistEntry.guestId, owner.guestId)
  const email =
    owner.email && sql`lower(${waitlistEntry.contact} ->> 'email') = ${toStoredEmail(owner.email)}`
  const mobile = owner.mobile && sql`${waitlistEntry.contact} ->> 'mobile' = ${owner.mobile}`
  return and(isNull(waitlistEntry.guestId), or(email || sql`false`, mobile || sql`false`))
}

async function load(tx: Tx, where: SQL | undefined): Promise<Entry[]> {
  const rows = await tx
    .select({
      entry: waitlistEntry,
      guest: contactColumns,
    })
    .from(waitlistEntry)
    .leftJoin(guest, and(eq(guest.tenantId, waitlistEntry.tenantId), eq(guest.id, waitlistEntry.guestId)))
    .where(and(eq(waitlistEntry.tenantId, tx.tenantId), where))
    .orderBy(...inOrder)
  return rows.map((row) => ({ ...row.entry, guest: row.guest }))
}
