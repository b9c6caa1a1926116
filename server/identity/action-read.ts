import { actionModes, maskEmail, parseActionCode, type ActionMode } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import { askedHere } from '../ask-cookie.ts'
import type { Scope, Tenant } from '../context.ts'
import { codeState, findActionCode, type ActionCodeRow } from '../data/action-code.ts'
import type { Tx } from '../data/db.ts'
import { findGuest, type GuestRow } from '../data/guest.ts'
import { DEFAULT_TENANT, findTenantById } from '../data/tenant.ts'
import { tenantFrom } from '../tenant-row.ts'

export const operations = {
  signIn: 'EMAIL_SIGNIN',
  verifyEmail: 'VERIFY_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
  resetPassword: 'PASSWORD_RESET',
  recoverEmail: 'RECOVER_EMAIL',
} as const

/** A code of one of the five modes with its guest. `email` is the address that it was sent to. */
export type Action = { mode: ActionMode; row: ActionCodeRow; guest: GuestRow; email: string }

/** The tenant in whose name a code speaks: the host's; on a host of nobody's the one that the code names. Null for no code of a tenant. */
export async function tenantOfCode({ deps, tenant }: Scope, code: string): Promise<Tenant | null> {
  if (tenant.id !== DEFAULT_TENANT) return tenant
  const named = parseActionCode(code)?.tenant
  const row = named && named !== DEFAULT_TENANT ? await findTenantById(deps.db, named) : null
  return row ? tenantFrom(row, deps.config) : null
}

/**
 * A code that still may do what it is for. One whose guest has another address by now may not: only going back to an
 * earlier address is meant for just that case.
 * @throws CallError `auth/expired-action-code`, or `auth/invalid-action-code` for a code that is used, of another kind or
 * another tenant's, or never was one.
 */
export async function readAction(
  tx: Tx,
  code: string,
  modes: readonly ActionMode[],
  now: number,
): Promise<Action> {
  const row = await findActionCode(tx, code, modes)
  const guest = row?.guestId ? await findGuest(tx, row.guestId) : null
  if (!row || !guest) throw new CallError('auth/invalid-action-code')
  const mode = row.kind as ActionMode
  const state = codeState(row, now)
  const unchanged = mode === 'recoverEmail' || (row.data.email ?? null) === guest.email
  if (!unchanged || (state === 'used' && !isDone(row, guest, now)))
    throw new CallError('auth/invalid-action-code')
  if (state === 'expired') throw new CallError('auth/expired-action-code')
  return {
    mode,
    row,
    guest,
    email:
      (mode === 'verifyAndChangeEmail' || mode === 'recoverEmail' ? row.data.newEmail : row.data.email) ?? '',
  }
}

/** Showing again that an address is one's own changes nothing, so its link may be followed again while it lasts. */
const isDone = (row: ActionCodeRow, guest: GuestRow, now: number) =>
  row.kind === 'verifyEmail' && guest.emailVerified && row.usedAt !== null && row.expiresAt.getTime() > now

/** Whether this browser is the one that asked for the code or is signed in as the guest whom it is for. */
export const isHere = (scope: Scope, row: ActionCodeRow): boolean =>
  askedHere(scope, row.browserHash) || (scope.guest !== null && scope.guest.uid === row.guestId)

/** What a page may know of a code before it is used. */
export async function describeAction(scope: Scope, code: string) {
  const tenant = await tenantOfCode(scope, code)
  if (!tenant) throw new CallError('auth/invalid-action-code')
  const { mode, row, email } = await scope.deps.db.read(tenant.id, (tx) =>
    readAction(tx, code, actionModes, scope.deps.now()),
  )
  const here = tenant.id === scope.tenant.id && isHere(scope, row)
  return {
    operation: operations[mode],
    mode,
    email: here ? email : maskEmail(email),
    here,
    origin: tenant.origin,
  }
}
