import { and, eq, sql } from 'drizzle-orm'
import { staffNotice } from '#db/schema/staff-message.ts'
import type { NoticeSettings } from '#domain/staff/notice.ts'
import type { AbsenceRow } from '../availability/schedule-queries.ts'
import type { Tx } from '../database/db.ts'

export type StaffNoticeRow = typeof staffNotice.$inferSelect

/** How all people of the salon who have chosen are told. */
export const listNoticeSettings = (tx: Tx): Promise<StaffNoticeRow[]> =>
  tx.select().from(staffNotice).where(eq(staffNotice.tenantId, tx.tenantId))

/** How a person is told, and up to when they have seen their notices; null: they have not chosen. */
export async function findNoticeSettings(tx: Tx, staffId: string): Promise<StaffNoticeRow | null> {
  const [row] = await tx
    .select()
    .from(staffNotice)
    .where(and(eq(staffNotice.tenantId, tx.tenantId), eq(staffNotice.staffId, staffId)))
  return row ?? null
}

/** @param change what differs from what is stored, or from `usual`. */
export async function saveNoticeSettings(
  tx: Tx,
  staffId: string,
  change: Partial<Pick<StaffNoticeRow, keyof NoticeSettings | 'seenAt'>>,
  usual: NoticeSettings,
): Promise<void> {
  await tx
    .insert(staffNotice)
    .values({ ...usual, ...change, tenantId: tx.tenantId, staffId })
    .onConflictDoUpdate({ target: [staffNotice.tenantId, staffNotice.staffId], set: change })
}

/** An absence of a member, with who of the salon has entered it, and when. Wall-clock times, as stored. */
export type EnteredAbsence = Pick<AbsenceRow, 'id' | 'memberId' | 'from' | 'until' | 'kind'> & {
  /** Epoch ms. */ at: number
  staffId: string | null
  staffName: string
}

/**
 * Lists the absences that people of the salon have entered since a time and that are there still, the latest
 * first: of one member, or a single one.
 */
export async function listEnteredAbsences(
  tx: Tx,
  since: Date,
  which: { memberId: string } | { id: string },
): Promise<EnteredAbsence[]> {
  const { rows } = await tx.execute<EnteredAbsence>(sql`
    select absence.id, absence.member_id as "memberId", absence."from", absence.until, absence.kind,
      extract(epoch from audit.at)::float8 * 1000 as at, audit.staff_id as "staffId", audit.actor as "staffName"
    from audit join absence on absence.tenant_id = ${tx.tenantId} and absence.id::text = audit.subject
    where audit.tenant_id = ${tx.tenantId} and audit.at > ${since.toISOString()}::timestamptz
      and audit.what = 'blockAdded'
      and ${'id' in which ? sql`absence.id = ${which.id}::uuid` : sql`absence.member_id = ${which.memberId}`}
    order by audit.at desc, absence.id limit 100`)
  return rows
}

/** The numbers of visits, and the first names of who comes. */
export async function listVisitNames(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; number: string | null; firstname: string }[]> {
  const { rows } = await tx.execute<{ id: string; number: string | null; firstname: string }>(sql`
    select visit.id, visit.number,
      coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname
    from visit left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id
    where visit.tenant_id = ${tx.tenantId} and visit.id = any(${sql.param([...ids])}::uuid[])`)
  return rows
}
