import { actionCodeKinds, passingKinds, PASSING_REMEMBERED_MS, REMEMBERED_MS } from '#domain/action-code.ts'
import { INVITE_REMEMBERED_MS } from '#domain/invite.ts'
import { removeOldActionCodes } from '../data/action-code.ts'
import { removeEndedSessions } from '../data/auth/session.ts'
import type { Tx } from '../data/db.ts'
import { removeOldInvites } from '../data/invite.ts'
import { removeExpiredMessages } from '../data/public-message.ts'
import { removeOldSubmissions } from '../data/submission.ts'

/** An ended session goes after this: by then it has ended by the clock of every process that could still prolong it. */
const ENDED_SESSION_MS = 3_600_000
/** A form that was sent twice was sent twice within a minute. */
const SUBMISSION_MS = 600_000

/**
 * Forgets one tenant's codes and invitations that ended so long ago (`now` in epoch ms) that neither a limit counts them nor a
 * guest asks about them, sessions that have ended, and public messages as soon as they have expired. Nothing depends on it: what
 * has ended opens nothing. @returns how many rows are gone.
 */
export async function sweepIdentity(tx: Tx, now: number): Promise<number> {
  const ago = (ms: number) => new Date(now - ms)
  const codes =
    (await removeOldActionCodes(tx, passingKinds, ago(PASSING_REMEMBERED_MS))) +
    (await removeOldActionCodes(tx, actionCodeKinds, ago(REMEMBERED_MS)))
  const sessions = await removeEndedSessions(tx, ago(ENDED_SESSION_MS))
  const submissions = await removeOldSubmissions(tx, ago(SUBMISSION_MS))
  return (
    codes +
    sessions +
    submissions +
    (await removeOldInvites(tx, ago(INVITE_REMEMBERED_MS))) +
    (await removeExpiredMessages(tx, new Date(now)))
  )
}
