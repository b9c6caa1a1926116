import { seal, unseal } from '../secret/seal.ts'
import type { TenantId } from '../database/db.ts'
import type { PhotoSize } from './queries.ts'

const VALID_MS = 10 * 60_000
const PURPOSE = 'photo'
type Linked = { id: string; size: PhotoSize }

/** The path of a photo for any client that has it, for ten minutes. */
export const photoLink = (secret: string, tenant: TenantId, { id, size }: Linked, now: number): string =>
  `/photo/${seal(secret, PURPOSE, [tenant, id, size, now + VALID_MS].join(' '))}`

/** The photo that a link of this tenant names; null for an expired or altered one. */
export function readPhotoLink(secret: string, tenant: TenantId, sealed: string, now: number): Linked | null {
  const [owner, id = '', size, expires] = unseal(secret, PURPOSE, sealed)?.split(' ') ?? []
  if (owner !== tenant || (size !== 'large' && size !== 'small') || now > Number(expires)) return null
  return { id, size }
}
