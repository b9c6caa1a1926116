import type { Tenant } from '../context.ts'
import { seal, unseal } from '../seal.ts'

const purposeOf = ({ id }: Pick<Tenant, 'id'>) => `stop reminders ${id}`

/**
 * What the link under a reminder carries: whose it is, sealed for this purpose and tenant alone. It tells nobody whom it is for,
 * opens nothing else, is kept nowhere and never ends, as RFC 8058 wants of such links.
 */
export const sealReminderSwitch = (secret: string, tenant: Pick<Tenant, 'id'>, uid: string): string =>
  seal(secret, purposeOf(tenant), uid)

/** Whose it is; null for what this tenant has not sealed, or is not spelt as it was. */
export const openReminderSwitch = (
  secret: string,
  tenant: Pick<Tenant, 'id'>,
  token: string,
): string | null => unseal(secret, purposeOf(tenant), token)
