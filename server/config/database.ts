import { createHash, hkdfSync } from 'node:crypto'
import * as v from 'valibot'
import { choice, text, wholeNumber, type Values } from './setting.ts'

const postgresUrl = (name: string) => text(/^postgres(ql)?:\/\//, `${name} begins with postgres://`)

export const databaseSettings = {
  DATABASE_URL: v.optional(postgresUrl('DATABASE_URL')),
  DATABASE_DIRECT_URL: v.optional(postgresUrl('DATABASE_DIRECT_URL')),
  DATABASE_APP_URL: v.optional(postgresUrl('DATABASE_APP_URL')),
  DATABASE_POOL: v.optional(wholeNumber('DATABASE_POOL', 1, 500), '20'),
  DATABASE_PREPARED_STATEMENTS: v.optional(choice('DATABASE_PREPARED_STATEMENTS', ['on', 'off']), 'on'),
}

type Settings = Values<typeof databaseSettings>

/**
 * The URLs of an external PostgreSQL: `ownerUrl` and `directUrl` bypass a pooler, `appUrl` may lead through
 * one.
 */
export function readDatabaseConfig({
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: direct,
  DATABASE_APP_URL: app,
  APP_SECRET: secret,
}: Settings & { APP_SECRET?: string | undefined }) {
  if (!url) return null
  const ownerUrl = direct ? withLogin(direct, url) : url
  const appUrl = app ?? roleUrl(url, buildRoleName(parseDatabaseName(ownerUrl)), secret)
  return { ownerUrl, appUrl, directUrl: direct ? withLogin(direct, appUrl, true) : appUrl, createRole: !app }
}

/** Adds the login of another URL where the URL has none, or always. */
function withLogin(address: string, login: string, always = false): string {
  const [url, { username, password }] = [new URL(address), new URL(login)]
  return url.username && !always ? address : Object.assign(url, { username, password }).href
}

/** As in libpq: the database's name defaults to that of the user. */
const parseDatabaseName = (address: string): string => {
  const { pathname, username } = new URL(address)
  return decodeURIComponent(pathname.slice(1) || username || 'postgres')
}

/**
 * Derives the URL of the request role: processes with the same owner URL derive the same password. Without a
 * password in the owner URL it depends on the secret, since it could be guessed otherwise.
 */
function roleUrl(ownerUrl: string, name: string, secret = ''): string {
  const url = new URL(ownerUrl)
  url.password = derive(ownerUrl, url.password ? 'role app' : `role app ${secret}`)
  url.username = encodeURIComponent(name)
  return url.href
}

/** The secret of a demo in a database of its own: the same for every process. */
export const demoSecret = (ownerUrl: string): string => derive(ownerUrl, 'demo secret')

function derive(ownerUrl: string, purpose: string): string {
  const { username, password } = new URL(ownerUrl)
  const key = createHash('sha256').update(`${username}:${password}`).digest()
  return Buffer.from(hkdfSync('sha256', key, '', `stamgast ${purpose}`, 32)).toString('hex')
}

/** PostgreSQL truncates longer names; bytes. */
const MAX_NAME = 63

/** The name of a database's request role. Roles belong to the cluster, so each database needs its own. */
export function buildRoleName(database: string): string {
  const name = `${database}_app`
  if (Buffer.byteLength(name) <= MAX_NAME) return name
  return `${createHash('sha256').update(database).digest('hex').slice(0, 32)}_app`
}
