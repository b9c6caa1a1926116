import pg from 'pg'
import { AUDIT_MONTHS } from '#domain/staff/audit.ts'
import { DatabaseSetupError } from './setup-error.ts'

const PASSWORD_REJECTED = ['28P01', '28000']
const INSUFFICIENT_PRIVILEGE = '42501'

/** The role that serves requests: its URL, and whether the owner creates it if missing. */
export type RequestRole = { url: string; create: boolean }

/** The role of a connection URL. */
export const parseRole = (url: string): string => decodeURIComponent(new URL(url).username)

const parsePassword = (url: string): string => decodeURIComponent(new URL(url).password)

/**
 * Creates the role if missing and revokes attributes that it must not have. A correct role is not altered,
 * because other processes use it.
 * @throws DatabaseSetupError if it cannot be created, rejects our password, or row security does not bind it.
 */
export async function ensureRole(owner: pg.Client, role: RequestRole): Promise<void> {
  const name = parseRole(role.url)
  const {
    rows: [found],
  } = await owner.query<Record<string, boolean>>(
    'select rolcanlogin as login, rolsuper as superuser, rolbypassrls as bypassrls, rolcreatedb as ' +
      'createdb, rolcreaterole as createrole from pg_roles where rolname = $1',
    [name],
  )
  if (!role.create) return checkRole(owner, role.url)
  if (!found) return createRole(owner, role.url)
  const wrong = Object.entries(found).flatMap(([right, has]) =>
    has === (right === 'login') ? [] : [right === 'login' ? right : `no${right}`],
  )
  if (wrong.length > 0) await owner.query(`alter role ${pg.escapeIdentifier(name)} ${wrong.join(' ')}`)
  await checkRole(owner, role.url)
}

/** The role can log in, and is bound by row security: it neither is nor can become a role that is not. */
async function checkRole(owner: pg.Client, url: string): Promise<void> {
  await checkLogin(url)
  const name = parseRole(url)
  const { rows } = await owner.query<{ why: string }>(
    `select case when rolsuper then 'a superuser' when rolbypassrls then 'exempt by BYPASSRLS'
      else 'the owner of the tables' end || case when rolname = $1 then '' else ', as ' || rolname end as why
    from pg_roles r
    where exists (select from pg_roles own where own.rolname = $1 and pg_has_role(own.oid, r.oid, 'member'))
      and (rolsuper or rolbypassrls or rolname = current_user
        or r.oid = (select datdba from pg_database where datname = current_database())
        or r.oid in (select relowner from pg_class where relnamespace = 'public'::regnamespace
          and relkind in ('r', 'p')))
    order by rolname = $1 desc, rolname limit 1`,
    [name],
  )
  if (rows[0])
    throw new DatabaseSetupError(
      `The request role ${name} is ${rows[0].why}, so row security does not keep tenants apart: name ` +
        "another one in DATABASE_APP_URL (create role … login password '…').",
    )
}

async function createRole(owner: pg.Client, url: string): Promise<void> {
  const name = parseRole(url)
  try {
    await owner.query(
      `create role ${pg.escapeIdentifier(name)} login nosuperuser nobypassrls nocreatedb nocreaterole ` +
        `password ${pg.escapeLiteral(parsePassword(url))}`,
    )
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw error
    throw new DatabaseSetupError(
      `${owner.user ?? 'The owner'} may not create the role ${name}: have it created (create role ` +
        `${pg.escapeIdentifier(name)} login password '…') and name its address in DATABASE_APP_URL, or ` +
        `give ${owner.user ?? 'the owner'} CREATEROLE.`,
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
    if (!PASSWORD_REJECTED.includes(codeOf(error) ?? '')) throw error
    throw new DatabaseSetupError(
      `PostgreSQL does not take our password of the role ${parseRole(url)}: name an address with the ` +
        'right one in DATABASE_APP_URL, or give the role the one of these settings with bin/stamgast ' +
        'database role, which shuts out processes that still run with another.',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Sets the role's password to that of the settings. A decision of the operator, since it locks out processes
 * with another password.
 */
export async function setRolePassword(ownerUrl: string, url: string): Promise<void> {
  const owner = await connectOwner(ownerUrl, 'stamgast role')
  try {
    await owner.query(
      `alter role ${pg.escapeIdentifier(parseRole(url))} password ${pg.escapeLiteral(parsePassword(url))}`,
    )
  } finally {
    await owner.end()
  }
}

/** Of its rows the role adds and reads all, and deletes those that are kept no longer: it changes none. */
const APPEND_ONLY = 'audit'

/**
 * Grants the role its missing rights: rows of tenants, and reading the tenant table, where hosts are
 * resolved.
 */
export async function grantRights(owner: pg.Client, name: string): Promise<void> {
  const { rows } = await owner.query<{ table: string; rights: string }>(
    `
    select t.relname as table, w.rights from pg_class t
    cross join lateral (select case when t.relname = 'tenant'
    then 'SELECT' when t.relname = $2 then 'SELECT, INSERT, DELETE'
    when t.relname in ('rate_limit', 'open_stream') or exists (select from pg_attribute
    where attrelid = t.oid and attname = 'tenant_id') then 'SELECT, INSERT, UPDATE, DELETE' end as rights) w
    where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and exists (
      select from unnest(string_to_array(w.rights, ', ')) as wanted
      where not has_table_privilege($1, t.oid, wanted)) order by 1`,
    [name, APPEND_ONLY],
  )
  for (const { table, rights } of rows)
    await owner.query(
      `grant ${rights} on public.${pg.escapeIdentifier(table)} to ${pg.escapeIdentifier(name)}`,
    )
  await keepAudit(owner, name)
}

/** Lets the role delete a row of the audit log only once its retention is over. */
async function keepAudit(owner: pg.Client, name: string): Promise<void> {
  const { rowCount } = await owner.query(
    `select from pg_class t where t.oid = to_regclass('public.${APPEND_ONLY}') and not exists (
      select from pg_policy where polrelid = t.oid and polname = 'audit_kept' and polroles @> array[(
        select oid from pg_roles where rolname = $1)])`,
    [name],
  )
  if (rowCount === 0) return
  await owner.query(`drop policy if exists audit_kept on public.${APPEND_ONLY}`)
  await owner.query(
    `create policy audit_kept on public.${APPEND_ONLY} as restrictive for delete to
    ${pg.escapeIdentifier(name)} using (at < now() - interval '${AUDIT_MONTHS} months')`,
  )
}

/** Connects as the owner. @throws DatabaseSetupError if its password is rejected. */
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
    if (!PASSWORD_REJECTED.includes(codeOf(error) ?? '')) throw error
    throw new DatabaseSetupError(
      `PostgreSQL at ${decodeURIComponent(new URL(url).host)} does not take the password of ${parseRole(url)}: ` +
        'name the right one in DATABASE_URL (or DATABASE_DIRECT_URL, where that is set).',
    )
  }
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
