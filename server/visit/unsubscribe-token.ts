import type { Tenant } from '../context/context.ts'
import { seal, unseal } from '../config/seal.ts'

const purposeOf = ({ id }: Pick<Tenant, 'id'>) => `stop reminders ${id}`

/**
 * The token of an unsubscribe link: the guest's id, encrypted for this purpose and tenant only. It reveals
 * nothing about the guest, grants nothing else, is not stored and never expires, as RFC 8058 requires.
 */
export const createUnsubscribeToken = (secret: string, tenant: Pick<Tenant, 'id'>, uid: string): string =>
  seal(secret, purposeOf(tenant), uid)

/** Returns the guest's id; null for a token that is invalid or of another tenant. */
export const readUnsubscribeToken = (
  secret: string,
  tenant: Pick<Tenant, 'id'>,
  token: string,
): string | null => unseal(secret, purposeOf(tenant), token)
