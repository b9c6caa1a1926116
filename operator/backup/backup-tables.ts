import pg from 'pg'

export type Table = {
  name: string
  columns: string[]
  /** Its rows belong to tenants. */
  owned: boolean
  /** Row-level security also binds its owner. */
  forced: boolean
  bytes: number
}

/** All tables of the product except counters of rate limits, each after those that it references. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(`
    select relname as name, relforcerowsecurity as forced, pg_table_size(pg_class.oid)::float8 as bytes,
      array_agg(attname::text order by attnum) as columns, bool_or(attname = 'tenant_id') as owned
    from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
    and attgenerated = ''
    where relnamespace = 'public'::regnamespace and relkind = 'r'
    and relname not in ('rate_limit', 'open_stream')
    group by pg_class.oid order by relname`)
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select a.relname as "from", b.relname as "to" from pg_constraint
    join pg_class a on a.oid = conrelid join pg_class b on b.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`)
  return inOrder(tables, references)
}

function inOrder(tables: Table[], references: { from: string; to: string }[]): Table[] {
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const placed = new Set(ordered.map(({ name }) => name))
    const free = tables.filter(
      ({ name }) => !placed.has(name) && references.every(({ from, to }) => from !== name || placed.has(to)),
    )
    if (free.length === 0) throw new Error('tables have circular references')
    ordered.push(...free)
  }
  return ordered
}

/** The names of columns as SQL. */
export const columnList = (columns: string[]): string =>
  columns.map((name) => pg.escapeIdentifier(name)).join(', ')
