import { hkdfSync } from 'node:crypto'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { betterAuth, type BetterAuthOptions } from 'better-auth/minimal'
import { PASSWORD_FLOOR } from '#domain/password.ts'
import { recent } from '#domain/recent.ts'
import { account, guest, session, verification } from '#db/schema/guest.ts'
import type { Db, TenantId } from '../db.ts'
import type { PasswordHash } from './password-hash.ts'
import { SESSION_SECONDS } from './session.ts'
import { hiddenTokens } from './session-token.ts'
import { tenantRows, together } from './transaction.ts'

type Adapter = ReturnType<ReturnType<typeof drizzleAdapter>>
type Opened = { db: Db; secret: string; passwords: PasswordHash }

/** better-auth for one tenant: its rows, its secret. None of its routes is mounted. */
function openLibrary({ db, secret, passwords }: Opened, tenant: TenantId) {
  const rows = drizzleAdapter(tenantRows, {
    provider: 'pg',
    schema: { guest, session, account, verification },
  })
  const own = Buffer.from(hkdfSync('sha256', secret, '', `stamgast auth ${tenant}`, 32)).toString('base64url')
  return betterAuth({
    database: (options: BetterAuthOptions) => hiddenTokens(inTransactions(rows(options), db, tenant)),
    // Both are given, so that no environment variable can put one secret under all tenants.
    secret: own,
    secrets: [{ version: 1, value: own }],
    baseURL: 'http://localhost',
    user: { modelName: 'guest', fields: { image: 'avatar' } },
    session: { expiresIn: SESSION_SECONDS, cookieCache: { enabled: false } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_FLOOR,
      maxPasswordLength: 1024,
      password: { hash: passwords.hash, verify: ({ hash, password }) => passwords.verify(hash, password) },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
}

/** Each of the adapter's methods within the tenant's transaction: the one that is open, or one of its own. */
function inTransactions(adapter: Adapter, db: Db, tenant: TenantId): Adapter {
  const bound: Adapter = {
    ...adapter,
    create: (ask) => together(db, tenant, () => adapter.create(ask)),
    findOne: (ask) => together(db, tenant, () => adapter.findOne(ask)),
    findMany: (ask) => together(db, tenant, () => adapter.findMany(ask)),
    count: (ask) => together(db, tenant, () => adapter.count(ask)),
    update: (ask) => together(db, tenant, () => adapter.update(ask)),
    updateMany: (ask) => together(db, tenant, () => adapter.updateMany(ask)),
    delete: (ask) => together(db, tenant, () => adapter.delete(ask)),
    deleteMany: (ask) => together(db, tenant, () => adapter.deleteMany(ask)),
    consumeOne: (ask) => together(db, tenant, () => adapter.consumeOne(ask)),
    incrementOne: (ask) => together(db, tenant, () => adapter.incrementOne(ask)),
    transaction: (work) => together(db, tenant, () => work(bound)),
  }
  return bound
}

export type Library = ReturnType<typeof openLibrary>

const KEPT = 500

/** The tenant's instance; the one that has gone unused longest makes room. */
export function libraries(opened: Opened): (tenant: TenantId) => Library {
  const kept = recent<Library>(KEPT)
  return (tenant) => kept(tenant, () => openLibrary(opened, tenant))
}
