import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { endActionCodes, endLaterActionCodes, useActionCode } from '../data/action-code.ts'
import { sqlState, type Tx } from '../data/db.ts'
import { findGuestForUpdate, findPasswordUse, setPassword } from '../data/guest.ts'
import { changeGuestEmail, endSessions, verifyGuestEmail } from '../data/guest-access.ts'
import { unverifyGuestMobile } from '../data/guest-mobile.ts'
import { mailAction } from './action-mail.ts'
import { isHere, readAction, type Action } from './action-read.ts'
import { joinVisits } from './join-visits.ts'
import { writeNotice } from './notice.ts'
import { proveEmail } from './prove-email.ts'

/** What was sent to an address that is no longer the account's must open it no more. */
const sentToAddress = ['signIn', 'magicLogin', 'signInCode', 'verifyEmail', 'resetPassword'] as const
/** What a stranger at the account may have begun. */
const begun = ['verifyAndChangeEmail', 'confirmMobile', 'provider', 'handOver', 'passkey'] as const

type Modes = readonly Action['mode'][]

/** Uses a code up and does, in the same transaction, what it is for: of many at once one does. The guest's row is locked first. */
async function withAction<T>(
  scope: Scope,
  code: string,
  modes: Modes,
  work: (tx: Tx, action: Action) => Promise<T>,
): Promise<T> {
  const { deps, tenant } = scope
  try {
    return await deps.db.write(tenant.id, async (tx) => {
      const found = await readAction(tx, code, modes, deps.now())
      await findGuestForUpdate(tx, found.guest.id)
      // As they are once nobody else can change them.
      const action = await readAction(tx, code, modes, deps.now())
      const used = await useActionCode(tx, code, modes, deps.now())
      if (!used && action.mode !== 'verifyEmail') throw new CallError('auth/invalid-action-code')
      return work(tx, action)
    })
  } catch (error) {
    // Somebody else has taken the address while the link was under way.
    if (sqlState(error) === '23505') throw new CallError('auth/email-already-in-use')
    throw error
  }
}

/** Does what the link of a mail was sent for: shows an address, changes to one, or signs in by it. */
export const applyAction = (scope: Scope, code: string): Promise<Action> =>
  withAction(scope, code, ['verifyEmail', 'verifyAndChangeEmail', 'signIn'], async (tx, action) => {
    const at = new Date(scope.deps.now())
    const { guest, email, row } = action
    if (action.mode === 'signIn') await proveEmail(tx, guest, { own: scope.guest?.uid === guest.id, at })
    else {
      const here = isHere(scope, row)
      // A second look at the same mail, from wherever, takes nothing back.
      if (action.mode === 'verifyEmail')
        await verifyGuestEmail(
          tx,
          guest.id,
          at,
          !here && (guest.emailVerifiedElsewhere || !guest.emailVerified),
        )
      else await changeEmail(tx, scope, action, at, !here)
      // A mail that is opened elsewhere shows whose the address is, but not that the account is theirs too: it may be a stranger's
      // who typed that address, and must not be shown its visits.
      if (here) await joinVisits(tx, guest.id, { email })
    }
    return action
  })

async function changeEmail(
  tx: Tx,
  scope: Scope,
  { guest, email, row }: Action,
  at: Date,
  elsewhere: boolean,
): Promise<void> {
  await changeGuestEmail(tx, guest.id, email, at, elsewhere)
  await endSessions(tx, guest.id)
  await endActionCodes(tx, guest.id, [...sentToAddress, ...begun])
  if (guest.email)
    await mailAction(scope, tx, {
      mode: 'recoverEmail',
      guest,
      to: guest.email,
      data: { email, newEmail: guest.email },
      language: row.data.language ?? null,
    })
}

/**
 * Gives an account its earlier address back and ends whatever has been opened or begun since. Of several such links the
 * oldest wins: a later one may be the very stranger's.
 */
export const recoverAction = (scope: Scope, code: string): Promise<Action> =>
  withAction(scope, code, ['recoverEmail'], async (tx, action) => {
    const { guest, row, email } = action
    await changeGuestEmail(tx, guest.id, email, new Date(scope.deps.now()))
    await endSessions(tx, guest.id)
    await endActionCodes(tx, guest.id, [...sentToAddress, ...begun])
    await endLaterActionCodes(tx, guest.id, ['recoverEmail'], row.createdAt)
    await unverifyGuestMobile(tx, guest.id, row.createdAt)
    return action
  })

/**
 * Gives the guest whom a reset was mailed to a new password: every session and every other link into the account ends, and a number
 * that was confirmed since the old password was last typed has to be confirmed anew.
 */
export const resetAction = (scope: Scope, code: string, passwordHash: string): Promise<Action> =>
  withAction(scope, code, ['resetPassword'], async (tx, action) => {
    const at = new Date(scope.deps.now())
    await proveEmail(tx, action.guest, { own: false, at })
    // Whoever has confirmed a number since the owner last typed the old password may not be the owner: a message to it would sign in.
    await unverifyGuestMobile(tx, action.guest.id, await findPasswordUse(tx, action.guest.id))
    await setPassword(tx, action.guest.id, passwordHash, at)
    await writeNotice(scope, tx, action.guest.id, { change: 'newPassword' })
    await endActionCodes(tx, action.guest.id, [...sentToAddress, ...begun])
    return action
  })
