import { CallError } from '#contract/errors.ts'
import { usualNotifications } from '#contract/guest.ts'
import type { Handler } from '../context.ts'
import { findGuestForUpdate, updateGuest } from '../data/guest.ts'
import { openReminderSwitch } from '../identity/reminder-switch.ts'
import { ownTenant } from './tenant.ts'

/**
 * Switches reminders by mail off for the guest whom a link under one was made for, and nothing else; doing it again changes nothing.
 * @throws CallError `not-found` for another tenant, for a link that is none or another tenant's, and once the guest is gone.
 */
export const stopReminders: Handler<'stopReminders'> = async (scope, { tenantId, token }) => {
  ownTenant(scope, tenantId)
  const { deps, tenant } = scope
  const uid = openReminderSwitch(deps.secret, tenant, token)
  await deps.db.write(tenant.id, async (tx) => {
    const guest = uid === null ? null : await findGuestForUpdate(tx, uid)
    if (!guest) throw new CallError('not-found')
    const chosen = guest.notifications ?? usualNotifications
    if (chosen.mail)
      await updateGuest(tx, guest, { notifications: { ...chosen, mail: false } }, new Date(deps.now()))
  })
  return { success: true }
}
