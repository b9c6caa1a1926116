import { createHmac } from 'node:crypto'
import type { TenantId } from '../database/db.ts'

/**
 * What a public link allows: to show a visit or to cancel it; to name a waitlist entry, to leave it, to
 * extend it or to confirm its contact; to answer an offer; to look up whom an offer is for; to show
 * a receipt; to see the state of a payment.
 */
type HandlePurpose =
  | 'visit'
  | 'cancel'
  | 'waitlist'
  | 'waitlist-leave'
  | 'waitlist-extend'
  | 'waitlist-confirm'
  | 'offer'
  | 'offer-name'
  | 'receipt'
  | 'payment'

/**
 * The opaque handle of a visit, an entry or an offer in public links: 192 bits, an HMAC-SHA-256 of the
 * server's secret. Mails can derive it again at any time, while the database stores only its hash.
 */
export const handleOf = (secret: string, purpose: HandlePurpose, tenant: TenantId, id: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${tenant}:${id}`).digest('base64url').slice(0, 32)

/** Validity of handles after the end of the visit: 30 days. */
export const HANDLE_MS = 30 * 24 * 3_600_000

/** `now` in epoch ms. */
export const isHandleValid = ({ end }: { end: Date }, now: number): boolean =>
  end.getTime() + HANDLE_MS >= now

/** The stored form of a client IP address: comparable within one tenant, not readable. */
export const addressHashOf = (secret: string, tenant: TenantId, address: string): string =>
  createHmac('sha256', secret).update(`address:${tenant}:${address}`).digest('base64url')
