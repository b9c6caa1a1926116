import pg from 'pg'
import { connectOwner } from './role.ts'

/** How a table is spread over machines: by its tenant, or whole on each of them. */
type Kind = 'distributed' | 'reference'
type PlannedTable = { name: string; kind: Kind; bytes: number; /** It is spread already. */ done: boolean }
/** What distributing would do, and what has to be put right before. */
type Distribution = { tables: PlannedTable[]; obstacles: string[] }

/** All tables are placed like this one: what belongs to a tenant is on one machine. */
const ANCHOR = 'visit'
/** The list of tenants: hosts are looked up before a tenant is known, on whichever machine. */
const REFERENCE = 'tenant'
// What rate limiters count (rate_limit, open_stream) belongs to no tenant and stays where it is, on the coordinator.

/** Whether the database is the coordinator of a Citus cluster. */
export async function hasCitus(client: pg.Client): Promise<boolean> {
  const {
    rows: [found],
  } = await client.query<{ there: boolean }>(
    "select to_regproc('create_distributed_table') is not null as there",
  )
  return found?.there ?? false
}

/** What of the catalogue would keep the schema on one machine; empty where there is nothing. */
export async function catalogueFaults(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ fault: string }>(
    `
    with own as (
      select t.oid, t.relname as name, t.relrowsecurity and t.relforcerowsecurity as forced,
        (select attnum from pg_attribute where attrelid = t.oid and attname = 'tenant_id' and not attisdropped) as tenant
      from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname not in ('rate_limit', 'open_stream'))
    select format('%s has no tenant_id and is not the reference table', name) as fault from own where tenant is null and name <> $1
    union all select format('%s has no primary key with tenant_id', name) from own where tenant is not null
      and not exists (select from pg_constraint where conrelid = own.oid and contype = 'p' and tenant = any(conkey))
    union all select format('the unique index %s of %s has no tenant_id', indexrelid::regclass, name) from own join pg_index on indrelid = own.oid
      where tenant is not null and (indisunique or indisexclusion) and not tenant = any(indkey::int2[])
    union all select format('the foreign key %s of %s does not go from tenant to tenant', conname, own.name) from own
      join pg_constraint c on c.conrelid = own.oid and c.contype = 'f' left join own target on target.oid = c.confrelid
      where (target.name is distinct from $1 or own.name = $1) and not exists (
        select from unnest(c.conkey, c.confkey) as pair(here, there) where pair.here = own.tenant and pair.there = target.tenant)
    union all select format('row security of %s is not forced', name) from own where tenant is not null and not forced
    union all select format('a default of %s calls a sequence', name) from own join pg_attrdef on adrelid = own.oid where pg_get_expr(adbin, adrelid) like '%nextval(%'
    order by 1`,
    [REFERENCE],
  )
  return rows.map(({ fault }) => fault)
}

/** What would be done, largest table last. Nothing is changed. */
export async function planDistribution(ownerUrl: string): Promise<Distribution> {
  const client = await connectOwner(ownerUrl, 'stamgast distribution')
  try {
    return await planned(client)
  } finally {
    await client.end()
  }
}

async function planned(client: pg.Client): Promise<Distribution> {
  const faults = await catalogueFaults(client)
  if (!(await hasCitus(client)))
    return {
      tables: [],
      obstacles: [
        'the extension citus is not in this database: put citus into shared_preload_libraries of every node, restart them, and create the extension',
        ...faults,
      ],
    }
  const { rows: tables } = await client.query<PlannedTable & { column: string | null; now: string | null }>(
    `
    select t.relname as name, case when t.relname = $1 then 'reference' else 'distributed' end as kind, pg_total_relation_size(t.oid)::float8 as bytes,
      c.citus_table_type as now, c.distribution_column as column, c.table_name is not null as done
    from pg_class t left join citus_tables c on c.table_name = t.oid::regclass
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and t.relname not in ('rate_limit', 'open_stream')
    order by t.relname = $1 desc, t.relname = $2 desc, bytes, name`,
    [REFERENCE, ANCHOR],
  )
  const misplaced = tables
    .filter(
      ({ done, now, kind, column }) =>
        done && (now !== kind || (kind === 'distributed' && column !== 'tenant_id')),
    )
    .map(
      ({ name, now, column }) =>
        `${name} is ${now} by ${column ?? 'nothing'} already: undistribute it first (select undistribute_table('${name}'))`,
    )
  return {
    tables: tables.map(({ name, kind, bytes, done }) => ({ name, kind, bytes, done })),
    obstacles: [...faults, ...misplaced, ...(await nodeFaults(client))],
  }
}

/** What every node has to be set to. */
const settings: [name: string, right: (value: string) => boolean, wanted: string][] = [
  ['wal_level', (value) => value === 'logical', 'logical, so that shards can be moved while they are used'],
  [
    'citus.propagate_set_commands',
    (value) => value === 'local',
    'local, so that the tenant of a transaction reaches the workers',
  ],
  [
    'max_prepared_transactions',
    (value) => Number(value) > 0,
    'at least max_connections, for transactions over several nodes',
  ],
]

async function nodeFaults(client: pg.Client): Promise<string[]> {
  const faults: string[] = []
  for (const [name, right, wanted] of settings) {
    const { rows } = await client.query<{ nodeid: number; success: boolean; result: string }>(
      'select nodeid, success, result from run_command_on_all_nodes($1) order by nodeid',
      [`show ${name}`],
    )
    for (const { nodeid, success, result } of rows)
      if (!success || !right(result.trim()))
        faults.push(`${name} of node ${nodeid} is ${result.trim()}: it has to be ${wanted}`)
  }
  return faults
}

type Reference = { table: string; name: string; definition: string }

/**
 * Spreads what is not spread yet, in one transaction; `onTable` hears of each table before its turn. Foreign keys are taken away and
 * put back: Citus would refuse to spread one side of them.
 * @returns what stood in the way, nothing being changed then.
 */
export async function distribute(
  ownerUrl: string,
  onTable: (table: PlannedTable) => void = () => {},
): Promise<Distribution> {
  const client = await connectOwner(ownerUrl, 'stamgast distribution')
  try {
    await client.query('begin')
    // Beside another who does the same: the second finds everything done.
    await client.query('select pg_advisory_xact_lock(718005)')
    const plan = await planned(client)
    const open = plan.tables.filter(({ done }) => !done)
    if (plan.obstacles.length > 0 || open.length === 0) return plan
    await client.query("set local citus.multi_shard_modify_mode = 'sequential'")
    const { rows: references } = await client.query<Reference>(
      `
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace and array[conrelid, confrelid] && (select array_agg(oid) from pg_class where relnamespace = 'public'::regnamespace and relname = any($1))
      order by 1, 2`,
      [open.map(({ name }) => name)],
    )
    for (const { table, name } of references)
      await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
    for (const table of open) {
      onTable(table)
      await place(client, table)
    }
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
    await client.query('commit')
    return plan
  } finally {
    await client.end()
  }
}

async function place(client: pg.Client, { name, kind }: PlannedTable): Promise<void> {
  if (kind === 'reference') await client.query('select create_reference_table($1)', [name])
  else if (name === ANCHOR) await client.query("select create_distributed_table($1, 'tenant_id')", [name])
  else
    await client.query("select create_distributed_table($1, 'tenant_id', colocate_with => $2)", [
      name,
      ANCHOR,
    ])
}
