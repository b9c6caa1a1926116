import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, max, notInArray, sql } from 'drizzle-orm'
import type { VisitFacts } from '#contract/schedule/visit-change.ts'
import { visit, visitChange } from '#db/schema/visit.ts'
import type { Tx } from '../database/db.ts'

export type VisitChangeRow = typeof visitChange.$inferSelect
export type NewVisitChange = Omit<typeof visitChange.$inferInsert, 'tenantId' | 'id' | 'position'>

const own = (tx: Tx) => eq(visitChange.tenantId, tx.tenantId)

/**
 * What a change can alter of a visit, with the times of its members, as it is now; null for an unknown one.
 */
export async function findVisitFacts(tx: Tx, visitId: string): Promise<VisitFacts | null> {
  const {
    rows: [row],
  } = await tx.execute<VisitFacts>(sql`
    select state, extract(epoch from visit.start)::float8 * 1000 as "start",
      extract(epoch from visit."end")::float8 * 1000 as "end", price, paid, fee, refunded,
      moved_late_fee as "movedLateFee", moves, changed_from as "changedFrom",
      extract(epoch from asked_at)::float8 * 1000 as "askedAt", progress, progress_at as "progressAt", sequence,
      (select coalesce(json_agg(json_build_object(
          'serviceId', service_id, 'serviceName', service_name, 'addons', addons, 'memberId', member_id,
          'memberName', (select coalesce(displayname, firstname) from member
            where member.tenant_id = ${tx.tenantId} and member.id = member_id),
          'anyone', anyone, 'price', segment.price, 'vat', segment.vat,
          'start', extract(epoch from segment.start)::float8 * 1000,
          'end', extract(epoch from segment."end")::float8 * 1000,
          'busy', (select coalesce(json_agg(json_build_object(
              'start', extract(epoch from lower(part))::float8 / 60,
              'end', extract(epoch from upper(part))::float8 / 60)), '[]') from unnest(busy) as part),
          'over', over, 'overReason', over_reason, 'ownLength', own_length,
          'accepted', accepted,
          'units', (select coalesce(json_agg(json_build_object(
              'resourceId', resource_id, 'unit', unit, 'over', segment_unit.over,
              'busy', (select coalesce(json_agg(json_build_object(
                  'start', extract(epoch from lower(part))::float8 / 60,
                  'end', extract(epoch from upper(part))::float8 / 60)), '[]')
                from unnest(segment_unit.busy) as part)) order by resource_id), '[]')
            from segment_unit where segment_unit.tenant_id = ${tx.tenantId}
              and segment_unit.visit_id = visit.id and segment_unit.position = segment.position)
          ) order by position), '[]')
        from segment where segment.tenant_id = ${tx.tenantId} and segment.visit_id = visit.id) as segments
    from visit where visit.tenant_id = ${tx.tenantId} and visit.id = ${visitId}::uuid`)
  return row ?? null
}

/** How many changes each of these visits has: their rows are locked by what the next one has written. */
async function countChanges(tx: Tx, visitIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ visitId: visitChange.visitId, last: max(visitChange.position) })
    .from(visitChange)
    .where(and(own(tx), sql`${visitChange.visitId} = any(${sql.param([...visitIds])}::uuid[])`))
    .groupBy(visitChange.visitId)
  return new Map(rows.map(({ visitId, last }) => [visitId, (last ?? -1) + 1]))
}

/**
 * Inserts a change. @returns its id. @throws DatabaseError with SQLSTATE 23505 where another undoes the same.
 */
export async function createVisitChange(tx: Tx, row: NewVisitChange): Promise<string> {
  const id = randomUUID()
  const position = (await countChanges(tx, [row.visitId])).get(row.visitId) ?? 0
  await tx.insert(visitChange).values({ ...row, tenantId: tx.tenantId, id, position })
  return id
}

/** How many rows one statement inserts. */
const AT_ONCE = 1_000

/** Inserts the same change, of which nothing is kept, for each of these visits. */
export async function createVisitChanges(
  tx: Tx,
  visitIds: readonly string[],
  change: Pick<NewVisitChange, 'at' | 'actor' | 'kind'>,
): Promise<void> {
  const positions = await countChanges(tx, visitIds)
  const rows = visitIds.map((visitId) => ({
    ...change,
    tenantId: tx.tenantId,
    id: randomUUID(),
    visitId,
    position: positions.get(visitId) ?? 0,
  }))
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await tx.insert(visitChange).values(rows.slice(from, from + AT_ONCE))
}

/** Finds a change. */
export async function findVisitChange(tx: Tx, id: string): Promise<VisitChangeRow | null> {
  const [row] = await tx
    .select()
    .from(visitChange)
    .where(and(own(tx), eq(visitChange.id, id)))
  return row ?? null
}

/** Lists the changes of a visit, the latest first. */
export const listChangesOfVisit = (tx: Tx, visitId: string): Promise<VisitChangeRow[]> =>
  tx
    .select()
    .from(visitChange)
    .where(and(own(tx), eq(visitChange.visitId, visitId)))
    .orderBy(desc(visitChange.position))
    .limit(500)

/** Whether a change has been taken back. */
export const isUndone = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(visitChange, and(own(tx), eq(visitChange.undoes, id)))) > 0

/** Whether a visit has changed after this change; an answer of its guest, or a note, is none. */
export async function hasLaterChange(tx: Tx, { visitId, position }: VisitChangeRow): Promise<boolean> {
  const later = and(
    own(tx),
    eq(visitChange.visitId, visitId),
    gt(visitChange.position, position),
    notInArray(visitChange.kind, ['noted', 'claimed']),
  )
  return (await tx.$count(visitChange, later)) > 0
}

const undone = (tx: Tx) =>
  tx
    .select({ id: visitChange.undoes })
    .from(visitChange)
    .where(and(own(tx), isNotNull(visitChange.undoes)))

/**
 * Lists the changes that a guest is still to be told of, the earliest first: of one visit, or of all visits
 * that were changed at once. Those that were taken back are none.
 */
export const listUnreported = (
  tx: Tx,
  of: { visitId: string } | { batch: string },
): Promise<VisitChangeRow[]> =>
  tx
    .select()
    .from(visitChange)
    .where(
      and(
        own(tx),
        isNotNull(visitChange.reportAt),
        'batch' in of ? eq(visitChange.batch, of.batch) : eq(visitChange.visitId, of.visitId),
        notInArray(visitChange.id, undone(tx)),
      ),
    )
    .orderBy(asc(visitChange.at), asc(visitChange.visitId), asc(visitChange.position))

/** Lists all changes that guests are still to be told of. */
export const listReports = (tx: Tx): Promise<Pick<VisitChangeRow, 'id' | 'reportAt'>[]> =>
  tx
    .select({ id: visitChange.id, reportAt: visitChange.reportAt })
    .from(visitChange)
    .where(and(own(tx), isNotNull(visitChange.reportAt)))

/** Records that a guest was told of these changes, and by what. */
export async function markReported(
  tx: Tx,
  ids: string[],
  notified: VisitChangeRow['notified'],
): Promise<void> {
  await tx
    .update(visitChange)
    .set({ reportAt: null, notified })
    .where(and(own(tx), inArray(visitChange.id, ids)))
}

/** Counts the visits with this number, to give each its own. */
export const countNumber = (tx: Tx, number: string): Promise<number> =>
  tx.$count(visit, and(eq(visit.tenantId, tx.tenantId), eq(visit.number, number)))

/**
 * Lists changes that others have made since a time, the latest first; with `memberId` of what they perform.
 */
export const listChangesSince = (
  tx: Tx,
  {
    since,
    kinds,
    memberId,
    except,
  }: {
    since: Date
    kinds: VisitChangeRow['kind'][]
    memberId?: string | undefined
    /** The person who reads: their own changes are no news. */
    except: string
  },
): Promise<VisitChangeRow[]> =>
  tx
    .select()
    .from(visitChange)
    .where(
      and(
        own(tx),
        gt(visitChange.at, since),
        inArray(visitChange.kind, kinds),
        memberId === undefined ? undefined : sql`${visitChange.memberIds} @> array[${memberId}::text]`,
        sql`${visitChange.staffId} is distinct from ${except}::uuid`,
        isNull(visitChange.undoes),
        notInArray(visitChange.id, undone(tx)),
      ),
    )
    .orderBy(desc(visitChange.at), desc(visitChange.visitId), desc(visitChange.position))
    .limit(100)
