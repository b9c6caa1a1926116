import { randomBytes } from 'node:crypto'

const MIN_BYTES = 32
/** Maximum share of character pairs at one distance that differ by the same amount. */
const MAX_REGULAR_SHARE = 0.75

/**
 * Describes the weakness of a secret, as text that follows "APP_SECRET"; null for a strong one. A secret is
 * weak if it is short or nearly all of it is one pattern: a repeated character or word, also with a counter
 * (`word1word2…`), or an ascending sequence (`abcd…`).
 */
export function describeWeakness(secret: string): string | null {
  if (Buffer.byteLength(secret.trim()) < MIN_BYTES)
    return `has at least ${MIN_BYTES} bytes, blanks around it apart`
  return isRegular([...secret.toLowerCase()].map((character) => character.codePointAt(0) ?? 0))
    ? 'is not one pattern, repeated or ascending'
    : null
}

/**
 * Whether characters at some distance nearly always differ by the same amount: 0 in a repetition, 1 in an
 * ascending sequence.
 */
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

/** Returns a line for the settings with a new secret of 256 random bits. */
export const freshSecretLine = (): string => `APP_SECRET=${randomBytes(32).toString('base64url')}`
