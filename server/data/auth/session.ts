import { and, desc, eq, gt, lt, lte, ne, or } from 'drizzle-orm'
import { detailsPresent } from '#domain/guest.ts'
import { guest, session } from '#db/schema/guest.ts'
import type { SignedInGuest } from '#contract/guest.ts'
import type { Db, TenantId, Tx } from '../db.ts'
import { tokenHash } from './session-token.ts'

export const SESSION_SECONDS = 30 * 24 * 3600
const DAY_MS = 24 * 3600 * 1000
/** However much it is used, a session ends after this: a stolen one, too. */
const LONGEST_MS = 180 * DAY_MS
/** One that ends within this has been short from the beginning: every other is prolonged by being used. */
const SHORT_MS = 3600 * 1000

/** When a session that is used at `now` ends. */
export const expiryFrom = (now: number, seconds = SESSION_SECONDS): Date => new Date(now + seconds * 1000)

/** `began` in epoch ms; `renewedFor`: its end has just moved, so the browser's cookie may live so many seconds longer; else null. */
export type FoundSession = SignedInGuest & { began: number; renewedFor: number | null }

/** The guest whom a token signs in, read in one query; the session's end moves at most once a day. */
export async function findSession(
  db: Db,
  tenant: TenantId,
  token: string,
  now: number,
): Promise<FoundSession | null> {
  const row = await db.read(tenant, (tx) => findGuestOf(tx, token, now))
  if (!row) return null
  const { usedAt, endsAt, beganAt, ...found } = row
  const began = beganAt.getTime()
  const renewed = now - usedAt.getTime() >= DAY_MS
  const ends = renewed ? new Date(Math.min(expiryFrom(now).getTime(), began + LONGEST_MS)) : endsAt
  if (renewed) await db.write(tenant, (tx) => renew(tx, token, now, ends))
  const left = ends.getTime() - now
  return {
    ...found,
    detailsPresent: detailsPresent(found),
    sessionEnds: left <= SHORT_MS ? ends.getTime() : null,
    began,
    renewedFor: renewed ? Math.ceil(left / 1000) : null,
  }
}

async function findGuestOf(tx: Tx, token: string, now: number) {
  const [row] = await tx
    .select({
      uid: guest.id,
      firstname: guest.firstname,
      lastname: guest.lastname,
      email: guest.email,
      mobile: guest.mobile,
      avatar: guest.avatar,
      preferredLanguage: guest.preferredLanguage,
      countryCode: guest.countryCode,
      usedAt: session.updatedAt,
      endsAt: session.expiresAt,
      beganAt: session.createdAt,
    })
    .from(session)
    .innerJoin(guest, and(eq(guest.tenantId, session.tenantId), eq(guest.id, session.userId)))
    .where(
      and(eq(session.tenantId, tx.tenantId), eq(session.token, tokenHash(token)), running(new Date(now))),
    )
  return row
}

/** What has been used ever since it began may have an end of its own that lies beyond the last there is. */
const running = (now: Date) =>
  and(gt(session.expiresAt, now), gt(session.createdAt, new Date(now.getTime() - LONGEST_MS)))

const renew = (tx: Tx, token: string, now: number, expiresAt: Date) =>
  tx
    .update(session)
    .set({ updatedAt: new Date(now), expiresAt })
    .where(
      and(
        eq(session.tenantId, tx.tenantId),
        eq(session.token, tokenHash(token)),
        lte(session.updatedAt, new Date(now - DAY_MS)),
      ),
    )

/** Ends one session. Direct, since the library's own way takes a database error for "there was none". */
export const removeSession = (tx: Tx, token: string) =>
  tx.delete(session).where(and(eq(session.tenantId, tx.tenantId), eq(session.token, tokenHash(token))))

export type SessionRow = Pick<typeof session.$inferSelect, 'id' | 'userAgent' | 'createdAt' | 'updatedAt'> & {
  current: boolean
}

/** A guest's running sessions, the one used last first; `token` is the one that asks. */
export async function listSessions(tx: Tx, uid: string, token: string, now: Date): Promise<SessionRow[]> {
  const rows = await tx
    .select({
      id: session.id,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      token: session.token,
    })
    .from(session)
    .where(and(ofGuest(tx, uid), running(now)))
    .orderBy(desc(session.updatedAt), desc(session.createdAt))
    .limit(200)
  return rows.map(({ token: hash, ...row }) => ({ ...row, current: hash === tokenHash(token) }))
}

/** Ends a guest's other sessions: all but the one with this token, or of those the one with this id. @returns how many. */
export async function removeOtherSessions(tx: Tx, uid: string, token: string, id?: string): Promise<number> {
  const which = id === undefined ? undefined : eq(session.id, id)
  const { rowCount } = await tx
    .delete(session)
    .where(and(ofGuest(tx, uid), ne(session.token, tokenHash(token)), which))
  return rowCount ?? 0
}

/** Forgets the sessions that ended before `before`: they sign nobody in any more. @returns how many. */
export async function removeEndedSessions(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(session)
    .where(
      and(
        eq(session.tenantId, tx.tenantId),
        or(lt(session.expiresAt, before), lt(session.createdAt, new Date(before.getTime() - LONGEST_MS))),
      ),
    )
  return rowCount ?? 0
}

const ofGuest = (tx: Tx, uid: string) => and(eq(session.tenantId, tx.tenantId), eq(session.userId, uid))
