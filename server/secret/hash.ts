import { createHash, createHmac, hkdfSync, timingSafeEqual, randomBytes } from 'node:crypto'

/** Random bytes in base64url; by default 128 bits, 22 characters. */
export const randomToken = (bytes = 16): string => randomBytes(bytes).toString('base64url')

/** 192 bits, 32 characters. */
export const newSessionToken = (): string => randomToken(24)

/** SHA-256 in base64url: the stored form of handles, codes, tokens and secrets of a browser. */
export const sha256 = (value: string | Uint8Array): string =>
  createHash('sha256').update(value).digest('base64url')

/** The stored form of the session of a request; null without one. */
export const hashSession = ({ sessionToken }: { sessionToken?: string | null }): string | null =>
  sessionToken ? sha256(sessionToken) : null

/** HMAC-SHA-256 in base64url, for what could be guessed from a plain hash, and for signatures. */
export const keyedHash = (key: string | Buffer, value: string): string =>
  createHmac('sha256', key).update(value).digest('base64url')

/** A key of 256 bits for one purpose (HKDF-SHA-256). */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** The stored form of a client IP address: comparable within one tenant, not readable. */
export const hashAddress = (secret: string, tenant: string, address: string): string =>
  keyedHash(secret, `address:${tenant}:${address}`)

/** Compares in a time that does not depend on how much is right. */
export function isEqualSecret(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
