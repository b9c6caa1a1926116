import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNotNull, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import { staff, staffDevice, staffPasskey, staffSession } from '#db/schema/staff.ts'
import type { SignInMethod } from '#domain/staff/rights.ts'
import type { Tx } from '#server/database/db.ts'
import { removePushOfSession, removePushOfStaff } from '#server/push/staff-queries.ts'
import { newSessionToken, sha256 } from '#server/secret/hash.ts'

const byToken = (tx: Tx, token: string) =>
  and(eq(staffSession.tenantId, tx.tenantId), eq(staffSession.token, sha256(token)))

/** A session with its person and its desk device, whether it is still open or not; null: an unknown one. */
export async function findStaffSession(tx: Tx, token: string) {
  const [row] = await tx
    .select({
      sessionId: staffSession.id,
      method: staffSession.method,
      createdAt: staffSession.createdAt,
      lastSeenAt: staffSession.lastSeenAt,
      confirmedAt: staffSession.confirmedAt,
      id: staff.id,
      name: staff.name,
      email: staff.email,
      language: staff.language,
      shortcuts: staff.shortcuts,
      hintsSeenAt: staff.hintsSeenAt,
      role: staff.role,
      overrides: staff.rights,
      memberId: staff.memberId,
      joinedAt: staff.joinedAt,
      deviceId: staffSession.deviceId,
      deviceName: staffDevice.name,
      lockMinutes: staffDevice.lockMinutes,
      hasPasskey: sql<boolean>`exists (select from ${staffPasskey} where ${staffPasskey.tenantId} =
        ${tx.tenantId} and ${staffPasskey.staffId} = ${staffSession.staffId})`,
    })
    .from(staffSession)
    .innerJoin(
      staff,
      and(
        eq(staff.tenantId, staffSession.tenantId),
        eq(staff.id, staffSession.staffId),
        isNull(staff.removedAt),
        isNotNull(staff.joinedAt),
      ),
    )
    .leftJoin(
      staffDevice,
      and(eq(staffDevice.tenantId, staffSession.tenantId), eq(staffDevice.id, staffSession.deviceId)),
    )
    .where(byToken(tx, token))
  return row ?? null
}

/** Creates a session and stores the hash of its token only. @returns the token. */
export async function createStaffSession(
  tx: Tx,
  session: {
    staffId: string
    deviceId: string | null
    method: SignInMethod
    userAgent: string
    at: Date
  },
): Promise<string> {
  const { at, ...columns } = session
  const token = newSessionToken()
  await tx.insert(staffSession).values({
    ...columns,
    tenantId: tx.tenantId,
    id: randomUUID(),
    token: sha256(token),
    createdAt: at,
    lastSeenAt: at,
    confirmedAt: session.method === 'pin' ? null : at,
  })
  return token
}

/** Stores that a session is used, unless a later use is stored already. */
export const touchStaffSession = (tx: Tx, token: string, at: Date) =>
  tx
    .update(staffSession)
    .set({ lastSeenAt: at })
    .where(and(byToken(tx, token), lt(staffSession.lastSeenAt, at)))

/** Stores that the person of a session has confirmed by a passkey. */
export const confirmStaffSession = (tx: Tx, token: string, at: Date) =>
  tx.update(staffSession).set({ confirmedAt: at, lastSeenAt: at }).where(byToken(tx, token))

/** Makes the browser of a session a desk device. */
export const moveStaffSession = (tx: Tx, token: string, deviceId: string) =>
  tx.update(staffSession).set({ deviceId }).where(byToken(tx, token))

/** Ends a session: its browser gets no push messages any more. */
export async function removeStaffSession(tx: Tx, token: string) {
  await removePushOfSession(tx, token)
  return tx.delete(staffSession).where(byToken(tx, token))
}

/**
 * Ends the sessions of a person, but the one with the token `kept`: all of them, or that with the id. Their
 * browsers get no push messages any more.
 */
export async function removeStaffSessions(
  tx: Tx,
  staffId: string,
  { kept, id }: { kept?: string | undefined; id?: string | undefined } = {},
): Promise<number> {
  await removePushOfStaff(tx, staffId, { kept, id })
  const { rowCount } = await tx
    .delete(staffSession)
    .where(
      and(
        eq(staffSession.tenantId, tx.tenantId),
        eq(staffSession.staffId, staffId),
        kept === undefined ? undefined : ne(staffSession.token, sha256(kept)),
        id === undefined ? undefined : eq(staffSession.id, id),
      ),
    )
  return rowCount ?? 0
}

/** The sessions of a person, the most recently used first, at most 100; `token` marks the current one. */
export async function listStaffSessions(tx: Tx, staffId: string, token: string) {
  const rows = await tx
    .select({
      id: staffSession.id,
      token: staffSession.token,
      userAgent: staffSession.userAgent,
      createdAt: staffSession.createdAt,
      lastSeenAt: staffSession.lastSeenAt,
      device: staffDevice.name,
      lockMinutes: staffDevice.lockMinutes,
    })
    .from(staffSession)
    .leftJoin(
      staffDevice,
      and(eq(staffDevice.tenantId, staffSession.tenantId), eq(staffDevice.id, staffSession.deviceId)),
    )
    .where(and(eq(staffSession.tenantId, tx.tenantId), eq(staffSession.staffId, staffId)))
    .orderBy(desc(staffSession.lastSeenAt), desc(staffSession.id))
    .limit(100)
  return rows.map(({ token: hash, ...row }) => ({ ...row, current: hash === sha256(token) }))
}

/** When each person was last seen, by their id. */
export async function listLastSeen(tx: Tx): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ staffId: staffSession.staffId, at: sql<string>`max(${staffSession.lastSeenAt})` })
    .from(staffSession)
    .where(eq(staffSession.tenantId, tx.tenantId))
    .groupBy(staffSession.staffId)
  return new Map(rows.map(({ staffId, at }) => [staffId, new Date(at)]))
}

/** Deletes the sessions at a desk device that were last used before `before`. */
export const removeIdleSessions = (tx: Tx, deviceId: string, before: Date) =>
  tx
    .delete(staffSession)
    .where(
      and(
        eq(staffSession.tenantId, tx.tenantId),
        eq(staffSession.deviceId, deviceId),
        lte(staffSession.lastSeenAt, before),
      ),
    )

/** Deletes the sessions that were created before one instant, or last used before the other. */
export async function removeEndedStaffSessions(
  tx: Tx,
  { createdBefore, usedBefore }: { createdBefore: Date; usedBefore: Date },
): Promise<number> {
  const { rowCount } = await tx
    .delete(staffSession)
    .where(
      and(
        eq(staffSession.tenantId, tx.tenantId),
        or(lt(staffSession.createdAt, createdBefore), lt(staffSession.lastSeenAt, usedBefore)),
      ),
    )
  return rowCount ?? 0
}
