import { loudFrom, usualQuietHours } from '#domain/notification/quiet-hours.ts'
import { isUrgent } from '#domain/visit/move.ts'
import type { ChangeMessage } from '#contract/schedule/visit-change.ts'
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
  scheduleReminders,
  visitNotification,
  visitSms,
  type VisitChange,
} from './mail.ts'
import { inGuestWords } from '../guest-words.ts'
import type { VisitWithSegments } from '../queries.ts'
import { enqueueSalonMail } from './salon-mail.ts'

/**
 * Brings what waits for a visit in line with it: its reminders, also those of the start that it had before
 * (epoch ms), and its guest's open pages.
 */
export async function settleVisit(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  startBefore: number | null,
): Promise<void> {
  const { id, start, state } = visit
  // A reminder that still waits for its next attempt would name a time that the visit no longer has.
  const ended = state === 'cancelled' ? start.getTime() : startBefore
  if (ended !== null && (state === 'cancelled' || ended !== start.getTime()))
    await endNotifications(tx, reminderKeys(id, new Date(ended)), new Date(ctx.deps.now()))
  if (state === 'booked') await scheduleReminders(ctx, tx, visit)
  if (visit.guestId) await publishChange(tx, 'visits', visit.guestId)
}

/** By these a guest has answered what the salon has changed or asked before, `agreed` by telephone. */
const answers: VisitChange['about'][] = ['moved', 'cancelled', 'agreed']

/**
 * Tells the guest of a visit's new state: by mail with the calendar file, and an account also on its other
 * channels and on open pages; and the salon, of what its guest has done. All of it is sent when the
 * transaction commits. Quiet hours do not hold back a change by the salon of a visit that begins soon.
 * @returns the messages. @throws Error for a hold.
 */
export async function notifyVisitChange(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  { change, bySalon }: { change: VisitChange; bySalon: boolean },
): Promise<ChangeMessage[]> {
  if (visit.state === 'held') throw new Error('cannot notify about a hold')
  if (answers.includes(change.about)) await endChangeNotifications(ctx, tx, visit)
  const sent: ChangeMessage[] = []
  if (!bySalon && (await enqueueSalonMail(ctx, tx, visit, change))) sent.push('salonMail')
  if (await enqueueChangeMail(ctx, tx, visit, change)) sent.push('mail')
  const starts = [visit.start.getTime(), ...('before' in change ? [change.before.start] : [])]
  const urgent = bySalon && isUrgent(starts, ctx.deps.now())
  const own = await inGuestWords(ctx, tx, visit, pickLanguage(ctx, visit))
  if (visit.guestId) {
    const row = await notifyGuest(ctx, tx, {
      ...visitNotification(ctx, own, change),
      guestId: visit.guestId,
      key: toKey(visit, change),
      usefulUntil: visit.start,
      sms: visitSms(ctx, own, change),
      mail: 'written',
      urgent,
    })
    if (row) sent.push('notification')
  } else if (bySalon && visit.contact?.mobile && !visit.contact.email) {
    if (await textContact(ctx, tx, own, { change, urgent })) sent.push('sms')
  }
  return sent
}

/**
 * The guest has answered the salon's changes of a visit: they are no news any more. That it asks for another
 * time is, until they have chosen one.
 */
export async function endChangeNotifications(
  { deps }: Pick<MailContext, 'deps'>,
  tx: Tx,
  { id, sequence, askedAt }: VisitWithSegments,
): Promise<void> {
  const ended = askedAt ? (['changed'] as const) : (['changed', 'asked'] as const)
  const keys = Array.from({ length: sequence }, (_, index) =>
    ended.map((about) => toKey({ id, sequence: index + 1 }, { about })),
  ).flat()
  if (keys.length > 0) await endNotifications(tx, keys, new Date(deps.now()))
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
): Promise<boolean> {
  const now = ctx.deps.now()
  const at = urgent ? now : loudFrom(usualQuietHours, ctx.tenant.profile.timeZone, now)
  const message = {
    key: toKey(visit, change),
    to: visit.contact?.mobile ?? '',
    text: visitSms(ctx, visit, change),
    secret: true,
  }
  return (await enqueueSms(ctx, tx, message, at > now ? new Date(at) : undefined)).ok
}
