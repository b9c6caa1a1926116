import { DAY_MS } from '#domain/day.ts'
import type { TenantId } from '../database/db.ts'
import { sha256, keyedHash } from './hash.ts'

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
export const deriveHandle = (secret: string, purpose: HandlePurpose, tenant: TenantId, id: string): string =>
  keyedHash(secret, `${purpose}:${tenant}:${id}`).slice(0, 32)

/** Validity of handles after the end of the visit: 30 days. */
export const HANDLE_MS = 30 * DAY_MS

/** `now` in epoch ms. */
export const isHandleValid = ({ end }: { end: Date }, now: number): boolean =>
  end.getTime() + HANDLE_MS >= now

/** The hashes of the handles of a visit's links, as a visit stores them. */
export const visitHashes = (secret: string, tenant: TenantId, visitId: string) => ({
  handleHash: sha256(deriveHandle(secret, 'visit', tenant, visitId)),
  cancelHash: sha256(deriveHandle(secret, 'cancel', tenant, visitId)),
})

/** The handles of a waitlist entry's links, one for each purpose. */
export const entryHandles = (secret: string, tenant: TenantId, entryId: string) => ({
  /** Names the entry in the links of its offers. */
  wait: deriveHandle(secret, 'waitlist', tenant, entryId),
  leave: deriveHandle(secret, 'waitlist-leave', tenant, entryId),
  extend: deriveHandle(secret, 'waitlist-extend', tenant, entryId),
  confirm: deriveHandle(secret, 'waitlist-confirm', tenant, entryId),
})

/** The hashes of these handles, as an entry stores them. */
export function entryHashes(secret: string, tenant: TenantId, entryId: string) {
  const { wait, leave, extend, confirm } = entryHandles(secret, tenant, entryId)
  return {
    handleHash: sha256(wait),
    leaveHash: sha256(leave),
    extendHash: sha256(extend),
    confirmHash: sha256(confirm),
  }
}
