import type { ErrorCode } from '#contract/errors.ts'
import { inviteState } from '#domain/invite.ts'
import type { RequestContext } from '#server/context/context.ts'
import { sqlState } from '#server/database/db.ts'
import { createGuest, type GuestDetails } from '#server/guest/queries.ts'
import { claimInvite, failInvite, findInvite, consumeInvite, type InviteRow } from './queries.ts'
import { publishChange } from '#server/database/change-events.ts'
import { sendVerificationMail } from '../action-code/mail.ts'

export type InvitedGuest = GuestDetails & { email: string; password: string }
type AcceptResult = { ok: true } | { ok: false; code: ErrorCode }

/** The state of a stored invitation at `now` (epoch ms). */
export const computeInviteState = ({ usedAt, expiresAt, outcome }: InviteRow, now: number) =>
  inviteState(
    {
      usedAt,
      expiresAt,
      pendingSince: outcome && 'since' in outcome ? outcome.since : null,
      failed: outcome !== null && 'error' in outcome,
    },
    now,
  )

/**
 * Consumes an invitation and creates its guest, whose uid is the invitation's id. An existing guest with the
 * same e-mail or uid is never overwritten: the attempt fails.
 */
export async function acceptInvite(
  ctx: RequestContext,
  id: string,
  guest: InvitedGuest,
): Promise<AcceptResult> {
  const startedAt = ctx.deps.now()
  const errorCode = await startAttempt(ctx, id, startedAt)
  if (errorCode) return { ok: false, code: errorCode }
  try {
    const code =
      (await ctx.deps.auth.consumeSignUpLimit(ctx.tenant.id, guest.email, ctx)) === null
        ? await createInvitedGuest(ctx, id, startedAt, guest)
        : 'auth/too-many-requests'
    if (code) await endAttempt(ctx, id, startedAt, code)
    if (code) return { ok: false, code }
  } catch (error) {
    // Release the invitation, so that the next attempt need not wait for the timeout.
    await endAttempt(ctx, id, startedAt, null).catch(() => {})
    throw error
  }
  await sendVerificationMail(ctx, id)
  return { ok: true }
}

/**
 * Claims the invitation for this attempt before any expensive work; of concurrent attempts one succeeds.
 * @returns null, or why the attempt may not start.
 */
const startAttempt = (
  { deps, tenant }: RequestContext,
  id: string,
  startedAt: number,
): Promise<ErrorCode | null> =>
  deps.db.write(tenant.id, async (tx) => {
    if (await claimInvite(tx, id, startedAt)) {
      await publishChange(tx, 'invites', id)
      return null
    }
    const row = await findInvite(tx, id)
    if (!row) return 'not-found'
    const state = computeInviteState(row, startedAt)
    return state === 'expired'
      ? 'invite/expired'
      : state === 'used' || state === 'success'
        ? 'invite/used'
        : 'invite/pending'
  })

async function createInvitedGuest(
  ctx: RequestContext,
  id: string,
  startedAt: number,
  { password, ...details }: InvitedGuest,
): Promise<ErrorCode | null> {
  const { deps, tenant } = ctx
  const passwordHash = await deps.auth.hashPassword(password)
  const at = new Date(deps.now())
  try {
    return await deps.db.write(tenant.id, async (tx) => {
      if (!(await consumeInvite(tx, id, startedAt, at))) return 'invite/pending'
      await createGuest(tx, { ...details, id, passwordHash, termsAcceptedAt: at, createdAt: at })
      await publishChange(tx, 'invites', id)
      return null
    })
  } catch (error) {
    if (sqlState(error) === '23505') return 'auth/email-already-in-use'
    throw error
  }
}

const endAttempt = (
  { deps, tenant, requestId }: RequestContext,
  id: string,
  startedAt: number,
  code: ErrorCode | null,
) =>
  deps.db.write(tenant.id, async (tx) => {
    await failInvite(tx, id, startedAt, code && { error: { errorInfo: { code, requestId } } })
    await publishChange(tx, 'invites', id)
  })
