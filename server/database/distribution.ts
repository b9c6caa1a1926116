import pg from 'pg'
import { ANCHOR, askNodes, distributeTable, hasCitus, REFERENCE, SEQUENTIAL, type Kind } from './citus.ts'
import { connectOwner } from './role.ts'

type PlannedTable = { name: string; kind: Kind; bytes: number; /** Already distributed. */ done: boolean }
/** The plan, and the obstacles to remove first. */
type Distribution = { tables: PlannedTable[]; obstacles: string[] }

/** Lists properties of the schema that prevent distribution; empty if there are none. */
export async function listCatalogueErrors(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ error: string }>(
    `
    with own as (
      select t.oid, t.relname as name, t.relrowsecurity as secured,
        (select attnum from pg_attribute where attrelid = t.oid and attname = 'tenant_id'
        and not attisdropped) as tenant
      from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
      and t.relname not in ('rate_limit', 'open_stream'))
    select format('%s has no tenant_id and is not the reference table', name) as error from own
    where tenant is null and name <> $1
    union all select format('%s has no primary key with tenant_id', name) from own where tenant is not null
      and not exists (select from pg_constraint where conrelid = own.oid and contype = 'p'
      and tenant = any(conkey))
    union all select format('the unique index %s of %s has no tenant_id', indexrelid::regclass, name) from own
    join pg_index on indrelid = own.oid
      where tenant is not null and (indisunique or indisexclusion) and not tenant = any(indkey::int2[])
    union all select format('the foreign key %s of %s does not go from tenant to tenant', conname, own.name)
    from own
      join pg_constraint c on c.conrelid = own.oid and c.contype = 'f' left join own target
      on target.oid = c.confrelid
      where (target.name is distinct from $1 or own.name = $1) and not exists (
        select from unnest(c.conkey, c.confkey) as pair(here, there) where pair.here = own.tenant
        and pair.there = target.tenant)
    union all select format('%s has no row security', name) from own where tenant is not null
    and not secured
    union all select format('a default of %s calls a sequence', name) from own join pg_attrdef
    on adrelid = own.oid where pg_get_expr(adbin, adrelid) like '%nextval(%'
    order by 1`,
    [REFERENCE],
  )
  return rows.map(({ error }) => error)
}

/** Plans the distribution, the largest table last. Changes nothing. */
export async function planDistribution(ownerUrl: string): Promise<Distribution> {
  const client = await connectOwner(ownerUrl, 'stamgast distribution')
  try {
    return await readPlan(client)
  } finally {
    await client.end()
  }
}

async function readPlan(client: pg.Client): Promise<Distribution> {
  const errors = await listCatalogueErrors(client)
  if (!(await hasCitus(client)))
    return {
      tables: [],
      obstacles: [
        'the extension citus is not in this database: put citus into shared_preload_libraries of every ' +
          'node, restart them, and create the extension',
        ...errors,
      ],
    }
  const { rows: tables } = await client.query<PlannedTable & { column: string | null; now: string | null }>(
    `
    select t.relname as name, case when t.relname = $1 then 'reference' else 'distributed' end
    as kind, pg_total_relation_size(t.oid)::float8 as bytes,
      c.citus_table_type as now, c.distribution_column as column, c.table_name is not null as done
    from pg_class t left join citus_tables c on c.table_name = t.oid::regclass
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    and t.relname not in ('rate_limit', 'open_stream')
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
        `${name} is ${now} by ${column ?? 'nothing'} already: undistribute it first (select ` +
        `undistribute_table('${name}'))`,
    )
  return {
    tables: tables.map(({ name, kind, bytes, done }) => ({ name, kind, bytes, done })),
    obstacles: [...errors, ...misplaced, ...(await listNodeErrors(client))],
  }
}

/** Required settings of every node. */
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

async function listNodeErrors(client: pg.Client): Promise<string[]> {
  const nodes = await askNodes(client, 'select 1')
  const silent = nodes.filter(({ answer }) => answer === null)
  if (silent.length > 0)
    return silent.map(({ name }) => `the node ${name} does not answer ${client.user ?? 'the owner'}`)
  if (nodes.every(({ coordinator }) => coordinator))
    return ["the cluster has no worker: add each on the coordinator (select citus_add_node('…', 5432))"]
  const errors: string[] = []
  for (const [setting, isValid, wanted] of settings)
    for (const { name, answer } of await askNodes(client, `show ${setting}`))
      if (!isValid(answer ?? '')) errors.push(`${setting} of ${name} is ${answer}: it has to be ${wanted}`)
  return errors
}

type Reference = { table: string; name: string; definition: string }

/**
 * Distributes the remaining tables in one transaction; `onTable` is called before each. Foreign keys are
 * dropped and recreated, because Citus cannot distribute only one side of them.
 * @returns the plan; with obstacles nothing is changed.
 */
export async function distribute(
  ownerUrl: string,
  onTable: (table: PlannedTable) => void = () => {},
): Promise<Distribution> {
  const client = await connectOwner(ownerUrl, 'stamgast distribution')
  try {
    await client.query('begin')
    // A concurrent run waits and finds everything done.
    await client.query('select pg_advisory_xact_lock(718005)')
    const plan = await readPlan(client)
    const pending = plan.tables.filter(({ done }) => !done)
    if (plan.obstacles.length > 0 || pending.length === 0) return plan
    await client.query(SEQUENTIAL)
    const { rows: references } = await client.query<Reference>(
      `
      select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
      from pg_constraint
      where contype = 'f' and connamespace = 'public'::regnamespace
      and array[conrelid, confrelid] && (select array_agg(oid) from pg_class
      where relnamespace = 'public'::regnamespace and relname = any($1))
      order by 1, 2`,
      [pending.map(({ name }) => name)],
    )
    for (const { table, name } of references)
      await client.query(`alter table ${table} drop constraint ${pg.escapeIdentifier(name)}`)
    for (const table of pending) {
      onTable(table)
      await distributeTable(client, table.name, table.kind)
    }
    for (const { table, name, definition } of references)
      await client.query(`alter table ${table} add constraint ${pg.escapeIdentifier(name)} ${definition}`)
    await client.query('commit')
    return plan
  } finally {
    await client.end()
  }
}
