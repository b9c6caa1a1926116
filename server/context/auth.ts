import type { SignedInGuest } from '#contract/guest/guest.ts'
import type { TenantId, Tx } from '../database/db.ts'
import type { AttemptResult } from '../rate-limit/sign-in-limit.ts'

/**
 * `began` in epoch ms; `renewedFor`: its end has just moved, so the browser's cookie may live so many seconds
 * longer; else null.
 */
export type FoundSession = SignedInGuest & { began: number; renewedFor: number | null }

/** `retryAfter` in seconds. */
export type PasswordRefusal =
  | { ok: false; reason: 'too-many-requests'; retryAfter: number }
  | { ok: false; reason: 'invalid-credential' | 'weak-password' }
/** `names` are the salon's, which make weak passwords; `floor` is how many characters it asks for. */
export type PasswordChange = {
  uid: string
  currentPassword: string | null
  newPassword: string
  names: readonly string[]
  floor: number
}

export type SignedIn = { ok: true; uid: string; token: string; expiresAt: Date }
/** `retryAfter` in seconds. */
export type TooMany = { ok: false; reason: 'too-many-requests'; retryAfter: number }
export type Credentials = { email: string; password: string }
/** `address` is the client's IP. `isTrustedDevice`: this browser has signed in to the account before. */
export type Client = { address: string; userAgent: string; isTrustedDevice?: boolean }

/** Runs in the transaction that creates the account. */
export type OnCreated = (tx: Tx, uid: string) => Promise<void>

/** Accounts and sessions of a tenant's guests. */
export type Auth = {
  signIn(
    tenant: TenantId,
    credentials: Credentials,
    client: Client,
  ): Promise<SignedIn | TooMany | { ok: false; reason: 'invalid-credential' }>
  /**
   * Creates an account and its first session.
   * @param credentials.names words of the salon that make a password weak
   * @param credentials.floor minimum number of characters that the salon requires
   */
  signUp(
    tenant: TenantId,
    credentials: Credentials & { names?: readonly string[]; floor?: number },
    client: Client,
    onCreated?: OnCreated,
  ): Promise<SignedIn | TooMany | { ok: false; reason: 'email-already-in-use' | 'weak-password' }>
  /**
   * Creates a session for a guest verified by another method than the password. @param seconds its lifetime
   */
  openSession(tenant: TenantId, uid: string, client: Client, seconds?: number): Promise<SignedIn>
  /**
   * Verifies the password of a signed-in guest. Failures have a rate limit of their own, apart from the
   * login's.
   */
  checkPassword(
    tenant: TenantId,
    own: { uid: string; password: string },
    client: Client,
  ): Promise<{ ok: true } | PasswordRefusal>
  /**
   * Replaces the password, ends every session and creates one. `currentPassword` is null if the guest has
   * none.
   */
  updatePassword(
    tenant: TenantId,
    change: PasswordChange,
    client: Client,
  ): Promise<SignedIn | PasswordRefusal>
  hashPassword(password: string): Promise<string>
  /** Counts one attempt at a six-digit code; failures count with this client's wrong passwords. */
  consumeCodeLimit(client: Pick<Client, 'address'>): Promise<AttemptResult>
  /** Counts one sign-up. @returns null if it is allowed, else the seconds to wait (for `Retry-After`) */
  consumeSignUpLimit(tenant: TenantId, email: string, client: Pick<Client, 'address'>): Promise<number | null>
  signOut(tenant: TenantId, token: string): Promise<void>
  findSession(tenant: TenantId, token: string): Promise<FoundSession | null>
}
