import { passwordError, MIN_PASSWORD_LENGTH } from '#domain/password.ts'
import type { Auth, Client, Credentials, OnCreated, SignedIn } from '#server/context/auth.ts'
import { createSignInLimit, type AuthLimits } from '#server/rate-limit/sign-in-limit.ts'
import { changePassword, checkPassword } from './password/password.ts'
import { argon, dummyHash, type PasswordHash } from './password/password-hash.ts'
import { SESSION_LIFETIME_SECONDS, createSession, findSession, removeSession } from './session/queries.ts'
import { sqlState, type Db, type TenantId, type Tx } from '#server/database/db.ts'
import { commonPasswords } from '#server/tenant/password-rules.ts'
import { findCredential } from '#server/guest/email-queries.ts'
import { createGuest, markPasswordUsed } from '#server/guest/queries.ts'

type AuthOptions = {
  db: Db
  secret: string
  now: () => number
  limits?: AuthLimits
  passwords?: PasswordHash
}
type Context = { db: Db; now: () => number }

/**
 * Creates the accounts and sessions of all tenants. `secret` keys the hashes under which sign-in attempts
 * are counted.
 */
export function openAuth({ db, secret, now, limits, passwords = argon }: AuthOptions): Auth {
  const limit = createSignInLimit({ db, now, secret }, limits)
  const context: Context = { db, now }
  const dummy = dummyHash()
  const passwordContext = { db, now, passwords, limit, dummy }
  return {
    async signIn(tenant, { email, password }, client) {
      const attempt = await limit.signIn({
        tenant,
        email,
        address: client.address,
        by: client.isTrustedDevice ? 'trusted-device' : 'anybody',
      })
      if (!attempt.ok) return { ok: false, reason: 'too-many-requests', retryAfter: attempt.retryAfter }
      const credential = await db.read(tenant, (tx) => findCredential(tx, email))
      // Always one verification, so that the response time does not reveal whether the account exists.
      const correct = await passwords.verify(credential?.password ?? dummy, password)
      if (!credential?.password || !correct) return { ok: false, reason: 'invalid-credential' }
      await attempt.succeeded()
      return db.write(tenant, async (tx) => {
        await markPasswordUsed(tx, credential.uid, new Date(now()))
        return startSession(tx, credential.uid, client, { now: now() })
      })
    },
    hashPassword: (password) => passwords.hash(password),
    consumeCodeLimit: ({ address }) => limit.code({ address }),
    async signUp(tenant, { email, password, names = [], floor = MIN_PASSWORD_LENGTH }, client, onCreated) {
      if (passwordError(password, { common: commonPasswords, names, floor, email }))
        return { ok: false, reason: 'weak-password' }
      const retryAfter = await limit.signUp({ tenant, email, address: client.address })
      if (retryAfter !== null) return { ok: false, reason: 'too-many-requests', retryAfter }
      const hashed = { email, password: await passwords.hash(password) }
      return createAccount(context, tenant, hashed, { client, onCreated })
    },
    openSession: (tenant, uid, client, seconds) =>
      db.write(tenant, (tx) => startSession(tx, uid, client, { now: now(), seconds })),
    async checkPassword(tenant, credential, client) {
      const checked = await checkPassword(passwordContext, tenant, credential, client)
      return checked.ok ? { ok: true } : checked
    },
    async updatePassword(tenant, change, client) {
      const changed = await changePassword(passwordContext, tenant, change, client)
      if (!changed.ok) return changed
      return db.write(tenant, (tx) => startSession(tx, change.uid, client, { now: now() }))
    },
    consumeSignUpLimit: (tenant, email, { address }) => limit.signUp({ tenant, email, address }),
    async signOut(tenant, token) {
      await db.write(tenant, (tx) => removeSession(tx, token))
    },
    findSession: (tenant, token) => findSession(db, tenant, token, now()),
  }
}

/**
 * Creates guest, password and session in one transaction; the unique index on the e-mail decides a race.
 */
async function createAccount(
  { db, now }: Context,
  tenant: TenantId,
  { email, password }: Credentials,
  { client, onCreated }: { client: Client; onCreated?: OnCreated },
): Promise<SignedIn | { ok: false; reason: 'email-already-in-use' }> {
  const at = now()
  try {
    return await db.write(tenant, async (tx) => {
      const uid = await createGuest(tx, { email, passwordHash: password, createdAt: new Date(at) })
      await markPasswordUsed(tx, uid, new Date(at))
      await onCreated?.(tx, uid)
      return startSession(tx, uid, client, { now: at })
    })
  } catch (error) {
    if (sqlState(error) === '23505') return { ok: false, reason: 'email-already-in-use' }
    throw error
  }
}

async function startSession(
  tx: Tx,
  uid: string,
  { address, userAgent }: Client,
  { now, seconds = SESSION_LIFETIME_SECONDS }: { now: number; seconds?: number },
): Promise<SignedIn> {
  const session = await createSession(tx, uid, { ipAddress: address, userAgent, now, seconds })
  return { ok: true, uid, ...session }
}
