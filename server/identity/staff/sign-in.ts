import type { SignInMethod } from '#domain/staff/rights.ts'
import { MAX_AGE_MS } from '#domain/staff/session.ts'
import type { RequestContext } from '#server/context/context.ts'
import { cookieNames, setCookie } from '#server/context/cookies.ts'
import type { Tx } from '#server/database/db.ts'
import { recordAudit } from '#server/staff/audit.ts'
import type { StaffRow } from '#server/staff/queries.ts'
import { clearPinTries } from './device-queries.ts'
import { createStaffSession, removeStaffSession } from './session-queries.ts'

const MAX_AGE_SECONDS = MAX_AGE_MS / 1000

/**
 * Begins a session of a person in this browser, at the desk device that it may be, and ends the one before.
 * Who signs in by link or passkey may use their PIN here again.
 * @returns the Set-Cookie value, for once the transaction is committed.
 */
export async function beginStaffSession(
  ctx: RequestContext,
  tx: Tx,
  person: Pick<StaffRow, 'id' | 'name'>,
  method: SignInMethod,
): Promise<string> {
  const { desk, deps, sessionToken, userAgent } = ctx
  if (sessionToken) await removeStaffSession(tx, sessionToken)
  if (desk && method !== 'pin') await clearPinTries(tx, person.id, desk.id)
  const token = await createStaffSession(tx, {
    staffId: person.id,
    deviceId: desk && desk.id,
    method,
    userAgent,
    at: new Date(deps.now()),
  })
  const actor = { id: person.id, name: person.name, method, device: desk }
  await recordAudit(ctx, tx, { what: 'signedIn', actor })
  return staffCookie(token, ctx)
}

const isSecure = ({ deps }: RequestContext): boolean => deps.config.scheme === 'https'

function staffCookie(token: string, ctx: RequestContext): string {
  const secure = isSecure(ctx)
  return setCookie(cookieNames(secure).staff, token, MAX_AGE_SECONDS, { secure })
}

/** Ends the session of this browser, if there is one, and clears its cookie. The desk device stays. */
export async function endStaffSession(ctx: RequestContext): Promise<void> {
  const { deps, tenant, sessionToken } = ctx
  if (sessionToken) await deps.db.write(tenant.id, (tx) => removeStaffSession(tx, sessionToken))
  const secure = isSecure(ctx)
  ctx.cookies.push(setCookie(cookieNames(secure).staff, '', 0, { secure }))
}

/** The cookie that makes a browser a desk device; '' removes it. */
export const deskCookie = (secret: string, { secure }: { secure: boolean }): string =>
  setCookie(cookieNames(secure).desk, secret, secret ? MAX_AGE_SECONDS : 0, { secure })
