import {
  and,
  asc,
  eq,
  getTableColumns,
  getTableName,
  inArray,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { member, service, serviceMember, serviceType } from '#db/schema/service.ts'
import { calendar, finance, tenant } from '#db/schema/tenant.ts'
import { segment } from '#db/schema/visit.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import { tenantId, type Tx } from './db.ts'
import type { PreparedPages } from '../content/prepare.ts'
import { announce } from './news.ts'
import { importPages } from './page-import.ts'
import { createPictures, removeUnusedPictures, type MadePicture } from './picture.ts'
import { rowsOf } from './tenant-rows.ts'

export type Imported =
  | { ok: true; outcome: 'created' | 'changed' | 'unchanged' }
  | { ok: false; field: 'firstpath' | 'vanityUrl' | 'canonicalHost'; holder: string }

/**
 * Brings the tenant's own rows to what the file says; its guests and visits are not touched. What the file no longer has is
 * removed, or made inactive where a visit or another row refers to it. Imports run one after the other.
 * @param pages what the file says of pages, prepared; null leaves them as they are.
 * @param pictures those of the tenant itself that are new, which the file names by their addresses.
 */
export async function importTenant(
  tx: Tx,
  file: TenantFile,
  pages: PreparedPages | null = null,
  pictures: MadePicture[] = [],
): Promise<Imported> {
  if (tenantId(file.tenant.id) !== tx.tenantId) throw new Error('the file is another tenant’s')
  await queueImports(tx)
  const taken = await findHolder(tx, file)
  if (taken) return taken
  const known = await isKnown(tx)
  const changes =
    (await bringIn(tx, file)) +
    (await createPictures(tx, pictures)) +
    (pages ? await importPages(tx, pages) : await removeUnusedPictures(tx))
  if (changes === 0) return { ok: true, outcome: 'unchanged' }
  if (known) await countChange(tx)
  await announce(tx, 'tenant', '')
  return { ok: true, outcome: known ? 'changed' : 'created' }
}

/** Holds back every other import until this transaction ends: addresses are unique over all tenants. */
export const queueImports = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(718002)`)
}

/** Whether the transaction's tenant exists. */
export async function isKnown(tx: Tx): Promise<boolean> {
  const found = await tx.select({ id: tenant.id }).from(tenant).where(eq(tenant.id, tx.tenantId))
  return found.length > 0
}

/** Cached pages and answers of the tenant are out of date from here on. */
export async function countChange(tx: Tx): Promise<void> {
  await tx
    .update(tenant)
    .set({ contentVersion: sql`${tenant.contentVersion} + 1` })
    .where(eq(tenant.id, tx.tenantId))
  await tx
    .update(calendar)
    .set({ version: sql`${calendar.version} + 1` })
    .where(eq(calendar.tenantId, tx.tenantId))
}

async function findHolder(
  tx: Tx,
  { tenant: { firstpath, vanityUrl, canonicalHost } }: TenantFile,
): Promise<Extract<Imported, { ok: false }> | null> {
  const hosts = [vanityUrl, canonicalHost].filter((host) => host !== undefined)
  const [holder] = await tx
    .select()
    .from(tenant)
    .where(
      and(
        ne(tenant.id, tx.tenantId),
        or(firstpath ? eq(tenant.firstpath, firstpath) : sql`false`, inArray(tenant.vanityHost, hosts)),
      ),
    )
    .limit(1)
  if (!holder) return null
  const field =
    firstpath && holder.firstpath === firstpath
      ? 'firstpath'
      : holder.vanityHost === vanityUrl
        ? 'vanityUrl'
        : 'canonicalHost'
  return { ok: false, field, holder: holder.id }
}

/** @returns how many rows became other ones. */
async function bringIn(tx: Tx, file: TenantFile): Promise<number> {
  const rows = rowsOf(file)
  // As a booking does, and before anything it may wait for: else the two would wait for one another.
  await tx
    .select({ id: member.id })
    .from(member)
    .where(eq(member.tenantId, tx.tenantId))
    .orderBy(asc(member.id))
    .for('no key update')
  let changes = await put(tx, tenant, [tenant.id], [rows.tenant])
  changes += await put(tx, finance, [finance.tenantId], [rows.finance])
  changes += await put(tx, calendar, [calendar.tenantId], [rows.calendar])
  changes += await put(tx, serviceType, [serviceType.tenantId, serviceType.id], rows.serviceTypes)
  changes += await put(tx, member, [member.tenantId, member.id], rows.members)
  changes += await put(tx, service, [service.tenantId, service.id], rows.services)
  changes += await put(
    tx,
    serviceMember,
    [serviceMember.tenantId, serviceMember.serviceId, serviceMember.memberId],
    rows.serviceMembers,
  )
  changes += await dropPerformers(tx, rows.serviceMembers)
  changes += await retire(
    tx,
    service,
    rows.services,
    sql`select from ${segment} where ${segment.tenantId} = ${service.tenantId} and ${segment.serviceId} = ${service.id}`,
  )
  changes += await retire(
    tx,
    serviceType,
    rows.serviceTypes,
    sql`select from ${service} where ${service.tenantId} = ${serviceType.tenantId} and ${service.svctype} = ${serviceType.id}`,
  )
  changes += await retire(
    tx,
    member,
    rows.members,
    sql`select from ${segment} where ${segment.tenantId} = ${member.tenantId} and ${segment.memberId} = ${member.id}`,
  )
  return changes + (await queueBehind(tx, rows.members))
}

/** Inserts the rows, or writes over those that differ; a row that is the same already is not written. */
async function put<T extends PgTable>(
  tx: Tx,
  table: T,
  key: PgColumn[],
  rows: T['$inferInsert'][],
): Promise<number> {
  const [first] = rows
  if (!first) return 0
  const given = Object.entries(getTableColumns(table)).filter(
    ([name, column]) => name in first && !key.includes(column),
  )
  const names = given.map(([, column]) => column.name)
  const set: Record<string, SQL> = Object.fromEntries(
    given.map(([name, column]) => [name, sql.raw(`excluded."${column.name}"`)]),
  )
  const differs = sql.raw(
    `(${names.map((name) => `"${getTableName(table)}"."${name}"`).join()}) is distinct from (${names.map((name) => `excluded."${name}"`).join()})`,
  )
  const { rowCount } = await tx
    .insert(table)
    .values(rows)
    .onConflictDoUpdate({ target: key, set: set as PgUpdateSetSource<T>, setWhere: differs })
  return rowCount ?? 0
}

async function dropPerformers(tx: Tx, kept: { serviceId: string; memberId: string }[]): Promise<number> {
  const pairs = kept.map(({ serviceId, memberId }) => sql`(${serviceId}, ${memberId})`)
  const listed =
    pairs.length > 0
      ? sql`(${serviceMember.serviceId}, ${serviceMember.memberId}) not in (${sql.join(pairs, sql`, `)})`
      : undefined
  const { rowCount } = await tx
    .delete(serviceMember)
    .where(and(eq(serviceMember.tenantId, tx.tenantId), listed))
  return rowCount ?? 0
}

/** Removes the rows that the file no longer has; those for which `references` finds something become inactive. */
async function retire(
  tx: Tx,
  table: typeof service | typeof serviceType | typeof member,
  kept: { id: string }[],
  references: SQL,
): Promise<number> {
  const gone = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.tenantId, tx.tenantId), notInArray(table.id, ['', ...kept.map(({ id }) => id)])))
    .orderBy(asc(table.id))
    .for('update')
  if (gone.length === 0) return 0
  // Nobody can begin to refer to them now that they are locked, and this statement sees who did before.
  const those = and(
    eq(table.tenantId, tx.tenantId),
    inArray(
      table.id,
      gone.map(({ id }) => id),
    ),
  )
  const removed = await tx.delete(table).where(and(those, sql`not exists (${references})`))
  const { rowCount } = await tx
    .update(table)
    .set({ active: false })
    .where(and(those, eq(table.active, true)))
  return (removed.rowCount ?? 0) + (rowCount ?? 0)
}

/** Members who are kept for their visits alone come after all others. */
async function queueBehind(tx: Tx, kept: { id: string }[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with place as (
      select id, ${kept.length} + row_number() over (order by position, id) - 1 as position from member
      where tenant_id = ${tx.tenantId} and id <> all(${sql.param(kept.map(({ id }) => id))}::text[]))
    update member set position = place.position from place
    where member.tenant_id = ${tx.tenantId} and member.id = place.id and member.position <> place.position`)
  return rowCount ?? 0
}
