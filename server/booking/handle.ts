import { createHash, createHmac } from 'node:crypto'
import type { TenantId } from '../data/db.ts'

/** What a public link may do with a visit: show it, or cancel it. */
type HandlePurpose = 'visit' | 'cancel'

/**
 * The opaque handle of a visit in public links: 192 bits that only the holder of the secret can derive, so that mail can carry
 * it later while the database knows its hash alone.
 */
export const handleOf = (secret: string, purpose: HandlePurpose, tenant: TenantId, visitId: string): string =>
  createHmac('sha256', secret).update(`${purpose}:${tenant}:${visitId}`).digest('base64url').slice(0, 32)

/** Handles work this long after their visit has ended. */
export const HANDLE_MS = 30 * 24 * 3_600_000

/** Whether the handles of a visit still work at `now` (epoch ms). */
export const isHandleValid = ({ end }: { end: Date }, now: number): boolean =>
  end.getTime() + HANDLE_MS >= now

/** The form in which handles and browser secrets are stored: SHA-256, hexadecimal. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('hex')

/** A client address as it is stored: comparable within one tenant, not readable. */
export const addressHashOf = (secret: string, tenant: TenantId, address: string): string =>
  createHmac('sha256', secret).update(`address:${tenant}:${address}`).digest('base64url')
