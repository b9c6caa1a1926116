import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './hash.ts'

const [NONCE, TAG] = [12, 16]

/** Encrypts a text with AES-256-GCM under a key derived for this purpose. Returns base64url. */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
}

/** Decrypts a sealed text; null for an invalid one, another purpose, or a non-canonical encoding. */
export function unseal(secret: string, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== sealed) return null
  const decipher = createDecipheriv(
    'aes-256-gcm',
    deriveKey(secret, purpose),
    bytes.subarray(0, NONCE),
  ).setAuthTag(bytes.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
