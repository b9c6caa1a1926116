import { and, eq, gt, lte } from 'drizzle-orm'
import { detailsPresent } from '#domain/guest.ts'
import { guest, session } from '#db/schema.ts'
import type { SignedInGuest } from '#contract/guest.ts'
import type { Db, TenantId, Tx } from '../db.ts'
import { tokenHash } from './session-token.ts'

export const SESSION_SECONDS = 30 * 24 * 3600
const DAY_MS = 24 * 3600 * 1000

/** When a session that is used at `now` ends. */
export const expiryFrom = (now: number): Date => new Date(now + SESSION_SECONDS * 1000)

/** `renewed`: its end has just moved, so the browser's cookie may live longer too. */
export type FoundSession = SignedInGuest & { renewed: boolean }

/** The guest whom a token signs in, read in one query; the session's end moves at most once a day. */
export async function findSession(db: Db, tenant: TenantId, token: string, now: number): Promise<FoundSession | null> {
  const row = await db.read(tenant, (tx) => findGuestOf(tx, token, now))
  if (!row) return null
  const { usedAt, ...found } = row
  const renewed = now - usedAt.getTime() >= DAY_MS
  if (renewed) await db.write(tenant, (tx) => renew(tx, token, now))
  return { ...found, detailsPresent: detailsPresent(found), renewed }
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
    })
    .from(session)
    .innerJoin(guest, and(eq(guest.tenantId, session.tenantId), eq(guest.id, session.userId)))
    .where(and(eq(session.tenantId, tx.tenantId), eq(session.token, tokenHash(token)), gt(session.expiresAt, new Date(now))))
  return row
}

const renew = (tx: Tx, token: string, now: number) =>
  tx.update(session)
    .set({ updatedAt: new Date(now), expiresAt: expiryFrom(now) })
    .where(and(eq(session.tenantId, tx.tenantId), eq(session.token, tokenHash(token)), lte(session.updatedAt, new Date(now - DAY_MS))))

/** Ends one session. Direct, since the library's own way takes a database error for "there was none". */
export const removeSession = (tx: Tx, token: string) =>
  tx.delete(session).where(and(eq(session.tenantId, tx.tenantId), eq(session.token, tokenHash(token))))
