import type { ErrorCode } from '#contract/errors.ts'
import { inviteState } from '#domain/invite.ts'
import type { Scope } from '../context.ts'
import { sqlState } from '../data/db.ts'
import { createGuest, type GuestDetails } from '../data/guest.ts'
import { claimInvite, failInvite, findInvite, useInvite, type InviteRow } from '../data/invite.ts'
import { announce } from '../data/news.ts'
import { askForProof } from './action-mail.ts'

export type InvitedGuest = GuestDetails & { email: string; password: string }
type Accepted = { ok: true } | { ok: false; code: ErrorCode }

/** Where a stored invitation stands at `now`. */
export const stateOf = ({ usedAt, expiresAt, outcome }: InviteRow, now: number) =>
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
 * Makes the guest whom an invitation is for; the invitation's id becomes theirs, and it is used up by it. The guest is always a
 * new one: an address or an id that somebody has already is refused, never written over.
 */
export async function acceptInvite(scope: Scope, id: string, guest: InvitedGuest): Promise<Accepted> {
  const begun = scope.deps.now()
  const refused = await begin(scope, id, begun)
  if (refused) return { ok: false, code: refused }
  try {
    const code =
      (await scope.deps.auth.admitSignUp(scope.tenant.id, guest.email, scope)) === null
        ? await create(scope, id, begun, guest)
        : 'auth/too-many-requests'
    if (code) await end(scope, id, begun, code)
    if (code) return { ok: false, code }
  } catch (error) {
    // The next try need not wait until this one has plainly ended.
    await end(scope, id, begun, null).catch(() => {})
    throw error
  }
  await askForProof(scope, id)
  return { ok: true }
}

/** Of many tries at once one begins, before anything costly is done. @returns why not. */
const begin = ({ deps, tenant }: Scope, id: string, begun: number): Promise<ErrorCode | null> =>
  deps.db.write(tenant.id, async (tx) => {
    if (await claimInvite(tx, id, begun)) {
      await announce(tx, 'invites', id)
      return null
    }
    const row = await findInvite(tx, id)
    if (!row) return 'not-found'
    const state = stateOf(row, begun)
    return state === 'expired'
      ? 'invite/expired'
      : state === 'used' || state === 'success'
        ? 'invite/used'
        : 'invite/pending'
  })

async function create(
  scope: Scope,
  id: string,
  begun: number,
  { password, ...details }: InvitedGuest,
): Promise<ErrorCode | null> {
  const { deps, tenant } = scope
  const passwordHash = await deps.auth.hashPassword(password)
  const at = new Date(deps.now())
  try {
    return await deps.db.write(tenant.id, async (tx) => {
      if (!(await useInvite(tx, id, begun, at))) return 'invite/pending'
      await createGuest(tx, { ...details, id, passwordHash, termsAcceptedAt: at, createdAt: at })
      await announce(tx, 'invites', id)
      return null
    })
  } catch (error) {
    if (sqlState(error) === '23505') return 'auth/email-already-in-use'
    throw error
  }
}

const end = ({ deps, tenant, requestId }: Scope, id: string, begun: number, code: ErrorCode | null) =>
  deps.db.write(tenant.id, async (tx) => {
    await failInvite(tx, id, begun, code && { error: { errorInfo: { code, requestId } } })
    await announce(tx, 'invites', id)
  })
