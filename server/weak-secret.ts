import { randomBytes } from 'node:crypto'

const MIN_BYTES = 32
/** Share of the pairs of characters at one distance that may differ by the same amount. */
const MAX_REGULAR_SHARE = 0.75

/**
 * What makes a secret guessable, in words that follow "APP_SECRET"; null for a secret without a fault. It is weak when it is short, or when
 * one short pattern makes up nearly all of it: a repeated character or word, also with a counter (`word1word2…`), or an ascending
 * row (`abcd…`).
 */
export function weaknessOf(secret: string): string | null {
  if (Buffer.byteLength(secret.trim()) < MIN_BYTES)
    return `has at least ${MIN_BYTES} bytes, blanks around it apart`
  return isRegular([...secret.toLowerCase()].map((character) => character.codePointAt(0) ?? 0))
    ? 'is not one pattern, repeated or ascending'
    : null
}

/** Whether characters at some distance nearly always differ by the same amount: 0 in a repetition, 1 in an ascending row. */
function isRegular(codes: number[]): boolean {
  for (let distance = 1; distance <= codes.length / 2; distance += 1) {
    const counts = new Map<number, number>()
    for (const [index, code] of codes.slice(distance).entries()) {
      const step = code - (codes[index] ?? 0)
      counts.set(step, (counts.get(step) ?? 0) + 1)
    }
    if (Math.max(...counts.values()) >= (codes.length - distance) * MAX_REGULAR_SHARE) return true
  }
  return false
}

/** A new secret of 256 random bits as the line of settings that it goes into. */
export const freshSecretLine = (): string => `APP_SECRET=${randomBytes(32).toString('base64url')}`
