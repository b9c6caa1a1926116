import type pg from 'pg'

type Table = {
  name: string
  columns: { name: string; type: string }[]
  /** The columns of each foreign key to a table of the tenant, with those that they name there. */
  foreignKeys: { table: string; columns: string[]; named: string[] }[]
}

/** The tables of tenants, from the database's catalogue. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null)))
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and attgenerated = '') as columns,
      (select coalesce(json_agg(json_build_object('table', confrelid::regclass::text,
          'columns', (select json_agg(attname order by at) from unnest(conkey) with ordinality k (num, at)
            join pg_attribute on attrelid = conrelid and attnum = num),
          'named', (select json_agg(attname order by at) from unnest(confkey) with ordinality k (num, at)
            join pg_attribute on attrelid = confrelid and attnum = num))), '[]')
        from pg_constraint where conrelid = c.oid and contype = 'f'
        and confrelid <> 'tenant'::regclass) as "foreignKeys"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and exists (select from pg_attribute where attrelid = c.oid and attname = 'tenant_id') order by 1`)
  return rows
}

/** SQL of a value of each type; texts contain the marker. */
const valuesOf = (mark: string, column: string): Record<string, string> => ({
  text: `'${column} ${mark}'`,
  'text[]': `array['${column} ${mark}']`,
  jsonb: `'{"${column}": "${mark}"}'`,
  bytea: `convert_to('${mark}', 'utf8')`,
  uuid: 'gen_random_uuid()',
  integer: '1',
  bigint: '1',
  smallint: '1',
  numeric: '1',
  boolean: 'true',
  date: 'current_date',
  'timestamp with time zone': `now() + interval '1 day'`,
})

/**
 * Gives each table that has no row of the tenant one, made from its columns: the marker in each text, and
 * behind each foreign key the guest or another row of the tenant. A table that needs more than its columns
 * tell has its row in `seedTenant`.
 */
export async function seedEmptyTables(client: pg.Client, mark: string, uid: string): Promise<void> {
  const isEmpty = async ({ name }: Table) =>
    (await client.query(`select from "${name}" where tenant_id = $1 limit 1`, [mark])).rowCount === 0
  let empty: Table[] = []
  for (const table of await listTables(client)) if (await isEmpty(table)) empty.push(table)
  while (empty.length > 0) {
    const ready = empty.filter(({ foreignKeys }) =>
      foreignKeys.every(({ table }) => !empty.some(({ name }) => name === table)),
    )
    if (ready.length === 0) throw new Error(`no first row among ${empty.map(({ name }) => name).join(', ')}`)
    for (const table of ready) await client.query(rowOf(table, mark, uid))
    empty = empty.filter((table) => !ready.includes(table))
  }
}

function rowOf({ name, columns, foreignKeys }: Table, mark: string, uid: string): string {
  const values = columns.map((column) => {
    if (column.name === 'tenant_id') return `'${mark}'`
    const key = foreignKeys.findIndex((one) => one.columns.includes(column.name))
    const foreign = foreignKeys[key]
    return foreign
      ? `f${key}."${foreign.named[foreign.columns.indexOf(column.name)]}"`
      : (valuesOf(mark, column.name)[column.type] ?? 'null')
  })
  const from = foreignKeys.map(
    ({ table }, key) =>
      `(select * from "${table}" where tenant_id = '${mark}' ` +
      `order by ${table === 'guest' ? `id <> '${uid}'` : '1'} limit 1) f${key}`,
  )
  return `insert into "${name}" (${columns.map((column) => `"${column.name}"`).join(', ')})
    select ${values.join(', ')} ${from.length > 0 ? `from ${from.join(', ')}` : ''}`
}

/**
 * The ids of the guest's rows, or of the tenant's where they belong to nobody, by the field that names one:
 * `photoId` is of the table `photo`.
 */
export async function findRowIds(
  client: pg.Client,
  { fields, mark, uid }: { fields: readonly string[]; mark: string; uid: string },
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const field of fields) {
    const table = field.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    const { rows } = await client.query<{ id: string }>(
      `select id from "${table}" t where tenant_id = $1
      order by to_jsonb(t) ->> 'guest_id' is distinct from $2 limit 1`,
      [mark, uid],
    )
    ids[field] = rows[0]?.id ?? ''
  }
  return ids
}
