import { serviceText } from '#domain/visit/addons.ts'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { staffFeed } from '#db/schema/staff-message.ts'
import { staff } from '#db/schema/staff.ts'
import type { Tx } from '../database/db.ts'
import { sha256 } from '../secret/hash.ts'

export type StaffFeedRow = typeof staffFeed.$inferSelect

const ofStaff = (tx: Tx, staffId: string) =>
  and(eq(staffFeed.tenantId, tx.tenantId), eq(staffFeed.staffId, staffId))

/** The feed of a person, or null. */
export async function findFeed(tx: Tx, staffId: string): Promise<StaffFeedRow | null> {
  const [row] = await tx.select().from(staffFeed).where(ofStaff(tx, staffId))
  return row ?? null
}

/** Stores the hash of a feed's token, instead of the person's earlier one. */
export async function saveFeed(
  tx: Tx,
  staffId: string,
  { token, withNames, at }: { token: string; withNames: boolean; at: Date },
): Promise<void> {
  const feed = { tokenHash: sha256(token), withNames, createdAt: at, readAt: null }
  await tx
    .insert(staffFeed)
    .values({ ...feed, tenantId: tx.tenantId, staffId })
    .onConflictDoUpdate({ target: [staffFeed.tenantId, staffFeed.staffId], set: feed })
}

/** @returns whether there was one. */
export async function deleteFeed(tx: Tx, staffId: string): Promise<boolean> {
  const { rowCount } = await tx.delete(staffFeed).where(ofStaff(tx, staffId))
  return rowCount === 1
}

/**
 * Finds whose feed has this token, and of which member: who was removed has none.
 * @returns null for an unknown, replaced or removed token.
 */
export async function findFeedByToken(tx: Tx, token: string) {
  const [row] = await tx
    .select({
      staffId: staffFeed.staffId,
      withNames: staffFeed.withNames,
      readAt: staffFeed.readAt,
      name: staff.name,
      memberId: staff.memberId,
      role: staff.role,
      rights: staff.rights,
    })
    .from(staffFeed)
    .innerJoin(
      staff,
      and(
        eq(staff.tenantId, staffFeed.tenantId),
        eq(staff.id, staffFeed.staffId),
        isNull(staff.removedAt),
        isNotNull(staff.joinedAt),
      ),
    )
    .where(and(eq(staffFeed.tenantId, tx.tenantId), eq(staffFeed.tokenHash, sha256(token))))
  return row ?? null
}

/** Notes that a calendar has read a feed. */
export const markFeedRead = (tx: Tx, staffId: string, at: Date) =>
  tx.update(staffFeed).set({ readAt: at }).where(ofStaff(tx, staffId))

/** What one member performs of a visit, booked or cancelled. Times in epoch ms. */
export type FeedVisit = {
  id: string
  number: string | null
  sequence: number
  cancelled: boolean
  firstname: string
  start: number
  end: number
  services: string[]
}

/** Lists the visits of a member that begin in a range, in the order of time. */
export async function listFeedVisits(
  tx: Tx,
  memberId: string,
  { from, until }: { from: Date; until: Date },
): Promise<FeedVisit[]> {
  type Row = Omit<FeedVisit, 'services'> & { services: Parameters<typeof serviceText>[0][] }
  const { rows } = await tx.execute<Row>(sql`
    select visit.id, visit.number, visit.sequence, visit.state = 'cancelled' as cancelled,
      coalesce(nullif(guest.firstname, ''), contact ->> 'firstname', '') as firstname,
      extract(epoch from own."start")::float8 * 1000 as "start",
      extract(epoch from own."end")::float8 * 1000 as "end", own.services
    from (select visit_id, min(segment.start) as "start", max(segment."end") as "end",
        json_agg(json_build_object('serviceName', service_name, 'addons', addons)
          order by position) as services
      from segment where segment.tenant_id = ${tx.tenantId} and member_id = ${memberId}
        and segment.start >= ${from.toISOString()}::timestamptz
        and segment.start < ${until.toISOString()}::timestamptz
      group by visit_id) as own
      join visit on visit.tenant_id = ${tx.tenantId} and visit.id = own.visit_id
      left join guest on guest.tenant_id = ${tx.tenantId} and guest.id = visit.guest_id
    where visit.state in ('booked', 'cancelled')
    order by own."start", visit.id`)
  return rows.map((row) => ({ ...row, services: row.services.map(serviceText) }))
}
