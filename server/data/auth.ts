import { passwordFault, PASSWORD_FLOOR } from '#domain/password.ts'
import { authLimit, type AuthLimits, type Try } from '../auth-limit.ts'
import { libraries, type Library } from './auth/library.ts'
import { changePassword, checkPassword, type PasswordChange, type PasswordRefusal } from './auth/password.ts'
import { argon, decoyHash, type PasswordHash } from './auth/password-hash.ts'
import { SESSION_SECONDS, expiryFrom, findSession, removeSession, type FoundSession } from './auth/session.ts'
import { together } from './auth/transaction.ts'
import { sqlState, type Db, type TenantId } from './db.ts'
import { markPasswordUsed } from './guest.ts'

export type SignedIn = { ok: true; uid: string; token: string; expiresAt: Date }
/** `retryAfter` in seconds. */
export type TooMany = { ok: false; reason: 'too-many-requests'; retryAfter: number }
type Credentials = { email: string; password: string }
/** `knownBrowser`: the account knows it. */
type Client = { address: string; userAgent: string; knownBrowser?: boolean }

/** Accounts and sessions of a tenant's guests. */
export type Auth = {
  signIn(
    tenant: TenantId,
    credentials: Credentials,
    client: Client,
  ): Promise<SignedIn | TooMany | { ok: false; reason: 'invalid-credential' }>
  /** `names` are the salon's, which make weak passwords; `floor` is how many characters it asks for. */
  signUp(
    tenant: TenantId,
    credentials: Credentials & { names?: readonly string[]; floor?: number },
    client: Client,
  ): Promise<SignedIn | TooMany | { ok: false; reason: 'email-already-in-use' | 'weak-password' }>
  /** Signs in whoever has proven to be this guest in another way than by password; `seconds` is how long the session lasts. */
  openSession(tenant: TenantId, uid: string, client: Client, seconds?: number): Promise<SignedIn>
  /** Whether this is the guest's own password; wrong ones are counted as at the login, but apart from them. */
  checkPassword(
    tenant: TenantId,
    own: { uid: string; password: string },
    client: Client,
  ): Promise<{ ok: true } | PasswordRefusal>
  /** Gives a guest a new password and one new session; every other one ends. `currentPassword` is null for a guest who has none yet. */
  updatePassword(
    tenant: TenantId,
    change: PasswordChange,
    client: Client,
  ): Promise<SignedIn | PasswordRefusal>
  hashPassword(password: string): Promise<string>
  /** Counts one guess at a code of six digits; wrong ones count like wrong passwords of this client. */
  admitCode(client: Pick<Client, 'address'>): Promise<Try>
  /** Counts one more account that is asked for: null while there is room, else the seconds until there is. */
  admitSignUp(tenant: TenantId, email: string, client: Pick<Client, 'address'>): Promise<number | null>
  signOut(tenant: TenantId, token: string): Promise<void>
  findSession(tenant: TenantId, token: string): Promise<FoundSession | null>
}

type Opened = { db: Db; secret: string; now: () => number; limits?: AuthLimits; passwords?: PasswordHash }
type Inside = { db: Db; now: () => number; passwords: PasswordHash; libraryOf: (tenant: TenantId) => Library }

/** Opens accounts and sessions for all tenants; each has a secret of its own, derived from `secret`. */
export function openAuth({ db, secret, now, limits, passwords = argon }: Opened): Auth {
  const limit = authLimit({ db, now, secret }, limits)
  const inside: Inside = { db, now, passwords, libraryOf: libraries({ db, secret, passwords }) }
  const decoy = decoyHash()
  const kept = { db, now, passwords, limit, decoy }
  return {
    async signIn(tenant, { email, password }, client) {
      const attempt = await limit.signIn({
        tenant,
        email,
        address: client.address,
        by: client.knownBrowser ? 'known-browser' : 'anybody',
      })
      if (!attempt.ok) return { ok: false, reason: 'too-many-requests', retryAfter: attempt.retryAfter }
      const known = await findCredential(inside, tenant, email)
      // One verification, whether or not there is such an account and whether or not it has a password.
      const right = await passwords.verify(known?.password ?? decoy, password)
      if (!known?.password || !right) return { ok: false, reason: 'invalid-credential' }
      await attempt.succeeded()
      return together(db, tenant, async (tx) => {
        await markPasswordUsed(tx, known.uid, new Date(now()))
        return createSession(inside, tenant, known.uid, client)
      })
    },
    hashPassword: (password) => passwords.hash(password),
    admitCode: ({ address }) => limit.code({ address }),
    async signUp(tenant, { email, password, names = [], floor = PASSWORD_FLOOR }, client) {
      if (passwordFault(password, { names, floor, email })) return { ok: false, reason: 'weak-password' }
      const retryAfter = await limit.signUp({ tenant, email, address: client.address })
      if (retryAfter !== null) return { ok: false, reason: 'too-many-requests', retryAfter }
      return createAccount(inside, tenant, { email, password: await passwords.hash(password) }, client)
    },
    openSession: (tenant, uid, client, seconds) => createSession(inside, tenant, uid, client, seconds),
    async checkPassword(tenant, own, client) {
      const checked = await checkPassword(kept, tenant, own, client)
      return checked.ok ? { ok: true } : checked
    },
    async updatePassword(tenant, change, client) {
      const changed = await changePassword(kept, tenant, change, client)
      return changed.ok ? createSession(inside, tenant, change.uid, client) : changed
    },
    admitSignUp: (tenant, email, { address }) => limit.signUp({ tenant, email, address }),
    async signOut(tenant, token) {
      await db.write(tenant, (tx) => removeSession(tx, token))
    },
    findSession: (tenant, token) => findSession(db, tenant, token, now()),
  }
}

/** Two queries for every address: an unknown one must not be told by the time it takes. */
async function findCredential(
  { db, libraryOf }: Inside,
  tenant: TenantId,
  email: string,
): Promise<{ uid: string; password: string | null } | null> {
  const { internalAdapter } = await libraryOf(tenant).$context
  return together(db, tenant, async () => {
    const user = (await internalAdapter.findUserByEmail(email))?.user
    const credential = await internalAdapter.findCredentialAccount(user?.id ?? 'nobody')
    return user ? { uid: user.id, password: credential?.password ?? null } : null
  })
}

/** Guest, password and session stand together or not at all; the unique index decides who was first. */
async function createAccount(
  inside: Inside,
  tenant: TenantId,
  { email, password }: Credentials,
  client: Client,
) {
  const at = new Date(inside.now())
  const dated = { createdAt: at, updatedAt: at }
  const { internalAdapter } = await inside.libraryOf(tenant).$context
  try {
    return await together(inside.db, tenant, async (tx) => {
      const { id } = await internalAdapter.createUser(
        { name: '', email, emailVerified: false, ...dated },
        { method: 'email-password' },
      )
      await internalAdapter.linkAccount({
        userId: id,
        providerId: 'credential',
        accountId: id,
        password,
        ...dated,
      })
      await markPasswordUsed(tx, id, at)
      return createSession(inside, tenant, id, client)
    })
  } catch (error) {
    if (sqlState(error) === '23505') return { ok: false, reason: 'email-already-in-use' } as const
    throw error
  }
}

async function createSession(
  { db, libraryOf, now }: Inside,
  tenant: TenantId,
  uid: string,
  { address, userAgent }: Client,
  seconds = SESSION_SECONDS,
): Promise<SignedIn> {
  const at = now()
  const { internalAdapter } = await libraryOf(tenant).$context
  const dated = { createdAt: new Date(at), updatedAt: new Date(at), expiresAt: expiryFrom(at, seconds) }
  const { token, expiresAt } = await together(db, tenant, () =>
    internalAdapter.createSession(uid, false, { ipAddress: address, userAgent, ...dated }, true),
  )
  return { ok: true, uid, token, expiresAt }
}
