import { lifetimes, signInKinds } from '#domain/action-code.ts'
import { isSameEmail } from '#domain/email.ts'
import { CallError } from '#contract/errors.ts'
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import type { RequestContext } from '#server/context/context.ts'
import { codeState, endActionCodes, consumeActionCode, findActionCode } from '../action-code/queries.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuestForUpdate, type GuestRow } from '#server/guest/queries.ts'
import { verifyGuestMobile } from '#server/guest/mobile-queries.ts'
import { claimContact } from '#server/waitlist/claim-contact.ts'
import { markEmailVerified } from '../action-code/mark-email-verified.ts'

/** The kinds of links that sign in on `/cl` and `/custom-login`. */
export const linkKinds = ['magicLogin', 'customLogin'] as const

/**
 * Lifetime of a session opened by a code on the code sign-in page: short, because the browser may be on a
 * tablet of the salon.
 */
export const CODE_SESSION_SECONDS = lifetimes.signInCode / 1000

/**
 * Consumes the code of a link and marks the e-mail or number that it was sent to as verified.
 * @returns the uid to sign in; null for an invalid code, or one sent to an e-mail or number that the guest no
 * longer has.
 */
export const consumeLink = (ctx: RequestContext, code: string): Promise<string | null> =>
  ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    // Lock the guest first: of a link and a code that are used at the same time one succeeds.
    const found = await findActionCode(tx, code, linkKinds)
    if (!found?.guestId || codeState(found, ctx.deps.now()) !== 'fresh') return null
    await findGuestForUpdate(tx, found.guestId)
    const used = await consumeActionCode(tx, code, linkKinds, ctx.deps.now())
    return used?.guestId ? acceptCode(ctx, tx, used.guestId, used.data) : null
  })

/**
 * Marks the e-mail or number as verified and ends the guest's other sign-in codes, in the transaction that
 * has consumed the code.
 * @returns the uid to sign in; null when the e-mail or number is no longer the guest's.
 */
export async function acceptCode(
  ctx: RequestContext,
  tx: Tx,
  uid: string,
  data: ActionCodeData,
): Promise<string | null> {
  const guest = await findGuestForUpdate(tx, uid)
  if (!guest || !(await verifiedContact(ctx, tx, guest, data))) return null
  await endActionCodes(tx, guest.id, signInKinds)
  return guest.id
}

/** A code without an e-mail or number was created by the tenant: it is valid and verifies neither. */
async function verifiedContact(
  ctx: RequestContext,
  tx: Tx,
  guest: GuestRow,
  { email, mobile }: ActionCodeData,
): Promise<boolean> {
  const at = new Date(ctx.deps.now())
  if (email !== undefined) {
    if (guest.email === null || !isSameEmail(guest.email, email)) return false
    await markEmailVerified(tx, guest, { isOwner: ctx.guest?.uid === guest.id, at })
  }
  if (mobile !== undefined) {
    if (guest.mobile !== mobile || !guest.mobileVerified) return false
    await verifyGuestMobile(tx, guest.id, mobile, at)
    await claimContact(tx, guest.id, { mobile }, at)
  }
  return true
}

/** @throws CallError `auth/too-many-requests` when this client IP has requested too many messages. */
export async function consumeMessageLimit({ deps, tenant, address }: RequestContext): Promise<void> {
  const retryAfter = await deps.messageLimit({ tenant: tenant.id, to: null, address })
  if (retryAfter !== null) throw new CallError('auth/too-many-requests', { retryAfter })
}
