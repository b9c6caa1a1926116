import { CallError } from '#contract/errors.ts'
import { usualNotifications } from '#contract/guest.ts'
import type { Handler } from '../context/context.ts'
import { findGuestForUpdate, updateGuest } from '../guest/queries.ts'
import { readUnsubscribeToken } from './unsubscribe-token.ts'

/**
 * Switches off mail reminders for the guest of an unsubscribe token (RFC 8058). Idempotent; other choices
 * stay.
 * @throws CallError `not-found` for an invalid token, a token of another tenant, and a deleted guest.
 */
export const stopReminders: Handler<'stopReminders'> = async (ctx, { token }) => {
  const { deps, tenant } = ctx
  const uid = readUnsubscribeToken(deps.secret, tenant, token)
  await deps.db.write(tenant.id, async (tx) => {
    const guest = uid === null ? null : await findGuestForUpdate(tx, uid)
    if (!guest) throw new CallError('not-found')
    const chosen = guest.notifications ?? usualNotifications
    if (chosen.mail)
      await updateGuest(tx, guest, { notifications: { ...chosen, mail: false } }, new Date(deps.now()))
  })
  return { success: true }
}
