import pg from 'pg'

/** The table that all others are colocated with, so that a tenant's rows are on one node. */
export const ANCHOR = 'visit'
/** The tenant table, replicated because hosts are resolved on any node before the tenant is known. */
export const REFERENCE = 'tenant'
// rate_limit and open_stream belong to no tenant and stay on the coordinator.

/** The type of a Citus table: sharded by tenant, or replicated to every node. */
export type Kind = 'distributed' | 'reference'

/**
 * Citus changes the shards of a table one after the other: several statements of one transaction then use
 * the same connections. PostgreSQL without Citus takes it as a setting of no meaning.
 */
export const SEQUENTIAL = "set local citus.multi_shard_modify_mode = 'sequential'"

/** Whether the database is the coordinator of a Citus cluster. */
export async function hasCitus(client: pg.Client): Promise<boolean> {
  const {
    rows: [found],
  } = await client.query<{ exists: boolean }>(
    "select to_regproc('create_distributed_table') is not null as exists",
  )
  return found?.exists ?? false
}

/** The names of the tables that are distributed or replicated; empty without Citus. */
export async function listDistributedTables(client: pg.Client): Promise<Set<string>> {
  if (!(await hasCitus(client))) return new Set()
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from citus_tables join pg_class on oid = table_name
    where relnamespace = 'public'::regnamespace and citus_table_type in ('distributed', 'reference')`,
  )
  return new Set(rows.map(({ name }) => name))
}

/**
 * Distributes a table. Its row security must not be forced: Citus copies rows as the table's owner, and would
 * copy none.
 */
export async function distributeTable(client: pg.Client, name: string, kind: Kind): Promise<void> {
  if (kind === 'reference') await client.query('select create_reference_table($1)', [name])
  else {
    await client.query(`alter table public.${pg.escapeIdentifier(name)} no force row level security`)
    await client.query("select create_distributed_table($1, 'tenant_id', colocate_with => $2)", [
      name,
      name === ANCHOR ? 'default' : ANCHOR,
    ])
  }
}

/** A node of the cluster: `name` is host:port; `answer` is null if it does not answer. */
type Answer = { name: string; coordinator: boolean; answer: string | null }

/** Asks every node of the cluster, logged in there as the client's role; empty without Citus. */
export async function askNodes(client: pg.Client, statement: string): Promise<Answer[]> {
  if (!(await hasCitus(client))) return []
  const { rows } = await client.query<Answer>(
    `select nodename || ':' || nodeport as name, groupid = 0 as coordinator,
      case when success then trim(result) end as answer
    from run_command_on_all_nodes($1) join pg_dist_node using (nodeid) order by nodeid`,
    [statement],
  )
  return rows
}
