import { Temporal } from 'temporal-polyfill'
import { DAY_MS } from '#domain/day.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { releaseExpiredHolds } from '#server/availability/segment-queries.ts'
import type { Dependencies } from '#server/context/context.ts'
import { clearContacts, listVisitsUntil, redactOldVisits, removeExpiredHolds } from '../queries.ts'
import { removeEmptyParties } from '../party-queries.ts'
import { recordVisitChanges } from '../record-change.ts'
import { removeEmptySeries } from '../series-queries.ts'
import { removeStaffNotes } from '../staff-note-queries.ts'
import { scheduleReminders } from './mail.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { clearMessages } from '#server/notification/queries.ts'
import { redactEndedMails } from '#server/mail/queries.ts'
import { redactOldSms } from '#server/sms/queries.ts'
import { HANDLE_MS } from '#server/secret/handle.ts'

/**
 * Retention of expired holds: until then a returning guest sees `visit/hold-expired` instead of `not-found`.
 */
const TTL_MS = DAY_MS

/**
 * Releases the time of a tenant's expired holds and deletes those that expired a day ago. Correctness does
 * not depend on it: an expired hold is ignored everywhere. @returns the number of rows changed.
 */
export async function sweepHolds(tx: Tx, now: number): Promise<number> {
  const touched =
    (await releaseExpiredHolds(tx, 'everyone', new Date(now))) +
    (await removeExpiredHolds(tx, new Date(now - TTL_MS)))
  await removeEmptySeries(tx)
  await removeEmptyParties(tx)
  if (touched > 0) await bumpCalendar(tx)
  return touched
}

/** Codes and links in text messages are of no use after this time. */
const SMS_MS = 7 * DAY_MS

/**
 * Redacts a tenant's mails with links to visits that have ended (`now` in epoch ms), messages of
 * notifications that are of no use any more, and text messages whose sending failed or stayed uncertain.
 * Clears what was typed when booking without an account, of visits that belong to one, once their handles
 * have expired: another person may have entered it. Redacts visits without an account `months` after them.
 * @returns the number of rows changed.
 */
export const sweepVisits = async (tx: Tx, now: number, months: number): Promise<number> =>
  (await redactEndedMails(tx, new Date(now))) +
  (await clearMessages(tx, new Date(now))) +
  (await redactOldSms(tx, new Date(now - SMS_MS))) +
  (await redactVisits(tx, now, months))

/** Clears who came, and what the salon has noted about it. @returns the number of visits. */
async function redactVisits(tx: Tx, now: number, months: number): Promise<number> {
  const cleared = await clearContacts(tx, new Date(now - HANDLE_MS))
  const redacted = await redactOldVisits(tx, monthsBefore(now, months))
  await removeStaffNotes(tx, redacted)
  const ids = [...cleared, ...redacted]
  await recordVisitChanges(tx, ids, { actor: { kind: 'job' }, kind: 'redacted', at: new Date(now) })
  return ids.length
}

function monthsBefore(now: number, months: number): Date {
  const date = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC')
  return new Date(date.subtract({ months }).epochMilliseconds)
}

/** No reminder goes earlier than this before its visit, with the longest quiet hours. */
const AHEAD_MS = 72 * 3_600_000

/**
 * Enqueues the reminders of a tenant's next visits: a restored database has no jobs, and quiet hours may have
 * changed. One that is enqueued already stays.
 */
export async function scheduleComingReminders({
  deps,
  tenant,
}: MailContext & { deps: Pick<Dependencies, 'db'> }): Promise<void> {
  const now = deps.now()
  await deps.db.write(tenant.id, async (tx) => {
    for (const visit of await listVisitsUntil(tx, new Date(now), new Date(now + AHEAD_MS)))
      await scheduleReminders({ deps, tenant }, tx, visit)
  })
}
