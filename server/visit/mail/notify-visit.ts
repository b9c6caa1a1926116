import { loudFrom, usualQuietHours } from '#domain/notification/quiet-hours.ts'
import { isUrgent } from '#domain/visit/move.ts'
import type { Tx } from '#server/database/db.ts'
import { publishChange } from '#server/database/change-events.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { notifyGuest } from '#server/notification/notify.ts'
import { endNotifications } from '#server/notification/queries.ts'
import { enqueueSms } from '#server/sms/write-sms.ts'
import {
  enqueueChangeMail,
  pickLanguage,
  reminderKeys,
  visitNotification,
  visitSms,
  type VisitChange,
} from './mail.ts'
import { inGuestWords } from '../guest-words.ts'
import { reloadVisit, type VisitWithSegments } from '../queries.ts'
import { enqueueSalonMail } from './salon-mail.ts'

/**
 * Notifies the guest of a visit's new state: by mail with the calendar file, and an account also on its other
 * channels and on open pages; and the salon, of what its guest has done. All of it is sent when the
 * transaction commits. Quiet hours do not hold back a change by the salon of a visit that begins soon.
 * @throws Error for a hold.
 */
export async function notifyVisitChange(
  ctx: MailContext,
  tx: Tx,
  id: string,
  change: VisitChange,
): Promise<VisitWithSegments> {
  const visit = await reloadVisit(tx, id)
  if (visit.state === 'held') throw new Error('cannot notify about a hold')
  // A reminder that still waits for its next attempt would name a time that the visit no longer has.
  const ended = endedStart(visit, change)
  if (ended) await endNotifications(tx, reminderKeys(id, ended), new Date(ctx.deps.now()))
  if (change.about === 'moved' || change.about === 'cancelled') await endChangeNotifications(ctx, tx, visit)
  await enqueueSalonMail(ctx, tx, visit, change)
  await enqueueChangeMail(ctx, tx, visit, change)
  const bySalon = change.about === 'changed' || change.about === 'cancelledBySalon'
  const starts = [visit.start.getTime(), ...(change.about === 'changed' ? [change.before.start] : [])]
  const urgent = bySalon && isUrgent(starts, ctx.deps.now())
  const own = await inGuestWords(ctx, tx, visit, pickLanguage(ctx, visit))
  if (visit.guestId) {
    await publishChange(tx, 'visits', visit.guestId)
    await notifyGuest(ctx, tx, {
      ...visitNotification(ctx, own, change),
      guestId: visit.guestId,
      key: toKey(visit, change),
      usefulUntil: visit.start,
      sms: visitSms(ctx, own, change),
      mail: 'written',
      urgent,
    })
  } else if (bySalon && visit.contact?.mobile && !visit.contact.email)
    await textContact(ctx, tx, own, { change, urgent })
  return visit
}

/** The guest has answered the salon's changes of a visit: they are no news any more. */
export async function endChangeNotifications(
  { deps }: Pick<MailContext, 'deps'>,
  tx: Tx,
  { id, sequence }: VisitWithSegments,
): Promise<void> {
  const keys = Array.from({ length: sequence }, (_, index) =>
    toKey({ id, sequence: index + 1 }, { about: 'changed' }),
  )
  if (keys.length > 0) await endNotifications(tx, keys, new Date(deps.now()))
}

/** The start that a visit has no longer, or null. */
function endedStart({ start, state }: VisitWithSegments, change: VisitChange): Date | null {
  if (state === 'cancelled') return start
  const before = 'before' in change ? change.before.start : start.getTime()
  return before === start.getTime() ? null : new Date(before)
}

/** The idempotency key of an event: one for each change of a visit. */
const toKey = (
  { id, sequence }: Pick<VisitWithSegments, 'id' | 'sequence'>,
  { about }: Pick<VisitChange, 'about'>,
): string => `visit-${about}:${id}:${sequence}`

/** A change by the salon reaches a contact without an e-mail address by a text message. */
async function textContact(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  { change, urgent }: { change: VisitChange; urgent: boolean },
): Promise<void> {
  const now = ctx.deps.now()
  const at = urgent ? now : loudFrom(usualQuietHours, ctx.tenant.profile.timeZone, now)
  const message = {
    key: toKey(visit, change),
    to: visit.contact?.mobile ?? '',
    text: visitSms(ctx, visit, change),
    secret: true,
  }
  await enqueueSms(ctx, tx, message, at > now ? new Date(at) : undefined)
}
