import { actionModes, maskEmail, parseActionCode, type ActionMode } from '#domain/action-code.ts'
import { isSameEmail } from '#domain/email.ts'
import { CallError } from '#contract/errors.ts'
import { isBoundBrowser } from '../session/browser-binding.ts'
import type { RequestContext, Tenant } from '#server/context/context.ts'
import { codeState, findActionCode, type ActionCodeRow } from './queries.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuest, type GuestRow } from '#server/guest/queries.ts'
import { DEFAULT_TENANT, findTenantById } from '#server/tenant/queries.ts'
import { tenantFrom } from '#server/tenant/tenant.ts'

export const operations = {
  signIn: 'EMAIL_SIGNIN',
  verifyEmail: 'VERIFY_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
  resetPassword: 'PASSWORD_RESET',
  recoverEmail: 'RECOVER_EMAIL',
} as const

/** A code with its guest. `email` is the one that the code verifies, changes to or restores. */
export type Action = { mode: ActionMode; row: ActionCodeRow; guest: GuestRow; email: string }

/** @returns the host's tenant; on a host without a tenant the one named in the code, or null. */
export async function findTenantOfCode(
  { deps, tenant }: RequestContext,
  code: string,
): Promise<Tenant | null> {
  if (tenant.id !== DEFAULT_TENANT) return tenant
  const named = parseActionCode(code)?.tenant
  const row = named && named !== DEFAULT_TENANT ? await findTenantById(deps.db, named) : null
  return row ? tenantFrom(row, deps.config) : null
}

/**
 * @returns a code that is still valid. A code is invalid once its guest's e-mail has changed, except
 * `recoverEmail`, which restores the earlier e-mail.
 * @throws CallError `auth/expired-action-code`, or `auth/invalid-action-code` for a code that is consumed, of
 * another kind, of another tenant or unknown.
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
  const unchanged = mode === 'recoverEmail' || isSameEmail(row.data.email ?? '', guest.email ?? '')
  if (!unchanged || (state === 'used' && !isRepeatedVerification(row, guest, now)))
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

/** Verifying an e-mail twice changes nothing, so its link may be opened again until it expires. */
const isRepeatedVerification = (row: ActionCodeRow, guest: GuestRow, now: number) =>
  row.kind === 'verifyEmail' && guest.emailVerified && row.usedAt !== null && row.expiresAt.getTime() > now

/** Whether this browser requested the code or is signed in as its guest. */
export const isSameBrowser = (ctx: RequestContext, row: ActionCodeRow): boolean =>
  isBoundBrowser(ctx, row.browserHash) || (ctx.guest !== null && ctx.guest.uid === row.guestId)

/**
 * The description of a code for its landing page, without consuming it; the e-mail is masked in another
 * browser.
 * @throws CallError as `readAction`.
 */
export async function describeAction(ctx: RequestContext, code: string) {
  const tenant = await findTenantOfCode(ctx, code)
  if (!tenant) throw new CallError('auth/invalid-action-code')
  const { mode, row, email } = await ctx.deps.db.read(tenant.id, (tx) =>
    readAction(tx, code, actionModes, ctx.deps.now()),
  )
  const sameBrowser = tenant.id === ctx.tenant.id && isSameBrowser(ctx, row)
  return {
    operation: operations[mode],
    mode,
    email: sameBrowser ? email : maskEmail(email),
    here: sameBrowser,
    origin: tenant.origin,
  }
}
