import pg from 'pg'

/** Tables by how they are distributed over machines. */
type Kinds = {
  /** Distributed by tenant_id. */ distributed: string[]
  /** Replicated to every machine. */ reference: string[]
}

export const kindsOf = async (client: pg.Client): Promise<Kinds> => {
  const { rows } = await client.query<{ name: string; owned: boolean }>(`
    select relname as name, exists (select from pg_attribute where attrelid = t.oid and attname = 'tenant_id'
    and not attisdropped) as owned
    from pg_class t where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and relname not in ('rate_limit', 'open_stream') order by 1`)
  return {
    distributed: rows.filter(({ owned }) => owned).map(({ name }) => name),
    reference: rows.filter(({ owned }) => !owned).map(({ name }) => name),
  }
}

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Alias?: string
  Plans?: Node[]
} & Record<string, unknown>

/** Transactions, settings and similar statements have no plan. */
const isPlanned = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text)

const isInsertInto = (tables: readonly string[], text: string): boolean =>
  [...text.matchAll(/\binsert\s+into\s+(?:public\.)?"?(\w+)/gi)].some(([, name = '']) =>
    tables.includes(name),
  )

/**
 * Problems of one of the server's statements on a distributed database: constructs that Citus does not
 * support or that query every machine. Empty if there are none.
 */
export async function problemsOf(client: pg.Client, { distributed }: Kinds, text: string): Promise<string[]> {
  const errors: string[] = []
  if (/\bset_config\s*\(/i.test(text))
    errors.push('set_config does not reach the other machines: SET LOCAL does')
  if (/\bpg_(try_)?advisory_lock(_shared)?\s*\(/i.test(text))
    errors.push('a lock of the session, which poolers give away: take that of the transaction')
  if (/^\s*begin\b.*;\s*set\b/is.test(text))
    errors.push('settings with BEGIN in one text, which is repeated on the other machines')
  if (isInsertInto(distributed, text)) {
    if (/^\s*with\b/i.test(text)) errors.push('WITH before INSERT: a sub-select in FROM does')
    if (/\bvalues\s*\([^;]*?\(\s*select\b/i.test(text.replace(/\bon\s+conflict\b.*|\breturning\b.*/is, '')))
      errors.push('a sub-select inside VALUES: select first')
  }
  const updated = /\bdo\s+update\s+set\b(.*?)(\bwhere\b|\breturning\b|$)/is.exec(text)?.[1] ?? ''
  if (
    /\b(?!coalesce\b|greatest\b|least\b|nullif\b)[a-z_]+\s*\(|\bcurrent_(timestamp|date|time)\b/i.test(
      updated,
    )
  )
    errors.push('a function is called inside DO UPDATE SET')
  if (!isPlanned(text) || !distributed.some((name) => new RegExp(`\\b${name}\\b`).test(text))) return errors
  const plan = await planOf(client, text)
  return typeof plan === 'string'
    ? [...errors, plan]
    : [
        ...errors,
        ...scans(plan)
          .filter(
            (scan) =>
              distributed.includes(scan.table) &&
              !/\btenant_id\b[^=<>]{0,30}= (\$\d+|'[^']*'|\(\$\d+\))/.test(scan.conditions),
          )
          .map(
            ({ table, conditions }) =>
              `${table} is read without its tenant as a parameter: ${conditions || 'no condition'}`,
          ),
      ]
}

async function planOf(client: pg.Client, text: string): Promise<Node | string> {
  try {
    const {
      rows: [row],
    } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({
      text: `explain (generic_plan, format json) ${text}`,
    })
    return row?.['QUERY PLAN'][0].Plan ?? 'there is no plan'
  } catch (error) {
    return `there is no plan: ${error instanceof Error ? error.message : ''}`
  }
}

/**
 * Each node of a plan that reads a table, with all its conditions; the conditions of a bitmap scan's parts
 * count for its head.
 */
function scans(node: Node): { table: string; conditions: string }[] {
  const below = (node.Plans ?? []).flatMap(scans)
  const table = node['Relation Name']
  if (!table || !node['Node Type'].endsWith('Scan')) return below
  const conditions = ['Index Cond', 'Recheck Cond', 'Filter', 'TID Cond', 'One-Time Filter']
    .map((name) => node[name])
    .filter(Boolean)
    .join(' and ')
  return [{ table, conditions }, ...below]
}
