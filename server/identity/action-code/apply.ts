import { signInKinds } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import { bumpSchedule } from '#server/availability/calendar-queries.ts'
import type { RequestContext } from '#server/context/context.ts'
import { endActionCodes, consumeActionCode } from './queries.ts'
import { sqlState, type Tx } from '#server/database/db.ts'
import { findGuestForUpdate, findPasswordUse, setPassword } from '#server/guest/queries.ts'
import { changeGuestEmail, endSessions, verifyGuestEmail } from '#server/guest/email-queries.ts'
import { unverifyGuestMobile } from '#server/guest/mobile-queries.ts'
import { mailAction } from './mail.ts'
import { isSameBrowser, readAction, type Action } from './read.ts'
import { isBoundBrowser } from '../session/browser-binding.ts'
import { claimVisits } from '#server/visit/claim-visits.ts'
import { claimContact } from '#server/waitlist/claim-contact.ts'
import { enqueueSecurityNotice } from '../mail/security-notice.ts'
import { markEmailVerified } from './mark-email-verified.ts'

/** Codes that were sent to an e-mail: they end when the account's e-mail changes. */
const mailedKinds = [...signInKinds, 'verifyEmail', 'resetPassword'] as const
/** Changes that an attacker with access to the account may have requested. */
const pendingKinds = ['verifyAndChangeEmail', 'confirmMobile', 'provider', 'handOver', 'passkey'] as const

type Modes = readonly Action['mode'][]

/** `isFirst`: not the repetition of a verification. */
type Work<T> = (tx: Tx, action: Action, isFirst: boolean) => Promise<T>

/**
 * Consumes a code and runs `work` in the same transaction, so that of concurrent requests only one succeeds.
 * Locks the guest's row first.
 */
async function consumeAction<T>(ctx: RequestContext, code: string, modes: Modes, work: Work<T>): Promise<T> {
  const { deps, tenant } = ctx
  try {
    return await deps.db.write(tenant.id, async (tx) => {
      const found = await readAction(tx, code, modes, deps.now())
      await findGuestForUpdate(tx, found.guest.id)
      // Read again under the lock.
      const action = await readAction(tx, code, modes, deps.now())
      const consumed = await consumeActionCode(tx, code, modes, deps.now())
      if (!consumed && action.mode !== 'verifyEmail') throw new CallError('auth/invalid-action-code')
      return work(tx, action, consumed !== null)
    })
  } catch (error) {
    // Another guest has registered the e-mail since the link was sent.
    if (sqlState(error) === '23505') throw new CallError('auth/email-already-in-use')
    throw error
  }
}

/**
 * Performs the action of a mailed link: verifies the e-mail, changes it, or verifies it for a sign-in.
 * `signsIn`: whether the link signs this browser in.
 */
export const applyAction = (ctx: RequestContext, code: string): Promise<Action & { signsIn: boolean }> =>
  consumeAction(ctx, code, ['verifyEmail', 'verifyAndChangeEmail', 'signIn'], async (tx, action, isFirst) => {
    const at = new Date(ctx.deps.now())
    const { guest, email, row } = action
    if (action.mode === 'signIn') {
      await markEmailVerified(tx, guest, { isOwner: ctx.guest?.uid === guest.id, at })
      await endActionCodes(tx, guest.id, signInKinds)
    } else {
      const sameBrowser = isSameBrowser(ctx, row)
      // Opening the same mail again in another browser does not revoke a verification in the guest's own
      // browser.
      if (action.mode === 'verifyEmail')
        await verifyGuestEmail(
          tx,
          guest.id,
          at,
          !sameBrowser && (guest.emailVerifiedElsewhere || !guest.emailVerified),
        )
      else await changeEmail(ctx, tx, action, { at, verifiedElsewhere: !sameBrowser })
      // A mail opened in another browser verifies the e-mail, but not that its owner also owns the account:
      // an attacker may have created the account with this e-mail, and must not see the visits booked with
      // it. The visit of which the account was made was booked by whoever made the account: it joins
      // anywhere.
      if (sameBrowser) await claimContact(tx, guest.id, { email }, at)
      else if (row.data.visitId) await claimVisits(tx, guest.id, { email, id: row.data.visitId }, at)
    }
    return { ...action, signsIn: action.mode === 'signIn' || (isFirst && isWayIn(ctx, row)) }
  })

/** Whether a verification signs in too: in the browser that has made the account, if nobody is signed in. */
const isWayIn = (ctx: RequestContext, { kind, data, browserHash }: Action['row']): boolean =>
  kind === 'verifyEmail' &&
  data.signedInTo !== undefined &&
  ctx.guest === null &&
  isBoundBrowser(ctx, browserHash)

async function changeEmail(
  ctx: RequestContext,
  tx: Tx,
  { guest, email, row }: Action,
  { at, verifiedElsewhere }: { at: Date; verifiedElsewhere: boolean },
): Promise<void> {
  await changeGuestEmail(tx, guest.id, email, { at, elsewhere: verifiedElsewhere })
  // The salon's day shows it.
  await bumpSchedule(tx)
  await endSessions(tx, guest.id)
  await endActionCodes(tx, guest.id, [...mailedKinds, ...pendingKinds])
  if (guest.email)
    await mailAction(ctx, tx, {
      mode: 'recoverEmail',
      guest,
      to: guest.email,
      data: { email, newEmail: guest.email },
      language: row.data.language ?? null,
    })
}

/**
 * Restores the account's earlier e-mail and ends its sessions and pending codes. Of several such links the
 * oldest wins, because a later one may have been mailed to an attacker: consuming one ends all later ones.
 */
export const recoverAction = (ctx: RequestContext, code: string): Promise<Action> =>
  consumeAction(ctx, code, ['recoverEmail'], async (tx, action) => {
    const { guest, row, email } = action
    await changeGuestEmail(tx, guest.id, email, { at: new Date(ctx.deps.now()) })
    await bumpSchedule(tx)
    await endSessions(tx, guest.id)
    await endActionCodes(tx, guest.id, [...mailedKinds, ...pendingKinds])
    await endActionCodes(tx, guest.id, ['recoverEmail'], row.createdAt)
    await unverifyGuestMobile(tx, guest.id, row.createdAt)
    return action
  })

/**
 * Sets a new password by a mailed code. Ends every session and every other code of the account. A mobile
 * number that was verified since the old password was last used needs verification again.
 */
export const resetAction = (ctx: RequestContext, code: string, passwordHash: string): Promise<Action> =>
  consumeAction(ctx, code, ['resetPassword'], async (tx, action) => {
    const at = new Date(ctx.deps.now())
    await markEmailVerified(tx, action.guest, { isOwner: false, at })
    // An attacker may have verified a number of their own since the owner last used the old password, and
    // could sign in by text message.
    await unverifyGuestMobile(tx, action.guest.id, await findPasswordUse(tx, action.guest.id))
    await setPassword(tx, action.guest.id, passwordHash, at)
    await enqueueSecurityNotice(ctx, tx, action.guest.id, { change: 'newPassword' })
    await endActionCodes(tx, action.guest.id, [...mailedKinds, ...pendingKinds])
    return action
  })
