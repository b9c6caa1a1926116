import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Tenant } from '../context.ts'

const [NONCE, TAG] = [12, 16]
const keyOf = (secret: string, { id }: Pick<Tenant, 'id'>) => Buffer.from(hkdfSync('sha256', secret, '', `stop reminders ${id}`, 32))

/**
 * What the link under a reminder carries: whose it is, sealed (AES-256-GCM under a key for this purpose and tenant alone). It tells
 * nobody whom it is for, opens nothing else, is kept nowhere and never ends, as RFC 8058 wants of such links.
 */
export function sealReminderSwitch(secret: string, tenant: Pick<Tenant, 'id'>, uid: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, tenant), nonce)
  const sealed = Buffer.concat([cipher.update(uid, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Whose it is; null for what this tenant has not sealed, or is not spelt as it was. */
export function openReminderSwitch(secret: string, tenant: Pick<Tenant, 'id'>, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== token) return null
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, tenant), bytes.subarray(0, NONCE)).setAuthTag(bytes.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
