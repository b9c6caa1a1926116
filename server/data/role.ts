import { createHash } from 'node:crypto'
import pg from 'pg'
import { DatabaseRefused } from './refused.ts'

/** PostgreSQL cuts longer names off. */
const LONGEST_NAME = 63
const PASSWORD_REFUSED = ['28P01', '28000']
const NOT_ALLOWED = '42501'

/** The role as which requests are served: an address that logs in as it, and whether the owner makes it where it is missing. */
export type RequestRole = { url: string; create: boolean }

/** The request role of a database. Roles belong to the whole cluster, so that each database needs a name of its own. */
export function roleNameOf(database: string): string {
  const name = `${database}_app`
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name
  return `${createHash('sha256').update(database).digest('hex').slice(0, 32)}_app`
}

/** The role that an address logs in as. */
export const roleOf = (url: string): string => decodeURIComponent(new URL(url).username)

const passwordOf = (url: string): string => decodeURIComponent(new URL(url).password)

/**
 * Makes the role where it is missing and takes from it what it may not have; one that is right is left as it is, for other
 * processes are logged in as it.
 * @throws DatabaseRefused where it cannot be made, or does not take the password that we have.
 */
export async function ensureRole(owner: pg.Client, role: RequestRole): Promise<void> {
  const name = roleOf(role.url)
  const {
    rows: [found],
  } = await owner.query<Record<string, boolean>>(
    'select rolcanlogin as login, rolsuper as superuser, rolbypassrls as bypassrls, rolcreatedb as createdb, rolcreaterole as createrole from pg_roles where rolname = $1',
    [name],
  )
  if (!role.create) return checkLogin(role.url)
  if (!found) return createRole(owner, role.url)
  const wrong = Object.entries(found).flatMap(([right, has]) =>
    has === (right === 'login') ? [] : [right === 'login' ? right : `no${right}`],
  )
  if (wrong.length > 0) await owner.query(`alter role ${pg.escapeIdentifier(name)} ${wrong.join(' ')}`)
  await checkLogin(role.url)
}

async function createRole(owner: pg.Client, url: string): Promise<void> {
  const name = roleOf(url)
  try {
    await owner.query(
      `create role ${pg.escapeIdentifier(name)} login nosuperuser nobypassrls nocreatedb nocreaterole password ${pg.escapeLiteral(passwordOf(url))}`,
    )
  } catch (error) {
    if (codeOf(error) !== NOT_ALLOWED) throw error
    throw new DatabaseRefused(
      `${owner.user ?? 'The owner'} may not create the role ${name}: have it created (create role ${pg.escapeIdentifier(name)} login password '…') and name its address in DATABASE_APP_URL, or give ${owner.user ?? 'the owner'} CREATEROLE.`,
    )
  }
}

async function checkLogin(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stamgast role',
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if (!PASSWORD_REFUSED.includes(codeOf(error) ?? '')) throw error
    throw new DatabaseRefused(
      `PostgreSQL does not take our password of the role ${roleOf(url)}: name an address with the right one in DATABASE_APP_URL, or give the role the one of these settings with bin/stamgast database role, which shuts out processes that still run with another.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Gives the role the password of the settings; the operator's decision, for it shuts out whoever uses another. */
export async function setRolePassword(ownerUrl: string, url: string): Promise<void> {
  const owner = await connectOwner(ownerUrl, 'stamgast role')
  try {
    await owner.query(
      `alter role ${pg.escapeIdentifier(roleOf(url))} password ${pg.escapeLiteral(passwordOf(url))}`,
    )
  } finally {
    await owner.end()
  }
}

/**
 * Gives the role what requests need and it does not have yet: rows of tenants, and to read the list of tenants, where hosts are
 * looked up before a tenant is known.
 */
export async function grantRights(owner: pg.Client, name: string): Promise<void> {
  const { rows } = await owner.query<{ table: string; rights: string }>(
    `
    select t.relname as table, w.rights from pg_class t
    cross join lateral (select case when t.relname = 'tenant' then 'SELECT' when t.relname in ('rate_limit', 'open_stream') or exists (select from pg_attribute where attrelid = t.oid and attname = 'tenant_id') then 'SELECT, INSERT, UPDATE, DELETE' end as rights) w
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and exists (
      select from unnest(string_to_array(w.rights, ', ')) as wanted where not has_table_privilege($1, t.oid, wanted)) order by 1`,
    [name],
  )
  for (const { table, rights } of rows)
    await owner.query(
      `grant ${rights} on public.${pg.escapeIdentifier(table)} to ${pg.escapeIdentifier(name)}`,
    )
}

/** Connects as the owner. @throws DatabaseRefused where its password is not taken. */
export async function connectOwner(url: string, application: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: application,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (!PASSWORD_REFUSED.includes(codeOf(error) ?? '')) throw error
    throw new DatabaseRefused(
      `PostgreSQL at ${new URL(url).host} does not take the password of ${roleOf(url)}: name the right one in DATABASE_URL (or DATABASE_DIRECT_URL, where that is set).`,
    )
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
