import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, lt, lte, ne, or } from 'drizzle-orm'
import { DAY_MS } from '#domain/day.ts'
import { detailsPresent } from '#domain/guest.ts'
import { guest, session } from '#db/schema/guest.ts'
import type { Db, TenantId, Tx } from '#server/database/db.ts'
import { sha256, newSessionToken } from '#server/secret/hash.ts'
import type { FoundSession } from '#server/context/auth.ts'

export const SESSION_LIFETIME_SECONDS = 30 * 24 * 3600
/** The longest lifetime of a session, however often it is renewed: it limits a stolen token. */
const MAX_SESSION_LIFETIME_MS = 180 * DAY_MS
/** A session that ends within this time was created as a short one: all others are renewed by use. */
const SHORT_SESSION_MS = 3600 * 1000

/** The expiry of a session that is used at `now` (epoch ms). */
const expiryFrom = (now: number, seconds = SESSION_LIFETIME_SECONDS): Date => new Date(now + seconds * 1000)

/**
 * Finds the session of a token and its guest in one query, and renews the session at most once a day. `now`,
 * `began` and `sessionEnds` are epoch ms; `sessionEnds` is null unless the session ends within an hour.
 * `renewedFor` is the remaining lifetime in seconds, null when the session was not renewed.
 */
export async function findSession(
  db: Db,
  tenant: TenantId,
  token: string,
  now: number,
): Promise<FoundSession | null> {
  const row = await db.read(tenant, (tx) => findRow(tx, token, now))
  if (!row) return null
  const { usedAt, endsAt, beganAt, ...found } = row
  const began = beganAt.getTime()
  const renewed = now - usedAt.getTime() >= DAY_MS
  const ends = renewed
    ? new Date(Math.min(expiryFrom(now).getTime(), began + MAX_SESSION_LIFETIME_MS))
    : endsAt
  if (renewed) await db.write(tenant, (tx) => renew(tx, token, now, ends))
  const left = ends.getTime() - now
  return {
    ...found,
    detailsPresent: detailsPresent(found),
    sessionEnds: left <= SHORT_SESSION_MS ? ends.getTime() : null,
    began,
    renewedFor: renewed ? Math.ceil(left / 1000) : null,
  }
}

async function findRow(tx: Tx, token: string, now: number) {
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
    .where(and(eq(session.tenantId, tx.tenantId), eq(session.token, sha256(token)), isActive(new Date(now))))
  return row
}

/** Checks the longest lifetime, too: the stored expiry of a session may lie beyond it. */
const isActive = (now: Date) =>
  and(gt(session.expiresAt, now), gt(session.createdAt, new Date(now.getTime() - MAX_SESSION_LIFETIME_MS)))

const renew = (tx: Tx, token: string, now: number, expiresAt: Date) =>
  tx
    .update(session)
    .set({ updatedAt: new Date(now), expiresAt })
    .where(
      and(
        eq(session.tenantId, tx.tenantId),
        eq(session.token, sha256(token)),
        lte(session.updatedAt, new Date(now - DAY_MS)),
      ),
    )

type NewSession = { ipAddress: string; userAgent: string; /** Epoch ms. */ now: number; seconds: number }

/** Creates a session and stores the hash of its token only. */
export async function createSession(
  tx: Tx,
  uid: string,
  { ipAddress, userAgent, now, seconds }: NewSession,
): Promise<{ token: string; expiresAt: Date }> {
  const token = newSessionToken()
  const expiresAt = expiryFrom(now, seconds)
  await tx.insert(session).values({
    tenantId: tx.tenantId,
    id: randomUUID(),
    token: sha256(token),
    userId: uid,
    expiresAt,
    ipAddress,
    userAgent,
    createdAt: new Date(now),
    updatedAt: new Date(now),
  })
  return { token, expiresAt }
}

/** Ends one session. */
export const removeSession = (tx: Tx, token: string) =>
  tx.delete(session).where(and(eq(session.tenantId, tx.tenantId), eq(session.token, sha256(token))))

export type SessionRow = Pick<typeof session.$inferSelect, 'id' | 'userAgent' | 'createdAt' | 'updatedAt'> & {
  current: boolean
}

/**
 * Lists a guest's active sessions, the most recently used first, at most 200; `token` marks the current
 * one.
 */
export async function listSessionsOf(tx: Tx, uid: string, token: string, now: Date): Promise<SessionRow[]> {
  const rows = await tx
    .select({
      id: session.id,
      userAgent: session.userAgent,
      createdAt: session.createdAt,
      updatedAt: session.updatedAt,
      token: session.token,
    })
    .from(session)
    .where(and(ofGuest(tx, uid), isActive(now)))
    .orderBy(desc(session.updatedAt), desc(session.createdAt))
    .limit(200)
  return rows.map(({ token: hash, ...row }) => ({ ...row, current: hash === sha256(token) }))
}

/**
 * Ends a guest's sessions other than that of `token`: all of them, or the one with this id.
 * @returns the number of sessions ended.
 */
export async function removeOtherSessions(tx: Tx, uid: string, token: string, id?: string): Promise<number> {
  const withId = id === undefined ? undefined : eq(session.id, id)
  const { rowCount } = await tx
    .delete(session)
    .where(and(ofGuest(tx, uid), ne(session.token, sha256(token)), withId))
  return rowCount ?? 0
}

/** Deletes the sessions that ended before `before`. @returns the number of deleted rows. */
export async function removeEndedSessions(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(session)
    .where(
      and(
        eq(session.tenantId, tx.tenantId),
        or(
          lt(session.expiresAt, before),
          lt(session.createdAt, new Date(before.getTime() - MAX_SESSION_LIFETIME_MS)),
        ),
      ),
    )
  return rowCount ?? 0
}

const ofGuest = (tx: Tx, uid: string) => and(eq(session.tenantId, tx.tenantId), eq(session.userId, uid))
