import type { TenantId } from '../database/db.ts'
import { hashOf } from './hash.ts'
import { handleOf } from './handle.ts'

/** The handles of an entry's links, one for each purpose. */
export const entryHandles = (secret: string, tenant: TenantId, entryId: string) => ({
  /** Names the entry in the links of its offers. */
  wait: handleOf(secret, 'waitlist', tenant, entryId),
  leave: handleOf(secret, 'waitlist-leave', tenant, entryId),
  extend: handleOf(secret, 'waitlist-extend', tenant, entryId),
  confirm: handleOf(secret, 'waitlist-confirm', tenant, entryId),
})

/** The hashes of these handles, as an entry stores them. */
export function entryHashes(secret: string, tenant: TenantId, entryId: string) {
  const { wait, leave, extend, confirm } = entryHandles(secret, tenant, entryId)
  return {
    handleHash: hashOf(wait),
    leaveHash: hashOf(leave),
    extendHash: hashOf(extend),
    confirmHash: hashOf(confirm),
  }
}
