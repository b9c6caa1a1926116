import {
  actionCodeKinds,
  shortLivedKinds,
  SHORT_LIVED_RETENTION_MS,
  RETENTION_MS,
} from '#domain/action-code.ts'
import { INVITE_RETENTION_MS } from '#domain/invite.ts'
import { removeOldActionCodes } from './action-code/queries.ts'
import { removeEndedSessions } from './session/queries.ts'
import type { Tx } from '../database/db.ts'
import { removeOldInvites } from './invite/queries.ts'
import { removeExpiredMessages } from '../content/message-queries.ts'
import { removeOldSubmissions } from '../context/submission-queries.ts'
import { AUDIT_MONTHS } from '#domain/staff/audit.ts'
import { addMonths } from '#domain/zone.ts'
import { idleMs, MAX_AGE_MS } from '#domain/staff/session.ts'
import { removeOldStaffPush } from '../push/staff-queries.ts'
import { removeOldAudit } from '../staff/audit-queries.ts'
import { removeUnusedDevices } from './staff/device-queries.ts'
import { removeEndedStaffSessions } from './staff/session-queries.ts'

/**
 * An expired session is deleted after this, when it is expired by the clock of every process that could
 * prolong it.
 */
const SESSION_RETENTION_MS = 3_600_000
/** Repeated submissions of one form arrive within a minute: ten times that. */
const SUBMISSION_RETENTION_MS = 600_000

/** The day before which rows of the audit log are deleted; its policy asks the database's clock as well. */
const auditEnd = (now: number): Date =>
  new Date(addMonths(new Date(now).toISOString().slice(0, 10), -AUDIT_MONTHS))

/**
 * Deletes one tenant's action codes and invitations past their retention, expired sessions, old form
 * submissions, expired public messages, and of the salon's own site what has ended or is kept no longer.
 * Correctness does not depend on it: expired rows grant nothing.
 * @param now epoch ms.
 * @returns the number of deleted rows.
 */
export async function sweepIdentity(tx: Tx, now: number): Promise<number> {
  const ago = (ms: number) => new Date(now - ms)
  const codes =
    (await removeOldActionCodes(tx, shortLivedKinds, ago(SHORT_LIVED_RETENTION_MS))) +
    (await removeOldActionCodes(tx, actionCodeKinds, ago(RETENTION_MS)))
  const sessions = await removeEndedSessions(tx, ago(SESSION_RETENTION_MS))
  const ofStaff =
    (await removeEndedStaffSessions(tx, {
      createdBefore: ago(MAX_AGE_MS + SESSION_RETENTION_MS),
      usedBefore: ago(idleMs({ lockMinutes: null }) + SESSION_RETENTION_MS),
    })) +
    (await removeUnusedDevices(tx, ago(MAX_AGE_MS + SESSION_RETENTION_MS))) +
    (await removeOldStaffPush(tx, ago(MAX_AGE_MS))) +
    (await removeOldAudit(tx, auditEnd(now)))
  const submissions = await removeOldSubmissions(tx, ago(SUBMISSION_RETENTION_MS))
  return (
    codes +
    sessions +
    ofStaff +
    submissions +
    (await removeOldInvites(tx, ago(INVITE_RETENTION_MS))) +
    (await removeExpiredMessages(tx, new Date(now)))
  )
}
